import * as z from 'zod/mini';
import { jsonOrNothing } from '../../base/json/parse';
import { memberText } from '../../base/json/scan';
import type { SearchClient } from '../../search/engine/searchClient';
import {
  askDatesWithin,
  type DateBucketing,
  datesBucketSchema,
  hardBoundsOf,
  rangesOfDates,
} from '../../search/histogram/datesWithin';
import { type TimeBounds, timeBoundsIn } from '../../search/histogram/timeBounds';
import { answerTo } from '../../search/paging/answerTo';
import { searchOf } from '../../search/query/searchOf';
import { notAnEngine } from '../../search/wire/searchFailure';
import { accessLogQuestion, type LogPlace } from './accessLogQuestion';
import { logClauseOf } from './logClause';
import type { LogSubject } from './logSubject';

/** What the access logs of the last hour say about a router. */
export interface RouterTraffic {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** The index expression that was searched. */
  readonly index: string;
  /** How many lines there are. */
  readonly requests: number;
  /** How many of them have a status of 500 to 599; undefined where the status cannot be asked for. */
  readonly errors: number | undefined;
  /** The duration below which half and 95 % of them are, in nanoseconds, as estimated by the engine; undefined where unknown. */
  readonly median: number | undefined;
  readonly slow: number | undefined;
  /** How many lines there are in each stretch of the hour. Together they may be more or less than `requests` by late lines. */
  readonly bars: readonly number[];
  /** Whether lines were found by words of the router's name, so that those of others may be counted; or by some of its names. */
  readonly isByWords: boolean;
  readonly isCut: boolean;
  /** Sentences that say why not all lines may be counted. They contain server text. */
  readonly partial: readonly string[];
}

const barMinutes = 2;
const barMs = barMinutes * 60_000;
/** The length of a bar, in minutes. */
export const trafficBarMinutes = barMinutes;
const mostBuckets = 100;

const answerSchema = z.object({
  errors: z.optional(z.object({ doc_count: z.int() })),
  // Of no values, engines tell null or "NaN".
  durations: z.optional(z.object({ values: z.record(z.string(), z.unknown()) })),
  bars: z.object({
    buckets: z.array(datesBucketSchema).check(z.maxLength(mostBuckets)),
  }),
});
const figureSchema = z.number().check(z.gte(0));

/**
 * Asks what the access logs of the last hour say about a router, in one request; an engine that does not know a word of it is
 * asked once more, and then always in its own words. Undefined where the lines have no date.
 *
 * @throws RequestFailure where the engine refuses, or does not answer in time
 */
export async function askRouterTraffic(
  client: SearchClient,
  subject: LogSubject,
  place: LogPlace,
  { now, signal, timeoutMs }: { readonly now: Date; readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<RouterTraffic | undefined> {
  const question = accessLogQuestion(subject, place);
  const { time } = question;
  if (time === undefined) return undefined;
  const { body, index } = searchOf(question, 0, now);
  const query = memberText(body, 'query');
  const bounds = timeBoundsIn(body, time.field);
  if (query === undefined || bounds === undefined) return undefined;
  const { from, to } = bounds;
  const { answer, reply } = await askDatesWithin(client, (way) => {
    const text = trafficBody(query, place, { field: time.field, bounds, way });
    return answerTo(client, index, text, { timeoutMs, signal });
  });
  const { data } = answerSchema.safeParse(jsonOrNothing(answer.aggregations ?? ''));
  const requests = answer.total?.value;
  if (data === undefined || requests === undefined) throw notAnEngine(reply, await client.endpoint());
  const { isByWords, isCut } = logClauseOf(subject, place.layout);
  const figure = (name: string): number | undefined => figureSchema.safeParse(data.durations?.values[name]).data;
  return {
    from,
    to,
    index: place.index,
    requests,
    errors: data.errors?.doc_count,
    median: figure('50.0'),
    slow: figure('95.0'),
    bars: barsOf(data.bars.buckets, from, to),
    isByWords,
    isCut,
    partial: answer.partial,
  };
}

function trafficBody(
  query: string,
  { layout: { status, duration } }: LogPlace,
  { field, bounds, way }: { readonly field: string; readonly bounds: TimeBounds; readonly way: DateBucketing },
): string {
  const aggregations = {
    ...(status !== undefined && { errors: { filter: { range: { [status]: { gte: 500, lt: 600 } } } } }),
    ...(typeof duration === 'string' && { durations: { percentiles: { field: duration, percents: [50, 95] } } }),
    bars: way === 'ranges' ? rangesOfDates(field, edgesOf(bounds)) : histogramOf(field, bounds),
  };
  return `{"query":${query},"size":0,"track_total_hits":true,"aggs":${JSON.stringify(aggregations)}}`;
}

function histogramOf(field: string, bounds: TimeBounds): object {
  return {
    date_histogram: {
      ...hardBoundsOf(bounds, barMs),
      field,
      fixed_interval: `${barMinutes}m`,
      // The bars are whole ones, and the last of them ends now.
      offset: `${bounds.from % barMs}ms`,
      min_doc_count: 1,
    },
  };
}

/** A line of this very moment is behind the last bar. */
function edgesOf({ from, to }: TimeBounds): readonly number[] {
  const count = Math.ceil((to - from) / barMs);
  return [...Array.from({ length: count + 1 }, (_, at) => from + at * barMs), to + 1];
}

/** The counts of all stretches, also of those without a line. A line of this very moment belongs to the last one. */
function barsOf(
  buckets: readonly { readonly key: number; readonly doc_count: number }[],
  from: number,
  to: number,
): readonly number[] {
  const bars = new Array<number>(Math.ceil((to - from) / barMs)).fill(0);
  for (const { key, doc_count: count } of buckets) {
    const at = Math.min(Math.floor((key - from) / barMs), bars.length - 1);
    // Others are of other dates of the lines.
    if (at >= 0 && key <= to) bars[at] = (bars[at] ?? 0) + count;
  }
  return bars;
}
