import * as z from 'zod/mini';
import type { HttpResponse } from '../../base/http/httpClient';
import { isSuccess } from '../../base/http/responseFailures';
import { jsonOrNothing } from '../../base/json/parse';
import { readError } from '../wire/engineError';

/**
 * A name that no engine knows: an engine that reads the body responds with 400 (recorded on all seven: unknown-key).
 */
const unknownName = 'does_this_body_arrive';

/**
 * A body to send to a search path. If it does not arrive, the response is as for no body: every document, with status
 * 200. An engine that reads it but ignores unknown names finds nothing.
 */
export const checkingBody = `{"size":0,"query":{"match_none":{}},"${unknownName}":true}`;

const totalSchema = z.catch(z.optional(z.union([z.number(), z.object({ value: z.number() })])), undefined);

const searchedSchema = z.union([
  z.object({ hits: z.object({ hits: z.array(z.unknown()), total: totalSchema }) }),
  z.object({ count: z.number() }),
]);

/** Whether the bodies of requests with one method arrive. */
export type BodySupport = 'arrives' | 'lost' | 'unknown';

/**
 * Compares two requests that have the same method and differ only in their bodies.
 *
 * @param check the response to `checkingBody`
 * @param answer the response to the actual search
 */
export function bodySupportOf(check: HttpResponse, answer: HttpResponse): BodySupport {
  // The refusal of the check as the response to the search: a cache on the way returned it by its URL.
  if (isAnswerToCheck(answer)) return 'lost';
  if (check.status === 400) return isAnswerToCheck(check) || isSuccess(answer) ? 'arrives' : 'unknown';
  const found = foundBy(check);
  if (found === undefined) return 'unknown';
  if (found > 0) return 'lost';
  // The check has no hits and the search has some: the bodies made the difference.
  return (foundBy(answer) ?? 0) > 0 ? 'arrives' : 'unknown';
}

/** Whether it is a successful response to a search or a count, rather than, say, a login page with status 200. */
export function isSearchAnswer(answer: HttpResponse): boolean {
  return foundBy(answer) !== undefined;
}

/** The number of hits of a search or a count, if reported; undefined if it is not a successful response to one. */
function foundBy(answer: HttpResponse): number | undefined {
  if (!isSuccess(answer)) return undefined;
  // A response of this length is not empty. Parsing it only to count would take as long as parsing it to show.
  if (answer.body.length > longestCounted) return longAnswer.test(answer.body.slice(0, longestRead)) ? 1 : undefined;
  const { data } = searchedSchema.safeParse(jsonOrNothing(answer.body));
  if (data === undefined) return undefined;
  if ('count' in data) return data.count;
  const { hits, total } = data.hits;
  return Math.max(hits.length, typeof total === 'object' ? total.value : (total ?? 0));
}

/** UTF-16 units of a response that is parsed for its count. */
const longestCounted = 2 ** 18;

/** The beginning of a search response, which no web page has: the time, the shards and an ID precede the hits. */
const longAnswer = /^\s*\{".*"hits"\s*:\s*\{/s;
const longestRead = 100_000;

function isAnswerToCheck({ status, body }: HttpResponse): boolean {
  return status === 400 && body.includes(unknownName);
}

/** Bytes of a body that cannot be too large: if it is refused as such, the reason is another. */
const smallBody = 65_536;

/**
 * Whether a server on the way refused the method with a body: Squid responds with 411, a CDN with 403 or 400 and a page
 * of its own, others with 405, 413 or 501 (docs/engines.md, "GET with a body"). A refusal by the engine itself does not
 * count.
 */
export function refusesMethod({ status, body }: HttpResponse, sent: string): boolean {
  if (status === 405 || status === 411 || status === 501) return true;
  if (status === 413) return Buffer.byteLength(sent) <= smallBody;
  return (status === 400 || status === 403) && readError(body) === undefined;
}

/** Whether no handler exists for this method: a 404 not in an engine's format. ZincSearch has no search by GET. */
export function isUnhandled({ status, body }: HttpResponse): boolean {
  return status === 404 && readError(body) === undefined;
}
