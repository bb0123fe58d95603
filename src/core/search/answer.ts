import * as z from 'zod/mini';
import { rawHits } from './rawHits';

/** How many documents match. `gte`: at least so many, because the engine stopped counting. */
export interface Total {
  readonly value: number;
  readonly relation: 'eq' | 'gte';
}

/** One hit. All values are the engine's own text, so that digits, key order and odd keys survive. */
export interface Hit {
  /** The concrete index, never the alias that was asked. */
  readonly index: string | undefined;
  /** Unique within its index only. */
  readonly id: string | undefined;
  /** The score's digits as sent; absent where the engine did not score. */
  readonly score: string | undefined;
  /** The whole hit as JSON text, exactly as received. */
  readonly json: string;
}

/** A good answer of `_search`, of any version. */
export interface SearchAnswer {
  /** Milliseconds inside the engine, without network and queueing in front of it. */
  readonly tookMs: number | undefined;
  /** Absent where the engine did not count. */
  readonly total: Total | undefined;
  readonly hits: readonly Hit[];
  /** Sentences that say why this answer may not be the whole one; empty for a full answer. */
  readonly warnings: readonly string[];
}

/**
 * `hits.total` over the versions: an object from 7 on and on OpenSearch, a number on 6.8 and with
 * `rest_total_hits_as_int`, -1 or absent where nothing was counted (search-README, surprise 4).
 */
const totalSchema = z.optional(z.union([z.object({ value: z.number(), relation: z.string() }), z.number()]));

const shardsSchema = z.optional(
  z.object({
    total: z.optional(z.number()),
    successful: z.optional(z.number()),
    failed: z.optional(z.number()),
  }),
);

const hitSchema = z.object({
  _index: z.optional(z.string()),
  _id: z.optional(z.string()),
});

const answerSchema = z.object({
  took: z.optional(z.number()),
  timed_out: z.optional(z.boolean()),
  terminated_early: z.optional(z.boolean()),
  _shards: shardsSchema,
  hits: z.object({ total: totalSchema, hits: z.array(hitSchema) }),
});
type WireAnswer = z.infer<typeof answerSchema>;

function totalOf(total: WireAnswer['hits']['total']): Total | undefined {
  if (total === undefined) return undefined;
  const { value, relation } = typeof total === 'number' ? { value: total, relation: 'eq' } : total;
  if (value < 0) return undefined;
  // An unknown relation promises no more than a lower bound.
  return { value, relation: relation === 'eq' ? 'eq' : 'gte' };
}

const count = new Intl.NumberFormat('en-US');

/**
 * A 200 is no proof of a whole answer: shards fail one by one, or are not assigned and only missing from `successful`
 * (surprise 14), and an engine out of time sends what it had (surprise 15).
 */
function warningsOf(answer: WireAnswer): string[] {
  const warnings: string[] = [];
  const { total = 0, failed = 0, successful = total - failed } = answer._shards ?? {};
  const unanswered = total - successful - failed;
  const of = `of ${count.format(total)} ${total === 1 ? 'shard' : 'shards'}`;
  if (failed > 0) warnings.push(`${count.format(failed)} ${of} failed, so hits may be missing.`);
  if (unanswered > 0) warnings.push(`${count.format(unanswered)} ${of} did not answer, so hits may be missing.`);
  if (answer.timed_out === true) warnings.push('The engine ran out of time, so hits may be missing.');
  if (answer.terminated_early === true) warnings.push('The engine stopped early, so hits may be missing.');
  return warnings;
}

/**
 * Reads the JSON of a `_search` answer. `undefined` where it has not the shape of one: something else answered.
 *
 * @param body the text as received
 * @param parsed what `JSON.parse` made of `body`
 */
export function readAnswer(body: string, parsed: unknown): SearchAnswer | undefined {
  const result = answerSchema.safeParse(parsed);
  if (!result.success) return undefined;
  const answer = result.data;
  const raw = rawHits(body);
  return {
    tookMs: answer.took,
    total: totalOf(answer.hits.total),
    hits: answer.hits.hits.map((hit, at) => ({
      index: hit._index,
      id: hit._id,
      score: raw[at]?.score,
      json: raw[at]?.json ?? '{}',
    })),
    warnings: warningsOf(answer),
  };
}
