import { mostBars } from '../../../protocol/histogram';
import { memberText, objectMembers } from '../../base/json/scan';
import { zoneOffset } from '../query/timeOf';
import { type DateBucketing, hardBoundsOf, rangesOfDates, type TimeBounds } from './datesWithin';
import { type StackField, statusClasses } from './stackFields';

export interface AskedBars {
  readonly field: string;
  readonly bounds: TimeBounds;
  /** Milliseconds. */
  readonly interval: number;
  readonly zone: string;
  readonly stack: StackField | undefined;
}

/** Values of a field that divide a bar; the others are one part. */
const mostStacks = 6;

/** Members that an aggregation ignores, or treats in another way than hits: bars would not be those of the hits. */
const othersHits = [
  'post_filter',
  'knn',
  'retriever',
  'sub_searches',
  'rank',
  'slice',
  'terminate_after',
  'pit',
  'search_after',
];
/** The members that decide which documents are counted. */
const deciding = ['query', 'min_score', 'runtime_mappings'];

/** The members of a body that decide what is counted, as JSON texts; undefined if they cannot be counted alike. */
function counted(body: string): string[] | undefined {
  const names = new Set([...objectMembers(body)].map(([name]) => name));
  if (othersHits.some((name) => names.has(name))) return undefined;
  return deciding.flatMap((name) => {
    const value = memberText(body, name);
    return value === undefined ? [] : `${JSON.stringify(name)}:${value}`;
  });
}

function withAggregations(body: string, aggregations: object): string | undefined {
  const members = counted(body);
  if (members === undefined) return undefined;
  return `{${[...members, '"size":0', '"track_total_hits":false', `"aggs":${JSON.stringify(aggregations)}`].join()}}`;
}

/** The body for the first and the last moment of a search's hits. Undefined if that would not be those of its hits. */
export function boundsBody(body: string, field: string): string | undefined {
  return withAggregations(body, { first: { min: { field } }, last: { max: { field } } });
}

/**
 * The body for the bars of a search's hits. Undefined if they would not be those of its hits. For any dates and
 * statuses in the documents, the engine makes at most some 80 bars, and as many for each part of them.
 */
export function barsBody(
  body: string,
  { field, bounds, interval, zone, stack }: AskedBars,
  way: DateBucketing,
): string | undefined {
  const ranges = way === 'ranges' ? rangesOfDates(field, barEdges(bounds, interval, zone, mostBars)) : undefined;
  const histogram = (rest: object): object =>
    ranges ?? {
      date_histogram: {
        ...hardBoundsOf(bounds, interval),
        field,
        fixed_interval: intervalText(interval),
        time_zone: zone,
        ...rest,
      },
    };
  const bars = histogram({ min_doc_count: 0, extended_bounds: { min: bounds.from, max: bounds.to } });
  if (stack === undefined) return withAggregations(body, { bars });
  const kind =
    stack.by === 'class'
      ? { range: { field: stack.name, ranges: statusClasses } }
      : { terms: { field: stack.name, size: mostStacks } };
  return withAggregations(body, { bars, stacks: { ...kind, aggs: { bars: histogram({ min_doc_count: 1 }) } } });
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * The edges of bars that cover a range of time, with the end of the last one, in milliseconds since 1970, ascending:
 * like those of engines, except for hours in which clocks change, where a bar may be longer.
 *
 * @param interval milliseconds
 * @param most the most bars; later ones are left out
 */
export function barEdges({ from, to }: TimeBounds, interval: number, zone: string, most: number): readonly number[] {
  // Clocks change by quarters of an hour, so shorter bars have the same edges in every zone.
  const offset = (15 * minute) % interval === 0 ? () => 0 : zoneOffset(zone);
  const toUtc = (local: number): number => local - offset(local - offset(local));
  const edges: number[] = [];
  let local = Math.floor((from + offset(from)) / interval) * interval;
  // Of an hour that occurs twice, only the second has bars.
  while (toUtc(local) > from) local -= interval;
  for (; edges.length <= most; local += interval) {
    const edge = toUtc(local);
    const last = edges.at(-1);
    if (last === undefined || edge > last) edges.push(edge);
    if (edge > to) break;
  }
  return edges;
}

/** Round lengths, ascending. */
const roundLengths: readonly number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 30, 90, 180, 365].map((count) => count * day),
];

/** The bars at both ends of a range are only partly in it. */
const ends = 2;

/**
 * The shortest round length of a bar for which at most 80 bars cover a range.
 *
 * @returns milliseconds
 */
export function roundInterval(from: number, to: number): number {
  const span = Math.max(to - from, 0);
  // For a single moment, shorter bars than a second are useless.
  if (span === 0) return second;
  const fits = (length: number) => span / length <= mostBars - ends;
  return roundLengths.find(fits) ?? Math.ceil(span / (mostBars - ends) / (365 * day)) * 365 * day;
}

const units = [
  ['d', day],
  ['h', hour],
  ['m', minute],
  ['s', second],
] as const;

/** A length in the format of engines: `90d`, `5m`, `200ms`. */
export function intervalText(length: number): string {
  const [name, size] = units.find(([, each]) => length % each === 0) ?? ['ms', 1];
  return `${length / size}${name}`;
}
