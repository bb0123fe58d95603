import type { Endpoint } from '../../base/endpoints/endpoint';
import type { HttpResponse } from '../../base/http/httpClient';
import { notJson } from '../../base/http/responseFailures';
import { runJob } from '../../base/worker/runJob';
import { readPlacesJob, type SearchAnswer, withTexts } from './searchAnswer';
import { notAnEngine } from './searchFailure';

/**
 * Reads a successful reply to a search: on another thread if it is long.
 *
 * @throws RequestFailure if it is not a search response, and if reading was canceled
 */
export async function readReply(reply: HttpResponse, endpoint: Endpoint, signal?: AbortSignal): Promise<SearchAnswer> {
  const { body } = reply;
  const read = await runJob(readPlacesJob, [body, endpoint], { length: body.length, signal });
  if (read === 'not JSON') throw notJson(reply, endpoint);
  if (typeof read === 'string') throw notAnEngine(reply, endpoint);
  return withTexts(read, body);
}
