import { failureOfStatus, isSuccess, parseJson } from '../http/answers';
import type { Door } from '../http/door';
import type { Ask } from './ask';
import { notTheApi } from './notTheApi';
import { readerOf } from './tolerant';
import { versionSchema } from './wire';

/** Which Traefik answers. All of it is the server's text. */
export interface Version {
  /** `3.7.9`; `dev` or anything else on builds of one's own. */
  readonly number: string;
  readonly codename?: string;
  /** RFC 3339: when the process that answered started. Behind one address there may be several. */
  readonly startDate?: string;
  /** What its people call it; since 3.7. */
  readonly dashboardName?: string;
}

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
