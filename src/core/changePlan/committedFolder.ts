import { realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { canceledFailure, isRequestFailure } from '../base/errors/failure';
import { configName, largestFile } from '../config/source/mayDeclare';
import { type CommittedFile, type GitRepository, openGitRepository } from './gitFiles';

/** The most files of a commit that are read. */
const mostFiles = 2_000;

/** A folder in its repository. */
interface PlacedFolder {
  readonly repository: GitRepository;
  /** The folder's path in the repository, with a slash at its end; empty for the top. */
  readonly prefix: string;
}

/** What is known of the last commit: texts by the paths from the folder, undefined for files that it lacks. */
interface KnownCommit {
  readonly id: string;
  readonly texts: Map<string, Promise<string | undefined>>;
}

export type CommittedFolder = ReturnType<typeof openCommittedFolder>;

/**
 * What a folder has in the last commit, asked of Git as rarely as possible: the repository once, the commit once each time
 * that it may be another, and files once for each commit. What is asked serves all callers, so none of them cancels it.
 *
 * @param folder an absolute path
 * @param env has PATH, and says where the user's own configuration of Git is
 */
export function openCommittedFolder(folder: string, env: NodeJS.ProcessEnv) {
  let placed: Promise<PlacedFolder> | undefined;
  let head: Promise<string> | undefined;
  let known: KnownCommit | undefined;
  let hasFailed = false;

  const place = async (): Promise<PlacedFolder> => {
    const path = await realpath(folder);
    const repository = await openGitRepository(path, env);
    const inside = relative(repository.top, path).split(sep).join('/');
    return { repository, prefix: inside === '' ? '' : `${inside}/` };
  };
  const commit = async (): Promise<PlacedFolder & { readonly known: KnownCommit }> => {
    placed ??= place();
    const { repository, prefix } = await placed;
    head ??= repository.commitOf('HEAD');
    const id = await head;
    if (known?.id !== id) known = { id, texts: new Map() };
    return { repository, prefix, known };
  };
  const textsAt = async (
    { repository, prefix }: PlacedFolder,
    id: string,
    paths: readonly string[],
  ): Promise<ReadonlyMap<string, string>> => {
    const places = paths.map((path) => ({ path: `${prefix}${path}`, isDeep: true }));
    const wanted = new Set(places.map(({ path }) => path));
    const { files } = await repository.filesAt(id, places);
    const texts = new Map<string, string>();
    await repository.eachText(
      files.filter(({ path, size }) => wanted.has(path) && size <= largestFile),
      ({ path }, text) => texts.set(path.slice(prefix.length), text),
    );
    return texts;
  };
  /** A failure, as before the first commit, is remembered until there may be another one. */
  const orNothing = async <T>(read: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (signal?.aborted === true) throw canceledFailure();
      if (!isRequestFailure(error) && !(error instanceof Error && 'code' in error)) throw error;
      hasFailed = true;
      return undefined;
    }
  };
  const lookAgain = (): void => {
    head = undefined;
    if (hasFailed) [placed, known, hasFailed] = [undefined, undefined, false];
  };

  return {
    /** Notes that there may be another commit. */
    lookAgain,
    /**
     * Whether a text differs from that of its file in the last commit. False where that is not known.
     *
     * @param path from the folder, with `/`
     * @param more paths of others that will be asked for
     */
    async isUncommitted(path: string, text: string, more: readonly string[] = []): Promise<boolean> {
      const isOther = await orNothing(async () => {
        const at = await commit();
        const { texts, id } = at.known;
        if (!texts.has(path)) {
          const asked = [...new Set([path, ...more])].filter((one) => !texts.has(one));
          const answer = textsAt(at, id, asked);
          for (const one of asked)
            texts.set(
              one,
              answer.then((found) => found.get(one)),
            );
          // Each of them fails for its caller.
          for (const one of asked) texts.get(one)?.catch(() => undefined);
        }
        const old = await texts.get(path);
        return old === undefined || withoutReturns(old) !== withoutReturns(text);
      });
      return isOther ?? false;
    },
    /**
     * The texts of all files that may declare objects, as they were last committed, by their paths from the folder.
     * Undefined where that is not known.
     *
     * @throws RequestFailure if canceled
     */
    async texts(signal: AbortSignal): Promise<ReadonlyMap<string, string> | undefined> {
      lookAgain();
      return orNothing(async () => {
        const { repository, prefix, known: at } = await commit();
        const { files } = await repository.filesAt(at.id, [{ path: prefix.slice(0, -1), isDeep: true }], signal);
        const own = files.filter(
          ({ path, size }) => path.startsWith(prefix) && configName.test(path) && size <= largestFile,
        );
        const texts = new Map<string, string>();
        const add = ({ path }: CommittedFile, text: string): void => void texts.set(path.slice(prefix.length), text);
        await repository.eachText(own.slice(0, mostFiles), add, signal);
        return texts;
      }, signal);
    },
  };
}

/** Git may check files out with other line endings. */
function withoutReturns(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
