import { longestPath } from '../../../protocol/hitPlace';
import type { HitInFull, HitNode } from '../../../protocol/resultPage';
import { behindValue, isListText, isObjectText, type JsonPlace, visitItems, visitMembers } from '../../base/json/scan';
import { jobOf } from '../../base/worker/job';
import type { FieldInfo } from '../engine/fieldList';
import { traefikPrefixOf } from '../logFields/accessLogFields';
import { canFilter } from '../query/filterOf';
import {
  absentCell,
  cellAt,
  highlightedCell,
  jsonCell,
  type ReadCell,
  stringAt,
  treeStyle,
  unknownField,
  withMeaning,
} from './hitCell';
import { type HighlightFragments, hitPartsOf } from './hitParts';
import { fieldKindInHit, fieldKindOf, knownFields } from './knownFields';
import { readableJson, withEscapes } from './readable';

/** The part of a hit that is sent to the webview; the editor opens a longer one in full. */
const longestJson = 65_536;
const mostLines = 5_000;
/** Deeper objects and lists are shown as one line of JSON. Engines allow 20 levels by default. */
const deepest = 50;
const longestName = 500;
/** The limit of one value as long as the tree has room; after that, the limit of the table applies. */
const longestValue = 40_000;
const longestOfMany = 200;
const longestTree = 400_000;
/** Characters in the paths of all lines together. */
const longestPaths = 2_000_000;

const containerStyle = treeStyle(longestOfMany);

/** A line whose contents are still being processed. */
interface Line extends HitNode<ReadCell> {
  inside: number;
  cell: ReadCell;
}

/** Highlights by the field that the engine names, and by its parent, such as `message` for `message.keyword`. */
function fragmentsByPath(highlight: HighlightFragments): HighlightFragments {
  const byPath = new Map(highlight);
  for (const [name, fragments] of highlight) {
    const dot = name.lastIndexOf('.');
    const above = name.slice(0, Math.max(0, dot));
    if (dot >= 0 && !byPath.has(above)) byPath.set(above, fragments);
  }
  return byPath;
}

/**
 * A hit in full: its document line by line, with names, order and digits as received, then the engine's metadata, such
 * as `_id`, `_score` and `highlight`, but not the values that it is sorted by. Texts have their line breaks and tabs;
 * other control characters, direction marks and lone surrogates are written as escapes. For an index without `_source`, the document is `fields`.
 *
 * @param json the hit as JSON text
 * @param fields the fields of the indices; empty if the user may not list them
 */
function describeHit(json: string, fields: readonly FieldInfo[]): HitInFull<ReadCell> {
  const known = knownFields(fields);
  const parts = hitPartsOf(json);
  const lines: Line[] = [];
  const marked = fragmentsByPath(parts.highlight);
  let left = longestTree;
  let leftForPaths = longestPaths;
  let isCut = false;
  /** The lists around the current value. */
  let lists = 0;
  /** Found during the iteration: the member whose name only Traefik's access log has may be the last one. */
  let traefikPrefix: string | undefined;

  /** The cell of a line that has no lines inside it. */
  function cellOf(path: string, place: JsonPlace, isDocument: boolean): ReadCell {
    const style = left > longestOfMany ? treeStyle(Math.min(longestValue, left)) : containerStyle;
    if (!isDocument) {
      const isFragment = path.startsWith('highlight.') && json.charAt(place[0]) === '"';
      return isFragment
        ? highlightedCell(json, [], [stringAt(json, place)], unknownField, style)
        : cellAt(json, place, unknownField, style);
    }
    const kind = fieldKindOf(path, known);
    const fragments = marked.get(path);
    return fragments === undefined
      ? cellAt(json, place, kind, style)
      : highlightedCell(json, [place], fragments, kind, style);
  }

  function line(name: string, path: string, depth: number, at: number, isDocument: boolean): number {
    leftForPaths -= path.length;
    if (isDocument) traefikPrefix ??= traefikPrefixOf(path);
    if (lines.length >= mostLines || path.length > longestPath || leftForPaths < 0) {
      isCut = true;
      return behindValue(json, at);
    }
    const number = lines.length;
    const made: Line = {
      depth,
      name: withEscapes(name.slice(0, longestName)),
      path,
      ...(lists > 0 && { start: at }),
      cell: absentCell,
      inside: 0,
    };
    lines.push(made);
    let end: number;
    if (depth === deepest) end = behindValue(json, at);
    else if (isObjectText(json, at)) end = members(at, path, depth + 1, isDocument);
    else if (isListText(json, at)) end = items(at, path, depth + 1, isDocument);
    else end = behindValue(json, at);
    made.inside = lines.length - number - 1;
    made.cell =
      isObjectText(json, at) || isListText(json, at)
        ? jsonCell(isObjectText(json, at) ? 'object' : 'list', json, [at, end], containerStyle)
        : cellOf(path, [at, end], isDocument);
    if (!canFilter(path, fields, isDocument)) made.cell = { ...made.cell, noFilter: true };
    left -= made.cell.text.length;
    isCut ||= made.cell.isCut === true && made.inside === 0;
    return end;
  }

  function members(at: number, path: string | undefined, depth: number, isDocument: boolean): number {
    return visitMembers(json, at, (name, start) =>
      line(name, path === undefined ? name : `${path}.${name}`, depth, start, isDocument),
    );
  }

  function items(at: number, path: string, depth: number, isDocument: boolean): number {
    let number = 0;
    lists++;
    const end = visitItems(json, at, (start) => line(String(number++), path, depth, start, isDocument));
    lists--;
    return end;
  }

  const document = parts.source >= 0 ? parts.source : parts.fields;
  if (document >= 0) members(document, undefined, 0, true);
  visitMembers(json, json.search(/\S/), (name, start) => {
    if (start === document) return undefined;
    // They tell nothing of the document; the JSON has them.
    const isLeftOut = name === 'sort' || (name === '_score' && json.startsWith('null', start));
    return isLeftOut ? behindValue(json, start) : line(name, name, 0, start, false);
  });

  if (traefikPrefix !== undefined) {
    for (const each of lines) each.cell = withMeaning(each.cell, fieldKindInHit(each.path, known, traefikPrefix));
  }
  const { text, isCut: isCutJson } = readableJson(json, longestJson);
  return { nodes: lines, json: text, isCut: isCut || isCutJson };
}

export const describeHitJob = jobOf('describeHit', 2 ** 20, describeHit);
