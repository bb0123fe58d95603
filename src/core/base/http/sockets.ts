import * as net from 'node:net';
import * as tls from 'node:tls';

/** Opens a connection on which bytes go as they are. */
export function connectSocket(url: URL, signal: AbortSignal): Promise<net.Socket> {
  return settled(net.connect({ host: hostOfUrl(url), port: portOfUrl(url), keepAlive: true }), 'connect', signal);
}

/**
 * Shakes hands, and ends nothing that cannot be trusted: ask `judge` before anything is sent.
 *
 * @param name whom the certificate must be for
 * @param reached called once the connection stands over which hands are shaken
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
    // An address is no server name (RFC 6066, section 3).
    ...(net.isIP(name) === 0 ? { servername: name } : {}),
    ALPNProtocols: ['http/1.1'],
    secureContext,
    // Ignored beside a context, but VS Code's patch of `tls` adds the system's authorities to one that comes without.
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
  /** Why the certificate is not for the name, in Node's words about the server's: server text. Empty where it is. */
  readonly mismatch: string;
}

/** Waits until `socket` stands. When it fails or is no longer wanted, it and what it runs over are destroyed. */
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

/** Does not wait for `work` any longer than for `signal`: a file on a dead network drive has no time limit of its own. */
export function untilSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** The host of a URL as Node takes it. */
export const hostOfUrl = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');
export const portOfUrl = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80));
