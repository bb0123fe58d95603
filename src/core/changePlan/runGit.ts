import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { delimiter, dirname, isAbsolute, join, parse, relative } from 'node:path';
import * as l10n from '@vscode/l10n';
import { canceledFailure, invalidFailure, type RequestFailure } from '../base/errors/failure';
import { quoted } from '../base/text/quoted';

/** Git, and the only folders in which it may look for programs. */
export interface FoundGit {
  /** An absolute path. */
  readonly file: string;
  readonly path: string;
}

/**
 * Finds Git in the folders of PATH. Never one that the repository, or whoever writes to its folder, can have put there: not
 * below the folder and the top of its repository, and not where it depends on the working folder. Windows would look there
 * first, so the system does not search: the result is an absolute path.
 *
 * @param path the value of PATH
 * @param folder the folder that is read
 */
export function findGit(path: string, folder: string): FoundGit | undefined {
  const roots = [folder, topOf(folder)].map(realPath);
  const isForeign = (place: string): boolean => roots.some((root) => isBelow(realPath(place), root));
  const folders = path
    .split(delimiter)
    .map((entry) => entry.replace(/^"(.*)"$/, '$1'))
    .filter((entry) => isAbsolute(entry) && !isOfNetwork(entry) && !isForeign(entry));
  // Neither a script nor a batch file: those need a shell.
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  const file = folders.map((one) => join(one, name)).find((one) => isProgram(one) && !isForeign(one));
  return file === undefined ? undefined : { file, path: folders.join(delimiter) };
}

/** The innermost folder above that looks like the top of a repository, or the folder itself. */
function topOf(folder: string): string {
  for (let one = folder; ; one = dirname(one)) {
    if (existsSync(join(one, '.git'))) return one;
    if (dirname(one) === one) return folder;
  }
}

/** Whether a path is another one or below it. Everything is below the root of the system, which is nobody's work folder. */
function isBelow(path: string, root: string): boolean {
  const way = relative(root, path);
  return parse(root).root !== root && !isAbsolute(way) && way.split(/[\\/]/)[0] !== '..';
}

/** `\\server\share`, or a path without a drive, which belongs to the current one. */
function isOfNetwork(path: string): boolean {
  return process.platform === 'win32' && !/^[a-z]:[\\/]/i.test(path);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The commands that only read what is stored: none of them looks at the work tree, runs a filter, or asks a server. */
type GitCommand = 'rev-parse' | 'ls-tree' | 'cat-file';

/** In milliseconds, for one command. */
const longestRun = 10_000;
/** In bytes: of a message of Git, only the beginning is looked at. */
const longestComplaint = 2_000;

/** What Git said, or why it said nothing. */
type GitAnswer =
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

/** Why there is no repository, in sentences of ours: Git's own words may have text of the repository. */
export function noRepository(answer: Exclude<GitAnswer, { kind: 'done' }>): RequestFailure {
  if (answer.kind !== 'failed') return notRead(answer);
  return /dubious ownership/.test(answer.complaint)
    ? invalidFailure(
        l10n.t('Git does not read this repository, because its folder belongs to another user.'),
        l10n.t('If you trust it, run “git config --global --add safe.directory” with the path of the folder.'),
      )
    : invalidFailure(
        l10n.t('The files are in no work tree of a Git repository, so that their text before the change is not known.'),
        l10n.t('Name files of a clone.'),
      );
}

/** @param isShallow whether the clone may only lack it */
export function unknownRevision(revision: string, isShallow: boolean): RequestFailure {
  return invalidFailure(
    l10n.t('The repository has no commit “{0}”.', quoted(revision)),
    isShallow
      ? l10n.t('This clone is shallow: fetch the history (in GitHub Actions, “fetch-depth: 0” of actions/checkout).')
      : l10n.t('Name a commit, a tag, or a branch that “git log” shows, such as origin/main.'),
  );
}

/** Why Git did not read something. */
export function notRead({ kind }: Exclude<GitAnswer, { kind: 'done' }>): RequestFailure {
  switch (kind) {
    case 'timedOut':
      return invalidFailure(l10n.t('Git took more than 10 seconds.'), l10n.t('Try again, or name fewer paths.'));
    case 'tooMuch':
      return invalidFailure(l10n.t('The commit has more files than can be read.'), l10n.t('Name fewer paths.'));
    case 'failed':
      return invalidFailure(
        l10n.t('Git could not read the files of the commit.'),
        l10n.t('Check the clone with “git fsck”. If it was made with a filter, clone it without one.'),
      );
  }
}
