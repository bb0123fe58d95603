import { runStepsInSlices, type Steps } from '../../base/async/steps';
import { timeSlicerUntil } from '../../base/async/timeSlicer';
import { cancelled } from '../../base/errors/failure';
import { type LinePlace, linePlaceOf, lineStartsOf } from '../../base/text/lines';
import { mayDeclare } from '../source/mayDeclare';
import type { SourceFile } from '../source/placedText';
import { type NamedObject, type NamePlace, namesIn } from './namesIn';
import { basePathsOf, type ConfigGroup, readConfigFiles } from './readConfigFiles';

/** A name in one of many files. */
export interface IndexedName {
  readonly object: NamedObject;
  readonly role: NamePlace['role'];
  readonly path: string;
  readonly start: LinePlace;
  readonly end: LinePlace;
}

/** The names in many files, without their texts. */
interface NameIndex {
  all(): readonly IndexedName[];
  /**
   * Reads files anew, with those that are read together with them: a compose file and its override, the files of a folder for
   * the file provider. All others keep their names.
   *
   * @param changed paths of files that are new, changed, or gone
   * @param textOf the text of a file as it is now; undefined if there is none
   * @throws RequestFailure if canceled: then the index is as it was, and these files are to be read again
   */
  update(
    changed: Iterable<string>,
    textOf: (path: string) => Promise<string | undefined>,
    signal: AbortSignal,
  ): Promise<void>;
}

/** What files that are read together declare. */
interface IndexedGroup {
  /** Also those that are not there, but would be read with the others. */
  readonly paths: readonly string[];
  readonly names: readonly IndexedName[];
}

export function openNameIndex(): NameIndex {
  const groups = new Map<string, IndexedGroup>();
  let all: readonly IndexedName[] | undefined;
  /** What was read together with some files, or is from now on. */
  const matesOf = (paths: ReadonlySet<string>, made: readonly ConfigGroup[]): ReadonlySet<string> => {
    const keys = new Set(made.map(({ key }) => key));
    const mates = [...groups].filter(([key, group]) => keys.has(key) || group.paths.some((path) => paths.has(path)));
    return new Set(mates.flatMap(([, group]) => group.paths).filter((path) => !paths.has(path)));
  };
  return {
    all() {
      all ??= [...groups.values()].flatMap(({ names }) => names);
      return all;
    },
    async update(changed, textOf, signal) {
      const slicer = timeSlicerUntil(signal);
      const paths = new Set<string>();
      const files: SourceFile[] = [];
      let made: readonly ConfigGroup[] = [];
      for (let more: ReadonlySet<string> = new Set(changed); more.size > 0; more = matesOf(paths, made)) {
        for (const path of more) {
          if (signal.aborted) throw cancelled();
          paths.add(path);
          const text = await textOf(path);
          if (text !== undefined && mayDeclare({ path, text })) files.push({ path, text });
        }
        made = await runStepsInSlices(readConfigFiles(files), slicer);
      }
      const indexed = await runStepsInSlices(indexSteps(made), slicer);
      for (const [key, group] of groups) if (group.paths.some((path) => paths.has(path))) groups.delete(key);
      for (const [key, group] of indexed) groups.set(key, group);
      all = undefined;
    },
  };
}

/** Steps of looking for the line breaks in one unit of a text, and of placing one name. */
const STEPS_OF_UNIT = 0.02;
const STEPS_OF_NAME = 2;

function* indexSteps(made: readonly ConfigGroup[]): Steps<ReadonlyMap<string, IndexedGroup>> {
  const indexed = new Map<string, IndexedGroup>();
  for (const group of made) {
    const starts = new Map<string, readonly number[]>();
    for (const { path, text } of group.files) {
      starts.set(path, lineStartsOf(text));
      yield text.length * STEPS_OF_UNIT;
    }
    const names: IndexedName[] = [];
    for (const { object, role, range } of namesIn([group])) {
      const lines = starts.get(range.path);
      yield STEPS_OF_NAME;
      if (lines === undefined) continue;
      const [start, end] = [linePlaceOf(lines, range.start), linePlaceOf(lines, range.end)];
      names.push({ object, role, path: range.path, start, end });
    }
    const paths = group.files.flatMap(({ path }) => [path, ...basePathsOf(path)]);
    indexed.set(group.key, { paths, names });
  }
  return indexed;
}
