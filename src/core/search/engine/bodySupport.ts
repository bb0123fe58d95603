import * as z from 'zod/mini';
import type { HttpResponse } from '../../base/http/httpClient';
import { isSuccess } from '../../base/http/responseFailures';
import { jsonOrNothing, LONGEST_PARSED } from '../../base/json/parse';
import { readError } from '../wire/engineError';

/** A name that no engine knows: whoever reads the body refuses it with 400 (recorded on all seven: unknown-key). */
const UNKNOWN_NAME = 'does_this_body_arrive';

/**
 * To be sent to a search path. Whoever does not read it answers as to no body at all: with every document, at 200. An engine
 * that reads it but does not mind names finds nothing.
 */
export const checkingBody = `{"size":0,"query":{"match_none":{}},"${UNKNOWN_NAME}":true}`;

const totalSchema = z.catch(z.optional(z.union([z.number(), z.object({ value: z.number() })])), undefined);

const searchedSchema = z.union([
  z.object({ hits: z.object({ hits: z.array(z.unknown()), total: totalSchema }) }),
  z.object({ count: z.number() }),
]);

/** What is known of the bodies of one method's requests: that they arrive, that they do not, or nothing. */
export type BodySupport = 'arrives' | 'lost' | 'unknown';

/**
 * What two requests by one method tell, which differ in their bodies only.
 *
 * @param check the answer to `checkingBody`
 * @param answer the answer to the search that is under way
 */
export function bodySupportOf(check: HttpResponse, answer: HttpResponse): BodySupport {
  // The refusal of the one as the answer to the other: it was kept by its address on the way.
  if (isAnswerToCheck(answer)) return 'lost';
  if (check.status === 400) return isAnswerToCheck(check) || isSuccess(answer) ? 'arrives' : 'unknown';
  const found = foundBy(check);
  if (found === undefined) return 'unknown';
  if (found > 0) return 'lost';
  // Nothing for the one and something for the other: the bodies made that difference.
  return (foundBy(answer) ?? 0) > 0 ? 'arrives' : 'unknown';
}

/** Whether it is the good answer of a search or a count: not a login page at 200. */
export function isSearchAnswer(answer: HttpResponse): boolean {
  return foundBy(answer) !== undefined;
}

/** How much a search or a count found, as far as it tells; undefined where it is no good answer of one. */
function foundBy(answer: HttpResponse): number | undefined {
  if (!isSuccess(answer)) return undefined;
  // So much is more than nothing, whatever it is; to count it would take the time of an answer that is shown.
  if (answer.body.length > LONGEST_PARSED) return LONG_ANSWER.test(answer.body.slice(0, BEGINNING)) ? 1 : undefined;
  const { data } = searchedSchema.safeParse(jsonOrNothing(answer.body));
  if (data === undefined) return undefined;
  if ('count' in data) return data.count;
  const { hits, total } = data.hits;
  return Math.max(hits.length, typeof total === 'object' ? total.value : (total ?? 0));
}

/** How an answer of a search begins, and no page does: before its hits stand how long it took, shards and an id. */
const LONG_ANSWER = /^\s*\{".*"hits"\s*:\s*\{/s;
const BEGINNING = 100_000;

function isAnswerToCheck({ status, body }: HttpResponse): boolean {
  return status === 400 && body.includes(UNKNOWN_NAME);
}

/** Bytes of a body that nobody calls too large: a refusal of it means something else. */
const SMALL_BODY = 65_536;

/**
 * Whether the method was refused with a body, by something on the way: squid says 411, a CDN 403 or 400 with a page of its
 * own, others 405, 413 or 501 (search-api.md, section 8). A refusal of the engine's own is none.
 */
export function refusesMethod({ status, body }: HttpResponse, sent: string): boolean {
  if (status === 405 || status === 411 || status === 501) return true;
  if (status === 413) return Buffer.byteLength(sent) <= SMALL_BODY;
  return (status === 400 || status === 403) && readError(body) === undefined;
}

/** Whether nobody is at the address for this method, by a page that is no engine's: ZincSearch has no search by GET. */
export function isUnhandled({ status, body }: HttpResponse): boolean {
  return status === 404 && readError(body) === undefined;
}
