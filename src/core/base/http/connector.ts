import type { X509Certificate } from 'node:crypto';
import type * as net from 'node:net';
import type { Client as ClientType } from 'undici';
import { once } from '../async/once';
import { untilAborted } from '../async/untilAborted';
import type { Endpoint } from '../endpoints/endpoint';
import { describeError, notTrusted, refusedByProxy, timedOut, unusableProxy } from './describeError';
import type { HttpClientOptions } from './httpClient';
import { type RequestContext, startRequestDeadline } from './requestContext';
import { serverNameOf } from './serverName';
import { connectSocket, type ForwardProxy, hostOfUrl, portOfUrl, proxyFor, tlsHandshake } from './sockets';
import { secureContext, secureContextsFor, withNodeAuthorities } from './trustedAuthorities';
import { Client } from './undici';
import { judgeCertificate, judgePinnedCertificate } from './verifyCertificate';

const connectTimeoutMs = 5_000;

export type Connector = ReturnType<typeof connectorTo>;

/**
 * Decides, once, how to reach an endpoint: directly, through a CONNECT tunnel (https, and http with a different host
 * name), or relayed by a proxy (http, because many proxies refuse tunnels to port 80).
 *
 * undici's ProxyAgent is not used: it cannot be canceled while it connects, and only the text of its error shows that a
 * proxy refused.
 *
 * @throws RequestFailure if the configured proxy or the server name cannot be used
 */
export function connectorTo(endpoint: Endpoint, options: HttpClientOptions) {
  const target = new URL(endpoint.url);
  const named = serverNameOf(endpoint);
  const proxy = usableProxy(target, options);
  const connecting: RequestContext = { endpoint, from: options.from ?? 'local', stage: 'connecting' };
  const atProxy: RequestContext = proxy === undefined ? connecting : { ...connecting, proxy: proxy.url.origin };
  const extra = options.extraCertificates ?? [];
  const contexts = secureContextsFor(endpoint.tls ?? {}, extra);
  const trust = endpoint.tls?.trust;
  /**
   * A relaying proxy sets the Host header from the URL (RFC 9112, section 3.2.2), so a different name requires a
   * tunnel.
   */
  const isRelayed = proxy !== undefined && target.protocol === 'http:' && !named.isOwn;
  const proxyContext = once(() => secureContext(withNodeAuthorities(extra)));
  /** The pinned authority's certificate, once the server has sent it. */
  let pinned: X509Certificate | undefined;

  /** Connects to the proxy itself. The endpoint's own settings do not apply here. */
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

  /** A socket through the proxy to the server, for plain HTTP or TLS. Undefined if there is no proxy. */
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
    // Read first, so that an unusable file is reported before anything is contacted.
    // A file on a dead network drive has no timeout.
    const context = await untilAborted(contexts.next(pinned), signal);
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
    /** The client certificate that is presented, if it has expired. */
    expiredClient: contexts.expiredClient,
    /** The proxy, if requests go to it with the full URL, as proxies expect for plain http. */
    relay: isRelayed ? proxy : undefined,
    /** Opens a connection that is ready for HTTP/1.1. Rejects with `RequestFailure`. */
    async open(signal: AbortSignal): Promise<net.Socket> {
      signal.throwIfAborted();
      const limit = options.connectTimeoutMs ?? connectTimeoutMs;
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

/** Called with the stage that the connection has reached. */
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

/** Sends HTTP/1.1 over an open socket, one request at a time. Never opens another socket when this one is closed. */
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
      // Deferred, because undici does not notice a connection that is available before it starts to wait for one.
      queueMicrotask(() => {
        if (usable) give(null, socket);
        else give(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }), null);
      });
    },
  });
}
