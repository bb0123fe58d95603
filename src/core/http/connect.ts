import * as net from 'node:net';
import * as tls from 'node:tls';
import { Client } from 'undici';
import type { Endpoint } from '../endpoint';
import { type Attempt, THIS_COMPUTER } from './attempt';
import { startDeadline } from './deadline';
import { describeError, refusedByProxy, timedOut, unusableProxy } from './describe';
import type { DoorOptions } from './door';
import { type ForwardProxy, proxyFor } from './proxy';
import { secureContext } from './trust';

const CONNECT_TIMEOUT_MS = 5_000;

/** How the endpoint's server is reached. Settled once; the certificates are read when they are first needed. */
export interface Route {
  /** Set where requests go to the proxy itself, whole address and all, as proxies expect of plain http. */
  readonly relay?: ForwardProxy;
  /** Opens a connection on which HTTP/1.1 can be spoken, or rejects with `RequestFailure`. */
  open(signal: AbortSignal): Promise<net.Socket>;
}

/**
 * Finds the way to an endpoint: directly, through a CONNECT tunnel (https), or by asking a proxy to relay (http; many
 * proxies refuse a tunnel to port 80).
 *
 * undici has a ProxyAgent and a pool of its own. Neither is used: they cannot be cancelled while they connect, tell a
 * proxy's refusal in prose only, and do not say which requests went over a connection that had been used before.
 *
 * @throws RequestFailure where the proxy of the settings cannot be used
 */
export function routeTo(endpoint: Endpoint, options: DoorOptions): Route {
  const target = new URL(endpoint.url);
  const proxy = usableProxy(target, options);
  const connecting: Attempt = { endpoint, from: options.from ?? THIS_COMPUTER, stage: 'connecting' };
  const atProxy: Attempt = proxy === undefined ? connecting : { ...connecting, proxy: proxy.url.origin };
  const targetTls = once(() => ({
    secureContext: secureContext(options.extraCertificates ?? [], options.tls),
    rejectUnauthorized: options.tls?.rejectUnauthorized ?? true,
    ...(options.tls?.servername === undefined ? {} : { servername: options.tls.servername }),
  }));
  const proxyTls = once(() => ({
    secureContext: secureContext(options.extraCertificates ?? []),
    rejectUnauthorized: options.proxyStrictSsl ?? true,
  }));

  async function dial(signal: AbortSignal, reached: (attempt: Attempt) => void): Promise<net.Socket> {
    if (proxy === undefined) return reach(target, targetTls, signal);
    reached(atProxy);
    const socket = await reach(proxy.url, proxyTls, signal);
    if (target.protocol === 'http:') return socket;
    const tunnel = await tunnelThrough(socket, proxy, target, connecting, signal);
    reached(connecting);
    return secure(target, targetTls(), signal, tunnel);
  }

  return {
    ...(proxy !== undefined && target.protocol === 'http:' ? { relay: proxy } : {}),
    async open(signal) {
      signal.throwIfAborted();
      const limit = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
      const deadline = startDeadline(limit, signal);
      let attempt = connecting;
      try {
        return await dial(deadline.signal, (now) => {
          attempt = now;
        });
      } catch (error) {
        throw deadline.hasPassed() ? timedOut(attempt, limit) : describeError(error, attempt);
      } finally {
        deadline.release();
      }
    },
  };
}

function usableProxy(target: URL, options: DoorOptions): ForwardProxy | undefined {
  try {
    return proxyFor(target, options);
  } catch {
    throw unusableProxy();
  }
}

function reach(url: URL, options: () => tls.ConnectionOptions, signal: AbortSignal): Promise<net.Socket> {
  if (url.protocol === 'https:') return secure(url, options(), signal);
  return settled(net.connect({ host: hostOf(url), port: portOf(url), keepAlive: true }), 'connect', signal);
}

function secure(
  url: URL,
  options: tls.ConnectionOptions,
  signal: AbortSignal,
  tunnel?: net.Socket,
): Promise<net.Socket> {
  const host = hostOf(url);
  const socket = tls.connect({
    host,
    port: portOf(url),
    // An address is no server name (RFC 6066, section 3).
    ...(net.isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: ['http/1.1'],
    ...options,
    ...(tunnel === undefined ? {} : { socket: tunnel }),
  });
  return settled(socket, 'secureConnect', signal, tunnel);
}

/** Waits until `socket` stands. When it fails or is no longer wanted, it and what it runs over are destroyed. */
function settled(
  socket: net.Socket,
  standing: 'connect' | 'secureConnect',
  signal: AbortSignal,
  below?: net.Socket,
): Promise<net.Socket> {
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
    // The listener stays: an error of an idle socket that nobody heard would end the process.
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

async function tunnelThrough(
  socket: net.Socket,
  proxy: ForwardProxy,
  target: URL,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<net.Socket> {
  const address = `${target.hostname}:${portOf(target)}`;
  const client = clientOver(socket, proxy.url, {});
  try {
    const answer = await client.connect({
      path: address,
      headers: {
        host: address,
        ...(proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization }),
      },
      signal,
    });
    if (answer.statusCode < 200 || answer.statusCode > 299) {
      throw refusedByProxy(attempt, proxy.url.origin, answer.statusCode);
    }
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Speaks HTTP/1.1 over one standing socket, one request at a time, and opens no other when that one is closed. */
export function clientOver(socket: net.Socket, origin: URL, options: Omit<Client.Options, 'connect'>): Client {
  let given = false;
  return new Client(origin.origin, {
    ...options,
    pipelining: 1,
    connect: (_, give) => {
      const usable = !given && !socket.destroyed;
      given = true;
      // Not at once: undici does not notice a connection that is there before it has begun to wait for one.
      queueMicrotask(() => {
        if (usable) give(null, socket);
        else give(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }), null);
      });
    },
  });
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');
const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80));

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
