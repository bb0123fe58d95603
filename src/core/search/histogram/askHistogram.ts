import type { Histogram } from '../../../protocol/histogram';
import type { FieldInfo } from '../engine/fieldList';
import type { SearchClient } from '../engine/searchClient';
import { answerTo } from '../paging/answerTo';
import { isDate } from '../query/fieldKinds';
import { dateOfDocuments } from '../query/sortOf';
import type { EngineSearch } from '../wire/engineSearch';
import type { Hit, SearchAnswer } from '../wire/searchAnswer';
import { askDatesWithin, type DateBucketing, refusesWord, timeBoundsIn } from './datesWithin';
import { type AskedBars, barsBody, boundsBody, roundInterval } from './histogramBody';
import { readBars, readTimeBounds } from './readHistogram';
import { stackFieldsOf, usualStack } from './stackFields';

interface HistogramRequest {
  readonly search: Pick<EngineSearch, 'index' | 'body'>;
  /** The date field with the time of the hits. */
  readonly field: string;
  /** The time zone in which bars begin with an hour or a day. */
  readonly zone: string;
  /** The field to divide the bars by; empty: by none; undefined, or an impossible one: by the usual one. */
  readonly stack: string | undefined;
  /** The fields of the index; empty if unknown. */
  readonly fields: readonly FieldInfo[];
  /** The hits of the page, whose values show which fields can divide bars. */
  readonly hits: readonly Hit[];
  readonly timeoutMs: number | undefined;
}

/**
 * The number of a search's hits over time: one request for the bars, and before it one for the first and the last hit
 * if the search has no time range. Undefined if the hits cannot be counted over time: the index lacks the date, no hit
 * has one, or the body has members that aggregations ignore.
 *
 * @throws RequestFailure also if the engine has no such aggregation
 */
export async function askHistogram(
  client: SearchClient,
  request: HistogramRequest,
  signal: AbortSignal,
): Promise<Histogram | undefined> {
  const { search, field, zone, fields, hits, timeoutMs } = request;
  const known = fields.find(({ name }) => name === field);
  const isUsable = known === undefined ? fields.length === 0 : isDate(known) && known.isAggregatable;
  if (!isUsable || known?.nestedIn !== undefined) return undefined;
  const ask = async (body: string) => (await answerTo(client, search.index, body, { timeoutMs, signal })).answer;
  const asking = boundsBody(search.body, field);
  if (asking === undefined) return undefined;
  const bounds = timeBoundsIn(search.body, field) ?? readTimeBounds((await ask(asking)).aggregations);
  if (bounds === undefined) return undefined;
  const choices = stackFieldsOf(fields, hits);
  const chosen = choices.find(({ name }) => name === request.stack);
  const stack = request.stack === '' ? undefined : (chosen ?? usualStack(choices));
  const interval = roundInterval(bounds.from, bounds.to);
  const bars = { field, bounds, interval, zone, stack };
  const hasNanoseconds = known?.types.includes('date_nanos') === true;
  const answer = await askDatesWithin(client, async (way) => {
    // Engines count nanoseconds wrong in ranges (OpenSearch 2.19: 8 of 20).
    return way === 'ranges' && hasNanoseconds ? undefined : askBars(search.body, bars, way, ask);
  });
  if (answer === undefined) return undefined;
  const read = readBars(answer.aggregations, bars);
  if (read === undefined) return undefined;
  return {
    field,
    interval,
    ...read,
    ...(stack !== undefined && { stackField: stack.name }),
    stackFields: choices.map(({ name }) => name),
    isPartial: answer.partial.length > 0,
  };
}

/** Requests the bars, in UTC if the engine does not know the time zone. */
async function askBars(
  body: string,
  bars: AskedBars,
  way: DateBucketing,
  ask: (body: string) => Promise<SearchAnswer>,
): Promise<SearchAnswer> {
  const send = (asked: AskedBars) => ask(barsBody(body, asked, way) ?? '{}');
  try {
    return await send(bars);
  } catch (error) {
    if (!refusesWord(error, 'time_zone')) throw error;
    return send({ ...bars, zone: 'UTC' });
  }
}

interface NewestRequest {
  readonly index: string;
  readonly fields: readonly FieldInfo[];
  /** The date field that the user chose. */
  readonly preferred: string | undefined;
  readonly timeoutMs: number | undefined;
}

/**
 * The time of an index's newest document, in milliseconds since 1970, independent of any search: one request, which
 * engines answer from the ends of the date's index. Undefined if no document has a date, or if parts of the index did
 * not respond.
 *
 * @throws RequestFailure if the engine refuses
 */
export async function askNewest(
  client: SearchClient,
  { index, fields, preferred, timeoutMs }: NewestRequest,
  signal: AbortSignal,
): Promise<number | undefined> {
  const date = dateOfDocuments(fields, preferred);
  const body = date === undefined ? undefined : boundsBody('{}', date);
  if (body === undefined) return undefined;
  const { answer } = await answerTo(client, index, body, { timeoutMs, signal });
  const { aggregations, partial } = answer;
  return partial.length > 0 ? undefined : readTimeBounds(aggregations)?.to;
}
