import type { Place } from './shape';

/** Finds what may take the same requests by the hosts and paths that are named, so that not all are compared with all. */
export interface PlaceIndex<T> {
  add(entry: T, places: readonly Place[]): void;
  /**
   * Lists of entries, in the order in which they were added, that between them hold all which have a place that holds this
   * one: with the same host or none, and a path that this one begins with, or none. An entry may be in several.
   */
  holding(place: Place): readonly (readonly T[])[];
  /** The same with any host, for a place that names none. */
  onPath(path: Place['path']): readonly (readonly T[])[];
  readonly all: readonly T[];
}

/** UTF-16 units of a path that are looked at; entries with longer ones count as having none. */
const LONGEST_PATH = 500;

export function placeIndex<T>(): PlaceIndex<T> {
  const all: T[] = [];
  const byHost = new Map<string | undefined, Map<string | undefined, T[]>>();
  const byPath = new Map<string | undefined, T[]>();
  return {
    all,
    add(entry, places) {
      all.push(entry);
      for (const { host, path } of places) {
        const key = path === undefined || path.length > LONGEST_PATH ? undefined : path;
        const ofHost = byHost.get(host) ?? new Map<string | undefined, T[]>();
        byHost.set(host, ofHost);
        append(ofHost, key, entry);
        append(byPath, key, entry);
      }
    },
    holding: ({ host, path }) =>
      [...new Set([host, undefined])].flatMap((each) => startingLists(byHost.get(each), path)),
    onPath: (path) => startingLists(byPath, path),
  };
}

/** An entry that has the same place twice is listed once. */
function append<T>(lists: Map<string | undefined, T[]>, key: string | undefined, entry: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [entry]);
  else if (list.at(-1) !== entry) list.push(entry);
}

/** The lists of all that the path begins with. */
function startingLists<T>(
  lists: ReadonlyMap<string | undefined, readonly T[]> | undefined,
  path: string | undefined,
): readonly (readonly T[])[] {
  if (lists === undefined) return [];
  const found: (readonly T[])[] = [];
  const most = Math.min(path?.length ?? 0, LONGEST_PATH);
  for (let length = 1; length <= most; length++) {
    const list = lists.get(path?.slice(0, length));
    if (list !== undefined) found.push(list);
  }
  const unnamed = lists.get(undefined);
  return unnamed === undefined ? found : [...found, unnamed];
}
