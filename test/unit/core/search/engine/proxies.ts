import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { readAll, serveHttp, type TestServer } from '../../base/http/servers';

/** What came through a fake proxy, oldest first. */
export interface Passed {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Passes a request on, as it is or changed. */
type Pass = (changed?: Partial<Passed>) => Promise<Answered>;

export interface FakeProxy extends TestServer {
  /** Every request that reached the proxy. */
  readonly seen: readonly Passed[];
  /** Changes what the proxy does from now on. */
  become(meddle: Meddle): void;
}

/** What a fake proxy does with a request: answers itself, or passes it on. */
export type Meddle = (asked: Passed, pass: Pass) => Promise<Answered> | Answered;

export function html(status: number, title: string): Answered {
  const body = `<!DOCTYPE html><html><head><title>${title}</title></head><body>${title}</body></html>`;
  return { status, headers: { 'content-type': 'text/html' }, body };
}

/** Passes all on: the behavior of nginx, HAProxy, Apache and Caddy. */
export const honest: Meddle = (_, pass) => pass();

/** Varnish: the body of a GET never reaches the engine. */
export const dropsBodies: Meddle = ({ method }, pass) => (method === 'GET' ? pass({ body: '' }) : pass());

/** nginx with `proxy_pass_request_body off`: no body ever reaches the engine. */
export const dropsAllBodies: Meddle = (_, pass) => pass({ body: '' });

/**
 * nginx with `proxy_cache`: keeps good answers to GET by their address, whatever the body.
 *
 * @param methods others are passed on (`proxy_cache_methods`)
 * @param keyOf what of the address counts (`proxy_cache_key`)
 */
export function cachesByAddress(methods: readonly string[] = ['GET'], keyOf = (path: string): string => path): Meddle {
  const kept = new Map<string, Answered>();
  return async ({ method, path }, pass) => {
    if (!methods.includes(method)) return pass();
    const known = kept.get(keyOf(path));
    const answer = known ?? (await pass());
    if (answer.status === 200) kept.set(keyOf(path), answer);
    return answer;
  };
}

/** A cache that takes no notice of the query of an address. */
export const withoutQuery = (path: string): string => path.replace(/\?.*$/, '');

/** An engine that does not know one of the parameters of an address. */
export function refusesParameter(name: string): Meddle {
  return ({ path }, pass) => {
    if (!new URLSearchParams(path.split('?')[1]).has(name)) return pass();
    const reason = `request [${withoutQuery(path)}] contains unrecognized parameter: [${name}]`;
    const error = {
      root_cause: [{ type: 'illegal_argument_exception', reason }],
      reason,
      type: 'illegal_argument_exception',
    };
    return {
      status: 400,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ error, status: 400 }),
    };
  };
}

/** ZincSearch: no search by GET, and names it does not know are no mistake. */
export const likeZincSearch: Meddle = ({ method, body }, pass) => {
  if (method === 'GET') return { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' };
  return pass({ body: body.replace(',"does_this_body_arrive":true', '') });
};

/** Refuses what has this method and a body, with an answer of its own. */
export function refuses(method: string, answer: Answered): Meddle {
  return (asked, pass) => (asked.method === method && asked.body !== '' ? answer : pass());
}

/** A proxy on a real socket before an engine. */
export async function proxyBefore(engineUrl: string, meddle: Meddle): Promise<FakeProxy> {
  const seen: Passed[] = [];
  let current = meddle;
  const onRequest = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = { method: incoming.method ?? '', path: incoming.url ?? '', body: await readAll(incoming) };
    seen.push(asked);
    const { status, headers, body } = await current(asked, (changed) => forward(engineUrl, { ...asked, ...changed }));
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  };
  const server = await serveHttp((incoming, response) => {
    onRequest(incoming, response).catch(() => response.destroy());
  });
  return {
    ...server,
    seen,
    become(next) {
      current = next;
    },
  };
}

function forward(engineUrl: string, { method, path, body }: Passed): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const headers =
      body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const outgoing: ClientRequest = request(`${engineUrl}${path}`, { method, headers, agent: false }, (answer) => {
      readAll(answer).then((text) => {
        const type = answer.headers['content-type'] ?? 'application/json';
        const product = answer.headers['x-elastic-product'];
        resolve({
          status: answer.statusCode ?? 0,
          headers: { 'content-type': type, ...(typeof product === 'string' && { 'x-elastic-product': product }) },
          body: text,
        });
      }, reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body === '' ? undefined : body);
  });
}
