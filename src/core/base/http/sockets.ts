import * as net from 'node:net';
import { BlockList, isIP } from 'node:net';
import * as tls from 'node:tls';
import { isLoopback } from '../endpoints/exposure';
import type { HttpClientOptions } from './httpClient';

/** Opens a connection without TLS. */
export function connectSocket(url: URL, signal: AbortSignal): Promise<net.Socket> {
  return settled(net.connect({ host: hostOfUrl(url), port: portOfUrl(url), keepAlive: true }), 'connect', signal);
}

/**
 * Performs the TLS handshake, also with a server that is not trusted: call `judge` before anything is sent.
 *
 * @param name the name that the certificate must be for
 * @param reached called once the underlying connection is open
 * @returns `mismatch`: why the certificate is not for the name, in Node's words, which include server text, or empty
 */
export async function tlsHandshake(
  url: URL,
  name: string,
  secureContext: tls.SecureContext,
  signal: AbortSignal,
  reached: () => void,
  tunnel?: net.Socket,
) {
  let mismatch = '';
  const socket = tls.connect({
    host: hostOfUrl(url),
    port: portOfUrl(url),
    // An IP address is not a server name (RFC 6066, section 3).
    ...(net.isIP(name) === 0 ? { servername: name } : {}),
    ALPNProtocols: ['http/1.1'],
    secureContext,
    // Ignored with a context, but VS Code's patch of `tls` adds the system's authorities if it is absent.
    ca: [],
    rejectUnauthorized: false,
    checkServerIdentity(_, certificate) {
      const error = tls.checkServerIdentity(name, certificate);
      mismatch = error?.message ?? '';
      return error;
    },
    ...(tunnel === undefined ? {} : { socket: tunnel }),
  });
  if (tunnel === undefined) socket.once('connect', reached);
  else reached();
  await settled(socket, 'secureConnect', signal, tunnel);
  return { socket, mismatch };
}

/** Waits until `socket` is open. If it fails or the signal aborts, destroys it and the socket below it. */
function settled<S extends net.Socket>(
  socket: S,
  standing: 'connect' | 'secureConnect',
  signal: AbortSignal,
  below?: net.Socket,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const give = (settle: () => void) => {
      signal.removeEventListener('abort', abort);
      settle();
    };
    const fail = (error: unknown) =>
      give(() => {
        socket.destroy();
        below?.destroy();
        reject(error);
      });
    const abort = () => fail(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    // The listener stays: an unhandled error of an idle socket would end the process.
    socket.on('error', fail);
    socket.once('close', () => fail(new Error('closed')));
    socket.once(standing, () =>
      give(() => {
        socket.setNoDelay(true);
        resolve(socket);
      }),
    );
  });
}

/** The host of a URL as Node.js expects it. */
export const hostOfUrl = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');
export const portOfUrl = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80));

/** The proxy between us and an endpoint. */
export interface ForwardProxy {
  /** Without credentials. */
  readonly url: URL;
  /** The value of `Proxy-Authorization`: from the user and password in the proxy's URL, otherwise from the setting. */
  readonly authorization?: string;
}

/**
 * The proxy for a request to `target`, according to the editor's settings.
 *
 * @returns undefined for none
 * @throws TypeError if the proxy's address cannot be used: not a URL, or neither http nor https (such as SOCKS)
 */
export function proxyFor(
  target: URL,
  options: Pick<HttpClientOptions, 'proxy' | 'proxyAuthorization' | 'noProxy'>,
): ForwardProxy | undefined {
  const address = options.proxy?.trim() ?? '';
  if (address === '' || isLoopback(target.hostname) || isReachedDirectly(target, options.noProxy ?? [])) {
    return undefined;
  }
  const url = new URL(address.includes('://') ? address : `http://${address}`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError('not an http proxy');
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const own = username === '' && password === '' ? undefined : basic(username, password);
  const authorization = own ?? options.proxyAuthorization;
  return authorization === undefined ? { url } : { url, authorization };
}

/**
 * Whether a pattern of `http.noProxy` covers `target`: `*`; a host name including its subdomains, with or without a
 * leading `.` or `*.`, and optionally limited to a port; or a network such as `10.0.0.0/8`, which covers addresses but
 * not names that resolve to them.
 */
function isReachedDirectly(target: URL, patterns: readonly string[]): boolean {
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  return patterns.some((pattern) => {
    if (isInNetwork(hostOfUrl(target), pattern.trim())) return true;
    const [, typed = '', onlyPort] = /^(.*?)(?::(\d+))?$/.exec(withBrackets(pattern.trim().toLowerCase())) ?? [];
    const name = asInUrl(typed);
    if (name === '' || (onlyPort !== undefined && onlyPort !== port)) return false;
    const suffix = name.replace(/^\*?\.?/, '.');
    return name === '*' || `.${target.hostname}`.endsWith(suffix);
  });
}

function isInNetwork(address: string, network: string): boolean {
  const [, base = '', bits] = /^([\da-f.:]+)\/(\d{1,3})$/i.exec(network) ?? [];
  const family = isIP(base);
  if (family === 0 || isIP(address) !== family || Number(bits) > (family === 4 ? 32 : 128)) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(base, Number(bits), type);
  return list.check(address, type);
}

/** A bare IPv6 address as in a URL's host; otherwise, its last group would be taken for a port. */
const withBrackets = (name: string): string => (/^[\da-f]*:[\da-f.]*:[\da-f:.]*$/.test(name) ? `[${name}]` : name);

/** Normalizes an IPv6 address, which can be written in several ways. */
const asInUrl = (name: string): string =>
  name.startsWith('[') && URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name;

const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`, 'utf8').toString('base64')}`;
