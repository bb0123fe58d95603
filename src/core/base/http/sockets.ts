import * as net from 'node:net';
import * as tls from 'node:tls';

/** Opens a connection without TLS. */
export function connectSocket(url: URL, signal: AbortSignal): Promise<net.Socket> {
  return settled(net.connect({ host: hostOfUrl(url), port: portOfUrl(url), keepAlive: true }), 'connect', signal);
}

/**
 * Performs the TLS handshake, also with a server that is not trusted: call `judge` before anything is sent.
 *
 * @param name the name that the certificate must be for
 * @param reached called once the underlying connection is open
 */
export async function tlsHandshake(
  url: URL,
  name: string,
  secureContext: tls.SecureContext,
  signal: AbortSignal,
  reached: () => void,
  tunnel?: net.Socket,
): Promise<Handshaken> {
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

interface Handshaken {
  readonly socket: tls.TLSSocket;
  /** Why the certificate is not for the name, in Node's words, which include server text. Empty if it is. */
  readonly mismatch: string;
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

/** Stops waiting for `work` when `signal` aborts: a file on a dead network drive has no timeout. */
export function untilSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** The host of a URL as Node.js expects it. */
export const hostOfUrl = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');
export const portOfUrl = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80));
