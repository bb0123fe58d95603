import * as z from 'zod/mini';
import { RequestFailure } from '../../base/errors/failure';
import type { HttpClient, HttpResponse } from '../../base/http/httpClient';
import { failureOfStatus } from '../../base/http/responseFailures';
import { jsonOrNothing } from '../../base/json/parse';

/**
 * Something answered with JSON, and not with what the API answers there.
 *
 * @param what it should have been, within a sentence: `list of the HTTP routers`
 */
export function notTheApiFailure({ endpoint }: HttpClient, what: string, status: number): RequestFailure {
  return new RequestFailure({
    kind: 'notAnApi',
    sentence: `${new URL(endpoint.url).origin} answered with JSON that is no ${what}.`,
    nextStep: 'Check the port and the path of the URL: something other than the Traefik API answers there.',
    status,
  });
}

/** What answers is no Traefik. */
export function notTraefikFailure({ endpoint }: HttpClient, status: number): RequestFailure {
  return new RequestFailure({
    kind: 'notAnApi',
    sentence: `Something other than Traefik answers at ${new URL(endpoint.url).origin}.`,
    nextStep: 'Check the port and the path of the URL.',
    status,
  });
}

const otherErrorSchema = z.object({ error: z.unknown(), message: z.optional(z.undefined()) });

/** UTF-16 units of a refusal: real ones are short. */
const LONGEST_REFUSAL = 100_000;

/** Why a listing was refused: as Traefik, or what stands before it, does it, or as something else does, a search engine say. */
export function refusedListing(answer: HttpResponse, client: HttpClient): RequestFailure {
  const { status, body } = answer;
  const isAnothers =
    status >= 400 &&
    status < 500 &&
    ![401, 403, 407, 429].includes(status) &&
    body.length < LONGEST_REFUSAL &&
    otherErrorSchema.safeParse(jsonOrNothing(body)).success;
  return isAnothers ? notTraefikFailure(client, status) : failureOfStatus(answer, client.endpoint);
}
