import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { RequestFailure } from '../../base/errors/failure';
import type { HttpClient, HttpResponse } from '../../base/http/httpClient';
import { failureOfStatus } from '../../base/http/responseFailures';
import { jsonOrNothing } from '../../base/json/parse';

/**
 * The response is JSON, but not the JSON of the API for the path.
 *
 * @param path such as `/api/http/routers`
 */
export function notTheApiFailure({ endpoint }: HttpClient, path: string, status: number): RequestFailure {
  return new RequestFailure({
    kind: 'notAnApi',
    sentence: l10n.t('The JSON of {0} at {1} is not from the Traefik API.', path, new URL(endpoint.url).origin),
    nextStep: l10n.t('Check the port and the path of the URL: another server may be responding there.'),
    status,
  });
}

/** The server is not Traefik. */
export function notTraefikFailure({ endpoint }: HttpClient, status: number): RequestFailure {
  return new RequestFailure({
    kind: 'notAnApi',
    sentence: l10n.t('The server at {0} is not Traefik.', new URL(endpoint.url).origin),
    nextStep: l10n.t('Check the port and the path of the URL.'),
    status,
  });
}

const otherErrorSchema = z.object({ error: z.unknown(), message: z.optional(z.undefined()) });

/** UTF-16 units of a refusal: real ones are short. */
const longestRefusal = 100_000;

/** Why a listing was refused: by Traefik, by a server in front of it, or by another server, such as a search engine. */
export function refusedListing(answer: HttpResponse, client: HttpClient): RequestFailure {
  const { status, body } = answer;
  const isAnothers =
    status >= 400 &&
    status < 500 &&
    ![401, 403, 407, 429].includes(status) &&
    body.length < longestRefusal &&
    otherErrorSchema.safeParse(jsonOrNothing(body)).success;
  return isAnothers ? notTraefikFailure(client, status) : failureOfStatus(answer, client.endpoint);
}
