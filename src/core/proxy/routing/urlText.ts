import { isIP } from 'node:net';

/** What a person asks about, taken apart as typed: nothing in it is cleaned, decoded or put in small letters. */
export interface AskedUrl {
  /** Undefined where `host:port` may mean a request as well as a connection. */
  readonly protocol: 'http' | 'tcp' | undefined;
  /** Whether it goes over TLS; undefined where the text does not say. */
  readonly isTls: boolean | undefined;
  /** With its port where it has one, as the Host header says it. */
  readonly host: string;
  /** Without port and brackets. */
  readonly name: string;
  /** As written; undefined where it is not. */
  readonly port: number | undefined;
  /** Path and query as they are sent. */
  readonly target: string;
  /** What is not sent as it was typed, in sentences of ours. */
  readonly notes: readonly string[];
}

/** UTF-16 units: servers take about 8,000 bytes. */
export const LONGEST_URL = 8_000;

/**
 * Takes a URL apart by hand: `https://host/path?query`, `host/path`, `tcp://host:port`, `tls://host:port`, `host:port`. A
 * URL parser would clean, encode and lower what a rule looks at. Only what HTTP cannot carry is encoded, as browsers do.
 *
 * @returns one sentence where it is none that can be asked about
 */
export function readAskedUrl(typed: string): AskedUrl | { readonly problem: string } {
  const text = typed.trim();
  if (text === '') return { problem: 'Type a URL, such as https://shop.example.com/cart.' };
  if (text.length > LONGEST_URL) return { problem: 'This is too long: no server takes such a URL.' };
  const [, scheme, rest = ''] = /^(?:([a-z][a-z\d+.-]*):\/\/)?(.*)$/is.exec(text) ?? [];
  const means = scheme === undefined ? UNSAID : schemes.get(scheme.toLowerCase());
  if (means === undefined) return { problem: 'Only http, https, tcp and tls can be asked about.' };
  const end = rest.search(/[/?#]/);
  const authority = end < 0 ? rest : rest.slice(0, end);
  const tail = end < 0 ? '' : rest.slice(end);
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  const parts = partsOfHost(host);
  if ('problem' in parts) return parts;
  const isConnection = means.protocol === 'tcp';
  if (isConnection && !/^\/?$/.test(tail))
    return { problem: 'A connection has no path: leave out what follows the port.' };
  const { target, notes } = targetOf(tail);
  return {
    protocol: means.protocol ?? (scheme === undefined && tail === '' && parts.port !== undefined ? undefined : 'http'),
    isTls: means.isTls,
    host,
    ...parts,
    target,
    notes: [...(at < 0 ? [] : ['User and password are not part of what rules see, and were left out.']), ...notes],
  };
}

interface Meaning {
  readonly protocol: AskedUrl['protocol'];
  readonly isTls: boolean | undefined;
}

const UNSAID: Meaning = { protocol: undefined, isTls: undefined };
const schemes: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['http', { protocol: 'http', isTls: false }],
  ['ws', { protocol: 'http', isTls: false }],
  ['https', { protocol: 'http', isTls: true }],
  ['wss', { protocol: 'http', isTls: true }],
  ['tcp', { protocol: 'tcp', isTls: undefined }],
  ['tls', { protocol: 'tcp', isTls: true }],
]);

function partsOfHost(host: string): Pick<AskedUrl, 'name' | 'port'> | { readonly problem: string } {
  if (host === '') return { problem: 'The host is missing: type it before the path.' };
  const [, bracketed, plain, digits] = /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::(\d*))?$/i.exec(host) ?? [];
  const name = bracketed ?? plain;
  if (name === undefined || (bracketed !== undefined && isIP(bracketed) !== 6)) {
    return { problem: 'The host cannot be read. An IPv6 address needs brackets: [::1]:8080.' };
  }
  // A browser would ask for the punycode of a name: which one depends on its version, so nothing is guessed.
  if (/[^\x21-\x7e]/.test(name))
    return { problem: 'Write the host as it is sent: without spaces, and in its xn-- form.' };
  if (bracketed === undefined && !/^[\w.~!$&'()*+,;=%-]+$/.test(name)) return { problem: 'The host cannot be read.' };
  const port = digits === undefined || digits === '' ? undefined : Number(digits);
  if (port !== undefined && (port < 1 || port > 65_535)) return { problem: 'A port is a number from 1 to 65535.' };
  return { name, port };
}

/** What stands behind the host, as it is sent. */
function targetOf(tail: string): Pick<AskedUrl, 'target' | 'notes'> {
  const notes: string[] = [];
  const hash = tail.indexOf('#');
  if (hash >= 0) notes.push('What follows “#” is not sent.');
  const sent = hash < 0 ? tail : tail.slice(0, hash);
  const rooted = sent.startsWith('/') ? sent : `/${sent}`;
  const target = rooted.replace(UNSENDABLE, percentEncoded);
  if (target !== rooted) notes.push('Characters that cannot be sent are encoded, as a browser does it.');
  return { target, notes };
}

/** Spaces, control characters and all that is not ASCII. */
const UNSENDABLE = /[^\x21-\x7e]+/g;

function percentEncoded(text: string): string {
  return [...Buffer.from(text, 'utf8')].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
