import * as z from 'zod/mini';
import type { Endpoint } from '../../base/endpoints/endpoint';
import { withoutSecrets } from '../../base/http/serverText';
import { endOfValue, type JsonPlace } from '../../base/json/scan';
import { jobOf } from '../../base/worker/job';
import { coverageSchema, hasAbsentShards, hasLostContexts, shortfallsOf } from './partialResults';
import { rawAnswer } from './rawAnswer';

/** The number of matching documents. `gte`: at least this number, because the engine stopped counting. */
export interface HitTotal {
  readonly value: number;
  readonly relation: 'eq' | 'gte';
}

/** One hit. All values are the engine's own text, which keeps digits, key order and unusual keys. */
export interface Hit {
  /** The concrete index, never the searched alias. */
  readonly index: string | undefined;
  /** Unique only within its index. */
  readonly id: string | undefined;
  /** The score's digits as sent; absent if the engine did not score. */
  readonly score: string | undefined;
  /**
   * The sort values as the JSON text of their list, usable for `search_after` with all digits
   * (docs/engines.md, "Digits of sort values"); absent if the search had no sort.
   */
  readonly sort?: string;
  /** The whole hit as JSON text, exactly as received. */
  readonly json: string;
}

/** A successful response of `_search`, of any version. */
export interface SearchAnswer {
  /** Milliseconds in the engine, without network and queues in front of it. */
  readonly tookMs: number | undefined;
  /** Absent if the engine did not count. */
  readonly total: HitTotal | undefined;
  readonly hits: readonly Hit[];
  /** Sentences with the reasons why this response may be incomplete; empty for a complete one. Server text. */
  readonly partial: readonly string[];
  /** The server's own reasons for each of these sentences; absent if it gave none. */
  readonly partialReasons?: readonly (readonly string[])[];
  /** Whether shards lost the point in time. */
  readonly hasLostContexts?: boolean;
  /** Whether absent shards may come back. */
  readonly hasAbsentShards?: boolean;
  /** The number of searched shards, if reported: none if no index matches, or none that the user may see. */
  readonly shards?: number;
  /**
   * Whether the engine reports that it stopped before it had seen all documents. A search that did not request that
   * (`terminate_after`) has all its hits nonetheless: OpenSearch 3 reports it if it stopped counting, and Elasticsearch
   * up to 7 for scrolls (recorded: aggs, scroll-2).
   */
  readonly stoppedEarly?: boolean;
  /** The scroll for the next page. */
  readonly scrollId?: string;
  /** The aggregations as the JSON text of an object, exactly as received. */
  readonly aggregations?: string;
}

/**
 * `hits.total` in all versions: an object since 7 and on OpenSearch, a number on 6.8 and with `rest_total_hits_as_int`,
 * -1 or absent without a count (docs/engines.md, "Totals").
 */
const totalSchema = z.catch(
  z.optional(z.union([z.object({ value: z.int(), relation: z.string() }), z.int()])),
  undefined,
);

const textOrNothing = z.catch(z.optional(z.string()), undefined);

const hitSchema = z.object({ _index: textOrNothing, _id: textOrNothing });

/** Only a list of hits makes it a search response; other members of an unexpected shape count as absent. */
const answerSchema = z.extend(coverageSchema, {
  took: z.catch(z.optional(z.number()), undefined),
  terminated_early: z.catch(z.optional(z.boolean()), undefined),
  _scroll_id: textOrNothing,
  hits: z.object({ total: totalSchema, hits: z.array(hitSchema) }),
});
type WireAnswer = z.infer<typeof answerSchema>;

function totalOf(total: WireAnswer['hits']['total']): HitTotal | undefined {
  if (total === undefined) return undefined;
  const { value, relation } = typeof total === 'number' ? { value: total, relation: 'eq' } : total;
  if (value < 0) return undefined;
  // An unknown relation guarantees only a lower bound.
  return { value, relation: relation === 'eq' ? 'eq' : 'gte' };
}

/** A response whose hits and aggregations are places in its text. */
interface AnswerPlaces extends Omit<SearchAnswer, 'hits' | 'aggregations'> {
  readonly hits: readonly (Omit<Hit, 'json'> & { readonly place: JsonPlace })[];
  readonly aggregations?: JsonPlace;
}

/**
 * Reads the JSON of a response of `_search` or `_search/scroll`. Undefined for another shape: another server responded.
 *
 * @param body the text as received
 * @param parsed the result of `JSON.parse` for `body`
 * @param clean removes credentials from server text (see `withoutSecrets`)
 */
export function readAnswer(
  body: string,
  parsed: unknown,
  clean: (text: string) => string = (text) => text,
): SearchAnswer | undefined {
  const places = placesOf(body, parsed, clean);
  return places && withTexts(places, body);
}

/** The kind of a text with a successful status: a search response, other JSON, or no JSON. */
export type ReadAnswer = AnswerPlaces | 'not an answer' | 'not JSON';

/** Reads a text that was not parsed yet, in any thread. */
export function readPlaces(body: string, endpoint: Endpoint): ReadAnswer {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return 'not JSON';
  }
  return placesOf(body, parsed, (text) => withoutSecrets(text, endpoint)) ?? 'not an answer';
}

/** A response with the texts at its places. */
export function withTexts({ hits, aggregations, ...answer }: AnswerPlaces, body: string): SearchAnswer {
  return {
    ...answer,
    hits: hits.map(({ place, ...hit }) => ({ ...hit, json: body.slice(...place) || '{}' })),
    ...(aggregations !== undefined && { aggregations: body.slice(...aggregations) }),
  };
}

function placesOf(body: string, parsed: unknown, clean: (text: string) => string): AnswerPlaces | undefined {
  const result = answerSchema.safeParse(parsed);
  if (!result.success) return undefined;
  const answer = result.data;
  const raw = rawAnswer(body);
  const shortfalls = shortfallsOf(answer, clean);
  const reasons = shortfalls.map((each) => each.reasons);
  return {
    tookMs: answer.took,
    total: totalOf(answer.hits.total),
    hits: answer.hits.hits.map((hit, at) => ({
      index: hit._index,
      id: hit._id,
      score: undefined,
      // For a text with two lists of hits, which no engine sends: the schema reads one, and the place may be the
      // other's.
      place: nowhere,
      ...raw.hits[at],
    })),
    partial: shortfalls.map(({ sentence }) => sentence),
    ...(reasons.flat().length > 0 && { partialReasons: reasons }),
    ...(hasLostContexts(answer) && { hasLostContexts: true }),
    ...(hasAbsentShards(answer) && { hasAbsentShards: true }),
    ...(answer._shards?.total !== undefined && { shards: answer._shards.total }),
    ...(answer.terminated_early === true && { stoppedEarly: true }),
    ...(answer._scroll_id !== undefined && { scrollId: answer._scroll_id }),
    ...(raw.aggregations !== undefined && { aggregations: raw.aggregations }),
  };
}

const nowhere: JsonPlace = [0, 0];

/** Many small hits take some hundredths of a second for each 2 ** 18 characters. */
export const readPlacesJob = jobOf('readPlaces', 2 ** 18, readPlaces);

/** Digits of nanoseconds have 19 characters, and dates in engines' formats up to 35. */
const longestMoment = 40;

/**
 * The time of a hit in a search that is sorted by a date first: its first sort value as JSON text. Undefined if there
 * is none, and if it is longer than any date, because reading millions of digits takes seconds.
 */
export function firstSortValue({ sort = '[]' }: Pick<Hit, 'sort'>): string | undefined {
  const end = endOfValue(sort, 1, longestMoment + 2);
  const isWhole = sort[end] === ',' || sort[end] === ']';
  const value = sort.slice(1, end).trim();
  return isWhole && value !== '' && value.length <= longestMoment ? value : undefined;
}
