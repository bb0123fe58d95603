import type { RequiredPlace } from './ruleShape';

/** Finds candidates for the same requests by host and path, so that not every pair has to be compared. */
export interface PlaceIndex<T> {
  add(entry: T, places: readonly RequiredPlace[]): void;
  /**
   * Lists of entries in the order of adding, which together contain all entries with a place that may cover this one:
   * the same host or none, a path that is a prefix of this one or none, and only needs that this place checks, too. An
   * entry may be in several lists.
   */
  holding(place: RequiredPlace): readonly (readonly T[])[];
  /** Lists that together contain all entries with a place that `isBeside` this one. */
  beside(place: RequiredPlace): readonly (readonly T[])[];
}

/** Whether two hosts are equal or one is missing, and the path of one starts with that of the other, if any. */
export function isBeside(place: RequiredPlace, other: RequiredPlace): boolean {
  const isSameHost = place.host === undefined || other.host === undefined || place.host === other.host;
  const path = keyOf(other);
  return isSameHost && (path === undefined || (place.path ?? '').startsWith(path));
}

/** Entries with the same needs. */
interface Bucket<T> {
  readonly needs: RequiredPlace['needs'];
  readonly entries: T[];
}
/** By path, then by needs. */
type Buckets<T> = Map<string | undefined, Map<string, Bucket<T>>>;

/** UTF-16 units of a path. An entry with a longer path counts as having none. */
const longestPath = 500;

export function placeIndex<T>(): PlaceIndex<T> {
  const byHost = new Map<string | undefined, Buckets<T>>();
  const ofAnyHost: Buckets<T> = new Map();

  const around = ({ host, path }: RequiredPlace): readonly Bucket<T>[] =>
    [...new Set([host, undefined])].flatMap((each) => bucketsAt(byHost.get(each), path));

  return {
    add(entry, places) {
      for (const place of places) {
        const buckets: Buckets<T> = byHost.get(place.host) ?? new Map();
        byHost.set(place.host, buckets);
        append(buckets, place, entry);
        append(ofAnyHost, place, entry);
      }
    },
    holding: (place) =>
      around(place).flatMap(({ needs, entries }) =>
        needs.every((subject) => place.looksAt.has(subject)) ? [entries] : [],
      ),
    beside: (place) =>
      (place.host === undefined ? bucketsAt(ofAnyHost, place.path) : around(place)).map(({ entries }) => entries),
  };
}

/** Adds an entry with the same place twice only once. */
function append<T>(buckets: Buckets<T>, place: RequiredPlace, entry: T): void {
  const { needs } = place;
  const key = keyOf(place);
  const ofPath = buckets.get(key) ?? new Map<string, Bucket<T>>();
  buckets.set(key, ofPath);
  const bucket = ofPath.get(needs.join());
  if (bucket === undefined) ofPath.set(needs.join(), { needs, entries: [entry] });
  else if (bucket.entries.at(-1) !== entry) bucket.entries.push(entry);
}

function keyOf({ path }: RequiredPlace): string | undefined {
  return path === undefined || path.length > longestPath ? undefined : path;
}

/** The buckets of all prefixes of the path. */
function bucketsAt<T>(buckets: Buckets<T> | undefined, path: string | undefined): readonly Bucket<T>[] {
  if (buckets === undefined) return [];
  const found: Bucket<T>[] = [];
  const most = Math.min(path?.length ?? 0, longestPath);
  for (let length = 1; length <= most; length++) found.push(...(buckets.get(path?.slice(0, length))?.values() ?? []));
  found.push(...(buckets.get(undefined)?.values() ?? []));
  return found;
}
