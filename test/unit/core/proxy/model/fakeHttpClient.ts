import type { Endpoint } from '../../../../../src/core/base/endpoints/endpoint';
import { canceledFailure, RequestFailure } from '../../../../../src/core/base/errors/failure';
import type { HttpClient, HttpRequest, HttpResponse } from '../../../../../src/core/base/http/httpClient';
import type { ApiRequest } from '../../../../../src/core/proxy/api/apiRequest';

/** A proxy endpoint for tests. */
export const proxyEndpoint: Endpoint = {
  version: 1,
  id: '0b7cbd7a-2f6e-4f0e-9a3c-6f6e0f4a1d11',
  kind: 'proxy',
  name: 'edge',
  url: 'http://proxy.example.test:8080',
  auth: { type: 'none' },
  headers: {},
  order: 0,
};

/** An HTTP client with no network behind it, and all that was asked of it. */
export interface FakeHttpClient extends HttpClient {
  /** The requests' paths with their queries, in the order of asking. */
  readonly paths: readonly string[];
}

/** Answers by a function. Like the real client it rejects as canceled as soon as the signal aborts. */
export function fakeHttpClient(answer: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>): FakeHttpClient {
  const paths: string[] = [];
  return {
    endpoint: proxyEndpoint,
    paths,
    async request(request) {
      if (request.signal?.aborted) throw canceledFailure();
      paths.push(request.path);
      return new Promise((resolve, reject) => {
        const onAbort = (): void => reject(canceledFailure());
        request.signal?.addEventListener('abort', onAbort, { once: true });
        Promise.resolve(answer(request))
          .then((answered) => counted(request, answered))
          .finally(() => request.signal?.removeEventListener('abort', onAbort))
          .then(resolve, reject);
      });
    },
    close: async () => {},
  };
}

/** The body's bytes are told as the real client tells them. */
function counted({ onBytes }: HttpRequest, answer: HttpResponse): HttpResponse {
  if (onBytes === undefined || onBytes(Buffer.byteLength(answer.body))) return answer;
  throw new RequestFailure({ kind: 'tooLarge', sentence: 'The answer is too large.', nextStep: 'Ask for less.' });
}

/** Asks the client for paths, each once. */
export function askOf(client: HttpClient): ApiRequest {
  return (path) => client.request({ method: 'GET', path });
}

/** A JSON answer at 200. */
export function json(value: unknown, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  return { status: 200, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** What Traefik says of a path that it does not know. */
export const pageNotFound: HttpResponse = {
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: '404 page not found\n',
};

/** What Traefik says of a page behind the last one. */
export const pageBehindLast: HttpResponse = {
  status: 400,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: '{"message":"invalid request: page: 2, per_page: 10000"}\n',
};

/** The page that a request asks for. */
export function pageOf({ path }: Pick<HttpRequest, 'path'>): number {
  return Number(new URL(path, 'http://x').searchParams.get('page'));
}
