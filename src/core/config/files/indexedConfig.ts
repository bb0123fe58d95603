import { type LinePlace, linePlaceOf, lineStartsOf } from '../../base/text/lines';
import { composePathsBeside } from '../compose/composeFiles';
import type { SourceFile, SourceRange } from '../source/placedText';
import { type NamePlace, namesIn } from './definition';
import { type IngressOrigin, type ObjectOrigin, originsIn } from './originsIn';
import { readConfigFiles } from './readConfigFiles';

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

/** The names in many files, without their texts. */
export interface IndexedConfig {
  readonly names: readonly IndexedName[];
  readonly origins: readonly IndexedOrigin[];
  readonly ingresses: readonly IndexedIngress[];
}

/** The declarations of files that are read together. */
export interface IndexedGroup extends IndexedConfig {
  /** Also those of missing files that would be read with the others. */
  readonly paths: readonly string[];
}

/** Reads files, as `readConfigFiles` does, for an index: the names of each group, by the key of the group. */
export function indexedFiles(files: readonly SourceFile[]): ReadonlyMap<string, IndexedGroup> {
  const indexed = new Map<string, IndexedGroup>();
  for (const group of readConfigFiles(files)) {
    const starts = new Map<string, readonly number[]>();
    for (const { path, text } of group.files) {
      starts.set(path, lineStartsOf(text));
    }
    const { objects, ingresses } = originsIn(group);
    const paths = group.files.flatMap(({ path }) => [path, ...composePathsBeside(path)]);
    indexed.set(group.key, {
      paths,
      names: placed(namesIn([group]), starts),
      origins: placed(objects, starts),
      ingresses: placed(ingresses, starts),
    });
  }
  return indexed;
}

function placed<T extends { readonly range: SourceRange }>(
  all: readonly T[],
  starts: ReadonlyMap<string, readonly number[]>,
): Indexed<T>[] {
  const found: Indexed<T>[] = [];
  for (const { range, ...one } of all) {
    const { path, start, end } = range;
    const lines = starts.get(path);
    if (lines === undefined) continue;
    found.push({ ...one, place: { path, start: linePlaceOf(lines, start), end: linePlaceOf(lines, end) } });
  }
  return found;
}
