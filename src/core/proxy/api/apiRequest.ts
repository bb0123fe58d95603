import { setTimeout as after } from 'node:timers/promises';
import { cancelled } from '../../base/errors/failure';
import type { HttpClient, HttpResponse } from '../../base/http/httpClient';
import { retryAfterOf } from '../../base/http/responseFailures';
import type { ReadBudget } from './readBudget';

/** Asks for a path below the endpoint's URL. Rejects as the client does. */
export type ApiRequest = (path: string) => Promise<HttpResponse>;

/** Milliseconds that are waited before something is asked again at most, and in one refresh together. */
const LONGEST_WAIT_MS = 30_000;
const MOST_WAITING_MS = 60_000;
/** Milliseconds that are waited where the server does not say how long, or says that it is no time at all. */
const SHORTEST_WAIT_MS = 1_000;

/** Endpoints that answered 429 to requests side by side: spares asking them too often again at each refresh. */
const oneByOne = new WeakSet<HttpClient>();

/**
 * How one refresh asks. Where a server answers 429, as Traefik's `inFlightReq` and `rateLimit` do, that is asked once more,
 * after as long as the server says, and from then on one thing after the other. An answer that is 429 again, or asks for more
 * patience than a person at a screen has, is given as it is.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/middlewares/ratelimiter/rate_limiter.go
 */
export function openApiRequests(client: HttpClient, signal: AbortSignal, budget: ReadBudget): ApiRequest {
  const sideBySide = new Set<Promise<unknown>>();
  let line: Promise<unknown> = Promise.resolve();
  let waited = 0;

  const request: ApiRequest = (path) => client.request({ method: 'GET', path, signal, onBytes: budget.takeBytes });
  const atOnce: ApiRequest = (path) => {
    const asked = request(path);
    sideBySide.add(asked);
    const ended = (): void => void sideBySide.delete(asked);
    asked.then(ended, ended);
    return asked;
  };
  /** Behind all that is asked already. */
  const inLine = (path: string, waitMs: number): Promise<HttpResponse> => {
    const asked = line.then(async () => {
      await Promise.allSettled(sideBySide);
      if (waitMs > 0) await after(waitMs, undefined, { signal }).catch(() => Promise.reject(cancelled()));
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
    const isTold = retryAfterSeconds !== undefined;
    // What was refused only because of the others need not wait longer than they take.
    const waitMs = isTold || wasAlone ? Math.max(SHORTEST_WAIT_MS, (retryAfterSeconds ?? 0) * 1_000) : 0;
    waited += waitMs;
    return waitMs > LONGEST_WAIT_MS || waited > MOST_WAITING_MS ? answer : inLine(path, waitMs);
  };
}
