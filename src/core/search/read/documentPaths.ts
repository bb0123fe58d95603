import { longestPath } from '../../../protocol/hitPlace';
import { behindValue, isListText, isObjectText, type JsonPlace, visitItems, visitMembers } from '../../base/json/scan';

/** Paths to find in documents, by their first name, or names joined by dots. */
export type WantedPaths = ReadonlyMap<string, Want>;

interface Want {
  /** The slots of the paths that end here. */
  readonly slots: number[];
  readonly rests: { readonly path: string; readonly slot: number }[];
  inside?: WantedPaths;
}

/** Deeper members are not searched. Engines allow 20 levels by default. */
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
    // A dot may separate a name from one inside it, or be part of a name.
    let dot = path.indexOf('.');
    for (let dots = 0; dot >= 0 && dots < deepest; dots++, dot = path.indexOf('.', dot + 1)) {
      at(path.slice(0, dot)).rests.push({ path: path.slice(dot + 1), slot });
    }
  }
  return wanted;
}

/** Prepares paths to be found in many documents; the index of a path is its slot. */
export function wantPaths(paths: readonly string[]): WantedPaths {
  return wantedOf(paths.map((path, slot) => ({ path, slot })));
}

function insideOf(want: Want | undefined): WantedPaths | undefined {
  if (want === undefined || want.rests.length === 0) return undefined;
  want.inside ??= wantedOf(want.rests);
  return want.inside;
}

interface Reader {
  /** Called for each value at a wanted path. */
  readonly found: (slot: number, place: JsonPlace) => void;
  /**
   * Called for each field, in document order: every value outside lists that is not an object, or is an empty one. A
   * list is one field. Fields whose path would be too long are left out.
   */
  readonly field: (path: string, place: JsonPlace) => void;
  /** Called for each field of objects in a list, once per object. */
  readonly fieldInList: (path: string) => void;
}

/**
 * Reads the document at `start` once.
 *
 * @returns the index after it
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
