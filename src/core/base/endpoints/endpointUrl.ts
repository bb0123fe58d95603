import { withoutTrailing } from '../text/trim';
import type { EndpointKind } from './endpoint';

/** What a person typed or pasted as an endpoint's address, made into the base URL that requests are appended to. */
export interface NormalisedUrl {
  /** http or https, no credentials, query, fragment or trailing slash. */
  readonly url: string;
  /** User and password that stood in the URL; they belong into the endpoint's auth. The password may be empty. */
  readonly credentials?: { readonly username: string; readonly password: string };
  /** For a search URL without a port: the same with 9200, where these engines usually listen. To be offered, not taken. */
  readonly withUsualPort?: string;
}

const SEARCH_PORT = '9200';

/**
 * Normalises an endpoint's address. Accepts what people paste: a dashboard's address (`/dashboard/#/http/routers`), the
 * API's (`/api/http/routers`), a search's (`/logs/_search?q=x`), trailing slashes, no scheme at all. A path prefix stays.
 *
 * @returns the URL, or `problem`: a sentence that says what to type instead.
 */
export function normaliseUrl(text: string, kind: EndpointKind): NormalisedUrl | { readonly problem: string } {
  const typed = text.trim();
  const example = kind === 'proxy' ? 'http://localhost:8080' : 'http://localhost:9200';
  if (typed === '') return { problem: `Enter an address, for example ${example}.` };
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(typed)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    return { problem: 'Only http and https addresses can be used.' };
  }
  const address = scheme === undefined ? `http://${typed}` : typed;
  if (!URL.canParse(address)) return { problem: `This is not an address. An example: ${example}.` };
  const parsed = new URL(address);

  const credentials = credentialsOf(parsed);
  if (credentials === 'unreadable') {
    return { problem: 'The user or password in the address is not percent-encoded correctly. Leave them out here.' };
  }
  if (credentials?.username.includes(':')) return { problem: 'A user name cannot hold a colon.' };
  const path = kind === 'proxy' ? proxyPath(parsed.pathname) : searchPath(parsed.pathname);
  const url = `${parsed.protocol}//${parsed.host}${path}`;
  const portTyped = parsed.port !== '' || /^[^/]*:\d+$/.test(authority(typed));
  return {
    url,
    ...(credentials === undefined ? {} : { credentials }),
    ...(kind === 'search' && !portTyped
      ? { withUsualPort: `${parsed.protocol}//${parsed.hostname}:${SEARCH_PORT}${path}` }
      : {}),
  };
}

/** The `host:port` of an address as typed: URL drops a scheme's own port, which a person may have meant. */
function authority(typed: string): string {
  const rest = typed.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  return (/^[^/?#]*/.exec(rest)?.[0] ?? '').replace(/^.*@/, '');
}

function credentialsOf(url: URL): NormalisedUrl['credentials'] | 'unreadable' {
  if (url.username === '' && url.password === '') return undefined;
  try {
    return { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  } catch {
    return 'unreadable';
  }
}

/** Without the tail that belongs to the dashboard or the API: requests append `/api/…` themselves. */
function proxyPath(pathname: string): string {
  return withoutTrailing(
    pathname
      .replace(/\/dashboard(\/.*)?$/, '')
      .replace(/\/api(\/(version|overview|rawdata|entrypoints|certificates|http|tcp|udp)(\/.*)?|\/)?$/, ''),
    '/',
  );
}

/** Without `<index>/_search` and other calls of the engine: the index belongs into the search. */
function searchPath(pathname: string): string {
  return withoutTrailing(
    pathname.replace(/(\/[^/_][^/]*)?\/_(search|count|msearch|mapping|doc)(\/.*)?$/, '').replace(/\/_[^/]*.*$/, ''),
    '/',
  );
}
