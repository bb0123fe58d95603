import { isIP } from 'node:net';
import * as l10n from '@vscode/l10n';

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
