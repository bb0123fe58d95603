import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions as TlsOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Access, isAdmitted } from './access';
import { answer } from './answer';
import { deliver } from './deliver';
import { createFaults, type Faults, matchesPath, type PathPattern } from './faults';
import type { Handler, ReceivedRequest } from './reply';

/** A server on 127.0.0.1, and what a test may know of it. */
export interface RunningServer {
  /** Without a trailing slash: `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly port: number;
  /** Every request that arrived whole, oldest first; at most the latest 10,000. */
  readonly requests: readonly ReceivedRequest[];
  /** How many connections were ever accepted. */
  readonly connections: number;
  /** How many connections are open now. */
  readonly openConnections: number;
  readonly faults: Faults;
  /** The next request to arrive from now on, on this path where one is given, and such a one where that is said. */
  nextRequest(path?: PathPattern, isMeant?: (request: ReceivedRequest) => boolean): Promise<ReceivedRequest>;
  /** Closes the connections that wait for a request, as a server does to those that are idle for too long. */
  closeIdleConnections(): void;
  /** Stops listening and ends all connections, whatever they wait for. May be called again. */
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Default: a free one. */
  readonly port?: number;
  /** Serves https. `ca` with `requestCert` asks for a client certificate. */
  readonly tls?: Pick<TlsOptions, 'key' | 'cert' | 'ca' | 'requestCert' | 'rejectUnauthorized'>;
  /** Refuses requests without the right credentials. A switched-on fault strikes before that. */
  readonly access?: Access;
  /** Milliseconds after which a connection that waits for a request is closed. Default 60,000. */
  readonly keepAliveMs?: number;
  /** Bytes of a request's header that Node itself takes before it answers 431. Default 16 KiB. */
  readonly maxHeaderBytes?: number;
}

const keptRequests = 10_000;

/** What the server knows of one accepted connection. */
interface Connection {
  readonly number: number;
  readonly closed: Promise<void>;
  readonly ended: AbortSignal;
  deaf: boolean;
}

function joinedHeaders(message: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(message.headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]),
  );
}

/** Starts a server that lets `handler` answer every request. It listens on the loopback interface only. */
export async function listen(handler: Handler, options: ListenOptions = {}): Promise<RunningServer> {
  const { access } = options;
  const guarded: Handler =
    access === undefined
      ? handler
      : (request) => (isAdmitted(access.auth, request.headers) ? handler(request) : access.refuse(request));

  const faults = createFaults();
  const requests: ReceivedRequest[] = [];
  const awaited = new Set<(request: ReceivedRequest) => void>();
  const sockets = new Set<Socket>();
  const known = new WeakMap<Socket, Connection>();
  let closing: Promise<void> | undefined;
  let accepted = 0;
  let numbered = 0;

  /** Answers a request. Rejects where the client goes away while it is sent its answer. */
  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const connection = known.get(message.socket);
    if (connection === undefined || connection.deaf) return;
    const request: ReceivedRequest = {
      method: message.method ?? '',
      path: message.url ?? '',
      headers: joinedHeaders(message),
      body: await text(message),
      connection: connection.number,
      closed: connection.closed,
    };
    requests.push(request);
    if (requests.length > keptRequests) requests.shift();
    for (const arrived of awaited) arrived(request);

    const sent = await answer(guarded, request, faults.strike(request));
    const wire = {
      reset: () => void (options.tls === undefined ? message.socket.resetAndDestroy() : message.socket.destroy()),
      end: () => void message.socket.end(),
      deafen: () => {
        connection.deaf = true;
      },
    };
    await deliver(response, sent, wire, connection.ended);
  }

  const onRequest = (message: IncomingMessage, response: ServerResponse) => {
    serve(message, response).catch((error: unknown) => {
      if (message.socket.destroyed) return;
      if (response.headersSent) return void message.socket.destroy();
      response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(`the sample server failed: ${error instanceof Error ? error.stack : error}`);
    });
  };

  const limits = options.maxHeaderBytes === undefined ? {} : { maxHeaderSize: options.maxHeaderBytes };
  const server: Server =
    options.tls === undefined
      ? createServer(limits, onRequest)
      : createTlsServer({ ...options.tls, ...limits }, onRequest);
  server.keepAliveTimeout = options.keepAliveMs ?? 60_000;
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on(options.tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    const ended = new AbortController();
    const closed = new Promise<void>((resolve) => {
      socket.once('close', () => {
        ended.abort();
        resolve();
      });
    });
    numbered += 1;
    known.set(socket, { number: numbered, closed, ended: ended.signal, deaf: false });
    socket.on('error', () => socket.destroy());
  });

  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `${options.tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    requests,
    get connections() {
      return accepted;
    },
    get openConnections() {
      return sockets.size;
    },
    faults,
    nextRequest: (path, isMeant) =>
      new Promise((resolve) => {
        const arrived = (request: ReceivedRequest) => {
          if (path !== undefined && !matchesPath(path, request.path)) return;
          if (isMeant !== undefined && !isMeant(request)) return;
          awaited.delete(arrived);
          resolve(request);
        };
        awaited.add(arrived);
      }),
    closeIdleConnections: () => server.closeIdleConnections(),
    close() {
      closing ??= new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      });
      return closing;
    },
  };
}
