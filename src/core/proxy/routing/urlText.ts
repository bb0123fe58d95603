import { isIP } from 'node:net';
import * as l10n from '@vscode/l10n';
import { allOf } from '../../../l10n/lists';
import { numberText } from '../../../l10n/numbers';
import { plainText } from '../../base/text/plainText';

/** A URL split into parts as typed: no part is cleaned, decoded or lowercased. */
export interface AskedUrl {
  /** Undefined if `host:port` may mean either a request or a connection. */
  readonly protocol: 'http' | 'tcp' | undefined;
  /** Whether it uses TLS; undefined if the text does not say. */
  readonly isTls: boolean | undefined;
  /** With its port if it has one, as in the Host header. */
  readonly host: string;
  /** Without port and brackets. */
  readonly name: string;
  /** As written; undefined if it has none. */
  readonly port: number | undefined;
  /** Path and query as sent. */
  readonly target: string;
  /** Sentences about parts that are not sent as typed. */
  readonly notes: readonly string[];
}

/** UTF-16 units: servers accept about 8,000 bytes. */
const longestUrl = 8_000;

/**
 * Splits a URL by hand: `https://host/path?query`, `host/path`, `tcp://host:port`, `tls://host:port`, `host:port`. A
 * URL parser would clean, encode and lowercase what rules check. Encodes only characters that HTTP cannot carry, as
 * browsers do.
 *
 * @returns a sentence if the URL cannot be used
 */
export function readAskedUrl(typed: string): AskedUrl | { readonly problem: string } {
  const text = typed.trim();
  if (text === '') return { problem: l10n.t('Enter a URL, such as {0}.', 'https://shop.example.com/cart') };
  if (text.length > longestUrl) return { problem: l10n.t('The URL is too long.') };
  const [, scheme, rest = ''] = /^(?:([a-z][a-z\d+.-]*):\/\/)?(.*)$/is.exec(text) ?? [];
  const means = scheme === undefined ? unknownMeaning : schemes.get(scheme.toLowerCase());
  if (means === undefined) return { problem: l10n.t('Enter an http, https, tcp, or tls URL.') };
  const end = rest.search(/[/?#]/);
  const authority = end < 0 ? rest : rest.slice(0, end);
  const tail = end < 0 ? '' : rest.slice(end);
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  const parts = partsOfHost(host);
  if ('problem' in parts) return parts;
  const isConnection = means.protocol === 'tcp';
  if (isConnection && !/^\/?$/.test(tail))
    return { problem: l10n.t('A connection has no path. Remove everything after the port.') };
  const { target, notes } = targetOf(tail);
  return {
    protocol: means.protocol ?? (scheme === undefined && tail === '' && parts.port !== undefined ? undefined : 'http'),
    isTls: means.isTls,
    host,
    ...parts,
    target,
    notes: [...(at < 0 ? [] : [l10n.t('The user name and password are ignored: rules do not see them.')]), ...notes],
  };
}

interface Meaning {
  readonly protocol: AskedUrl['protocol'];
  readonly isTls: boolean | undefined;
}

const unknownMeaning: Meaning = { protocol: undefined, isTls: undefined };
const schemes: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['http', { protocol: 'http', isTls: false }],
  ['ws', { protocol: 'http', isTls: false }],
  ['https', { protocol: 'http', isTls: true }],
  ['wss', { protocol: 'http', isTls: true }],
  ['tcp', { protocol: 'tcp', isTls: undefined }],
  ['tls', { protocol: 'tcp', isTls: true }],
]);

function partsOfHost(host: string): Pick<AskedUrl, 'name' | 'port'> | { readonly problem: string } {
  if (host === '') return { problem: l10n.t('Enter a host before the path.') };
  const [, bracketed, plain, digits] = /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::(\d*))?$/i.exec(host) ?? [];
  const name = bracketed ?? plain;
  if (name === undefined || (bracketed !== undefined && isIP(bracketed) !== 6)) {
    return { problem: l10n.t('The host is not valid. Write IPv6 addresses in brackets, such as {0}.', '[::1]:8080') };
  }
  // Browsers send such a name in punycode, but in different ways, so it is not converted.
  if (/[^\x21-\x7e]/.test(name))
    return { problem: l10n.t('Enter the host as it is sent: without spaces, and in punycode (xn--).') };
  if (bracketed === undefined && !/^[\w.~!$&'()*+,;=%-]+$/.test(name)) {
    return { problem: l10n.t('The host is not valid.') };
  }
  const port = digits === undefined || digits === '' ? undefined : Number(digits);
  if (port !== undefined && (port < 1 || port > 65_535)) {
    return { problem: l10n.t('The port must be a number from 1 to 65535.') };
  }
  return { name, port };
}

/** The text after the host, as sent. */
function targetOf(tail: string): Pick<AskedUrl, 'target' | 'notes'> {
  const notes: string[] = [];
  const hash = tail.indexOf('#');
  if (hash >= 0) notes.push(l10n.t('The part after “#” is not sent.'));
  const sent = hash < 0 ? tail : tail.slice(0, hash);
  const rooted = sent.startsWith('/') ? sent : `/${sent}`;
  const target = rooted.replace(unsendable, percentEncoded);
  if (target !== rooted) notes.push(l10n.t('Characters that are not allowed in URLs are encoded, as in a browser.'));
  return { target, notes };
}

/** Spaces, control characters and everything beyond ASCII. */
const unsendable = /[^\x21-\x7e]+/g;

function percentEncoded(text: string): string {
  return [...Buffer.from(text, 'utf8')].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

/** UTF-16 units of a line that are searched on either side of the cursor. */
const longestSearched = 4_000;

/**
 * The URL in the user's selection: its first line that is not empty, without quotation marks and punctuation around it.
 */
export function urlInSelection(selected: string): string {
  const line = selected
    .slice(0, 2 * longestSearched)
    .split(/\r?\n/)
    .find((one) => one.trim() !== '');
  return trimmedUrl(line ?? '');
}

/**
 * The URL at the cursor, in a line of any text; undefined if there is none.
 *
 * @param column in UTF-16 units
 */
export function urlAt(line: string, column: number): string | undefined {
  const from = Math.max(0, column - longestSearched);
  const near = line.slice(from, column + longestSearched);
  for (const { 0: found, index } of near.matchAll(urlInText)) {
    const url = trimmedUrl(found);
    const start = from + index;
    if (start <= column && column <= start + found.length && !/^[a-z]+:\/\/$/i.test(url)) return url;
  }
  return undefined;
}

/** Requires a scheme: without it, too many texts would look like a URL. */
const urlInText = /\b(?:https?|wss?|tcp|tls):\/\/[^\s"'`<>]+/gi;

const pairs: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);
const closingOf: ReadonlyMap<string, string> = new Map([...pairs].map(([closing, opening]) => [opening, closing]));

/** A word of a text without the quotation marks and brackets around it and the punctuation after it. */
export function trimmedUrl(text: string): string {
  const url = text.trim().replace(/^[\s"'`<([{]+/, '');
  const unopened = unopenedIn(url);
  let end = url.length;
  for (; end > 0; end--) {
    const last = url.charAt(end - 1);
    const more = unopened.get(last);
    // A bracket at the end belongs to the URL if the URL contains its opening bracket, such as in an IPv6 address.
    if (more === undefined ? !/[\s"'`<>.,;:!]/.test(last) : more <= 0) break;
    if (more !== undefined) unopened.set(last, more - 1);
  }
  return url.slice(0, end);
}

/** For each closing bracket, how many more of it the text has than of its opening bracket. */
function unopenedIn(text: string): Map<string, number> {
  const unopened = new Map([...pairs.keys()].map((closing) => [closing, 0]));
  for (const sign of text) {
    const closing = closingOf.get(sign) ?? sign;
    const more = unopened.get(closing);
    if (more !== undefined) unopened.set(closing, more + (closing === sign ? 1 : -1));
  }
  return unopened;
}

export const mostUrls = 200;
const longestList = 100_000;
const mostNamed = 5;

/**
 * Reads URLs with white space between them: an input box replaces pasted line breaks by spaces. Quotation marks,
 * bullets, and commas around them do not matter, nor do other words if at least two URLs have a scheme.
 *
 * @returns undefined if the text is not a list
 */
export function readUrlList(text: string) {
  const isCut = text.length > longestList;
  const pieces = text.slice(0, longestList).trim().split(/\s+/);
  // The last word is incomplete, too.
  const words = (isCut ? pieces.slice(0, -1) : pieces)
    .map((piece) => (withIpv6.test(piece) ? piece : trimmedUrl(piece)))
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const found = words.filter(isUrlLike);
  const others = words.filter((word) => !isUrlLike(word));
  const hasSchemes = found.filter((word) => withScheme.test(word)).length > 1;
  if (found.length < 2 || (!hasSchemes && others.length > 0)) return undefined;
  const urls = [...new Set(found)];
  const named = [...new Set(others)].map((word) => plainText(word, 40));
  const isLikelyOne = withScheme.test(words[0] ?? '');
  const mayBeOne: 'no' | 'unlikely' | 'likely' = hasSchemes ? 'no' : isLikelyOne ? 'likely' : 'unlikely';
  return {
    /** As written, each once. */
    urls: urls.slice(0, mostUrls),
    /** Whether it may be one URL with spaces. That is likely if only its start has a scheme. */
    mayBeOne,
    /** Sentences about what was left out. */
    notes: [
      ...(isCut || urls.length > mostUrls
        ? [l10n.t('Only the first {0} URLs are used.', numberText(Math.min(urls.length, mostUrls)))]
        : []),
      ...(named.length === 0
        ? []
        : [
            l10n.t(
              'Not read, because it is not a URL: {0}.',
              allOf([...named.slice(0, mostNamed), ...(named.length > mostNamed ? ['…'] : [])]),
            ),
          ]),
    ],
  };
}

const withScheme = /^[a-z][a-z\d+.-]*:\/\/./i;
const withIpv6 = /^\[[\da-f:.]+\]:\d/i;
/** A host with a dot or a port. */
const withHost = /^(?:\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)+\.?|[\w-]+(?=:\d))(?::\d{1,5})?(?:[/?#]|$)/i;

function isUrlLike(word: string): boolean {
  return withScheme.test(word) || withHost.test(word);
}
