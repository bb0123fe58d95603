import { failureOfStatus, isSuccess, parseJson } from '../../base/http/answers';
import type { Door } from '../../base/http/door';
import type { Version } from '../model/versions';
import { readerOf } from '../wire/tolerant';
import { versionSchema } from '../wire/wire';
import type { Ask } from './ask';
import { notTheApi } from './notTheApi';

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
