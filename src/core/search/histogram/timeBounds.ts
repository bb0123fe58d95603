import { isRecord, jsonOrNothing } from '../../base/json/parse';
import { memberText } from '../../base/json/scan';
import { dateOf } from '../read/hitDate';

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
