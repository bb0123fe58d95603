import { type LinePlace, linePlaceOf, lineStartsOf } from '../../base/text/lines';
import { composePathsBeside } from '../compose/composeFiles';
import { ingressesIn } from '../kubernetes/readKubernetesIngress';
import { isKnown, rangeOf, type SourceFile, type SourceRange } from '../source/placedText';
import { type NamedObject, type NamePlace, namesIn } from './definition';
import { type ConfigGroup, readConfigFiles } from './readConfigFiles';

export interface IndexedPlace {
  readonly path: string;
  readonly start: LinePlace;
  readonly end: LinePlace;
}

export interface IndexedName extends Omit<NamePlace, 'range'> {
  readonly place: IndexedPlace;
}

/** An object that Traefik has because of a file: a declared or a generated one, such as the service of a container. */
export interface IndexedOrigin {
  readonly object: NamedObject;
  readonly isImplied: boolean;
  /** Of a router with an unknown part in its name, as far as the rule is known. */
  readonly rule: string | undefined;
  /** The container, file, route, or Kubernetes object that causes it. */
  readonly unit: string;
  readonly place: IndexedPlace;
}

/** A Kubernetes object that Traefik names on its API. */
interface IndexedIngress {
  /** An `unknownPart` if unknown. */
  readonly namespace: string;
  readonly name: string;
  /** The unit of the objects that it causes. */
  readonly unit: string;
  readonly place: IndexedPlace;
}

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
  return new Map(readConfigFiles(files).map((group) => [group.key, indexedGroup(group)]));
}

function indexedGroup(group: ConfigGroup): IndexedGroup {
  const { source, files, declarations } = group;
  const starts = new Map(files.map(({ path, text }) => [path, lineStartsOf(text)]));
  const placeOf = ({ path, start, end }: SourceRange): IndexedPlace => {
    const lines = starts.get(path) ?? [];
    return { path, start: linePlaceOf(lines, start), end: linePlaceOf(lines, end) };
  };
  const ingresses = source.provider === 'ingress' ? ingressesIn(files) : [];
  return {
    paths: files.flatMap(({ path }) => [path, ...composePathsBeside(path)]),
    names: namesIn([group]).map(({ range, ...one }) => ({ ...one, place: placeOf(range) })),
    origins: declarations.map(({ protocol, kind, name, at, isImplied = false, router, unit }) => {
      const rule = isKnown(name) ? undefined : router?.rule?.value;
      return { object: { protocol, kind, name }, isImplied, rule, unit, place: placeOf(rangeOf(at)) };
    }),
    ingresses: ingresses.map(({ name, ...one }) => ({ ...one, name: name.value, place: placeOf(rangeOf(name)) })),
  };
}
