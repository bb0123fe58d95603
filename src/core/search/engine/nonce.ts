import { randomInt, randomUUID } from 'node:crypto';
import type { HttpRequest, HttpResponse } from '../../base/http/httpClient';
import { isSuccess } from '../../base/http/responseFailures';

/** A parameter that an engine takes at some path and that changes nothing in its answer, whatever its value. */
interface NonceParameter {
  readonly name: string;
  readonly value: () => string;
}

/** The engines' own number of shards whose results they reduce at once. Fewer would show in the answer (`num_reduce_phases`). */
const leastReduced = 512;
/** They read it as a Java `int`. */
const mostReduced = 2 ** 31 - 1;
const longestKept = 300_000_000_000;

/**
 * Measured on all seven engines, where the answers are the same to the byte but for `took` and ids
 * (test/live/nonce.live.ts). With `filter_path` engines write `_source` anew, and shorten its decimals; in a point in time
 * they refuse `preference`.
 */
const parameters: readonly (readonly [path: RegExp, parameter: NonceParameter])[] = [
  [/\/_search$/, { name: 'batched_reduce_size', value: () => String(randomInt(leastReduced, mostReduced)) }],
  // Its choice of copies lasts for this one count, or point in time.
  [/\/(?:_count|_pit|_search\/point_in_time)$/, { name: 'preference', value: randomUUID }],
  // What the body says of it goes before.
  [/\/_search\/scroll$/, { name: 'scroll', value: () => `${longestKept - randomInt(2 ** 32)}nanos` }],
];

/**
 * Makes the address of each search another one, so that nothing on the way that keeps answers by their address (a cache of
 * nginx, HAProxy, Varnish) can give one search the answer to another.
 */
interface Nonces {
  /** Sends a request, with a nonce where it is a search, and again without where that is what the engine refuses. */
  send(request: HttpRequest, by: (request: HttpRequest) => Promise<HttpResponse>): Promise<HttpResponse>;
}

/** For one endpoint: a parameter that its engine refused is never sent again. */
export function openNonces(): Nonces {
  const refused = new Set<NonceParameter>();
  return {
    async send(request, by) {
      const parameter = parameterFor(request);
      if (parameter === undefined || refused.has(parameter)) return by(request);
      const mark = request.path.includes('?') ? '&' : '?';
      const answer = await by({ ...request, path: `${request.path}${mark}${parameter.name}=${parameter.value()}` });
      if (!isRefusalOf(parameter, request, answer)) return answer;
      refused.add(parameter);
      return by(request);
    },
  };
}

function parameterFor({ method, path }: HttpRequest): NonceParameter | undefined {
  if (method === 'DELETE') return undefined;
  const [address = '', query] = path.split('?', 2);
  const parameter = parameters.find(([pattern]) => pattern.test(address))?.[1];
  return parameter === undefined || new URLSearchParams(query).has(parameter.name) ? undefined : parameter;
}

/** Longer answers are not looked through: whoever refuses a parameter names it at once. */
const mostOfRefusal = 10_000;

function isRefusalOf({ name }: NonceParameter, request: HttpRequest, answer: HttpResponse): boolean {
  if (isSuccess(answer) || answer.status >= 500) return false;
  const said = answer.body.slice(0, mostOfRefusal);
  if (!said.includes(name)) return false;
  // Where the body has a member of that name, it may be what is refused.
  return request.body?.includes(name) !== true || /parameter/i.test(said);
}
