import { cleanPath, escapedPath, type GoPath, goPathOf, hasControls } from '../rules/goPath';

/**
 * URLs as Go stores and writes them, for the effects of Traefik's middlewares. Texts are bytes: every UTF-16 unit is
 * one byte of Go's string, so that a decoded path need not be UTF-8.
 *
 * @see https://github.com/golang/go/blob/go1.24.0/src/net/url/url.go
 */

/** The parts of a URL that a middleware can change. */
export interface GoUrl extends GoPath {
  /** With its question mark; empty if there is none. */
  readonly query: string;
}

/** A URL with a scheme and a host. */
interface GoAddress extends GoUrl {
  readonly scheme: string;
  readonly host: string;
  /** With its hash; empty if nothing follows it. */
  readonly fragment: string;
}

/** Reads a request target, `/path?query`; undefined if Go refuses it or it has another form. */
export function parseTarget(target: string): GoUrl | undefined {
  if (!target.startsWith('/') || hasControls(target) || target.includes(' ')) return undefined;
  const [path, query] = cutQuery(target);
  const placed = goPathOf(path);
  return placed && { ...placed, query };
}

/**
 * Reads the target of a redirect. `error` if Go refuses it; `unsure` for forms that are not supported here, such as
 * those with credentials or without a host.
 */
export function parseAddress(text: string): GoAddress | 'error' | 'unsure' {
  if (hasControls(text)) return 'error';
  const [, scheme, authority, rest] = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)(.*)$/is.exec(text) ?? [];
  if (scheme === undefined || authority === undefined || rest === undefined) return 'unsure';
  if (/%[0-7]/.test(authority) || authority.includes(' ')) return 'error';
  if (!/^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d*)?$/i.test(authority)) return 'unsure';
  const hash = rest.indexOf('#');
  // Go omits an empty fragment when it writes the address.
  const fragment = hash < 0 || hash === rest.length - 1 ? '' : rest.slice(hash);
  if (/[^\w.~!$&'()*+,;=:@/?#-]/.test(fragment)) return 'unsure';
  const [path, query] = cutQuery(hash < 0 ? rest : rest.slice(0, hash));
  const placed = goPathOf(path);
  return placed === undefined ? 'error' : { scheme: scheme.toLowerCase(), host: authority, ...placed, query, fragment };
}

/** Writes an address for the Location header. */
export function addressText(address: GoAddress): string {
  return `${address.scheme}://${address.host}${escapedPath(address)}${address.query}${address.fragment}`;
}

/** Writes a URL as the target of a request. */
export function targetText(url: GoUrl): string {
  return `${escapedPath(url) || '/'}${url.query}`;
}

/** The same URL without `.`, `..` and empty segments: Go's `JoinPath` of nothing. */
export function cleanedUrl<T extends GoUrl>(url: T): T {
  return { ...url, ...goPathOf(cleanPath(escapedPath(url))) };
}

/** Joins two paths with one slash. */
export function joinedUrlPaths(base: GoUrl, url: GoUrl): GoUrl {
  const [before, behind] = [escapedPath(base), escapedPath(url)];
  const [hasSlash, begins] = [before.endsWith('/'), behind.startsWith('/')];
  const join = (one: string, other: string): string =>
    hasSlash && begins ? one + other.slice(1) : hasSlash || begins ? one + other : `${one}/${other}`;
  const isPlain = base.rawPath === '' && url.rawPath === '';
  return { path: join(base.path, url.path), rawPath: isPlain ? '' : join(before, behind), query: url.query };
}

function cutQuery(text: string): readonly [before: string, query: string] {
  const mark = text.indexOf('?');
  return mark < 0 ? [text, ''] : [text.slice(0, mark), text.slice(mark)];
}
