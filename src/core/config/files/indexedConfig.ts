import { type LinePlace, linePlaceOf, lineStartsOf } from '../../base/text/lines';
import { composePathsBeside } from '../compose/composeFiles';
import { ingressesIn } from '../kubernetes/readKubernetesIngress';
import { isKnown, rangeOf, type SourceFile, type SourceRange } from '../source/placedText';
import { type NamedObject, type NamePlace, namesIn } from './definition';
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

/** An object that Traefik has because of a file: a declared or a generated one, such as the service of a container. */
interface ObjectOrigin {
  readonly object: NamedObject;
  readonly isImplied: boolean;
  /** Of a router with an unknown part in its name, as far as the rule is known. */
  readonly rule: string | undefined;
  /** The container, file, route, or Kubernetes object that causes it. */
  readonly unit: string;
  readonly range: SourceRange;
}

/** A Kubernetes object that Traefik names on its API. */
interface IngressOrigin {
  /** A `HOLE` if unknown. */
  readonly namespace: string;
  readonly name: string;
  /** The unit of the objects that it causes. */
  readonly unit: string;
  readonly range: SourceRange;
}

/** The possible origins of objects on the API. */
interface ConfigOrigins {
  readonly objects: readonly ObjectOrigin[];
  readonly ingresses: readonly IngressOrigin[];
}

/** All objects that files cause, with their places. */
function originsIn({ source, files, declarations }: ConfigGroup): ConfigOrigins {
  const objects = declarations.map(({ protocol, kind, name, at, isImplied = false, router, unit }): ObjectOrigin => {
    const object = { protocol, kind, name };
    return { object, isImplied, rule: isKnown(name) ? undefined : router?.rule?.value, unit, range: rangeOf(at) };
  });
  const ingresses = source.provider === 'ingress' ? ingressesIn(files) : [];
  return {
    objects,
    ingresses: ingresses.map(({ namespace, name, unit }) => ({
      ...{ namespace, name: name.value, unit },
      range: rangeOf(name),
    })),
  };
}
