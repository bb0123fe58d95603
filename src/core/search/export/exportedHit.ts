import { longestPath } from '../../../protocol/hitPlace';
import { arrayItems, behindValue, isObjectText, memberText, skipSpace, visitMembers } from '../../base/json/scan';
import { jobOf } from '../../base/worker/job';

/** The parts of a hit that are exported: JSON texts, exactly as received. */
export interface ExportedHit {
  readonly index: string | undefined;
  readonly id: string | undefined;
  readonly routing: string | undefined;
  readonly score: string | undefined;
  /** Its source, otherwise the values requested by `fields`, `docvalue_fields` or `stored_fields`: lists by path. */
  readonly document: string;
}

/** Called with the values of a hit's document. */
interface DocumentVisitor {
  /** The document begins. It may begin again, because the last of several members with the same name counts. */
  begin(): void;
  /** A value by its path, see `visitLeaves`; single items of `fields` without their lists. */
  visit(path: string, value: string): void;
}

/**
 * Splits a hit into its parts, and visits the values of its document, in one pass.
 *
 * @param hit the hit as JSON text
 */
export function exportedHit(hit: string, { begin, visit }: DocumentVisitor): ExportedHit {
  let index: string | undefined;
  let id: string | undefined;
  let routing: string | undefined;
  let score: string | undefined;
  let source: string | undefined;
  let fields: string | undefined;
  begin();
  visitMembers(hit, 0, (name, start) => {
    if (name === '_source') {
      if (source !== undefined) begin();
      const end = visitLeaves(hit, visit, start);
      source = hit.slice(start, end);
      return end;
    }
    const end = behindValue(hit, start);
    if (name === '_index') index = hit.slice(start, end);
    else if (name === '_id') id = hit.slice(start, end);
    else if (name === '_routing') routing = hit.slice(start, end);
    else if (name === '_score') score = hit.slice(start, end);
    else if (name === 'fields') fields = hit.slice(start, end);
    return end;
  });
  const document = source ?? fields ?? '{}';
  if (source === undefined) visitLeaves(document, (path, value) => visit(path, withoutList(value)));
  return { index, id, routing, score, document };
}

/** Members that a line omits: the position in the result, and others that do not belong to the document. */
const droppedMembers: ReadonlySet<string> = new Set(['_type', '_score', '_ignored', 'sort', '_shard', '_node']);
/** The beginning of the document: all members after it were requested, except for the sort values. */
const documentMembers: ReadonlySet<string> = new Set(['_source', 'fields']);

/** Documents are returned as stored, with line breaks between their members; those in strings are escaped. */
const lineBreaks = /[\r\n]+/g;

/** The beginning of nearly every hit. Sticky, so that `lastIndex` is the position of the document. */
const usualHead = /\{"_index":"[^"\\]*",(?:"_type":"[^"\\]*",)?"_id":"[^"\\]*","_score":[^,"{}[\]]+,(?="_source":\{)/y;
const beforeIndex = '{"_index":"'.length;
const beforeId = '"_id":"';

/**
 * A hit on one line: `{"_index":…,"_id":…,"_source":…}`, with `_routing` if the document has one, and other requested
 * members, such as `fields`. Every value is the engine's own text, so digits and escapes are unchanged.
 *
 * The usual hit is sliced in place, which creates no new text: visiting its members is much slower, and the lines of a
 * million hits would be gigabytes of garbage.
 *
 * @param hit the hit as JSON text
 * @param pieces receives the pieces of the line
 */
export function putLine(hit: string, pieces: string[]): void {
  usualHead.lastIndex = 0;
  const isOneLine = !hit.includes('\n') && !hit.includes('\r');
  if (!isOneLine || !usualHead.test(hit)) {
    const line = byMembers(hit);
    pieces.push(isOneLine ? line : line.replace(lineBreaks, ' '));
    return;
  }
  const behindIndex = hit.indexOf('"', beforeIndex) + 2;
  const id = hit.indexOf(beforeId, behindIndex);
  const behindId = hit.indexOf('"', id + beforeId.length) + 2;
  if (id === behindIndex) pieces.push(hit.slice(0, behindId));
  else pieces.push(hit.slice(0, behindIndex), hit.slice(id, behindId));
  pieces.push(hit.slice(usualHead.lastIndex, sortAt(hit) ?? -1), '}');
}

/** The line as one text. */
function lineOf(hit: string): string {
  const pieces: string[] = [];
  putLine(hit, pieces);
  return pieces.join('');
}

function byMembers(hit: string): string {
  let line = '{';
  visitMembers(hit, 0, (name, start) => {
    if (droppedMembers.has(name)) return undefined;
    // A document is long, and can be copied as a whole without being scanned.
    const isDocument = documentMembers.has(name);
    const end = isDocument ? (sortAt(hit) ?? hit.length - 1) : behindValue(hit, start);
    line += `${line === '{' ? '' : ','}${JSON.stringify(name)}:${hit.slice(start, end)}`;
    return isDocument ? hit.length : end;
  });
  return `${line}}`;
}

export const lineOfJob = jobOf('lineOf', 2 ** 22, lineOf);

/** Deeper objects, or objects below a longer path, are one value: a longer column name would not be readable. */
const deepest = 50;

/**
 * Visits the values of a document by their paths, names joined by dots as engines name fields. It descends into
 * objects; a list is one value, as is an empty object. A path can occur twice if a name contains dots.
 *
 * @param json valid JSON; anything but an object has no values
 * @param at the index at which it begins
 * @returns the index after it
 */
export function visitLeaves(json: string, visit: (path: string, value: string) => void, at = 0): number {
  const start = skipSpace(json, at);
  return isObjectText(json, start) ? visitObject(json, start, '', 0, visit) : behindValue(json, start);
}

/** @returns the index after the object at `at` */
function visitObject(
  json: string,
  at: number,
  prefix: string,
  depth: number,
  visit: (path: string, value: string) => void,
): number {
  return visitMembers(json, at, (name, start) => {
    const path = prefix + name;
    if (depth < deepest && path.length <= longestPath && isFilledObject(json, start)) {
      return visitObject(json, start, `${path}.`, depth + 1, visit);
    }
    const end = behindValue(json, start);
    visit(path, json.slice(start, end));
    return end;
  });
}

function isFilledObject(json: string, at: number): boolean {
  return isObjectText(json, at) && json.charAt(skipSpace(json, at + 1)) !== '}';
}

/** The item of a list with one item, otherwise the list: engines put each value of `fields` into a list. */
export function withoutList(json: string): string {
  if (!json.startsWith('[')) return json;
  const [first, ...others] = arrayItems(json);
  return first === undefined || others.length > 0 ? json : first;
}

/** The last member of a hit that was sorted. */
const sortBehind = ',"sort":[';

/**
 * The index of the comma before the sort values of a hit, if they are its last member, as engines send them. No other
 * text matches: in a string the quotes would be escaped, and in the document more than the hit's own brace would
 * follow.
 */
export function sortAt(hit: string): number | undefined {
  const at = hit.lastIndexOf(sortBehind);
  return at >= 0 && behindValue(hit, at + sortBehind.length - 1) === hit.length - 1 ? at : undefined;
}

/** The sort values of a hit, as the JSON text of their list. @param hit may have more text before it */
export function sortValuesOf(hit: string): string {
  const at = sortAt(hit);
  return at === undefined ? (memberText(hit, 'sort') ?? '') : hit.slice(at + sortBehind.length - 1, -1);
}
