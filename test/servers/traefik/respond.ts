import type { Handler, ReceivedRequest, Reply } from '../shared/reply';
import { goJson } from './json-text';
import { type Listing, listingPaths, pageOf, type TraefikVersion } from './listing';
import { recordedAnswer } from './recorded';
import { overview, rawData, type State } from './state';
import { supportDumpOf } from './supportDump';

/** Go announces the length of what fits its buffer of 2,048 bytes and sends more in chunks. */
function framed(reply: Omit<Reply, 'framing'>): Reply {
  return { ...reply, framing: Buffer.byteLength(reply.body) > 2048 ? 'chunked' : 'length' };
}

function json(body: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return framed({ status: 200, headers: { 'content-type': 'application/json', ...headers }, body });
}

/** Go's http.Error: whatever the text, `text/plain` that must not be sniffed. */
function refusal(status: number, text: string): Reply {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    body: `${text}\n`,
  };
}

const message = (status: number, words: string) => refusal(status, goJson({ message: words }));
/** What Traefik answers where no router matches, and its API on a path that it does not know. */
export const notRouted = refusal(404, '404 page not found');

/** Go's own answer to a request line that it cannot parse. */
const badRequest: Reply = {
  status: 400,
  headers: { 'content-type': 'text/plain; charset=utf-8', connection: 'close' },
  body: '400 Bad Request',
};

const dashboard: Reply = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!DOCTYPE html><html lang="en"><head><title>Traefik Proxy</title></head><body><div id="root"></div></body></html>\n',
};

function wrongMethod(method: string): Reply {
  return { status: 405, headers: {}, body: '', framing: method === 'HEAD' ? 'none' : 'length' };
}

function list(listing: Listing, query: string, version: TraefikVersion): Reply {
  const page = pageOf(listing, new URLSearchParams(query), version);
  if ('refused' in page) return message(400, page.refused);
  return json(`[${page.items.map((item) => item.text).join(',')}]\n`, { 'x-next-page': String(page.nextPage) });
}

const itemWords: readonly (readonly [pathEnd: string, word: string])[] = [
  ['routers', 'router'],
  ['services', 'service'],
  ['middlewares', 'middleware'],
  ['entrypoints', 'entry point'],
  ['certificates', 'certificate'],
];

function single(listing: Listing, segment: string): Reply {
  const name = decodeURIComponent(segment);
  const item = listing.byName.get(name);
  if (item !== undefined) return json(`${item.text}\n`);
  const word = itemWords.find(([end]) => listing.path.endsWith(end))?.[1] ?? 'item';
  return message(404, `${word} not found: ${name}`);
}

/** The static configuration as Traefik anonymizes it: addresses of entry points, and nothing that is false. */
function supportDump(state: State): Reply {
  const names = [...(state.listing('entrypoints')?.byName.keys() ?? [])];
  const entryPoints = Object.fromEntries(
    names.map((name) => [name, { address: 'xxxx', forwardedHeaders: {}, http: {} }]),
  );
  const providers = {
    providersThrottleDuration: '2s',
    file: { directory: '/etc/traefik/dynamic', watch: true },
    rest: {},
  };
  const headers = {
    'content-type': 'application/gzip',
    'content-disposition': 'attachment; filename=support-dump.tar.gz',
  };
  const body = supportDumpOf(JSON.stringify({ entryPoints, providers, api: { dashboard: true } }), rawData(state));
  return { status: 200, headers, body, framing: 'chunked' };
}

function decodes(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Traefik's API and dashboard over `state`.
 *
 * @param basePath a prefix below which everything lies, such as `/ops/traefik`; empty for none. Requests outside it are
 *   not routed.
 */
export function traefikHandler(version: TraefikVersion, state: State, basePath: string): Handler {
  function api(request: ReceivedRequest, path: string, query: string): Reply {
    const get = (reply: () => Reply) => (request.method === 'GET' ? reply() : wrongMethod(request.method));
    if (path === '/version') return get(() => recordedAnswer(version, 'version'));
    if (path === '/overview') return get(() => json(overview(state, version)));
    if (path === '/rawdata') return get(() => json(rawData(state)));
    if (path === '/support-dump' && version === '3.7') return get(() => supportDump(state));
    for (const listed of listingPaths) {
      const listing = state.listing(listed);
      if (listing === undefined) continue;
      if (path === `/${listed}`) return get(() => list(listing, query, version));
      const segment = path.startsWith(`/${listed}/`) ? path.slice(listed.length + 2) : '';
      if (segment !== '' && !segment.includes('/')) return get(() => single(listing, segment));
    }
    return notRouted;
  }

  /** Below a prefix that a middleware strips, 3.7 does not find the dashboard and 2.11 does. */
  function root(request: ReceivedRequest): Reply {
    if (basePath !== '') return recordedAnswer(version, 'prefixed-root');
    const reply = recordedAnswer(version, 'root');
    return { ...reply, headers: { ...reply.headers, location: `http://${request.headers.host ?? ''}/dashboard/` } };
  }

  return (request) => {
    const [path = '', query = ''] = request.path.split(/\?(.*)/s);
    if (!decodes(path)) return badRequest;
    if (!path.startsWith(`${basePath}/`)) return notRouted;
    const inside = path.slice(basePath.length);
    if (inside === '/') return root(request);
    if (inside === '/dashboard/') return dashboard;
    return inside.startsWith('/api/') ? api(request, inside.slice('/api'.length), query) : notRouted;
  };
}
