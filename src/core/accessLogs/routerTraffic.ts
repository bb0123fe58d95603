import * as z from 'zod/mini';
import { jsonOrNothing } from '../base/json/parse';
import { memberText } from '../base/json/scan';
import type { SearchClient } from '../search/engine/searchClient';
import {
  askDatesWithin,
  type DateBucketing,
  datesBucketSchema,
  hardBoundsOf,
  rangesOfDates,
  type TimeBounds,
  timeBoundsIn,
} from '../search/histogram/datesWithin';
import { answerTo } from '../search/paging/answerTo';
import { searchOf } from '../search/query/searchOf';
import { notAnEngine } from '../search/wire/searchFailure';
import type { LogSubject } from './accessLogNames';
import { accessLogQuestion, type LogPlace, logClauseOf } from './accessLogQuestion';

/** The traffic of a router in the access logs of the last hour. */
export interface RouterTraffic {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** The index expression that was searched. */
  readonly index: string;
  /** The number of lines. */
  readonly requests: number;
  /** The number of lines with a status of 500 to 599; undefined if the status cannot be searched. */
  readonly errors: number | undefined;
  /** The 50th and 95th percentile of the durations, in nanoseconds, as the engine estimates; undefined if unknown. */
  readonly median: number | undefined;
  readonly slow: number | undefined;
  /** The number of lines in each bar of the hour. The sum may differ from `requests` because of late lines. */
  readonly bars: readonly number[];
  /** Whether lines were found by words of the router's name, which may count other routers; or by some of its names. */
  readonly isByWords: boolean;
  readonly isCut: boolean;
  /** Sentences with reasons why not all lines may be counted. They contain server text. */
  readonly partial: readonly string[];
}

/** The length of a bar, in minutes. */
export const trafficBarMinutes = 2;
const barMs = trafficBarMinutes * 60_000;
const mostBuckets = 100;

const answerSchema = z.object({
  errors: z.optional(z.object({ doc_count: z.int() })),
  // If there are no values, engines return null or "NaN".
  durations: z.optional(z.object({ values: z.record(z.string(), z.unknown()) })),
  bars: z.object({
    buckets: z.array(datesBucketSchema).check(z.maxLength(mostBuckets)),
  }),
});
const figureSchema = z.number().check(z.gte(0));

/**
 * Reads the traffic of a router from the access logs of the last hour, in one request. If the engine does not know a
 * part of the request, sends it once more in the engine's own dialect, and later only so. Undefined if the lines have
 * no date.
 *
 * @throws RequestFailure if the engine refuses, or does not respond in time
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
      fixed_interval: `${trafficBarMinutes}m`,
      // All bars are whole, and the last one ends now.
      offset: `${bounds.from % barMs}ms`,
      min_doc_count: 1,
    },
  };
}

/** A line of this very moment is after the last bar. */
function edgesOf({ from, to }: TimeBounds): readonly number[] {
  const count = Math.ceil((to - from) / barMs);
  return [...Array.from({ length: count + 1 }, (_, at) => from + at * barMs), to + 1];
}

/** The counts of all bars, also of empty ones. A line of this very moment belongs to the last bar. */
function barsOf(
  buckets: readonly { readonly key: number; readonly doc_count: number }[],
  from: number,
  to: number,
): readonly number[] {
  const bars = new Array<number>(Math.ceil((to - from) / barMs)).fill(0);
  for (const { key, doc_count: count } of buckets) {
    const at = Math.min(Math.floor((key - from) / barMs), bars.length - 1);
    // Buckets outside belong to other dates of the lines.
    if (at >= 0 && key <= to) bars[at] = (bars[at] ?? 0) + count;
  }
  return bars;
}
