import { isSuccess, parseJson } from '../../../../../src/core/base/http/responseFailures';
import type { SearchPage } from '../../../../../src/core/search/paging/pager';
import { readAnswer } from '../../../../../src/core/search/wire/searchAnswer';
import { failureOf, notAnEngine } from '../../../../../src/core/search/wire/searchFailure';
import type { Recording } from '../../../../recordings/read';
import { endpoint as withCredentials } from '../fakeHttpClient';

const withoutCredentials: typeof withCredentials = { ...withCredentials, auth: { type: 'none' } };

function askedFor(body: string): { readonly from: number; readonly size: number } {
  try {
    const { from = 0, size = 10 } = JSON.parse(body);
    return { from: Math.max(0, Math.trunc(from)), size: Math.max(0, Math.trunc(Number(size))) };
  } catch {
    return { from: 0, size: 10 };
  }
}

/** The page that the pager makes of a recorded answer. Throws the failure that it would throw. */
export function pageOf({ request, response }: Recording): SearchPage {
  const endpoint = Object.keys(request.headers).some((name) => name.toLowerCase() === 'authorization')
    ? withCredentials
    : withoutCredentials;
  if (!isSuccess(response)) throw failureOf(response, endpoint);
  const answer = readAnswer(response.body, parseJson(response, endpoint));
  if (answer === undefined) throw notAnEngine(response, endpoint);
  const body = request.body?.startsWith('{') ? request.body : '{}';
  const { from, size } = askedFor(body);
  return {
    ...answer,
    search: { index: 'access-logs', body, from, size },
    from,
    size,
    asked: request.path.startsWith('/_search') ? 'point in time' : 'from/size',
    hasPrevious: from > 0,
    hasNext: false,
    notes: [],
    bytes: Buffer.byteLength(response.body),
    sent: { method: request.method === 'GET' ? 'GET' : 'POST', path: request.path, body },
  };
}
