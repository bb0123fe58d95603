import { failureOfStatus, isSuccess, parseJson } from '../http/answers';
import type { Door } from '../http/door';
import type { Ask } from './ask';
import { notTheApi } from './notTheApi';
import { readerOf } from './tolerant';
import type { Version } from './versions';
import { versionSchema } from './wire';

const readView = readerOf(versionSchema);

/**
 * Asks `GET /api/version`.
 *
 * @throws RequestFailure `notAnApi` where the answer is no version
 */
export async function readVersion(door: Door, ask: Ask): Promise<Version> {
  const answer = await ask('/api/version');
  if (!isSuccess(answer)) throw failureOfStatus(answer, door.endpoint);
  const read = readView(parseJson(answer, door.endpoint));
  if (read === undefined) throw notTheApi(door, 'Traefik version', answer.status);
  const { Version, Codename, startDate, dashboardName } = read.view;
  return {
    number: Version,
    ...(Codename === undefined ? {} : { codename: Codename }),
    ...(startDate === undefined ? {} : { startDate }),
    ...(dashboardName ? { dashboardName } : {}),
  };
}
