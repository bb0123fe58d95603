import * as z from 'zod/mini';
import { momentSchema } from '../../../protocol/histogram';
import { isRecord, jsonOrNothing } from '../../base/json/parse';
import { memberText } from '../../base/json/scan';
import type { SearchClient } from '../engine/searchClient';
import { EngineRefusal } from '../paging/sendSearch';
import { dateOf } from '../read/hitDate';

/**
 * How to limit a count over time to a range of time. The query cannot do that: it limits the documents, each of which
 * may have further dates, decades away. `hardBounds`: by the member `hard_bounds` of a `date_histogram` (Elasticsearch
 * 7.10 and later, OpenSearch); `ranges`: by listing each bar in a `date_range`, which every engine has.
 */
export type DateBucketing = 'hardBounds' | 'ranges';

/** The clients whose engines do not know `hard_bounds`, also if they do not report their version. */
const onlyRanges = new WeakSet<SearchClient>();

/** Sends the request by `hard_bounds`: if the engine refuses these, once again by ranges, and then always. */
export async function askDatesWithin<T>(client: SearchClient, ask: (way: DateBucketing) => Promise<T>): Promise<T> {
  if (onlyRanges.has(client)) return ask('ranges');
  try {
    return await ask('hardBounds');
  } catch (error) {
    // Engines without it may lack `fixed_interval`, too, because all of them are older.
    if (!refusesWord(error, 'hard_bounds') && !refusesWord(error, 'fixed_interval')) throw error;
    onlyRanges.add(client);
    return ask('ranges');
  }
}

/** Whether an engine refused a request because of this word in it. */
export function refusesWord(error: unknown, word: 'time_zone' | 'fixed_interval' | 'hard_bounds'): boolean {
  return error instanceof EngineRefusal && error.error.reason.includes(`[${word}]`);
}

/** The aggregation that counts documents between each edge and the next, and nothing else. */
export function rangesOfDates(field: string, edges: readonly number[]): object {
  const ranges = edges.slice(1).map((to, at) => ({ from: edges[at], to }));
  return { date_range: { field, format: 'epoch_millis', ranges } };
}

/**
 * The member that binds a `date_histogram` to a range of time. Spread it first, so that an engine without it names it
 * before other unknown members. Engines round the bounds down to the beginning of a bar and leave out the bar of `max`
 * (measured: Elasticsearch 8.11, OpenSearch 2.19), and a bar may be longer than the interval when clocks change, so
 * there are up to two more bars at each end.
 *
 * @param interval milliseconds
 */
export function hardBoundsOf({ from, to }: TimeBounds, interval: number): object {
  return { hard_bounds: { min: from - 2 * interval, max: to + 2 * interval } };
}

const count = z.number().check(z.gte(0));

/** A bucket of either form: its beginning, a range's end, and its documents. The key of a range is a text. */
export const datesBucketSchema = z.union([
  z.object({ key: momentSchema, to: z.optional(z.undefined()), doc_count: count }),
  z.pipe(
    z.object({ key: z.string(), from: momentSchema, to: momentSchema, doc_count: count }),
    z.transform(({ from, to, doc_count }) => ({ key: from, to, doc_count })),
  ),
]);

/** A range of time in milliseconds since 1970, both ends included. */
export interface TimeBounds {
  readonly from: number;
  readonly to: number;
}

/**
 * The range of a date field in the query of a body, as `searchOf` writes it; undefined if an end is open, or is date
 * math, which only the engine can evaluate.
 *
 * @param body a request body as JSON text
 */
export function timeBoundsIn(body: string, field: string): TimeBounds | undefined {
  const query = jsonOrNothing(memberText(body, 'query') ?? '');
  const bool = isRecord(query) && isRecord(query.bool) ? query.bool : {};
  const clauses = [query, ...listOf(bool.filter), ...listOf(bool.must)];
  for (const clause of clauses) {
    const range = isRecord(clause) && isRecord(clause.range) ? clause.range[field] : undefined;
    const bounds = isRecord(range) ? boundsOf(range) : undefined;
    if (bounds !== undefined) return bounds;
  }
  return undefined;
}

function listOf(clauses: unknown): readonly unknown[] {
  return Array.isArray(clauses) ? clauses : [clauses];
}

function boundsOf({ gte, gt, lte, lt }: Readonly<Record<string, unknown>>): TimeBounds | undefined {
  const from = momentOf(gte ?? gt);
  const to = momentOf(lte ?? lt);
  return from === undefined || to === undefined || to < from ? undefined : { from, to };
}

/** Only whole dates: engines round `2026-11` up at the end of a range. */
const wholeDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/;

function momentOf(end: unknown): number | undefined {
  return typeof end === 'string' && wholeDate.test(end) ? dateOf(end) : undefined;
}
