import { isIP } from 'node:net';
import * as l10n from '@vscode/l10n';
import { withoutAround, withoutTrailing } from '../text/trim';
import { type EndpointKind, hostName, hostValue } from './endpoint';

/** The base URL that request paths are appended to, made from an address that the user typed or pasted. */
export interface NormalizedUrl {
  /** http or https, without credentials, query, fragment, or trailing slash. */
  readonly url: string;
  /** The user and password in the URL, for the endpoint's `auth`. The password may be empty. */
  readonly credentials?: { readonly username: string; readonly password: string };
  /** For a search URL without a port: the same URL with 9200, the engines' usual port, which the user may choose. */
  readonly withUsualPort?: string;
}

const searchPort = '9200';

/**
 * Normalizes an endpoint's address. Accepts what users paste: the address of a dashboard (`/dashboard/#/http/routers`),
 * the API (`/api/http/routers`), or a search (`/logs/_search?q=x`), trailing slashes, and no scheme. Keeps a path
 * prefix.
 *
 * @returns the URL, or `problem`: a sentence with the reason and what to type instead.
 */
export function normalizeUrl(text: string, kind: EndpointKind): NormalizedUrl | { readonly problem: string } {
  const typed = text.trim();
  const example = kind === 'proxy' ? 'http://localhost:8080' : 'http://localhost:9200';
  if (typed === '') return { problem: l10n.t('Enter a URL, for example {0}.', example) };
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(typed)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    return { problem: l10n.t('Only http and https URLs are supported.') };
  }
  const address = scheme === undefined ? `http://${typed}` : typed;
  if (!URL.canParse(address)) return { problem: l10n.t('This is not a valid URL. Example: {0}.', example) };
  const parsed = new URL(address);

  const credentials = credentialsOf(parsed);
  if (credentials === 'unreadable') {
    return {
      problem: l10n.t(
        'The user name or password in the URL is not percent-encoded correctly. Remove both from the URL.',
      ),
    };
  }
  if (credentials?.username.includes(':')) return { problem: l10n.t('A user name cannot contain a colon.') };
  const path = kind === 'proxy' ? proxyPath(parsed.pathname) : searchPath(parsed.pathname);
  const url = `${parsed.protocol}//${parsed.host}${path}`;
  const portTyped = parsed.port !== '' || /^[^/]*:\d+$/.test(authority(typed));
  return {
    url,
    ...(credentials === undefined ? {} : { credentials }),
    ...(kind === 'search' && !portTyped
      ? { withUsualPort: `${parsed.protocol}//${parsed.hostname}:${searchPort}${path}` }
      : {}),
  };
}

/** The `host:port` as typed: `URL` drops the default port of a scheme, even if it was typed on purpose. */
function authority(typed: string): string {
  const rest = typed.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  return (/^[^/?#]*/.exec(rest)?.[0] ?? '').replace(/^.*@/, '');
}

function credentialsOf(url: URL): NormalizedUrl['credentials'] | 'unreadable' {
  if (url.username === '' && url.password === '') return undefined;
  try {
    return { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  } catch {
    return 'unreadable';
  }
}

/** Removes the path of the dashboard or the API, because requests append `/api/…` themselves. */
function proxyPath(pathname: string): string {
  return withoutTrailing(
    pathname
      .replace(/\/dashboard(\/.*)?$/, '')
      .replace(/\/api(\/(version|overview|rawdata|entrypoints|certificates|http|tcp|udp)(\/.*)?|\/)?$/, ''),
    '/',
  );
}

/** Removes `<index>/_search` and other calls of the engine. The index belongs in the search. */
function searchPath(pathname: string): string {
  return withoutTrailing(
    pathname.replace(/(\/[^/_][^/]*)?\/_(search|count|msearch|mapping|doc)(\/.*)?$/, '').replace(/\/_[^/]*.*$/, ''),
    '/',
  );
}

type Read = { readonly host: string } | { readonly problem: string };

/**
 * Reads a host as the user typed it: a name or an address, optionally with a port. Drops a scheme and path, and
 * converts letters beyond ASCII for DNS.
 *
 * @returns the host, or `problem`: a sentence with the reason and what to type instead.
 */
export function readHost(text: string): Read {
  const [typed = ''] = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .split(/[/?#]/, 1);
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(bracketed(typed)) ?? [];
  const known = inAscii(name);
  if (known === undefined || Number(port ?? 1) > 65_535 || Number(port ?? 1) === 0) {
    return {
      problem: l10n.t('Enter a host name or IP address, such as traefik.example.com or traefik.example.com:8443.'),
    };
  }
  const host = port === undefined ? known : `${known}:${Number(port)}`;
  return hostValue.safeParse(host).success
    ? { host }
    : { problem: l10n.t('This host name contains characters that are not allowed.') };
}

/** Reads the name that a certificate must be for, like `readHost` but without a port. */
export function readServerName(text: string): Read {
  const read = readHost(text);
  if ('problem' in read) return read;
  return hostName.safeParse(read.host).success
    ? read
    : { problem: l10n.t('Enter the host name without a port, such as traefik.example.com.') };
}

const bracketed = (typed: string): string => (isIP(typed) === 6 ? `[${typed}]` : typed);

function inAscii(name: string): string | undefined {
  if (name === '' || !URL.canParse(`http://${name}`)) return undefined;
  const { hostname, username } = new URL(`http://${name}`);
  return username === '' ? hostname : undefined;
}

/** The address of an endpoint to add, of either kind. */
export interface PastedAddress extends NormalizedUrl {
  /** The kind to try first: as given, or as the address suggests. */
  readonly likely: EndpointKind;
}

/** Longer than browsers accept: the rest of the text is ignored. */
const longestPaste = 10_000;
const delimiters = '"\'`<>(),;.!';
/** Elasticsearch and OpenSearch listen on the next port if 9200 is in use. */
const searchPorts: ReadonlySet<string> = new Set(['9200', '9201']);

/**
 * Reads the address of an endpoint from a pasted text: an address as in `normalizeUrl`, in quotes, in a sentence, in a
 * `curl` command (of which nothing else is used), or just a port of this machine.
 *
 * @param kind the kind of endpoint that the user adds, if known
 * @returns the address, or `problem`: a sentence with the reason and what to type instead.
 */
export function readPastedAddress(
  text: string,
  kind: EndpointKind | undefined,
): PastedAddress | { readonly problem: string } {
  const address = addressIn(text.slice(0, longestPaste));
  const [proxy, search] = [normalizeUrl(address, 'proxy'), normalizeUrl(address, 'search')];
  if ('problem' in proxy) return kind === 'search' && 'problem' in search ? search : proxy;
  if ('problem' in search) return search;
  // Each normalization removes the paths of its own kind of server.
  const url = search.url.length < proxy.url.length ? search.url : proxy.url;
  const suggested = search.url.length < proxy.url.length || searchPorts.has(new URL(url).port) ? 'search' : 'proxy';
  const { withUsualPort, ...shared } = search;
  return {
    ...shared,
    url,
    likely: kind ?? suggested,
    ...(kind !== 'proxy' && withUsualPort !== undefined && { withUsualPort }),
  };
}

/** The part of the text that looks like an address. */
function addressIn(text: string): string {
  const typed = text.trim();
  const whole = /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'`<>]+/i.exec(typed)?.[0];
  if (whole !== undefined) return withoutTrailing(whole, delimiters);
  const words = typed.split(/\s+/);
  const isCommand = words.length > 1 && /^(?:curl|wget|https?)$/.test(words[0] ?? '');
  const word = (isCommand ? words.slice(1).findLast((one) => !one.startsWith('-')) : words[0]) ?? '';
  const bare = withoutAround(word, delimiters);
  if (/^:?\d{1,5}(?:\/|$)/.test(bare)) return `localhost:${bare.replace(/^:/, '')}`;
  return isIP(bare) === 6 ? `[${bare}]` : bare;
}
