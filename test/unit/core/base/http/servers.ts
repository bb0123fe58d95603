import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';

/** A server on a free loopback port, that a test ends with `close`. */
export interface TestServer {
  readonly url: string;
  readonly port: number;
  /** Every connection that was ever accepted, in order. */
  readonly sockets: readonly net.Socket[];
  /** Ends it and all its connections. */
  close(): Promise<void>;
}

/** An http server. `answer` may leave the response open. */
export function serveHttp(answer: http.RequestListener): Promise<TestServer> {
  return listening(http.createServer({ keepAliveTimeout: 60_000 }, answer), 'http');
}

export function serveHttps(options: https.ServerOptions, answer: http.RequestListener): Promise<TestServer> {
  return listening(https.createServer({ keepAliveTimeout: 60_000, ...options }, answer), 'https');
}

/** A server that speaks whatever `connected` makes it speak. */
export function serveRaw(connected: (socket: net.Socket) => void, scheme = 'http'): Promise<TestServer> {
  return listening(net.createServer(connected), scheme);
}

/** A server that sends `answer` as it is when the first bytes of a request arrive, and then as `then` says. */
export function serveBytes(answer: string | Buffer, then: 'end' | 'destroy' | 'stay'): Promise<TestServer> {
  return serveRaw((socket) => {
    socket.once('data', () => {
      socket.write(answer, () => {
        if (then === 'end') socket.end();
        if (then === 'destroy') socket.destroy();
      });
    });
  });
}

export async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Resolves when the other side is gone. */
export function closed(socket: net.Socket): Promise<void> {
  return socket.destroyed ? Promise.resolve() : new Promise((resolve) => socket.once('close', () => resolve()));
}

/** Makes a server of any kind listen on a free loopback port. */
export async function listening(server: net.Server, scheme: string): Promise<TestServer> {
  const sockets: net.Socket[] = [];
  server.on('connection', (socket: net.Socket) => {
    sockets.push(socket);
    // A client that goes away in the middle is what many of these tests are about.
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not a TCP server');
  return {
    url: `${scheme}://127.0.0.1:${address.port}`,
    port: address.port,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
