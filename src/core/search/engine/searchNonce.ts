import { randomInt, randomUUID } from 'node:crypto';
import type { HttpRequest, HttpResponse } from '../../base/http/httpClient';

/** A parameter that an engine accepts at some path and that never changes its response, with any value. */
interface NonceParameter {
  readonly name: string;
  readonly value: () => string;
}

/** The engines' default for shard results reduced at once. Fewer would show in the response (`num_reduce_phases`). */
const leastReduced = 512;
/** Engines parse it as a Java `int`. */
const mostReduced = 2 ** 31 - 1;
const longestKept = 300_000_000_000;

/**
 * Measured on all seven engines: the responses are identical byte for byte, except for `took` and IDs
 * (test/live/nonce.live.ts). Other parameters do not work: with `filter_path`, engines rewrite `_source` and shorten
 * its decimals; in a point in time, they refuse `preference`.
 */
const parameters: readonly (readonly [path: RegExp, parameter: NonceParameter])[] = [
  [/\/_search$/, { name: 'batched_reduce_size', value: () => String(randomInt(leastReduced, mostReduced)) }],
  // It selects the shard copies only for this one count or point in time.
  [/\/(?:_count|_pit|_search\/point_in_time)$/, { name: 'preference', value: randomUUID }],
  // The value in the body takes precedence.
  [/\/_search\/scroll$/, { name: 'scroll', value: () => `${longestKept - randomInt(2 ** 32)}nanos` }],
];

/**
 * Gives each search of one endpoint a different URL, so that no cache on the way that stores responses by URL (nginx,
 * HAProxy, Varnish) can return the response of another search. A parameter that the engine refused is never sent again.
 *
 * @returns sends a request, with a nonce if it is a search; if the engine refuses the nonce, once more without
 */
export function openNonces() {
  const refused = new Set<NonceParameter>();
  return async (request: HttpRequest, by: (request: HttpRequest) => Promise<HttpResponse>): Promise<HttpResponse> => {
    const parameter = parameterFor(request);
    if (parameter === undefined || refused.has(parameter)) return by(request);
    const mark = request.path.includes('?') ? '&' : '?';
    const answer = await by({ ...request, path: `${request.path}${mark}${parameter.name}=${parameter.value()}` });
    if (!isRefusalOf(parameter, request, answer)) return answer;
    refused.add(parameter);
    return by(request);
  };
}

function parameterFor({ method, path }: HttpRequest): NonceParameter | undefined {
  if (method === 'DELETE') return undefined;
  const [address = '', query] = path.split('?', 2);
  const parameter = parameters.find(([pattern]) => pattern.test(address))?.[1];
  return parameter === undefined || new URLSearchParams(query).has(parameter.name) ? undefined : parameter;
}

/** Longer responses are not searched: engines name a refused parameter at the beginning. */
const mostOfRefusal = 10_000;

function isRefusalOf({ name }: NonceParameter, request: HttpRequest, answer: HttpResponse): boolean {
  // Other refusals may repeat the address.
  if (answer.status !== 400) return false;
  const refusal = answer.body.slice(0, mostOfRefusal);
  if (!refusal.includes(name)) return false;
  // If the body has a member of that name, the engine may refuse that one.
  return request.body?.includes(name) !== true || /parameter/i.test(refusal);
}
