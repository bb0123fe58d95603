import { mostBars } from '../../../protocol/histogram';
import { memberText, objectMembers } from '../../base/json/scan';
import { barEdges } from './barEdges';
import { type DateBucketing, hardBoundsOf, rangesOfDates } from './datesWithin';
import { intervalText } from './interval';
import { type StackField, statusClasses } from './stackFields';
import type { TimeBounds } from './timeBounds';

/** The requested bars. */
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
