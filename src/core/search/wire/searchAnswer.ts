import * as z from 'zod/mini';
import type { Endpoint } from '../../base/endpoints/endpoint';
import { withoutSecrets } from '../../base/http/serverText';
import type { JsonPlace } from '../../base/json/scan';
import { jobOf } from '../../base/worker/job';
import { coverageSchema, hasAbsentShards, hasLostContexts, shortfallsOf } from './partialResults';
import { rawAnswer } from './rawAnswer';

/** How many documents match. `gte`: at least so many, because the engine stopped counting. */
export interface HitTotal {
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
  /**
   * The sort values as the JSON text of their list, fit to be sent back as `search_after` with every digit
   * (docs/engines.md, "Digits of sort values"); absent where the search had no sort.
   */
  readonly sort?: string;
  /** The whole hit as JSON text, exactly as received. */
  readonly json: string;
}

/** A good answer of `_search`, of any version. */
export interface SearchAnswer {
  /** Milliseconds inside the engine, without network and queueing in front of it. */
  readonly tookMs: number | undefined;
  /** Absent where the engine did not count. */
  readonly total: HitTotal | undefined;
  readonly hits: readonly Hit[];
  /** Sentences that say why this answer may not be the whole one; empty for a whole answer. They hold server text. */
  readonly partial: readonly string[];
  /** The server's own reasons for each of these sentences; absent where it gave none. */
  readonly partialReasons?: readonly (readonly string[])[];
  /** Whether shards no longer hold the point in time. */
  readonly hasLostContexts?: boolean;
  /** Whether shards were away that may come back. */
  readonly hasAbsentShards?: boolean;
  /** How many shards were asked, where the engine says so: none where no index fits, or none that the user may see. */
  readonly shards?: number;
  /**
   * Whether the engine says that it stopped before it had seen all documents. A search that did not ask for that
   * (`terminate_after`) has all its hits nonetheless: OpenSearch 3 says so where it stopped counting, and Elasticsearch up
   * to 7 of scrolls (recorded: aggs, scroll-2).
   */
  readonly stoppedEarly?: boolean;
  /** The point in time to be sent with the next page: engines may change it from answer to answer. */
  readonly pitId?: string;
  /** The scroll to be sent with the next page. */
  readonly scrollId?: string;
  /** The aggregations as the JSON text of an object, exactly as received. */
  readonly aggregations?: string;
}

/**
 * `hits.total` over the versions: an object from 7 on and on OpenSearch, a number on 6.8 and with
 * `rest_total_hits_as_int`, -1 or absent where nothing was counted (docs/engines.md, "Totals").
 */
const totalSchema = z.catch(
  z.optional(z.union([z.object({ value: z.int(), relation: z.string() }), z.int()])),
  undefined,
);

const textOrNothing = z.catch(z.optional(z.string()), undefined);

const hitSchema = z.object({ _index: textOrNothing, _id: textOrNothing });

/** What makes it an answer of a search is its list of hits; anything else that has another shape counts as not told. */
const answerSchema = z.extend(coverageSchema, {
  took: z.catch(z.optional(z.number()), undefined),
  terminated_early: z.catch(z.optional(z.boolean()), undefined),
  pit_id: textOrNothing,
  _scroll_id: textOrNothing,
  hits: z.object({ total: totalSchema, hits: z.array(hitSchema) }),
});
type WireAnswer = z.infer<typeof answerSchema>;

function totalOf(total: WireAnswer['hits']['total']): HitTotal | undefined {
  if (total === undefined) return undefined;
  const { value, relation } = typeof total === 'number' ? { value: total, relation: 'eq' } : total;
  if (value < 0) return undefined;
  // An unknown relation promises no more than a lower bound.
  return { value, relation: relation === 'eq' ? 'eq' : 'gte' };
}

/** An answer whose hits and aggregations are places in its text. */
interface AnswerPlaces extends Omit<SearchAnswer, 'hits' | 'aggregations'> {
  readonly hits: readonly (Omit<Hit, 'json'> & { readonly place: JsonPlace })[];
  readonly aggregations?: JsonPlace;
}

/**
 * Reads the JSON of an answer of `_search` or `_search/scroll`. `undefined` where it has not the shape of one: something
 * else answered.
 *
 * @param body the text as received
 * @param parsed what `JSON.parse` made of `body`
 * @param clean takes credentials out of what the server says (see `withoutSecrets`)
 */
export function readAnswer(
  body: string,
  parsed: unknown,
  clean: (text: string) => string = (text) => text,
): SearchAnswer | undefined {
  const places = placesOf(body, parsed, clean);
  return places && withTexts(places, body);
}

/** What a text at a good status is: an answer of a search, other JSON, or no JSON. */
export type ReadAnswer = AnswerPlaces | 'not an answer' | 'not JSON';

/** The same for a text that was not parsed yet, to be done in any thread. */
export function readPlaces(body: string, endpoint: Endpoint): ReadAnswer {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return 'not JSON';
  }
  return placesOf(body, parsed, (text) => withoutSecrets(text, endpoint)) ?? 'not an answer';
}

/** An answer with the texts that stand at its places. */
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
      // A text of two lists of hits, which no engine sends: the schema takes one and the place may be the other's.
      place: nowhere,
      ...raw.hits[at],
    })),
    partial: shortfalls.map(({ sentence }) => sentence),
    ...(reasons.flat().length > 0 && { partialReasons: reasons }),
    ...(hasLostContexts(answer) && { hasLostContexts: true }),
    ...(hasAbsentShards(answer) && { hasAbsentShards: true }),
    ...(answer._shards?.total !== undefined && { shards: answer._shards.total }),
    ...(answer.terminated_early === true && { stoppedEarly: true }),
    ...(answer.pit_id !== undefined && { pitId: answer.pit_id }),
    ...(answer._scroll_id !== undefined && { scrollId: answer._scroll_id }),
    ...(raw.aggregations !== undefined && { aggregations: raw.aggregations }),
  };
}

const nowhere: JsonPlace = [0, 0];

/** Of many small hits, some hundredths of a second go by here for each 2 ** 18 characters. */
export const readPlacesJob = jobOf('readPlaces', 2 ** 18, readPlaces);
