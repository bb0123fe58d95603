import { failureOfStatus, isSuccess, parseJson } from '../../base/http/answers';
import type { Door } from '../../base/http/door';
import type { Overview } from '../model/model';
import { NONE, readerOf } from '../wire/tolerant';
import { overviewSchema } from '../wire/wire';
import type { Ask } from './ask';
import { notTheApi } from './notTheApi';

/**
 * Asks `GET /api/overview`.
 *
 * @throws RequestFailure `notAnApi` where the answer is no overview
 */
export async function readOverview(door: Door, ask: Ask): Promise<Overview> {
  const answer = await ask('/api/overview');
  if (!isSuccess(answer)) throw failureOfStatus(answer, door.endpoint);
  const overview = overviewOf(parseJson(answer, door.endpoint), answer.body);
  if (overview !== undefined) return overview;
  throw notTheApi(door, 'overview of Traefik', answer.status);
}

const readView = readerOf(overviewSchema);

/**
 * Makes an overview of what the API answered.
 *
 * @param raw the parsed JSON, whatever it is
 * @param text the same JSON as received
 * @returns undefined where it is no object
 */
export function overviewOf(raw: unknown, text: string): Overview | undefined {
  const read = readView(raw);
  if (read === undefined) return undefined;
  const { http = {}, tcp = {}, udp = {}, certificates, features = {}, providers } = read.view;
  return {
    counts: { http, tcp, udp, certificates },
    features: {
      // A feature that is off is an empty text.
      tracing: features.tracing || undefined,
      metrics: features.metrics || undefined,
      accessLog: features.accessLog,
    },
    providers: providers ?? NONE,
    unread: read.unread,
    text,
  };
}
