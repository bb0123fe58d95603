import { singleFlight } from '../../base/async/singleFlight';
import type { IndexedConfig } from './indexedConfig';
import { openNameIndex } from './nameIndex';

/** The source of the files. */
export interface FollowedFiles {
  /** The paths of all files that may declare something: at most `most`, and any of them if there are more. */
  list(most: number, signal: AbortSignal): Promise<readonly string[]>;
  /** The current text of a listed file; undefined if it cannot be read. */
  textOf(path: string): Promise<string | undefined>;
}

/** The names in many files. Reads only those again that a `note…` call reports. */
export interface FollowedNames {
  /**
   * Reads all unread files. Several callers share a reading; it ends early once all of them have aborted.
   *
   * @throws RequestFailure `canceled` if the signal aborts; also the errors of `FollowedFiles`: the next call tries
   * again
   */
  read(signal: AbortSignal): Promise<IndexedConfig>;
  /** Reports that a file has another text. Ignores unlisted files. */
  noteChanged(path: string): void;
  noteRemoved(path: string): void;
  /** Reports that the list of files may have changed. */
  noteOthers(): void;
}

/** @param most the highest number of files that are read */
export function followNames(files: FollowedFiles, most: number): FollowedNames {
  const index = openNameIndex();
  const listed = new Set<string>();
  const changed = new Set<string>();
  let isListed = false;

  const list = async (signal: AbortSignal): Promise<void> => {
    isListed = true;
    try {
      const found = await files.list(most, signal);
      const now = new Set(found);
      // If there are more files than `most`, each list may have other ones: known files stay until a call removes them.
      if (found.length < most) for (const path of listed) if (!now.has(path)) remove(path);
      for (const path of now) {
        if (listed.size >= most || listed.has(path)) continue;
        listed.add(path);
        changed.add(path);
      }
    } catch (error) {
      isListed = false;
      throw error;
    }
  };
  const remove = (path: string): void => {
    if (listed.delete(path)) changed.add(path);
  };
  const textOf = async (path: string): Promise<string | undefined> =>
    listed.has(path) ? files.textOf(path) : undefined;
  const read = async (signal: AbortSignal): Promise<IndexedConfig> => {
    while (!isListed || changed.size > 0) {
      if (!isListed) await list(signal);
      const paths = [...changed];
      changed.clear();
      try {
        await index.update(paths, textOf, signal);
      } catch (error) {
        for (const path of paths) changed.add(path);
        throw error;
      }
    }
    return index.all();
  };
  // An aborted reading may still run when the next one begins.
  let last: Promise<unknown> = Promise.resolve();
  const flight = singleFlight((signal) => {
    const reading = last.then(() => read(signal));
    last = reading.catch(() => undefined);
    return reading;
  });
  return {
    async read(signal) {
      try {
        return await flight.read(signal);
      } catch (error) {
        flight.refresh();
        throw error;
      }
    },
    noteChanged(path) {
      if (!listed.has(path)) return;
      changed.add(path);
      flight.refresh();
    },
    noteRemoved(path) {
      remove(path);
      flight.refresh();
    },
    noteOthers() {
      isListed = false;
      flight.refresh();
    },
  };
}
