/** @file The only way to the workbench: a loopback port in front of VS Code's server. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';

/**
 * Passes requests and web sockets on to VS Code's server, which listens on a socket file, and answers `POST /mint-key`.
 *
 * The workbench encrypts its secrets in the browser with 32 bytes that it asks for at that path (code-server's
 * `ServerKeyedAESCrypto`); without an answer it keeps no secret over a reload. The key lives as long as this proxy.
 *
 * @param {{ socketPath: string, token: string }} server
 * @returns {Promise<{ origin: string, close: () => Promise<void> }>}
 */
export async function startProxy({ socketPath, token }) {
  const key = randomBytes(32);
  const proxy = createServer((incoming, answer) => {
    if (incoming.method === 'POST' && incoming.url === '/mint-key') {
      incoming.resume();
      if (holdsToken(incoming, token)) answer.end(key);
      else answer.writeHead(403).end();
      return;
    }
    const { method, url: path, headers } = incoming;
    const onward = request({ socketPath, method, path, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.on('error', () => answer.destroy()).pipe(answer);
    });
    onward.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    answer.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  proxy.on('upgrade', (incoming, socket, head) => {
    const onward = connect(socketPath);
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
    for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
      lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`);
    }
    onward.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
    onward.write(head);
    socket.setNoDelay(true).pipe(onward).pipe(socket);
    socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
  });
  const upgraded = new Set();
  proxy.on('upgrade', (_incoming, socket) => {
    upgraded.add(socket);
    socket.on('close', () => upgraded.delete(socket));
  });
  await new Promise((resolve, reject) => proxy.on('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${proxy.address().port}`,
    close: async () => {
      const closed = new Promise((resolve) => proxy.close(resolve));
      for (const socket of upgraded) socket.destroy();
      proxy.closeAllConnections();
      await closed;
    },
  };
}

/** VS Code's server gave the token to the page as a cookie, in exchange for the one in the address. */
function holdsToken(incoming, token) {
  const given = /(?:^|;\s*)vscode-tkn=([^;]*)/.exec(incoming.headers.cookie ?? '')?.[1] ?? '';
  return given.length === token.length && timingSafeEqual(Buffer.from(given), Buffer.from(token));
}
