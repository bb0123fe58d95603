import assert from 'node:assert/strict';
import { readConfigFiles } from '../../../../src/core/config/files/readConfigFiles';
import { liveLines } from '../../../../src/core/liveConfig/codeLens';
import { problemsAmong, type ReadProxy } from '../../../../src/core/liveConfig/readProxies';
import { recorded } from '../proxy/model/given';

const read = (text: string) => readConfigFiles([{ path: '/dynamic.yml', text }]);

const fileText = `http:
  routers:
    shop-web: { rule: Host(\`shop.example.test\`), service: shop }
    no-middleware: { rule: Host(\`a.test\`), service: shop, middlewares: [missing@docker] }
    later: { rule: Host(\`b.test\`), service: shop }
  services:
    shop: { loadBalancer: { servers: [ { url: http://127.0.0.1:9101 } ] } }
`;

async function proxy(isBound: boolean, name = 'edge'): Promise<ReadProxy> {
  const inventory = await recorded('3.7');
  const counts = { http: {}, tcp: {}, udp: {} };
  const overview = { counts, features: {}, providers: ['File'], unread: [], text: '{}' };
  return { endpointId: name, name, isBound, inventory: { ...inventory, overview } };
}

const texts = (proxies: readonly ReadProxy[]) => liveLines(read(fileText), proxies).map(({ text }) => text);

describe('liveLines: what live proxies say above what a file declares', () => {
  it('is its state, the health of its servers, its priority, or its error; that it is missing, of the proxy of the file', async () => {
    assert.deepEqual(texts([await proxy(true)]), [
      'edge: enabled · 2 of 3 up · priority 25',
      'edge: disabled · middleware "missing@docker" does not exist · priority 26',
      'not on edge',
      'edge: enabled · 2 of 3 up',
    ]);
  });

  it('is nothing of what others do not have', async () => {
    assert.ok(!texts([await proxy(false)]).includes('not on edge'));
    assert.deepEqual(texts([]), []);
  });

  it('is of two proxies at most, that of the file first', async () => {
    const all = texts([await proxy(false, 'one'), await proxy(false, 'two'), await proxy(true, 'own')]);
    assert.deepEqual(
      all.filter((text) => text.includes('priority 25')),
      ['own: enabled · 2 of 3 up · priority 25', 'one: enabled · 2 of 3 up · priority 25'],
    );
  });

  it('leads to the object on the name that is declared', async () => {
    const [line] = liveLines(read(fileText), [await proxy(true)]);
    assert.deepEqual(line?.found, {
      condition: 'partlyDown',
      ref: { endpointId: 'edge', protocol: 'http', kind: 'routers', name: 'shop-web@file' },
    });
    assert.equal(fileText.slice(line.at.start, line.at.end), 'shop-web');
  });
});

describe('liveLines: what is wrong with what a file declares', () => {
  const codes = async (proxies: readonly ReadProxy[]) => {
    const problems = await problemsAmong({ files: [], groups: read(fileText) }, proxies, new AbortController().signal);
    return problems.map(({ code }) => code).sort();
  };

  it('is what the proxy of the file reports, once, and what it does not have', async () => {
    assert.deepEqual(await codes([await proxy(true)]), ['live.error', 'not.loaded']);
  });

  it('is what others report, and never that they lack something', async () => {
    assert.deepEqual(await codes([await proxy(false)]), ['live.error']);
    assert.deepEqual(await codes([]), []);
  });
});
