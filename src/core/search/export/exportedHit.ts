import { behindValue, visitMembers } from '../../base/json/scan';
import { jobOf } from '../../base/worker/job';
import { sortAt } from './sortValues';

/** What an export takes of a hit: JSON texts, exactly as received. */
export interface ExportedHit {
  readonly index: string | undefined;
  readonly id: string | undefined;
  readonly routing: string | undefined;
  readonly score: string | undefined;
  readonly source: string | undefined;
  /** What was asked for by `fields`, `docvalue_fields` or `stored_fields`: lists by their paths. */
  readonly fields: string | undefined;
}

/**
 * Takes a hit apart.
 *
 * @param hit the hit as JSON text
 */
export function exportedHit(hit: string): ExportedHit {
  const found = new Map<string, string>();
  visitMembers(hit, 0, (name, start) => {
    const end = behindValue(hit, start);
    found.set(name, hit.slice(start, end));
    return end;
  });
  return {
    index: found.get('_index'),
    id: found.get('_id'),
    routing: found.get('_routing'),
    score: found.get('_score'),
    source: found.get('_source'),
    fields: found.get('fields'),
  };
}

/** What a line does not keep: where in the result the hit stood, and what is not of the document. */
const droppedMembers: ReadonlySet<string> = new Set(['_type', '_score', '_ignored', 'sort', '_shard', '_node']);
/** Engines send the document from here on: what stands behind it was asked for, but for the sort values. */
const documentMembers: ReadonlySet<string> = new Set(['_source', 'fields']);

/** Stored documents come as they were sent, line breaks between their members included; those in strings are escaped. */
const lineBreaks = /[\r\n]+/g;

/** How nearly every hit begins. Sticky, so that `lastIndex` tells where the document is. */
const usualHead = /\{"_index":"[^"\\]*",(?:"_type":"[^"\\]*",)?"_id":"[^"\\]*","_score":[^,"{}[\]]+,(?="_source":\{)/y;
const beforeIndex = '{"_index":"'.length;
const beforeId = '"_id":"';

/**
 * A hit on one line: `{"_index":…,"_id":…,"_source":…}`, with `_routing` where the document needs it to be found, and what the
 * search asked for besides, such as `fields`. Every value is the engine's own text, so digits and escapes stay as they were.
 *
 * A usual hit is cut where it is, which makes no text of its own: going through its members costs four times as much, and
 * the lines of a million hits would be gigabytes of garbage.
 *
 * @param hit the hit as JSON text
 * @param pieces takes the pieces of the line
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

/** The same as one text. */
export function lineOf(hit: string): string {
  const pieces: string[] = [];
  putLine(hit, pieces);
  return pieces.join('');
}

function byMembers(hit: string): string {
  let line = '{';
  visitMembers(hit, 0, (name, start) => {
    if (droppedMembers.has(name)) return undefined;
    // A document is long, and need not be read to be taken whole.
    const isDocument = documentMembers.has(name);
    const end = isDocument ? (sortAt(hit) ?? hit.length - 1) : behindValue(hit, start);
    line += `${line === '{' ? '' : ','}${JSON.stringify(name)}:${hit.slice(start, end)}`;
    return isDocument ? hit.length : end;
  });
  return `${line}}`;
}

export const lineOfJob = jobOf('lineOf', 2 ** 22, lineOf);
