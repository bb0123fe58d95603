/**
 * URLs as Go keeps and writes them, which is what Traefik's middlewares work on. Texts are bytes: every UTF-16 unit is one
 * byte of Go's string, so that a decoded path need not be UTF-8.
 *
 * @see https://github.com/golang/go/blob/go1.24.0/src/net/url/url.go
 */

/** What of a URL a middleware can change. */
export interface GoUrl {
  /** Decoded. */
  readonly path: string;
  /** As written, where encoding the decoded path gives another text; else empty. */
  readonly rawPath: string;
  /** With its question mark; empty where there is none. */
  readonly query: string;
}

/** A URL with a scheme and a host. */
export interface GoAddress extends GoUrl {
  readonly scheme: string;
  readonly host: string;
  /** With its hash; empty where there is none. */
  readonly fragment: string;
}

/** Reads a request target, `/path?query`; undefined where Go refuses it or it is of another form. */
export function parseTarget(target: string): GoUrl | undefined {
  if (!target.startsWith('/') || hasControls(target) || target.includes(' ')) return undefined;
  const [path, query] = cutQuery(target);
  const placed = withPath(path);
  return placed && { ...placed, query };
}

/**
 * Reads what a redirection leads to. `error` where Go refuses it; `unsure` for forms that are not read here, such as
 * those with credentials or without a host.
 */
export function parseAddress(text: string): GoAddress | 'error' | 'unsure' {
  if (hasControls(text)) return 'error';
  const [, scheme, authority, rest] = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)(.*)$/is.exec(text) ?? [];
  if (scheme === undefined || authority === undefined || rest === undefined) return 'unsure';
  if (/%[0-7]/.test(authority) || authority.includes(' ')) return 'error';
  if (!/^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d*)?$/i.test(authority)) return 'unsure';
  const hash = rest.indexOf('#');
  const fragment = hash < 0 ? '' : rest.slice(hash);
  if (/[^\w.~!$&'()*+,;=:@/?#-]/.test(fragment)) return 'unsure';
  const [path, query] = cutQuery(hash < 0 ? rest : rest.slice(0, hash));
  const placed = withPath(path);
  return placed === undefined ? 'error' : { scheme: scheme.toLowerCase(), host: authority, ...placed, query, fragment };
}

/** Writes an address, as the header Location gets it. */
export function addressText(address: GoAddress): string {
  return `${address.scheme}://${address.host}${escapedPath(address)}${address.query}${address.fragment}`;
}

/** Writes a URL as the target of a request. */
export function targetText(url: GoUrl): string {
  return `${escapedPath(url) || '/'}${url.query}`;
}

/** The path as it is sent: as it was written where that still says the same, else encoded anew. */
export function escapedPath({ path, rawPath }: Pick<GoUrl, 'path' | 'rawPath'>): string {
  if (rawPath !== '' && !NOT_IN_PATHS.test(rawPath) && unescaped(rawPath) === path) return rawPath;
  return path === '*' ? '*' : escaped(path);
}

/** The same URL without `.`, `..` and empty segments: Go's `JoinPath` of nothing. */
export function cleaned<T extends GoUrl>(url: T): T {
  const written = escapedPath(url);
  const whole = written.startsWith('/') ? written : `/${written}`;
  const clean = cleanPath(whole);
  const slashed = whole.endsWith('/') && !clean.endsWith('/') ? `${clean}/` : clean;
  return { ...url, ...withPath(written.startsWith('/') ? slashed : slashed.slice(1)) };
}

/** One path behind another, with one slash between them. */
export function joined(base: GoUrl, url: GoUrl): GoUrl {
  const [before, behind] = [escapedPath(base), escapedPath(url)];
  const [hasSlash, begins] = [before.endsWith('/'), behind.startsWith('/')];
  const join = (one: string, other: string): string =>
    hasSlash && begins ? one + other.slice(1) : hasSlash || begins ? one + other : `${one}/${other}`;
  const isPlain = base.rawPath === '' && url.rawPath === '';
  return { path: join(base.path, url.path), rawPath: isPlain ? '' : join(before, behind), query: url.query };
}

/** Decodes percent signs; undefined where one is not followed by two hexadecimal digits. */
export function unescaped(text: string): string | undefined {
  if (/%(?![\da-f]{2})/i.test(text)) return undefined;
  return text.replace(/%([\da-f]{2})/gi, (_whole, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** Go refuses them in every URL. */
function hasControls(bytes: string): boolean {
  return [...bytes].some((byte) => byte < ' ' || byte === '\x7f');
}

function withPath(written: string): Pick<GoUrl, 'path' | 'rawPath'> | undefined {
  const path = unescaped(written);
  if (path === undefined) return undefined;
  return { path, rawPath: escaped(path) === written ? '' : written };
}

function cutQuery(text: string): readonly [before: string, query: string] {
  const mark = text.indexOf('?');
  return mark < 0 ? [text, ''] : [text.slice(0, mark), text.slice(mark)];
}

/** What Go leaves as it is when it writes a path. */
function escaped(path: string): string {
  return path.replace(
    /[^\w.~$&+,/:;=@-]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** What may not stand in a written path. */
const NOT_IN_PATHS = /[^\w.~$&+,/:;=@!'()*[\]%-]/;

/** Go's path.Clean of a path that begins with a slash. */
function cleanPath(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return `/${kept.join('/')}`;
}
