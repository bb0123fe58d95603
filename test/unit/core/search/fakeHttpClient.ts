import type { Endpoint } from '../../../../src/core/base/endpoints/endpoint';
import {
  isRequestFailure,
  RequestFailure as Rejection,
  type RequestFailure,
} from '../../../../src/core/base/errors/failure';
import type { HttpClient, HttpRequest, HttpResponse } from '../../../../src/core/base/http/httpClient';

export const endpoint: Endpoint = {
  version: 1,
  id: '0b7cbd7a-2f6e-4f0e-9a3c-6f6e0f4a1d11',
  kind: 'search',
  name: 'logs',
  url: 'http://127.0.0.1:9200',
  auth: { type: 'basic', username: 'elastic', password: 'changeme-test' },
  headers: {},
  order: 0,
};

export function json(value: unknown, status = 200): HttpResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** Whether a request body is what the search client sends to see whether bodies arrive. */
export const isCheck = (body: string | undefined): boolean => body?.includes('does_this_body_arrive') === true;

/** What engines answer to that check (recorded: unknown-key). */
export const checkRefusal: HttpResponse = json(
  { error: { type: 'parsing_exception', reason: 'Unknown key for a VALUE_BOOLEAN in [does_this_body_arrive].' } },
  400,
);

/** The path that the product asks for, without what makes the address of each search another one. */
export function plainPath(path: string): string {
  const plain = path.replace(/([?&])(?:batched_reduce_size=\d+|scroll=\d+nanos)$/, '');
  return /\/_count\?/.test(plain) ? plain.replace(/\?preference=[0-9a-f-]{36}$/, '') : plain;
}

/** An HTTP client whose answers a test gives; `asked` holds every request that came through. */
export function fakeHttpClient(answer: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>): HttpClient & {
  readonly asked: HttpRequest[];
} {
  const asked: HttpRequest[] = [];
  return {
    endpoint,
    asked,
    async request(request) {
      asked.push(request);
      return answer(request);
    },
    async close() {},
  };
}

/** An HTTP client that answers only when told to, and rejects as soon as a request is canceled. */
export function slowHttpClient() {
  const waiting: ((answer: HttpResponse) => void)[] = [];
  const client = fakeHttpClient(
    ({ signal }) =>
      new Promise((resolve, reject) => {
        waiting.push(resolve);
        signal?.addEventListener('abort', () =>
          reject(new Rejection({ kind: 'reset', sentence: 'The connection broke.', nextStep: 'Try again.' })),
        );
      }),
  );
  return { client, answer: (at: number, answer: HttpResponse) => waiting[at]?.(answer) };
}

/** The `RequestFailure` that `attempt` rejects or throws with. */
export async function failureFrom(attempt: () => unknown): Promise<RequestFailure['failure']> {
  try {
    await attempt();
  } catch (error) {
    if (isRequestFailure(error)) return error.failure;
    throw error;
  }
  throw new Error('it did not fail');
}
