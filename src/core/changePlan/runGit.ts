import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { dirname } from 'node:path';
import { canceledFailure } from '../base/errors/failure';
import type { FoundGit } from './findGit';

/** The commands that only read what is stored: none of them looks at the work tree, runs a filter, or asks a server. */
type GitCommand = 'rev-parse' | 'ls-tree' | 'cat-file';

/** In milliseconds, for one command. */
const longestRun = 10_000;
/** In bytes: of a message of Git, only the beginning is looked at. */
const longestComplaint = 2_000;

/** What Git said, or why it said nothing. */
export type GitAnswer =
  | { readonly kind: 'done'; readonly output: Buffer }
  /** `complaint` is Git's own text, in English. It may have text of the repository: never shown. */
  | { readonly kind: 'failed'; readonly complaint: string }
  | { readonly kind: 'timedOut' | 'tooMuch' };

interface GitRun {
  /** An absolute path. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** What the command reads. */
  readonly input?: string | undefined;
  /** The most bytes that it may print. */
  readonly most: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What the command line overrides, because a repository's own configuration may name programs there. Aliases, pagers,
 * filters, and drivers need no entry: nothing that uses them is run.
 */
const overridden = [
  'core.fsmonitor=false',
  `core.hooksPath=${devNull}`,
  'protocol.allow=never',
  // A folder may contain what looks like a repository, as files that somebody committed.
  'safe.bareRepository=explicit',
];

/**
 * Variables that Git may see. No other one of its own, such as `GIT_DIR` in a hook, or `GIT_TRACE`, which makes it write.
 * The user's and the system's configuration stay in use: only there, `safe.directory` counts, without which Git refuses
 * repositories of other users. That is the case in most containers of pipelines.
 */
const passedOn = [
  ...['HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'SystemRoot', 'ProgramData', 'TMPDIR'],
  ...['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM', 'GIT_CEILING_DIRECTORIES'],
  ...['SUDO_UID', 'DEVELOPER_DIR'],
];

/**
 * Runs one command of Git without a shell.
 *
 * @throws RequestFailure `canceled`
 */
export function runGit(
  { file, path }: FoundGit,
  command: GitCommand,
  args: readonly string[],
  { folder, env, input, most, signal }: GitRun,
): Promise<GitAnswer> {
  const settings = overridden.flatMap((one) => ['-c', one]);
  const all = [
    '-C',
    folder,
    '--no-pager',
    '--literal-pathspecs',
    '--no-replace-objects',
    ...settings,
    command,
    ...args,
  ];
  const options = {
    // Windows looks for libraries in the working folder, too.
    cwd: dirname(file),
    env: environment(env, path),
    encoding: 'buffer',
    timeout: longestRun,
    killSignal: 'SIGKILL',
    maxBuffer: most,
    windowsHide: true,
    shell: false,
    signal,
  } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(file, all, options, (error, output, complaint) => {
      if (signal?.aborted === true) return reject(canceledFailure());
      if (error === null) return resolve({ kind: 'done', output });
      if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return resolve({ kind: 'tooMuch' });
      if (error.killed === true) return resolve({ kind: 'timedOut' });
      resolve({ kind: 'failed', complaint: complaint.toString('utf8', 0, longestComplaint) });
    });
    // It may end before it has read everything.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
  });
}

function environment(env: NodeJS.ProcessEnv, path: string): NodeJS.ProcessEnv {
  const known = passedOn.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return {
    ...Object.fromEntries(known),
    PATH: path,
    // Messages that are looked at are in English.
    LC_ALL: 'C',
    // What a partial clone lacks stays unknown. Older versions of Git know only the second of these.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
  };
}
