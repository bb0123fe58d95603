import { isIP } from 'node:net';

/** Where an entry point listens, or why it cannot. */
export type ListenAddress =
  | { readonly kind: 'listens'; readonly protocol: 'tcp' | 'udp'; readonly host: string; readonly port: number }
  /** `name` needs a name server, and `foreign` is an address that this machine may have or not. */
  | {
      readonly kind: 'name' | 'foreign';
      readonly protocol: 'tcp' | 'udp';
      readonly host: string;
      readonly port: number;
    }
  | { readonly kind: 'protocol' | 'noPort' | 'colons' | 'port' | 'brackets' };

/** The names of ports that Go knows without a file of services (net/port.go and net/lookup.go). */
const services: Readonly<Record<'tcp' | 'udp', Readonly<Record<string, number>>>> = {
  tcp: {
    ftp: 21,
    ftps: 990,
    gopher: 70,
    http: 80,
    https: 443,
    imap2: 143,
    imap3: 220,
    imaps: 993,
    pop3: 110,
    pop3s: 995,
    smtp: 25,
    submissions: 465,
    ssh: 22,
    telnet: 23,
  },
  udp: { domain: 53 },
};

/**
 * Reads the address of an entry point, such as `:80` or `127.0.0.1:53/udp`, as Traefik and Go do (GetProtocol of
 * pkg/config/static/entrypoints.go, net.SplitHostPort). Every host that means all addresses is an empty one.
 */
export function readListenAddress(written: string): ListenAddress {
  const slash = written.indexOf('/');
  const named = slash < 0 ? 'tcp' : written.slice(slash + 1).toLowerCase();
  if (named !== 'tcp' && named !== 'udp') return { kind: 'protocol' };
  const address = slash < 0 ? written : written.slice(0, slash);
  if (address === '') return { kind: 'listens', protocol: named, host: '', port: 0 };
  const split = splitHostPort(address);
  if ('kind' in split) return split;
  const port = portOf(split.port, named);
  if (port === undefined) return { kind: 'port' };
  const place = { protocol: named, port } as const;
  const host = withoutZone(split.host);
  const family = isIP(host);
  if (host === '' || isUnspecified(host)) return { kind: 'listens', ...place, host: '' };
  if (family === 0) return { kind: 'name', ...place, host };
  return { kind: isLoopback(host) ? 'listens' : 'foreign', ...place, host };
}

function splitHostPort(
  address: string,
): { readonly host: string; readonly port: string } | { readonly kind: 'noPort' | 'colons' | 'brackets' } {
  const last = address.lastIndexOf(':');
  if (last < 0) return { kind: 'noPort' };
  const port = address.slice(last + 1);
  if (address.startsWith('[')) {
    const end = address.indexOf(']');
    if (end < 0) return { kind: 'brackets' };
    if (end + 1 !== last) return { kind: end + 1 === address.length ? 'noPort' : 'colons' };
    const host = address.slice(1, end);
    return /[[\]]/.test(host + port) ? { kind: 'brackets' } : { host, port };
  }
  const host = address.slice(0, last);
  if (host.includes(':')) return { kind: 'colons' };
  return /[[\]]/.test(address) ? { kind: 'brackets' } : { host, port };
}

const highestPort = 65_535;

function portOf(written: string, protocol: 'tcp' | 'udp'): number | undefined {
  if (/^[-+]?\d*$/.test(written)) {
    const port = Number(written || '0');
    return port >= 0 && port <= highestPort ? port : undefined;
  }
  return services[protocol][written.toLowerCase()];
}

function withoutZone(host: string): string {
  const zone = host.indexOf('%');
  return zone < 0 ? host : host.slice(0, zone);
}

function isUnspecified(host: string): boolean {
  return host === '0.0.0.0' || (isIP(host) === 6 && /^[0:.]+$/.test(host));
}

function isLoopback(host: string): boolean {
  return host.startsWith('127.') || (isIP(host) === 6 && /^[0:]*:0*1$/.test(host));
}

type Listener = Extract<ListenAddress, { readonly port: number }>;

/** Whether two listeners cannot be there at once: a random port (0) is never taken. */
export function areInConflict(one: Listener, other: Listener): boolean {
  if (one.protocol !== other.protocol || one.port !== other.port || one.port === 0) return false;
  return one.host === '' || other.host === '' || one.host === other.host;
}
