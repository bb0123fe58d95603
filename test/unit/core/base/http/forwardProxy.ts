import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import type { TLSSocket } from 'node:tls';
import { listening, type TestServer } from './servers';

/** A proxy that passes everything on to one loopback port, whatever host is asked for, and keeps what it was asked. */
export interface TestProxy extends TestServer {
  /** `CONNECT host:port` or `GET http://…`, with the credentials that came along. */
  readonly asked: readonly { readonly line: string; readonly authorization: string | undefined }[];
}

export interface ProxyBehavior {
  /** Where all tunnels and requests end. */
  readonly port: number;
  /** Refuses with this status instead. */
  readonly refuse?: number;
  /** Never answers. */
  readonly silent?: boolean;
  /** Speaks https to the client. */
  readonly tls?: https.ServerOptions;
  /** Told of every connection over which it speaks https. */
  readonly connected?: (socket: TLSSocket) => void;
}

export async function serveProxy({ port, refuse, silent, tls, connected }: ProxyBehavior): Promise<TestProxy> {
  const asked: { line: string; authorization: string | undefined }[] = [];
  const note = ({ method, url, headers }: http.IncomingMessage) =>
    asked.push({ line: `${method} ${url}`, authorization: headers['proxy-authorization'] });

  const relay: http.RequestListener = (request, response) => {
    note(request);
    if (silent) return;
    if (refuse !== undefined) {
      response.writeHead(refuse).end('the proxy’s own page');
      return;
    }
    const { pathname, search } = new URL(request.url ?? '');
    const onward = http.request({ port, host: '127.0.0.1', path: pathname + search, headers: request.headers });
    onward.on('response', (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)));
    request.pipe(onward);
  };
  const server = tls === undefined ? http.createServer(relay) : https.createServer(tls, relay);
  if (connected !== undefined) server.on('secureConnection', connected);
  server.on('connect', (request: http.IncomingMessage, client: net.Socket) => {
    note(request);
    client.on('error', () => {});
    if (silent) {
      client.resume();
      return;
    }
    if (refuse !== undefined) {
      client.end(`HTTP/1.1 ${refuse} No\r\nproxy-authenticate: Basic realm="x"\r\ncontent-length: 4\r\n\r\npage`);
      return;
    }
    const onward = net.connect(port, '127.0.0.1', () => client.write('HTTP/1.1 200 Connection established\r\n\r\n'));
    onward.on('error', () => client.destroy());
    onward.on('close', () => client.destroy());
    client.on('close', () => onward.destroy());
    client.pipe(onward).pipe(client);
  });
  return { ...(await listening(server, tls === undefined ? 'http' : 'https')), asked };
}
