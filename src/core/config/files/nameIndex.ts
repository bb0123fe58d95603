import { runStepsInSlices, type Steps } from '../../base/async/steps';
import { timeSlicerUntil } from '../../base/async/timeSlicer';
import { cancelled } from '../../base/errors/failure';
import { type LinePlace, linePlaceOf, lineStartsOf } from '../../base/text/lines';
import { composePathsBeside } from '../compose/composeFiles';
import { mayDeclare } from '../source/mayDeclare';
import type { SourceFile, SourceRange } from '../source/placedText';
import { type NamePlace, namesIn } from './namesIn';
import { type IngressOrigin, type ObjectOrigin, originsIn } from './originsIn';
import { type ConfigGroup, readConfigFiles } from './readConfigFiles';

/** A place in one of many files. */
export interface IndexedPlace {
  readonly path: string;
  readonly start: LinePlace;
  readonly end: LinePlace;
}

type Indexed<T extends { readonly range: SourceRange }> = Readonly<Omit<T, 'range'>> & { readonly place: IndexedPlace };

export type IndexedName = Indexed<NamePlace>;
export type IndexedOrigin = Indexed<ObjectOrigin>;
type IndexedIngress = Indexed<IngressOrigin>;

/** What is in many files, without their texts. */
export interface IndexedConfig {
  readonly names: readonly IndexedName[];
  readonly origins: readonly IndexedOrigin[];
  readonly ingresses: readonly IndexedIngress[];
}

interface NameIndex {
  all(): IndexedConfig;
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
interface IndexedGroup extends IndexedConfig {
  /** Also those that are not there, but would be read with the others. */
  readonly paths: readonly string[];
}

export function openNameIndex(): NameIndex {
  const groups = new Map<string, IndexedGroup>();
  let all: IndexedConfig | undefined;
  /** What was read together with some files, or is from now on. */
  const matesOf = (paths: ReadonlySet<string>, made: readonly ConfigGroup[]): ReadonlySet<string> => {
    const keys = new Set(made.map(({ key }) => key));
    const mates = [...groups].filter(([key, group]) => keys.has(key) || group.paths.some((path) => paths.has(path)));
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
    const { objects, ingresses } = yield* originsIn(group);
    const paths = group.files.flatMap(({ path }) => [path, ...composePathsBeside(path)]);
    indexed.set(group.key, {
      paths,
      names: yield* placed(namesIn([group]), starts),
      origins: yield* placed(objects, starts),
      ingresses: yield* placed(ingresses, starts),
    });
  }
  return indexed;
}

function* placed<T extends { readonly range: SourceRange }>(
  all: readonly T[],
  starts: ReadonlyMap<string, readonly number[]>,
): Steps<Indexed<T>[]> {
  const found: Indexed<T>[] = [];
  for (const { range, ...one } of all) {
    const { path, start, end } = range;
    const lines = starts.get(path);
    yield STEPS_OF_NAME;
    if (lines === undefined) continue;
    found.push({ ...one, place: { path, start: linePlaceOf(lines, start), end: linePlaceOf(lines, end) } });
  }
  return found;
}
