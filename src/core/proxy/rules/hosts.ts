import { isIPv4, isIPv6 } from 'node:net';

/** The meaning of a star at the beginning of a Host, which depends on the version of Traefik. */
export interface HostWildcards {
  /** Whether `*.a.test` matches any first label, and `*` alone any name of one label. */
  readonly hasWildcards: boolean;
  /** Whether `*` alone matches every host, including an empty one. */
  readonly isStarEveryHost: boolean;
}

/**
 * Whether a host matches the one in a Host or HostSNI (DomainMatchHostExpression in pkg/muxer/muxer.go; trailing dots:
 * pkg/muxer/http/matcher.go).
 *
 * @param host in lower case
 * @param wanted in lower case
 * @param stars the meaning of a star at its beginning
 */
export function isHostMatched(host: string, wanted: string, { hasWildcards, isStarEveryHost }: HostWildcards): boolean {
  if (isStarEveryHost && wanted === '*') return true;
  if (host === '') return false;
  return (
    isSameHost(host, wanted, hasWildcards) ||
    (wanted.endsWith('.') && isSameHost(host, wanted.slice(0, -1), hasWildcards)) ||
    (host.endsWith('.') && isSameHost(host.slice(0, -1), wanted, hasWildcards))
  );
}

/** Compares names without a trailing dot. */
export function isSameHost(host: string, wanted: string, hasWildcards: boolean): boolean {
  if (!hasWildcards || !wanted.startsWith('*')) return host === wanted;
  const dot = host.indexOf('.');
  return wanted === (dot < 0 ? '*' : `*${host.slice(dot)}`);
}

/** The 16 bytes of an address; IPv4 addresses are mapped to IPv6, as in Go's net.IP. */
export type IpAddress = Uint8Array;

/** A block of addresses that share their first bits. */
export interface IpBlock {
  readonly address: IpAddress;
  /** The number of the 128 bits that they share. */
  readonly bits: number;
}

/** Reads an address (net.ParseIP). Only clients may have a zone (`fe80::1%eth0`, netip.ParseAddr), which is ignored. */
export function ipAddressOf(text: string, { mayHaveZone = false } = {}): IpAddress | undefined {
  const zone = text.indexOf('%');
  if (zone >= 0 && !(mayHaveZone && zone < text.length - 1 && text.includes(':'))) return undefined;
  const plain = zone < 0 ? text : text.slice(0, zone);
  if (isIPv4(plain)) return mapped(plain);
  return isIPv6(plain) ? bytesOfIPv6(plain) : undefined;
}

/** Reads an address, or a block such as `10.0.0.0/8` (net.ParseCIDR), as ClientIP does. */
export function ipBlockOf(text: string): IpBlock | undefined {
  const single = ipAddressOf(text);
  if (single !== undefined) return { address: single, bits: 128 };
  const [, base = '', length = ''] = /^([^/]+)\/(\d{1,9})$/.exec(text) ?? [];
  const address = ipAddressOf(base);
  const bits = Number(length);
  if (address === undefined || length === '' || bits > (isIPv4(base) ? 32 : 128)) return undefined;
  return { address, bits: isIPv4(base) ? 96 + bits : bits };
}

/** Whether an address is in the block (net.IPNet.Contains, net.IP.Equal). Blocks wider than IPv4 contain no IPv4. */
export function isInIpBlock({ address, bits }: IpBlock, candidate: IpAddress): boolean {
  if (isMapped(candidate) !== (isMapped(address) && bits >= 96)) return false;
  const whole = bits >> 3;
  for (let index = 0; index < whole; index++) if (address[index] !== candidate[index]) return false;
  const rest = bits & 7;
  if (rest === 0) return true;
  const mask = (0xff << (8 - rest)) & 0xff;
  return ((address[whole] ?? 0) & mask) === ((candidate[whole] ?? 0) & mask);
}

function isMapped(address: IpAddress): boolean {
  return address.subarray(0, 10).every((byte) => byte === 0) && address[10] === 0xff && address[11] === 0xff;
}

function mapped(text: string): IpAddress {
  const bytes = new Uint8Array(16);
  bytes.set([0xff, 0xff, ...text.split('.').map(Number)], 10);
  return bytes;
}

function bytesOfIPv6(text: string): IpAddress {
  // The last two groups may be written as IPv4.
  const plain = text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = '', tail] = plain.split('::');
  const groupsOf = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const missing = Array.from({ length: 8 - before.length - after.length }, () => 0);
  const bytes = new Uint8Array(16);
  for (const [index, group] of [...before, ...missing, ...after].entries()) {
    bytes[2 * index] = group >> 8;
    bytes[2 * index + 1] = group & 0xff;
  }
  return bytes;
}

/**
 * Reads a template of v2: text with named parts in braces, `/users/{id:[0-9]+}`.
 *
 * Source: github.com/containous/mux, regexp.go (newRouteRegexp), and preparePattern in Traefik's
 * pkg/muxer/tcp/matcher_v2.go.
 *
 * @returns a regular expression for Go, and the whole text if there are no braces; undefined if braces or names are
 * missing: Traefik rejects such a rule
 */
export function hostTemplateOf(text: string, kind: 'host' | 'path' | 'prefix' | 'query') {
  const places = bracesOf(text);
  if (places === undefined) return undefined;
  const isHost = kind === 'host';
  const usual = isHost ? '[^.]+' : kind === 'query' ? '.*' : '[^/]+';
  let pattern = isHost ? '(?i)^' : '^';
  let end = 0;
  for (const [at, [start, behind]] of places.entries()) {
    const part = text.slice(start + 1, behind - 1);
    const colon = part.indexOf(':');
    const own = colon < 0 ? usual : part.slice(colon + 1);
    if (part === '' || colon === 0 || own === '') return undefined;
    pattern += `${quoteMeta(text.slice(end, start))}(?P<v${at}>${own})`;
    end = behind;
  }
  pattern += quoteMeta(text.slice(end));
  // A parameter without a value only has to be present.
  if (kind === 'query' && text.slice(text.indexOf('=') + 1) === '') pattern += usual;
  if (kind !== 'prefix') pattern += '$';
  return { pattern, literal: places.length === 0 && !(kind === 'query' && text.endsWith('=')) ? text : undefined };
}

/** regexp.QuoteMeta. */
export function quoteMeta(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}

function bracesOf(text: string): readonly (readonly [start: number, behind: number])[] | undefined {
  const places: [number, number][] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '{') {
      depth++;
      if (depth === 1) start = index;
    } else if (text[index] === '}') {
      depth--;
      if (depth < 0) return undefined;
      if (depth === 0) places.push([start, index + 1]);
    }
  }
  return depth === 0 ? places : undefined;
}
