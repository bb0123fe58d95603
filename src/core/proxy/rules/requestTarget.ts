import * as l10n from '@vscode/l10n';
import { addToList } from '../../base/lists/addToList';

/**
 * Normalizes a request target as Go's net/http and Traefik's entry points do before any rule sees it. Texts are bytes,
 * one character each (`latin1`), like Go's strings: a path is not necessarily UTF-8.
 *
 * Sources: net/url (ParseRequestURI, setPath, EscapedPath, JoinPath, ParseQuery), pkg/server/server_entrypoint_tcp.go
 * (normalizePath, sanitizePath, denyFragment), pkg/muxer/http/mux.go (withRoutingPath).
 */

/** A target as rules see it. */
export interface NormalizedTarget {
  /** Cleaned, with all escapes. */
  readonly escapedPath: string;
  /** Cleaned, and decoded except for reserved characters: v3 rules, and v2 rules on Traefik 3, check this. */
  readonly routingPath: string;
  /** Cleaned and fully decoded: rules on Traefik 2 check this. */
  readonly decodedPath: string;
  /** Decoded values by name, in order. */
  readonly query: ReadonlyMap<string, readonly string[]>;
}

/** The reason why no router is evaluated and the response is 400, as a sentence. */
export interface RefusedTarget {
  readonly refused: string;
}

/**
 * Reads the path and query of a request target.
 *
 * @param target as bytes; begins with a slash
 * @param isCleaned whether the entry point cleans paths (`http.sanitizePath`, on by default)
 * @param keepsSemicolons whether the entry point treats `;` in queries like any other character
 * (`http.encodeQuerySemicolons`)
 */
export function normalizeTarget(
  target: string,
  { isCleaned, keepsSemicolons }: { readonly isCleaned: boolean; readonly keepsSemicolons: boolean },
): NormalizedTarget | RefusedTarget {
  // Go rejects them in any URL.
  if (hasControls(target)) return { refused: l10n.t('The URL contains control characters.') };
  const cut = target.indexOf('?');
  const written = cut < 0 ? target : target.slice(0, cut);
  const path = goPathOf(written);
  if (path === undefined) return { refused: l10n.t('The path contains a “%” that does not start an escape.') };
  if (path.rawPath.includes('#')) return { refused: l10n.t('The path contains “#”, which Traefik rejects.') };
  const normalized = { path: path.path, rawPath: normalize(path.rawPath) };
  const cleaned = isCleaned ? goPathOf(cleanPath(escapedPath(normalized))) : normalized;
  if (cleaned === undefined) return { refused: l10n.t('The path cannot be decoded.') };
  const query = cut < 0 ? '' : target.slice(cut + 1);
  const ready = escapedPath(cleaned);
  return {
    escapedPath: ready,
    routingPath: routingPath(ready),
    decodedPath: cleaned.path,
    query: queryOf(keepsSemicolons ? query.replaceAll(';', '%3B') : query.replaceAll(';', '&')),
  };
}

/** normalizePath: decodes unnecessary escapes and writes the others in upper case. */
function normalize(raw: string): string {
  return raw.replace(/%[0-9A-Fa-f]{2}/g, (code) => {
    const byte = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[A-Za-z0-9\-._~]/.test(byte) ? byte : code.toUpperCase();
  });
}

/** The reserved characters of RFC 3986, and the percent sign: these stay escaped in the path that rules see. */
const reserved = ":/?#[]@!$&'()*+,;=%";

function routingPath(escapedText: string): string {
  return escapedText.replace(/%[0-9A-Fa-f]{2}/g, (code) => {
    const byte = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    // Only upper-case escapes are looked up.
    return reserved.includes(byte) && code === percent(byte) ? code : byte;
  });
}

/** url.ParseQuery, ignoring its errors: a pair with an invalid escape is left out. */
function queryOf(query: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';')) continue;
    const cut = pair.indexOf('=');
    const name = decodedPercents((cut < 0 ? pair : pair.slice(0, cut)).replaceAll('+', ' '));
    const value = decodedPercents((cut < 0 ? '' : pair.slice(cut + 1)).replaceAll('+', ' '));
    if (name !== undefined && value !== undefined) addToList(found, name, value);
  }
  return found;
}

/** The UTF-8 bytes of a text, one character each. */
export function bytesOf(text: string): string {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > 0x7f) return Buffer.from(text, 'utf8').toString('latin1');
  }
  return text;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes as text; undefined if they are not valid UTF-8. */
export function utf8TextOf(bytes: string): string | undefined {
  for (let index = 0; index < bytes.length; index++) {
    if (bytes.charCodeAt(index) <= 0x7f) continue;
    try {
      return utf8.decode(Buffer.from(bytes, 'latin1'));
    } catch {
      return undefined;
    }
  }
  return bytes;
}

/** A path as in `url.URL` of Go 1.26. */
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
