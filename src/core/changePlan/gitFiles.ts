import { isAbsolute } from 'node:path';
import * as l10n from '@vscode/l10n';
import { invalidFailure } from '../base/errors/failure';
import { type FoundGit, findGit, noRepository, notRead, runGit, unknownRevision } from './runGit';

/** A file of a commit. Links and submodules are none. */
export interface CommittedFile {
  /** From the top of the repository, with `/`. */
  readonly path: string;
  readonly id: string;
  /** In bytes. */
  readonly size: number;
}

/** What a commit has at some places. */
interface CommittedFiles {
  readonly files: readonly CommittedFile[];
  /** The paths of links and submodules. */
  readonly leftOut: readonly string[];
}

/** What is listed of a commit: all files below a folder, or only those directly in it. */
interface CommittedPlace {
  /** From the top of the repository, with `/`; empty for the top itself. May be a file. */
  readonly path: string;
  readonly isDeep: boolean;
}

/** A repository of Git, of which only what is committed is read. */
export interface GitRepository {
  /** The absolute path of its work tree, links resolved. */
  readonly top: string;
  /**
   * The ID of a commit.
   *
   * @param revision as a user writes it: nothing in it is an option
   * @throws RequestFailure `invalid` if there is no such commit, or the clone lacks it
   */
  commitOf(revision: string, signal?: AbortSignal): Promise<string>;
  /** @throws RequestFailure `invalid` if Git fails, takes too long, or lists too much */
  filesAt(commit: string, places: readonly CommittedPlace[], signal?: AbortSignal): Promise<CommittedFiles>;
  /**
   * Reads the texts of files, some at a time: together, they may be larger than the memory. The caller sees to the size of
   * each.
   *
   * @param use gets each file and its text, in their order
   * @throws RequestFailure like `filesAt`; `invalid` also if a partial clone lacks one
   */
  eachText(
    files: readonly CommittedFile[],
    use: (file: CommittedFile, text: string) => void,
    signal?: AbortSignal,
  ): Promise<void>;
}

/** In bytes: some 300,000 files. */
const longestListing = 32 * 1024 * 1024;
const longestAnswer = 100_000;
/** In bytes, of the texts of one call. */
const mostTogether = 16 * 1024 * 1024;
/** In UTF-16 units. */
const longestRevision = 1_000;

const idPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * Opens the repository that a folder is in.
 *
 * @param folder an absolute path, links resolved
 * @param env has PATH, and says where the user's own configuration of Git is
 * @throws RequestFailure `invalid` if there is no Git, or no repository with a work tree
 */
export async function openGitRepository(
  folder: string,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<GitRepository> {
  const git = findGit(env.PATH ?? env.Path ?? '', folder);
  if (git === undefined) {
    throw invalidFailure(
      l10n.t('Git was not found, which has the text before the change.'),
      l10n.t('Install Git in a folder that PATH names, outside of the repository.'),
    );
  }
  const asked = ['--show-toplevel', '--is-shallow-repository'];
  const answer = await runGit(git, 'rev-parse', asked, { folder, env, most: longestAnswer, signal });
  if (answer.kind !== 'done') throw noRepository(answer);
  const [top = '', isShallow] = answer.output.toString('utf8').split('\n');
  if (!isAbsolute(top)) throw noRepository({ kind: 'failed', complaint: '' });
  return repositoryAt(git, { top, isShallow: isShallow === 'true' }, env);
}

function repositoryAt(
  git: FoundGit,
  { top, isShallow }: { readonly top: string; readonly isShallow: boolean },
  env: NodeJS.ProcessEnv,
): GitRepository {
  return {
    top,
    async commitOf(revision, signal) {
      // Nothing of Git's is named so; Node.js cannot pass on the first of them.
      if (/\p{Cc}/u.test(revision) || revision.length > longestRevision) throw unknownRevision(revision, false);
      const asked = ['--verify', '--end-of-options', `${revision}^{commit}`];
      const answer = await runGit(git, 'rev-parse', asked, { folder: top, env, most: longestAnswer, signal });
      const id = answer.kind === 'done' ? answer.output.toString('utf8').trim() : '';
      if (answer.kind === 'timedOut' || answer.kind === 'tooMuch') throw notRead(answer);
      if (!idPattern.test(id)) throw unknownRevision(revision, isShallow);
      return id;
    },
    async filesAt(commit, places, signal) {
      const found = new Map<string, CommittedFile>();
      const leftOut = new Set<string>();
      for (const { options, paths } of listingsOf(places)) {
        const args = [...options, '-z', '-l', '--full-tree', commit, '--', ...paths];
        const answer = await runGit(git, 'ls-tree', args, { folder: top, env, most: longestListing, signal });
        if (answer.kind !== 'done') throw notRead(answer);
        for (const record of answer.output.toString('utf8').split('\0')) {
          const [, mode = '', id = '', size, path = ''] = listedEntry.exec(record) ?? [];
          if (mode.startsWith('100') && idPattern.test(id)) found.set(path, { path, id, size: Number(size) });
          else if (mode === linkMode || mode === submoduleMode) leftOut.add(path);
        }
      }
      return { files: [...found.values()], leftOut: [...leftOut] };
    },
    async eachText(files, use, signal) {
      for (const share of sharesOf(files)) {
        const most = share.reduce((sum, { size }) => sum + size + longestRecord, 0);
        const input = `${share.map(({ id }) => id).join('\n')}\n`;
        const answer = await runGit(git, 'cat-file', ['--batch'], { folder: top, env, input, most, signal });
        if (answer.kind !== 'done') throw notRead(answer);
        const texts = textsIn(answer.output);
        for (const [at, file] of share.entries()) {
          const text = texts[at];
          if (text === undefined) {
            throw invalidFailure(
              l10n.t('This clone lacks files of the commit.'),
              l10n.t('Clone the repository without a filter, or fetch the commit completely.'),
            );
          }
          use(file, text);
        }
      }
    },
  };
}

/** Paths on one command line: Windows takes 32,000 characters. */
const mostPaths = 100;

/** What `ls-tree` is asked for: without a path, it lists from the top. */
function listingsOf(
  places: readonly CommittedPlace[],
): readonly { readonly options: readonly string[]; readonly paths: readonly string[] }[] {
  const pathsOf = (deep: boolean): readonly string[] => [
    ...new Set(places.filter(({ isDeep }) => isDeep === deep).map(({ path }) => path)),
  ];
  const [deep, flat] = [pathsOf(true), pathsOf(false)];
  if (deep.includes('')) return [{ options: ['-r'], paths: [] }];
  // With a slash, the content of a folder is listed, else the folder itself.
  const inFolders = flat.filter((path) => path !== '').map((path) => `${path}/`);
  return [
    ...inShares(deep).map((paths) => ({ options: ['-r'], paths })),
    ...inShares(inFolders).map((paths) => ({ options: [], paths })),
    ...(flat.includes('') ? [{ options: [], paths: [] }] : []),
  ];
}

function inShares(paths: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(paths.length / mostPaths) }, (_, at) =>
    paths.slice(at * mostPaths, (at + 1) * mostPaths),
  );
}

/** `<mode> <kind> <id> <size>\t<path>` */
const listedEntry = /^(\d{6}) \w+ ([0-9a-f]+) +(\d+|-)\t(.+)$/s;
const linkMode = '120000';
const submoduleMode = '160000';

/** In bytes, without the text: `<id> blob <size>` and two ends of lines. */
const longestRecord = 100;

/** Files in shares whose texts fit into memory together. */
function sharesOf(files: readonly CommittedFile[]): readonly (readonly CommittedFile[])[] {
  const shares: CommittedFile[][] = [];
  let room = 0;
  for (const file of files) {
    const size = file.size + longestRecord;
    if (size > room) {
      shares.push([]);
      room = Math.max(mostTogether, size);
    }
    shares.at(-1)?.push(file);
    room -= size;
  }
  return shares;
}

/** Reads `<id> blob <size>\n<text>\n`, or `<id> missing\n`, again and again. */
function textsIn(output: Buffer): readonly (string | undefined)[] {
  const texts: (string | undefined)[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at);
    if (end < 0) break;
    const [, size] = /^[0-9a-f]+ blob (\d+)$/.exec(output.toString('latin1', at, end)) ?? [];
    at = end + 1;
    // Without a byte order mark, as VS Code and Traefik read it.
    texts.push(size === undefined ? undefined : new TextDecoder().decode(output.subarray(at, at + Number(size))));
    if (size !== undefined) at += Number(size) + 1;
  }
  return texts;
}
