import type { Endpoint } from '../../base/endpoints/endpoint';
import { notJson } from '../../base/http/answers';
import type { HttpAnswer } from '../../base/http/door';
import { runJob } from '../../base/worker/runJob';
import { readPlacesJob, type SearchAnswer, withTexts } from './answer';
import { notAnEngine } from './failure';

/**
 * Reads a good reply to a search: on another thread where it is long.
 *
 * @throws RequestFailure where it is none, and where it was canceled
 */
export async function readReply(reply: HttpAnswer, endpoint: Endpoint, signal?: AbortSignal): Promise<SearchAnswer> {
  const { body } = reply;
  const read = await runJob(readPlacesJob, [body, endpoint], { length: body.length, signal });
  if (read === 'not JSON') throw notJson(reply, endpoint);
  if (typeof read === 'string') throw notAnEngine(reply, endpoint);
  return withTexts(read, body);
}
