import assert from 'node:assert/strict';
import { readConfigFiles } from '../../../../src/core/config/files/readConfigFiles';
import { liveLines } from '../../../../src/core/liveConfig/codeLens';
import { problemsAmong, type ReadProxy } from '../../../../src/core/liveConfig/readProxies';
import { given, recorded } from '../proxy/model/given';

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

type Read = { readonly of?: string; readonly path?: string; readonly unread?: string };

function linesIn(read_: readonly ReadProxy[], { of = fileText, path = '/dynamic.yml', unread }: Read = {}) {
  const known = { read: read_, unread: unread === undefined ? undefined : { endpointId: unread, name: unread } };
  return liveLines(readConfigFiles([{ path, text: of }]), path, { ...known, hasAny: true });
}
const texts = (...asked: Parameters<typeof linesIn>) => linesIn(...asked).map(({ text }) => text);

describe('liveLines: the line above a file', () => {
  it('is its proxy with the time of the read, the day too if it was not today', async () => {
    const bound = await proxy(true);
    const at = (readAt: number) => texts([{ ...bound, inventory: { ...bound.inventory, readAt } }])[0];
    const today = new Date();
    assert.equal(at(today.setHours(20, 3, 0, 0)), 'edge · read 20:03 · Change…');
    assert.match(at(new Date(2025, 10, 22, 1, 57).getTime()) ?? '', /^edge · read Nov 22, 2025, 01:57 · Change…$/);
  });

  it('is that the proxy was not read yet, or that none is connected', async () => {
    assert.deepEqual(texts([await proxy(false, 'other')], { unread: 'edge' }), ['edge · not read yet']);
    assert.deepEqual(texts([]), ['Connect to Proxy…']);
    const known = { read: [], unread: undefined, hasAny: false };
    assert.deepEqual(liveLines(read(fileText), '/dynamic.yml', known), []);
    assert.deepEqual(texts([await proxy(true)], { of: 'name: shop\n' }), []);
  });

  it('is what prevents a comparison, with the line of the error, and leads there', async () => {
    const of = fileText.replace('url:', 'ulr:');
    const bound = await proxy(true);
    const [line, ...others] = linesIn([bound], { of });
    assert.deepEqual(others, []);
    assert.equal(line?.text, 'edge: not compared, file has an error (line 7)');
    assert.deepEqual(line.to, { is: 'error', path: '/dynamic.yml', line: 6 });
    assert.deepEqual(texts([], { of, unread: 'edge' }), [line.text]);
    assert.deepEqual(texts([bound], { of: 'http:\n  routers: {\n' }), [
      'edge: not compared, file has an error (line 3)',
    ]);
    const groups = readConfigFiles([
      { path: '/a.yml', text: of },
      { path: '/b.yml', text: fileText },
    ]);
    assert.deepEqual(
      liveLines(groups, '/b.yml', { read: [bound], unread: undefined, hasAny: true }).map(({ text }) => text),
      ['edge: not compared, a.yml has an error (line 7)'],
    );
  });

  it('is the proxy where another container is compared', async () => {
    const container = (name: string, label: string) =>
      `  ${name}: { image: x, labels: [traefik.http.routers.${name}.${label}] }\n`;
    const of = `services:\n${container('a', 'tsl=true')}${container('b', 'rule=Host(`b`)')}`;
    const [top, ...others] = texts([await proxy(true)], { of, path: '/compose.yml' });
    assert.match(top ?? '', /^edge · read /);
    assert.deepEqual(others, ['not loaded by edge']);
  });
});

describe('liveLines: what live proxies say above what a file declares', () => {
  it('is only what is wrong with it: servers that are down, an error, that it is missing', async () => {
    const [, ...lines] = linesIn([await proxy(true)]);
    assert.deepEqual(
      lines.map(({ text, at }) => [text, fileText.slice(at.start, at.end)]),
      [
        ['2 of 3 up', 'shop-web'],
        ['disabled: middleware "missing@docker" does not exist', 'no-middleware'],
        ['not loaded by edge', 'later'],
        ['2 of 3 up', 'shop'],
      ],
    );
    assert.deepEqual(lines[0]?.to, {
      is: 'item',
      condition: 'partlyDown',
      ref: { endpointId: 'edge', protocol: 'http', kind: 'routers', name: 'shop-web@file' },
    });
    assert.deepEqual(lines[2]?.to, { is: 'proxy', endpointId: 'edge' });
  });

  it('is what is wrong with the copy of a router for one of its entry points', async () => {
    const router = { rule: 'Host(`a.test`)', service: 'api@internal', priority: 14 };
    const error = ['middleware "log@file" does not exist'];
    const inventory = await given({
      http: {
        routers: [
          { ...router, name: 'r@file', entryPoints: ['web'], status: 'enabled' },
          {
            ...{ ...router, name: 'sec-r@file', entryPoints: ['sec'], status: 'disabled' },
            ...{ tls: {}, middlewares: ['log@file'], error },
          },
        ],
      },
      entryPoints: [{ name: 'web' }, { name: 'sec', http: { tls: {}, middlewares: ['log@file'] } }],
    });
    const of = 'http: { routers: { r: { rule: Host(`a.test`), service: api@internal, entryPoints: [web, sec] } } }\n';
    const [, line] = linesIn([{ ...(await proxy(true)), inventory }], { of });
    assert.deepEqual(
      [line?.text, line?.to],
      [
        'disabled: middleware "log@file" does not exist',
        {
          is: 'item',
          condition: 'configError',
          ref: { endpointId: 'edge', protocol: 'http', kind: 'routers', name: 'sec-r@file' },
        },
      ],
    );
  });

  it('repeats no user of the configuration', async () => {
    const error = ['error parsing BasicUser: hunter2'];
    const middlewares = [{ name: 'm@file', status: 'disabled', error }];
    const inventory = await given({ http: { middlewares } });
    const of = 'http: { middlewares: { m: { basicAuth: { users: [hunter2] } } } }\n';
    const [, line] = texts([{ ...(await proxy(true)), inventory }], { of });
    assert.equal(line, 'disabled: error parsing BasicUser: •••');
  });

  it('is nothing of what works', async () => {
    const of = 'http: { routers: { shop-api: { rule: Path(`/`), service: shop-api } } }\n';
    const [, ...others] = texts([await proxy(true)], { of });
    assert.deepEqual(others, []);
  });

  it('is one line for a container, at the worst of its objects', async () => {
    const of = `services:
  shop:
    image: shop
    labels:
      - traefik.http.services.shop.loadbalancer.server.port=80
      - traefik.http.routers.shop-web.rule=Host(\`a.test\`)
      - traefik.http.routers.no-middleware.rule=Host(\`b.test\`)
      - traefik.http.routers.later.rule=Host(\`c.test\`)
`;
    const { inventory, ...bound } = await proxy(true);
    const { groups } = inventory;
    const { routers } = groups.http;
    assert.ok(routers?.state === 'read');
    const items = new Map([...routers.items].map(([name, item]) => [name.replace('@file', '@docker'), item]));
    const http = { ...groups.http, routers: { ...routers, items } };
    const [, ...lines] = linesIn([{ ...bound, inventory: { ...inventory, groups: { ...groups, http } } }], {
      of,
      path: '/compose.yml',
    });
    assert.deepEqual(
      lines.map(({ text }) => text),
      ['not loaded by edge · disabled: middleware "missing@docker" does not exist · 2 of 3 up'],
    );
    assert.deepEqual(lines[0]?.to, { is: 'proxy', endpointId: 'edge' });
  });

  it('is of the proxy of the file only, otherwise of two others by their names', async () => {
    const [other, third] = [await proxy(false, 'one'), await proxy(false, 'two')];
    const own = texts([other, third, await proxy(true, 'own')]);
    assert.deepEqual(
      own.filter((text) => text.includes('2 of 3 up')),
      ['2 of 3 up', '2 of 3 up'],
    );
    const all = texts([other, third, await proxy(false, 'three')]);
    assert.deepEqual(
      all.filter((text) => text.endsWith('2 of 3 up')),
      ['one: 2 of 3 up', 'one: 2 of 3 up', 'two: 2 of 3 up', 'two: 2 of 3 up'],
    );
    assert.equal(all[0], 'Connect to Proxy…');
    assert.ok(!all.some((text) => text.includes('not loaded')));
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
