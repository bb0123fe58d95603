import type { X509Certificate } from 'node:crypto';
import type * as net from 'node:net';
import type { Client as ClientType } from 'undici';
import type { Endpoint } from '../endpoints/endpoint';
import { startRequestDeadline } from './deadline';
import { describeError, notTrusted, refusedByProxy, timedOut, unusableProxy } from './describeError';
import { type ForwardProxy, proxyFor } from './forwardProxy';
import type { HttpClientOptions } from './httpClient';
import type { ExpiredClient, RequestContext } from './requestContext';
import { serverNameOf } from './serverName';
import { connectSocket, hostOfUrl, portOfUrl, tlsHandshake, untilSignal } from './sockets';
import { secureContext, secureContextsFor, withNodeAuthorities } from './trustedAuthorities';
import { Client } from './undici';
import { judgeCertificate, judgePinnedCertificate } from './verifyCertificate';

const CONNECT_TIMEOUT_MS = 5_000;

/** How the endpoint's server is reached. Settled once; certificates and files are read when they are first needed. */
export interface Connector {
  /** Set where requests go to the proxy itself, whole address and all, as proxies expect of plain http. */
  readonly relay?: ForwardProxy;
  /** Opens a connection on which HTTP/1.1 can be spoken, or rejects with `RequestFailure`. */
  open(signal: AbortSignal): Promise<net.Socket>;
  /** When the client certificate that is shown is past its end. */
  expiredClient(): ExpiredClient | undefined;
}

/**
 * Finds the way to an endpoint: directly, through a CONNECT tunnel (https, and http under another name), or by asking a
 * proxy to relay (http; many proxies refuse a tunnel to port 80).
 *
 * undici's ProxyAgent is not used: it cannot be canceled while it connects, and reports a proxy's refusal in prose only.
 *
 * @throws RequestFailure where the proxy of the settings, or the name of the server, cannot be used
 */
export function connectorTo(endpoint: Endpoint, options: HttpClientOptions): Connector {
  const target = new URL(endpoint.url);
  const named = serverNameOf(endpoint);
  const proxy = usableProxy(target, options);
  const connecting: RequestContext = { endpoint, from: options.from ?? 'local', stage: 'connecting' };
  const atProxy: RequestContext = proxy === undefined ? connecting : { ...connecting, proxy: proxy.url.origin };
  const extra = options.extraCertificates ?? [];
  const contexts = secureContextsFor(endpoint.tls ?? {}, extra);
  const trust = endpoint.tls?.trust;
  /** A proxy that relays names the host by the address it was given (RFC 9112, section 3.2.2), so another one needs a tunnel. */
  const isRelayed = proxy !== undefined && target.protocol === 'http:' && !named.isOwn;
  const proxyContext = once(() => secureContext(withNodeAuthorities(extra)));
  /** The pinned authority's certificate, once the server has shown it. */
  let pinned: X509Certificate | undefined;

  /** A connection to the proxy itself: nothing that the endpoint is configured with concerns it. */
  async function reachProxy({ url }: ForwardProxy, signal: AbortSignal, reached: Reached): Promise<net.Socket> {
    if (url.protocol === 'http:') return connectSocket(url, signal);
    const shaking = (): void => reached({ ...atProxy, stage: 'handshaking' });
    const { socket, mismatch } = await tlsHandshake(url, hostOfUrl(url), proxyContext(), signal, shaking);
    if (options.proxyStrictSsl === false) return socket;
    const verdict = judgeCertificate(socket);
    if (verdict.is === 'trusted') return socket;
    socket.destroy();
    throw notTrusted(atProxy, verdict, mismatch);
  }

  /** A way to the server over which its bytes can go, be they plain or TLS. Undefined where there is none yet. */
  async function wayToServer(signal: AbortSignal, reached: Reached): Promise<net.Socket | undefined> {
    if (proxy === undefined) return undefined;
    reached(atProxy);
    const socket = await reachProxy(proxy, signal, reached);
    if (isRelayed) return socket;
    reached({ ...atProxy, stage: 'tunneling' });
    const tunnel = await tunnelThrough(socket, proxy, target, connecting, signal);
    reached(connecting);
    return tunnel;
  }

  async function dial(signal: AbortSignal, reached: Reached): Promise<net.Socket> {
    if (target.protocol === 'http:') return (await wayToServer(signal, reached)) ?? connectSocket(target, signal);
    // Read first: a file that cannot be used is told before anybody is asked.
    const context = await untilSignal(contexts.next(pinned), signal);
    const way = await wayToServer(signal, reached);
    const shaking = (): void => reached({ ...connecting, stage: 'handshaking' });
    const { socket, mismatch } = await tlsHandshake(target, named.serverName, context, signal, shaking, way);
    if (trust?.type === 'anyone') return socket;
    const verdict =
      trust?.type === 'pin' ? judgePinnedCertificate(socket, trust.fingerprint, pinned) : judgeCertificate(socket);
    if (verdict.is === 'trusted') return socket;
    socket.destroy();
    way?.destroy();
    if (verdict.is === 'refused') throw notTrusted(connecting, verdict, mismatch);
    pinned = verdict.authority;
    return dial(signal, reached);
  }

  const withExpiry = (context: RequestContext): RequestContext => {
    const expired = contexts.expiredClient();
    return expired === undefined || context.proxy !== undefined ? context : { ...context, expired };
  };

  return {
    expiredClient: contexts.expiredClient,
    ...(isRelayed ? { relay: proxy } : {}),
    async open(signal) {
      signal.throwIfAborted();
      const limit = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
      const deadline = startRequestDeadline(limit, signal);
      let context = connecting;
      try {
        return await dial(deadline.signal, (now) => {
          context = now;
        });
      } catch (error) {
        throw deadline.hasPassed() ? timedOut(context, limit) : describeError(error, withExpiry(context));
      } finally {
        deadline.release();
      }
    },
  };
}

/** Told how far a connection has come. */
type Reached = (context: RequestContext) => void;

function usableProxy(target: URL, options: HttpClientOptions): ForwardProxy | undefined {
  try {
    return proxyFor(target, options);
  } catch {
    throw unusableProxy();
  }
}

async function tunnelThrough(
  socket: net.Socket,
  proxy: ForwardProxy,
  target: URL,
  context: RequestContext,
  signal: AbortSignal,
): Promise<net.Socket> {
  const address = `${target.hostname}:${portOfUrl(target)}`;
  const client = dispatcherOver(socket, proxy.url, {});
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
      throw refusedByProxy(context, proxy.url.origin, answer.statusCode);
    }
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Speaks HTTP/1.1 over one standing socket, one request at a time, and opens no other when that one is closed. */
export function dispatcherOver(
  socket: net.Socket,
  origin: URL,
  options: Omit<ClientType.Options, 'connect'>,
): ClientType {
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

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
