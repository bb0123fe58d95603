import * as http from 'node:http';
import type { ProxyManner } from './fault';

/** A forward proxy that lets nothing through. */
export async function openForwardProxy(
  manner: ProxyManner,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const asks = manner === 407 ? { 'proxy-authenticate': 'Basic realm="p"' } : {};
  const server = http.createServer((_request, response) => {
    if (typeof manner === 'number') response.writeHead(manner, asks).end('the proxy says no');
    else if (manner === 'close') response.destroy();
  });
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => undefined);
    if (manner === 'hang') socket.resume();
    else if (manner === 'close') socket.destroy();
    else {
      const fields = Object.entries(asks).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 ${manner} No\r\n${fields.join('')}content-length: 3\r\n\r\nbad`);
    }
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP server');
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
