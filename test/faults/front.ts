import * as http from 'node:http';
import * as net from 'node:net';
import * as tls from 'node:tls';

/** A request as it came over the wire. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a sample server answers. */
export interface GoodAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Answers a request, by bytes if it likes. */
export type Respond = (request: WireRequest, socket: net.Socket, good: () => Promise<GoodAnswer>) => unknown;

/**
 * A server that stands before a sample server and can say anything at all, also what is no HTTP: the sample servers' own faults
 * (test/servers/shared/faults.ts) go through Node's http, which keeps to it.
 */
export interface Front {
  readonly port: number;
  readonly origin: string;
  readonly requests: readonly WireRequest[];
  /** Sockets that are open now. */
  readonly open: number;
  /** From now on; undefined: as the sample server behind it. */
  respondBy(respond: Respond | undefined): void;
  /** Takes each connection from now on away from the requests; undefined: gives them back. */
  takeSockets(take: ((socket: net.Socket) => void) | undefined): void;
  /** Other certificates for connections from now on; those that are open are ended. */
  showCertificate(options: tls.SecureContextOptions): void;
  /** Ends all connections. */
  hangUp(): void;
  /** Stops listening until `listenAgain`, as a server that is down. */
  goDown(): Promise<void>;
  listenAgain(): Promise<void>;
  close(): Promise<void>;
}

export interface FrontOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  readonly tls?: tls.TlsOptions;
}

/** @param base the sample server's URL */
export async function openFront(base: string, options: FrontOptions = {}): Promise<Front> {
  const host = options.host ?? '127.0.0.1';
  const requests: WireRequest[] = [];
  const sockets = new Set<net.Socket>();
  let respond: Respond | undefined;
  let take: ((socket: net.Socket) => void) | undefined;

  const connected = (socket: net.Socket): void => {
    socket.on('error', () => undefined);
    if (take !== undefined) {
      take(socket);
      return;
    }
    readRequests(socket, async (request) => {
      requests.push(request);
      const good = () => askGood(base, request);
      if (respond === undefined) say(socket, await good());
      else await respond(request, socket, good);
    });
  };
  const server = options.tls === undefined ? net.createServer(connected) : tls.createServer(options.tls, connected);
  server.on('tlsClientError', () => undefined);
  // Also those whose handshake never ends.
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP server');
  const { port } = address;
  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const goDown = (): Promise<void> => {
    hangUp();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return {
    port,
    origin: `${options.tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    requests,
    get open() {
      return sockets.size;
    },
    respondBy(next) {
      respond = next;
    },
    takeSockets(next) {
      take = next;
      hangUp();
    },
    showCertificate(context) {
      hangUp();
      if (server instanceof tls.Server) server.setSecureContext(context);
    },
    hangUp,
    goDown,
    listenAgain: () => listen(port),
    close: goDown,
  };
}

/** Reads requests one after the other, as HTTP/1.1 without pipelining sends them. */
function readRequests(socket: net.Socket, take: (request: WireRequest) => Promise<void>): void {
  let bytes = Buffer.alloc(0);
  let isBusy = false;
  const next = async (): Promise<void> => {
    const end = bytes.indexOf('\r\n\r\n');
    if (isBusy || end < 0) return;
    const [line = '', ...fields] = bytes.subarray(0, end).toString('latin1').split('\r\n');
    const [method = '', path = ''] = line.split(' ');
    const headers = Object.fromEntries(
      fields.map((field) => [
        field.slice(0, field.indexOf(':')).toLowerCase(),
        field.slice(field.indexOf(':') + 1).trim(),
      ]),
    );
    const length = Number(headers['content-length'] ?? 0);
    if (bytes.length < end + 4 + length) return;
    const body = bytes.subarray(end + 4, end + 4 + length).toString('utf8');
    bytes = bytes.subarray(end + 4 + length);
    isBusy = true;
    await take({ method, path, headers, body }).catch(() => socket.destroy());
    isBusy = false;
    await next();
  };
  socket.on('data', (piece: Buffer) => {
    bytes = Buffer.concat([bytes, piece]);
    void next();
  });
}

/** What is said of an answer's framing: its own unless it is named. */
type Said = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
};

/** Writes an answer, with the length of its body where no header says another. */
export function say(socket: net.Socket, { status, headers = {}, body = '' }: Said): void {
  const bytes = Buffer.from(body);
  const hasFraming = 'content-length' in headers || 'transfer-encoding' in headers || status === 204 || status === 304;
  const all = {
    'content-type': 'application/json',
    ...headers,
    ...(hasFraming ? {} : { 'content-length': String(bytes.length) }),
  };
  const fields = Object.entries(all).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}\r\n`));
  socket.write(`HTTP/1.1 ${status} Said\r\n${fields.join('')}\r\n`);
  if (bytes.length > 0) socket.write(bytes);
}

const framing = new Set(['transfer-encoding', 'connection', 'keep-alive', 'content-length']);

/** What the sample server says to a request. */
function askGood(base: string, { method, path, headers, body }: WireRequest): Promise<GoodAnswer> {
  const { authorization: _, host: __, 'x-own': ___, ...passed } = headers;
  return new Promise((resolve, reject) => {
    const request = http.request(new URL(path, base), {
      method,
      headers: { ...passed, 'accept-encoding': 'identity' },
      agent: false,
    });
    request.on('error', reject).on('response', (answer) => {
      const pieces: Buffer[] = [];
      answer
        .on('data', (piece: Buffer) => pieces.push(piece))
        .on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(answer.headers).flatMap(([name, value]) =>
                framing.has(name) ? [] : [[name, String(value)]],
              ),
            ),
            body: Buffer.concat(pieces),
          }),
        );
    });
    request.end(body);
  });
}
