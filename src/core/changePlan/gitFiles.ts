import { isAbsolute } from 'node:path';
import * as l10n from '@vscode/l10n';
import { RequestFailure } from '../base/errors/failure';
import { quoted } from '../base/text/quoted';
import { type FoundGit, findGit } from './findGit';
import { type GitAnswer, runGit } from './runGit';

/** A file of a commit. Links and submodules are none. */
export interface CommittedFile {
  /** From the top of the repository, with `/`. */
  readonly path: string;
  readonly id: string;
  /** In bytes. */
  readonly size: number;
}

/** What is listed of a commit: all files below a folder, or only those directly in it. */
export interface CommittedPlace {
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
  /** @throws RequestFailure `invalid`, `tooLarge`, or `timedOut` */
  filesAt(commit: string, places: readonly CommittedPlace[], signal?: AbortSignal): Promise<readonly CommittedFile[]>;
  /**
   * The texts of files, by their IDs. The caller sees to their sizes.
   *
   * @throws RequestFailure like `filesAt`; `invalid` also if a partial clone lacks one
   */
  textsOf(files: readonly CommittedFile[], signal?: AbortSignal): Promise<ReadonlyMap<string, string>>;
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
    throw failed(
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
      for (const { options, paths } of listingsOf(places)) {
        const args = [...options, '-z', '-l', '--full-tree', commit, '--', ...paths];
        const answer = await runGit(git, 'ls-tree', args, { folder: top, env, most: longestListing, signal });
        if (answer.kind !== 'done') throw notRead(answer);
        for (const file of filesIn(answer.output.toString('utf8'))) found.set(file.path, file);
      }
      return [...found.values()];
    },
    async textsOf(files, signal) {
      const texts = new Map<string, string>();
      for (const ids of sharesOf(files)) {
        const most = ids.reduce((sum, { size }) => sum + size + longestRecord, 0);
        const input = `${ids.map(({ id }) => id).join('\n')}\n`;
        const answer = await runGit(git, 'cat-file', ['--batch'], { folder: top, env, input, most, signal });
        if (answer.kind !== 'done') throw notRead(answer);
        readBatch(answer.output, texts);
      }
      if (files.some(({ id }) => !texts.has(id))) {
        throw failed(
          l10n.t('This clone lacks files of the commit.'),
          l10n.t('Clone the repository without a filter, or fetch the commit completely.'),
        );
      }
      return texts;
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

/** `<mode> blob <id> <size>\t<path>`: of a file, not of a link (120000) or a submodule (160000). */
const listedFile = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t([^]+)$/;

function filesIn(listing: string): readonly CommittedFile[] {
  return listing.split('\0').flatMap((record) => {
    const [, id = '', size, path = ''] = listedFile.exec(record) ?? [];
    return idPattern.test(id) ? [{ path, id, size: Number(size) }] : [];
  });
}

/** In bytes, without the text: `<id> blob <size>` and two ends of lines. */
const longestRecord = 100;

/** Files in shares whose texts fit into memory together, each ID once. */
function sharesOf(files: readonly CommittedFile[]): readonly (readonly CommittedFile[])[] {
  const shares: CommittedFile[][] = [];
  let room = 0;
  for (const file of new Map(files.map((one) => [one.id, one] as const)).values()) {
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

/** Reads `<id> blob <size>\n<text>\n`, again and again. Stops where it has another form. */
function readBatch(output: Buffer, texts: Map<string, string>): void {
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at);
    if (end < 0) return;
    const [, id = '', size] = /^([0-9a-f]+) blob (\d+)$/.exec(output.toString('latin1', at, end)) ?? [];
    at = end + 1;
    // `<id> missing`
    if (size === undefined) continue;
    texts.set(id, output.toString('utf8', at, at + Number(size)));
    at += Number(size) + 1;
  }
}

function noRepository(answer: Exclude<GitAnswer, { kind: 'done' }>): RequestFailure {
  if (answer.kind !== 'failed') return notRead(answer);
  return /dubious ownership/.test(answer.complaint)
    ? failed(
        l10n.t('Git does not read this repository, because its folder belongs to another user.'),
        l10n.t('If you trust it, run “git config --global --add safe.directory” with the path of the folder.'),
      )
    : failed(
        l10n.t('The files are in no work tree of a Git repository, so that their text before the change is not known.'),
        l10n.t('Name files of a clone.'),
      );
}

function unknownRevision(revision: string, isShallow: boolean): RequestFailure {
  return failed(
    l10n.t('The repository has no commit “{0}”.', quoted(revision)),
    isShallow
      ? l10n.t('This clone is shallow: fetch the history (in GitHub Actions, “fetch-depth: 0” of actions/checkout).')
      : l10n.t('Name a commit, a tag, or a branch that “git log” shows, such as origin/main.'),
  );
}

function notRead({ kind }: Exclude<GitAnswer, { kind: 'done' }>): RequestFailure {
  switch (kind) {
    case 'timedOut':
      return failed(l10n.t('Git took more than 10 seconds.'), l10n.t('Try again, or name fewer paths.'));
    case 'tooMuch':
      return failed(l10n.t('The commit has more files than can be read.'), l10n.t('Name fewer paths.'));
    case 'failed':
      return failed(
        l10n.t('Git could not read the files of the commit.'),
        l10n.t('Check the clone with “git fsck”. If it was made with a filter, clone it without one.'),
      );
  }
}

function failed(sentence: string, nextStep: string): RequestFailure {
  return new RequestFailure({ kind: 'invalid', sentence, nextStep });
}
