import type { HttpClient } from '../../base/http/httpClient';
import { failureOfStatus, isSuccess, parseJson } from '../../base/http/responseFailures';
import type { ProxyOverview } from '../model/model';
import { overviewSchema } from '../wire/apiSchemas';
import { noEntries, tolerantReaderOf } from '../wire/tolerantReader';
import type { ApiRequest } from './apiRequest';
import { notTheApiFailure } from './readListing';

/**
 * Requests `GET /api/overview`.
 *
 * @throws RequestFailure `notAnApi` if the response is something else
 */
export async function readOverview(client: HttpClient, ask: ApiRequest): Promise<ProxyOverview> {
  const answer = await ask('/api/overview');
  if (!isSuccess(answer)) throw failureOfStatus(answer, client.endpoint);
  const overview = overviewOf(parseJson(answer, client.endpoint), answer.body);
  if (overview !== undefined) return overview;
  throw notTheApiFailure(client, '/api/overview', answer.status);
}

const readView = tolerantReaderOf(overviewSchema);

/**
 * Makes an overview from the API's response.
 *
 * @param raw the parsed JSON, of any shape
 * @param text the same JSON as received
 * @returns undefined if it is not an object
 */
export function overviewOf(raw: unknown, text: string): ProxyOverview | undefined {
  const read = readView(raw);
  if (read === undefined) return undefined;
  const { http = {}, tcp = {}, udp = {}, certificates, features = {}, providers } = read.view;
  return {
    counts: { http, tcp, udp, certificates },
    features: {
      // If a feature is off, its text is empty.
      tracing: features.tracing || undefined,
      metrics: features.metrics || undefined,
      accessLog: features.accessLog,
    },
    providers: providers ?? noEntries,
    unread: read.unread,
    text,
  };
}
