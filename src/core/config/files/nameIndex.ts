import { canceledFailure } from '../../base/errors/failure';
import { mayDeclare } from '../source/mayDeclare';
import type { SourceFile } from '../source/placedText';
import type { IndexedConfig, IndexedGroup } from './indexedConfig';
import { indexConfig } from './readConfig';

interface NameIndex {
  all(): IndexedConfig;
  /**
   * Reads files again, with those of the same group: a compose file and its override, the files of a folder for the
   * file provider. All others keep their names.
   *
   * @param changed paths of files that are new, changed, or gone
   * @param textOf the current text of a file; undefined if there is none
   * @throws RequestFailure if canceled: then the index stays as it was, and the caller has to pass these files again
   */
  update(
    changed: Iterable<string>,
    textOf: (path: string) => Promise<string | undefined>,
    signal: AbortSignal,
  ): Promise<void>;
}

/** In UTF-16 units, of all files that are read at once: this many fit into memory. Further files are skipped. */
const mostText = 32_000_000;

export function openNameIndex(): NameIndex {
  const groups = new Map<string, IndexedGroup>();
  let all: IndexedConfig | undefined;
  /** The files that were in one group with some files, or are from now on. */
  const matesOf = (paths: ReadonlySet<string>, made: ReadonlyMap<string, IndexedGroup>): ReadonlySet<string> => {
    const mates = [...groups].filter(([key, group]) => made.has(key) || group.paths.some((path) => paths.has(path)));
    return new Set(mates.flatMap(([, group]) => group.paths).filter((path) => !paths.has(path)));
  };
  return {
    all() {
      const read = [...groups.values()];
      all ??= {
        names: read.flatMap(({ names }) => names),
        origins: read.flatMap(({ origins }) => origins),
        ingresses: read.flatMap(({ ingresses }) => ingresses),
      };
      return all;
    },
    async update(changed, textOf, signal) {
      const paths = new Set<string>();
      const files: SourceFile[] = [];
      let made: ReadonlyMap<string, IndexedGroup> = new Map();
      let length = 0;
      for (let more: ReadonlySet<string> = new Set(changed); more.size > 0; more = matesOf(paths, made)) {
        for (const path of more) {
          if (signal.aborted) throw canceledFailure();
          paths.add(path);
          const text = await textOf(path);
          if (text === undefined || length + text.length > mostText || !mayDeclare({ path, text })) continue;
          length += text.length;
          files.push({ path, text });
        }
        made = await indexConfig(files, signal);
      }
      for (const [key, group] of groups) if (group.paths.some((path) => paths.has(path))) groups.delete(key);
      for (const [key, group] of made) groups.set(key, group);
      all = undefined;
    },
  };
}
