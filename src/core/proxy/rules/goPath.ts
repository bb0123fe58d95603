/**
 * Paths as Go stores and writes them (net/url of Go 1.26, path.Clean). Texts are bytes: each UTF-16 unit is one byte of
 * Go's string, because a decoded path is not necessarily UTF-8.
 */

/** A path as in Go's `url.URL`. */
export interface GoPath {
  /** Decoded. */
  readonly path: string;
  /** As written, if encoding the decoded path gives a different text; otherwise empty. */
  readonly rawPath: string;
}

/** Reads a written path (URL.setPath); undefined if a `%` does not start an escape. */
export function goPathOf(written: string): GoPath | undefined {
  const path = decodedPercents(written);
  if (path === undefined) return undefined;
  return { path, rawPath: escaped(path) === written ? '' : written };
}

/** The path as it is sent: as written if that is still equivalent, otherwise encoded again (URL.EscapedPath). */
export function escapedPath({ path, rawPath }: GoPath): string {
  if (rawPath !== '' && !notInPaths.test(rawPath) && decodedPercents(rawPath) === path) return rawPath;
  return path === '*' ? '*' : escaped(path);
}

/** The written path without `.`, `..`, and empty segments. Keeps a trailing slash (URL.JoinPath without arguments). */
export function cleanPath(written: string): string {
  const kept: string[] = [];
  for (const segment of written.split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  const clean = `${written.startsWith('/') ? '/' : ''}${kept.join('/')}`;
  return written.endsWith('/') && !clean.endsWith('/') ? `${clean}/` : clean;
}

/** Decodes percent signs; undefined if one is not followed by two hexadecimal digits. */
export function decodedPercents(text: string): string | undefined {
  if (!text.includes('%')) return text;
  if (/%(?![\dA-Fa-f]{2})/.test(text)) return undefined;
  return text.replace(/%([\dA-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** A byte as an escape, in upper case. */
export function percent(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Go refuses control characters in every URL. */
export function hasControls(bytes: string): boolean {
  for (let index = 0; index < bytes.length; index++) {
    const code = bytes.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

/** Characters that Go does not escape when it writes a path. */
function escaped(path: string): string {
  return path.replace(/[^\w.~$&+,/:;=@-]/g, percent);
}

/** Characters that a written path may not contain. */
const notInPaths = /[^\w.~$&+,/:;=@!'()*[\]%-]/;
