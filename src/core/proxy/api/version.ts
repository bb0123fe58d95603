import type { HttpClient } from '../../base/http/httpClient';
import { failureOfStatus, isSuccess, parseJson } from '../../base/http/responseFailures';
import type { TraefikVersion } from '../model/versions';
import { versionSchema } from '../wire/apiSchemas';
import { tolerantReaderOf } from '../wire/tolerantReader';
import type { ApiRequest } from './apiRequest';
import { notTheApiFailure } from './listingFailures';

const readView = tolerantReaderOf(versionSchema);

/**
 * Requests `GET /api/version`.
 *
 * @throws RequestFailure `notAnApi` if the response is something else
 */
export async function readVersion(client: HttpClient, ask: ApiRequest): Promise<TraefikVersion> {
  const answer = await ask('/api/version');
  if (!isSuccess(answer)) throw failureOfStatus(answer, client.endpoint);
  const read = readView(parseJson(answer, client.endpoint));
  if (read === undefined) throw notTheApiFailure(client, '/api/version', answer.status);
  const { Version, Codename, startDate, dashboardName } = read.view;
  return {
    number: Version,
    ...(Codename === undefined ? {} : { codename: Codename }),
    ...(startDate === undefined ? {} : { startDate }),
    ...(dashboardName ? { dashboardName } : {}),
  };
}
