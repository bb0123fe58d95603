import * as z from 'zod/mini';
import {
  type BarTone,
  type Histogram,
  type HistogramBar,
  latestMoment,
  momentSchema,
} from '../../../protocol/histogram';
import { jsonOrNothing } from '../../base/json/parse';
import { plainText } from '../../base/text/plainText';
import { severityOfClass, severityOfLevel } from '../logFields/severity';
import { datesBucketSchema, type TimeBounds } from './datesWithin';
import type { AskedBars } from './histogramBody';
import type { StackField } from './stackFields';

/** Far more than requested: not the response to our request. */
const mostBuckets = 200;
const barsSchema = z.object({ buckets: z.array(datesBucketSchema).check(z.maxLength(mostBuckets)) });

const answerSchema = z.object({
  bars: barsSchema,
  stacks: z.optional(
    z.object({
      buckets: z
        .array(
          z.object({
            key: z.union([z.string(), z.number()]),
            key_as_string: z.optional(z.string()),
            doc_count: z.number(),
            bars: barsSchema,
          }),
        )
        .check(z.maxLength(1_000)),
    }),
  ),
});

const boundSchema = z.object({ value: z.nullable(momentSchema) });
const boundsSchema = z.object({ first: boundSchema, last: boundSchema });

const longestLabel = 60;
const mostStacks = 12;

function parsed(aggregations: string | undefined): unknown {
  return aggregations === undefined ? undefined : jsonOrNothing(aggregations);
}

/** The first and the last moment of the hits; undefined if `Date` supports none, or the response has another shape. */
export function readTimeBounds(aggregations: string | undefined): TimeBounds | undefined {
  const { data } = boundsSchema.safeParse(parsed(aggregations));
  const [from, to] = [data?.first.value, data?.last.value];
  return typeof from === 'number' && typeof to === 'number' && from <= to ? { from, to } : undefined;
}

/**
 * The bars of a response, and their parts; undefined if it has another shape. Leaves out bars outside of the bounds,
 * which belong to other dates of the hits.
 *
 * @param aggregations the JSON text of the response's aggregations
 */
export function readBars(
  aggregations: string | undefined,
  { bounds, interval, stack }: Pick<AskedBars, 'bounds' | 'interval' | 'stack'>,
): Pick<Histogram, 'bars' | 'stacks'> | undefined {
  const { data } = answerSchema.safeParse(parsed(aggregations));
  if (data === undefined) return undefined;
  // Each class of statuses was requested, even if it does not occur.
  const found = (data.stacks?.buckets ?? []).filter((each) => each.doc_count > 0);
  const named = found.map(({ key, key_as_string: text, bars }) => ({
    label: text ?? String(key),
    counts: new Map(bars.buckets.map((each) => [each.key, each.doc_count])),
  }));
  const stacks = toned(named, stack).slice(0, mostStacks);
  const { buckets } = data.bars;
  const bars = buckets.flatMap(({ key, to, doc_count: count }, at): readonly HistogramBar[] => {
    const end = Math.min(Math.max(buckets[at + 1]?.key ?? key + interval, to ?? key, key + 1), latestMoment);
    if (key > bounds.to || (end <= bounds.from && key < bounds.from)) return [];
    // A document with several values is counted for each.
    const parts = stacks.map(({ counts }) => Math.min(counts.get(key) ?? 0, count));
    return [{ start: key, end, count, parts }];
  });
  return { bars, stacks: stacks.map(({ label, tone }) => ({ label: plainText(label, longestLabel), tone })) };
}

interface NamedStack {
  readonly label: string;
  readonly counts: ReadonlyMap<number, number>;
}

/** For values without a severity, the most frequent first. */
const otherTones: readonly BarTone[] = ['blue', 'green', 'orange', 'purple', 'yellow', 'red'];

/**
 * The stacks with their tones, from the bottom up: the worst at the bottom, where the parts of neighboring bars are
 * easy to compare; without severities, the most frequent.
 */
function toned(stacks: readonly NamedStack[], stack: StackField | undefined): (NamedStack & { tone: BarTone })[] {
  const severityOf = stack?.by === 'class' ? severityOfClass : severityOfLevel;
  const ranked = stacks.map((each) => ({ ...each, ...severityOf(each.label) }));
  const areKnown = ranked.length > 0 && ranked.every(({ tone }) => tone !== undefined);
  if (areKnown || stack?.by === 'class') {
    return ranked
      .map(({ rank = Number.POSITIVE_INFINITY, tone = 'purple', ...each }) => ({ ...each, rank, tone }))
      .sort((one, other) => (one.rank === other.rank ? 0 : one.rank - other.rank));
  }
  return ranked.map((each, at) => ({ ...each, tone: otherTones[at % otherTones.length] ?? 'blue' }));
}
