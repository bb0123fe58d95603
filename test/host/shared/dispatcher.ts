import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extensionCore } from './core';

/** undici keeps the dispatcher of this process, which every extension's fetch uses, under these. */
const symbols = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')];
const dispatchers = (): unknown[] => symbols.map((symbol) => Reflect.get(globalThis, symbol));

/** Loads the core in the extension host, asks something with it, and looks at what all extensions share. */
export async function provesThatDispatcherIsLeftAlone(): Promise<void> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('{"Version":"3.7.9"}'));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    // The built-in fetch makes its own dispatcher when it is first used.
    await (await fetch(url)).text();
    const before = dispatchers();
    const { openDoor, probe } = extensionCore();
    const door = openDoor({
      version: 1,
      id: '0b7cbd7a-2f6e-4f0e-9a3c-6f6e0f4a1d11',
      kind: 'proxy',
      name: 'edge',
      url,
      auth: { type: 'none' },
      headers: {},
      order: 0,
    });
    assert.deepEqual(await probe(door, AbortSignal.timeout(30_000)), { usable: true, sentence: 'Traefik 3.7.9' });
    await door.close();
    const after = dispatchers();
    for (const [index, dispatcher] of after.entries()) assert.equal(dispatcher, before[index]);
    // With undici's dispatcher in its place this fails on Node 22: the length is counted twice.
    const answer = await fetch(url, { method: 'POST', body: 'abc', headers: { 'content-length': '3' } });
    assert.equal(answer.status, 200);
    await answer.text();
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
