import * as l10n from '@vscode/l10n';
import { withoutTrailing } from '../text/trim';
import type { EndpointKind } from './endpoint';

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
