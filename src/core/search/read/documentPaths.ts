import { longestPath } from '../../../protocol/hitPlace';
import type { JsonPlace } from '../../base/json/scan';
import { behindValue, isListText, isObjectText, visitItems, visitMembers } from '../../base/json/scan';

/** Paths that are looked for in documents, by the name, or joined names, that they begin with. */
export type WantedPaths = ReadonlyMap<string, Want>;

interface Want {
  /** The numbers of the paths that end here. */
  readonly slots: number[];
  readonly rests: { readonly path: string; readonly slot: number }[];
  inside?: WantedPaths;
}

/** Deeper members are not looked into; engines stop at 20 unless told otherwise. */
const deepest = 30;

function wantedOf(paths: readonly { readonly path: string; readonly slot: number }[]): WantedPaths {
  const wanted = new Map<string, Want>();
  const at = (name: string): Want => {
    let want = wanted.get(name);
    if (want === undefined) {
      want = { slots: [], rests: [] };
      wanted.set(name, want);
    }
    return want;
  };
  for (const { path, slot } of paths) {
    at(path).slots.push(slot);
    // A dot may join a name to one inside it, or belong to a name.
    let dot = path.indexOf('.');
    for (let dots = 0; dot >= 0 && dots < deepest; dots++, dot = path.indexOf('.', dot + 1)) {
      at(path.slice(0, dot)).rests.push({ path: path.slice(dot + 1), slot });
    }
  }
  return wanted;
}

/** Prepares paths to be looked for in many documents; the number of a path is its slot. */
export function wantPaths(paths: readonly string[]): WantedPaths {
  return wantedOf(paths.map((path, slot) => ({ path, slot })));
}

function insideOf(want: Want | undefined): WantedPaths | undefined {
  if (want === undefined || want.rests.length === 0) return undefined;
  want.inside ??= wantedOf(want.rests);
  return want.inside;
}

interface Reader {
  /** Told of each value at a wanted path. */
  readonly found: (slot: number, place: JsonPlace) => void;
  /**
   * Told of each field in the order of the document: what is no object, or an empty one, and stands in no list. A list is
   * a field as a whole. One without a path, because that were too long, is left out.
   */
  readonly field: (path: string, place: JsonPlace) => void;
  /** Told of each field that stands in objects of a list, once an object. */
  readonly fieldInList: (path: string) => void;
}

/**
 * Goes once through the document at `start`.
 *
 * @returns the index behind it
 */
export function readDocument(text: string, start: number, wanted: WantedPaths, reader: Reader): number {
  function value(at: number, path: string, inside: WantedPaths | undefined, depth: number, isInList: boolean): number {
    if (isObjectText(text, at) && depth < deepest) {
      const end = object(at, path, inside, depth + 1, isInList);
      if (!isEmpty(at, end)) return end;
      note(path, [at, end], isInList);
      return end;
    }
    if (isListText(text, at) && depth < deepest) {
      let holdsObjects = false;
      const end = visitItems(text, at, (item) => {
        if (isObjectText(text, item)) {
          holdsObjects = true;
          return object(item, path, inside, depth + 1, true);
        }
        return isListText(text, item) ? value(item, path, inside, depth + 1, true) : undefined;
      });
      if (!isInList) reader.field(path, [at, end]);
      else if (!holdsObjects) reader.fieldInList(path);
      return end;
    }
    const end = behindValue(text, at);
    note(path, [at, end], isInList);
    return end;
  }

  function note(path: string, place: JsonPlace, isInList: boolean): void {
    if (isInList) reader.fieldInList(path);
    else reader.field(path, place);
  }

  function object(
    at: number,
    path: string | undefined,
    inside: WantedPaths | undefined,
    depth: number,
    isInList: boolean,
  ) {
    return visitMembers(text, at, (name, begin) => {
      const want = inside?.get(name);
      const here = path === undefined ? name : `${path}.${name}`;
      if (here.length > longestPath) return undefined;
      const end = value(begin, here, insideOf(want), depth, isInList);
      if (want !== undefined) for (const slot of want.slots) reader.found(slot, [begin, end]);
      return end;
    });
  }

  function isEmpty(at: number, end: number): boolean {
    return end - at < 16 && /^\{\s*\}$/.test(text.slice(at, end));
  }

  return object(start, undefined, wanted, 0, false);
}
