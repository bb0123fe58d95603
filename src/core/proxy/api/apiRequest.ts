import { setTimeout as after } from 'node:timers/promises';
import { canceledFailure } from '../../base/errors/failure';
import type { HttpClient, HttpResponse } from '../../base/http/httpClient';
import { retryAfterOf } from '../../base/http/responseFailures';
import type { ReadBudget } from './readBudget';

/** Requests a path below the endpoint's URL. Rejects as the client does. */
export type ApiRequest = (path: string) => Promise<HttpResponse>;

/** The longest wait before a request is repeated, and the longest total wait of a refresh, in milliseconds. */
const longestWaitMs = 30_000;
const mostWaitingMs = 60_000;
/** The wait if the server names no time, or zero, in milliseconds. */
const shortestWaitMs = 1_000;

/** Endpoints that responded 429 to parallel requests, so that the next refresh sends one at a time from the start. */
const oneByOne = new WeakSet<HttpClient>();

/**
 * The requests of one refresh. After a 429, such as from Traefik's `inFlightReq` and `rateLimit`, the request is
 * repeated once after the time that the server asks for, and from then on there is one request at a time. A second 429,
 * or one that asks for more than `longestWaitMs`, is returned.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/middlewares/ratelimiter/rate_limiter.go
 */
export function openApiRequests(client: HttpClient, signal: AbortSignal, budget: ReadBudget): ApiRequest {
  const sideBySide = new Set<Promise<unknown>>();
  let line: Promise<unknown> = Promise.resolve();
  let waited = 0;

  const onBytes = (count: number): boolean => budget.takeBytes(count);
  const request: ApiRequest = (path) => client.request({ method: 'GET', path, signal, onBytes });
  const atOnce: ApiRequest = (path) => {
    const asked = request(path);
    sideBySide.add(asked);
    const ended = (): void => void sideBySide.delete(asked);
    asked.then(ended, ended);
    return asked;
  };
  /** Waits for all requests under way. */
  const inLine = (path: string, waitMs: number): Promise<HttpResponse> => {
    const asked = line.then(async () => {
      await Promise.allSettled(sideBySide);
      if (waitMs > 0) await after(waitMs, undefined, { signal }).catch(() => Promise.reject(canceledFailure()));
      return request(path);
    });
    line = asked.catch(() => {});
    return asked;
  };

  return async (path) => {
    const wasAlone = oneByOne.has(client);
    const answer = await (wasAlone ? inLine(path, 0) : atOnce(path));
    if (answer.status !== 429) return answer;
    oneByOne.add(client);
    const { retryAfterSeconds } = retryAfterOf(answer);
    const hasRetryAfter = retryAfterSeconds !== undefined;
    // A request that was refused only because of parallel ones waits for these, not longer.
    const waitMs = hasRetryAfter || wasAlone ? Math.max(shortestWaitMs, (retryAfterSeconds ?? 0) * 1_000) : 0;
    waited += waitMs;
    return waitMs > longestWaitMs || waited > mostWaitingMs ? answer : inLine(path, waitMs);
  };
}
