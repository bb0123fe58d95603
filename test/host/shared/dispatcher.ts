import assert from 'node:assert/strict';
import { dispatcherReport } from '../../unit/core/base/http/coreProcess';
import { endpointAt } from '../../unit/core/base/http/endpointAt';
import { serveHttp } from '../../unit/core/base/http/servers';
import { distFolder, moduleOfExtension } from './core';

/** undici keeps the dispatcher of this process, which every extension's fetch uses, under these. */
const symbols = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')];
const dispatchers = (): unknown[] => symbols.map((symbol) => Reflect.get(globalThis, symbol));

/**
 * Loads the HTTP client of the extension that VS Code runs, requests something with it, and looks at what all extensions share: in the extension
 * host, where others may have set it before, and in a new process of the host's Node, where nobody has.
 */
export async function provesThatDispatcherIsLeftAlone(): Promise<void> {
  const server = await serveHttp((request, response) => {
    request.resume().on('end', () => response.end(`{"length":${request.headers['content-length'] ?? null}}`));
  });
  try {
    const report = await dispatcherReport(distFolder(), server.url);
    assert.deepEqual(report, { status: 200, setByCore: 0, fetched: [200, { length: 2 }] });

    // The built-in fetch makes its own dispatcher when it is first used.
    await (await fetch(server.url)).text();
    const before = dispatchers();
    const { connectTo } = await moduleOfExtension('rows');
    const client = connectTo(endpointAt(server.url), false, {});
    assert.equal((await client.request({ method: 'GET', path: '/' })).status, 200);
    await client.close();
    for (const [index, dispatcher] of dispatchers().entries()) assert.equal(dispatcher, before[index]);
    // With undici's dispatcher in its place this fails on Node 22: the length is counted twice.
    const answer = await fetch(server.url, { method: 'POST', body: 'abc', headers: { 'content-length': '3' } });
    assert.deepEqual([answer.status, await answer.json()], [200, { length: 3 }]);
  } finally {
    await server.close();
  }
}
