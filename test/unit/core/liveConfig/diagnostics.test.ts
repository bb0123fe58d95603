import assert from 'node:assert/strict';
import { readConfigFiles } from '../../../../src/core/config/files/readConfigFiles';
import type { ConfigProblem } from '../../../../src/core/config/model/configProblem';
import { checkDeclared } from '../../../../src/core/liveConfig/diagnostics';
import { matchDeclared } from '../../../../src/core/liveConfig/matchDeclared';
import { problemsAmong } from '../../../../src/core/liveConfig/readProxies';
import { readInventory } from '../../../../src/core/proxy/api/readInventory';
import type { Inventory } from '../../../../src/core/proxy/model/inventory';
import { fakeHttpClient, json } from '../proxy/model/fakeHttpClient';

/** A proxy that lists this by path; nothing else. */
function inventoryOf(listings: Readonly<Record<string, unknown>>): Promise<Inventory> {
  const given = (path: string): unknown => listings[path] ?? (path === '/api/version' ? { Version: '3.7.9' } : []);
  const client = fakeHttpClient(({ path }) => json(given(path.split('?')[0] ?? ''), { 'x-next-page': '1' }));
  return readInventory(client, new AbortController().signal);
}

const entryPoints = [
  { name: 'web', address: ':80' },
  { name: 'dns', address: ':53/udp' },
];

function routerAt(name: string, more: object = {}): object {
  return { name, provider: 'docker', status: 'enabled', rule: 'Host(`a`)', service: 'a', using: ['web'], ...more };
}

const groupsOf = (text: string, path = 'compose.yml') => readConfigFiles([{ path, text }]);
const labelled = (...labels: readonly string[]): string => `services: { a: { labels: ${JSON.stringify(labels)} } }`;

describe('checkDeclared: declarations beside a live proxy', () => {
  const certainties = async (text: string, routers: readonly object[]): Promise<readonly string[]> => {
    const inventory = await inventoryOf({ '/api/http/routers': routers, '/api/entrypoints': entryPoints });
    return matchDeclared(
      groupsOf(text).flatMap(({ declarations }) => declarations),
      inventory,
    )
      .filter(({ declaration }) => declaration.kind === 'router')
      .map(({ certainty, items }) => `${certainty} ${items.map(({ name }) => name).join()}`.trim());
  };

  it('match by their names, or by what is known of them', async () => {
    const named = labelled('traefik.http.routers.shop.rule=Host(`a`)');
    assert.deepEqual(await certainties(named, [routerAt('shop@docker')]), ['exact shop@docker']);
    assert.deepEqual(await certainties(named, [routerAt('shop@file')]), ['none']);
    const pattern = labelled('traefik.http.routers.$STACK-shop.rule=Host(`a`)');
    assert.deepEqual(await certainties(pattern, [routerAt('x-shop@docker'), routerAt('x@docker')]), [
      'probable x-shop@docker',
    ]);
    assert.deepEqual(await certainties(pattern, [routerAt('x-shop@docker', { rule: 'Host(`b`)' })]), ['unknown']);
    assert.deepEqual(await certainties(pattern, [routerAt('x-shop@docker'), routerAt('y-shop@docker')]), [
      'ambiguous x-shop@docker,y-shop@docker',
    ]);
  });

  it('have nothing said in our words that the proxy says of the same name', async () => {
    const text = labelled(
      'traefik.http.routers.shop.rule=Host(`a`)',
      'traefik.http.routers.shop.middlewares=auth@File',
      'traefik.enable=true',
    );
    const told = async (router: object): Promise<readonly string[]> => {
      const inventory = await inventoryOf({ '/api/http/routers': [router], '/api/entrypoints': entryPoints });
      return checkDeclared(groupsOf(text), { name: 'edge', inventory }).map(({ code, fix }) => `${code} ${fix?.text}`);
    };
    assert.deepEqual(
      await told(routerAt('shop@docker', { status: 'disabled', error: ['middleware "auth@File" does not exist'] })),
      ['live.error auth@file'],
    );
    assert.deepEqual(await told(routerAt('other@docker')), ['ref.unknown auth@file']);
  });

  it('have no conflict of TLS options told twice', async () => {
    const rule = 'PathPrefix(`/a`)';
    const text = `http:\n  routers:\n    r: { rule: '${rule}', service: api@internal, tls: { options: strict } }\ntls: { options: { strict: { sniStrict: true } } }\n`;
    const live = {
      ...routerAt('r@file', { rule, service: 'api@internal', tls: { options: 'strict' } }),
      provider: 'file',
    };
    const codes = async (more: object): Promise<readonly string[]> => {
      const inventory = await inventoryOf({
        '/api/http/routers': [{ ...live, ...more }],
        '/api/entrypoints': entryPoints,
      });
      return checkDeclared(groupsOf(text, 'dyn.yml'), { name: 'edge', inventory }).map(({ code }) => code);
    };
    assert.deepEqual(await codes({}), ['tls.conflict']);
    const error = [
      "router's TLSOptions configuration is conflicting with other routers on the same entrypoint and host",
    ];
    assert.deepEqual(await codes({ status: 'warning', error }), ['live.error']);
  });

  it('depend on no setting where the proxy has them', async () => {
    const text =
      'apiVersion: traefik.io/v1alpha1\nkind: IngressRoute\nmetadata: { name: r, namespace: a }\nspec: { routes: [{ match: Host(`a`), kind: Rule, services: [{ name: s, namespace: b, port: 80 }] }] }\n';
    const name = groupsOf(text, 'r.yml').flatMap(({ declarations }) =>
      declarations.flatMap(({ kind, name }) => (kind === 'router' ? [name] : [])),
    )[0];
    const codes = async (routers: readonly object[]): Promise<readonly string[]> => {
      const inventory = await inventoryOf({ '/api/http/routers': routers, '/api/entrypoints': entryPoints });
      return checkDeclared(groupsOf(text, 'r.yml'), { name: 'edge', inventory }).map(({ code }) => code);
    };
    assert.ok((await codes([])).includes('kubernetes.setting'));
    const live = { ...routerAt(name ?? ''), provider: 'kubernetescrd' };
    assert.equal((await codes([live])).includes('kubernetes.setting'), false);
  });

  it('are fixed by what the proxy has: the same name of another provider', async () => {
    const listings = {
      '/api/http/routers': [
        routerAt('shop@docker', { status: 'disabled', error: ['middleware "m@docker" does not exist'] }),
      ],
      '/api/http/middlewares': [{ name: 'm@file', provider: 'file', status: 'enabled', type: 'compress' }],
      '/api/entrypoints': entryPoints,
    };
    const rule = 'traefik.http.routers.shop.rule=Host(`a`)';
    const text = labelled(rule, 'traefik.http.routers.shop.middlewares=m', 'traefik.enable=true');
    const inventory = await inventoryOf(listings);
    const fixesOf = (problems: readonly ConfigProblem[]): readonly string[] =>
      problems.flatMap(({ code, fix }) => (fix === undefined ? [] : `${code}: ${fix.text}`));
    assert.deepEqual(fixesOf(checkDeclared(groupsOf(text), { name: 'edge', inventory })), ['live.error: m@file']);
    const proxy = { endpointId: 'a', name: 'a', isBound: false, inventory };
    assert.deepEqual(
      fixesOf(await problemsAmong({ files: [], groups: groupsOf(text) }, [proxy], new AbortController().signal)),
      ['live.error: m@file'],
    );
    const quiet = await inventoryOf({ ...listings, '/api/http/routers': [routerAt('shop@docker')] });
    assert.deepEqual(fixesOf(checkDeclared(groupsOf(text), { name: 'edge', inventory: quiet })), [
      'ref.unknown: m@file',
    ]);
  });

  it('are a star in a host where the version of the proxy has none', async () => {
    const told = async (rule: string, version?: string): Promise<readonly string[]> => {
      const protocol = rule.startsWith('HostSNI') ? 'tcp' : 'http';
      const labels = [`${protocol}.routers.shop.rule=${rule}`, `${protocol}.routers.shop.tls=true`, 'enable=true'];
      const text = labelled(...labels.map((label) => `traefik.${label}`));
      const files = { files: [], groups: groupsOf(text) };
      const inventory = version === undefined ? undefined : await inventoryOf({ '/api/version': { Version: version } });
      const proxies = inventory === undefined ? [] : [{ endpointId: 'a', name: 'a', isBound: true, inventory }];
      const found = await problemsAmong(files, proxies, new AbortController().signal);
      return found.flatMap(({ code, message }) => (code === 'rule.never' ? [message] : []));
    };
    const never = ['Host never matches. Host compares names letter by letter. Use HostRegexp for a pattern.'];
    for (const rule of ['Host(`*.a.test`)', 'Host(`*`)']) {
      assert.deepEqual(await told(rule, '2.11.53'), never);
      assert.deepEqual(await told(rule, '3.6.24'), never);
      assert.deepEqual(await told(rule, '3.7.9'), []);
      assert.deepEqual(await told(rule, 'dev'), []);
      assert.deepEqual(await told(rule), []);
    }
    assert.deepEqual(await told('HostSNI(`*.a.test`)', '3.6.24'), [
      'HostSNI never matches. “*.a.test” is not the name of a server.',
    ]);
    assert.deepEqual(await told('HostSNI(`*.a.test`)', '3.7.9'), []);
    assert.deepEqual(await told('HostSNI(`*`)', '3.6.24'), []);
  });

  it('have no wrong rule where the proxy uses it just so', async () => {
    const rule = 'Host(`a`, `b`)';
    const told = async (live: object): Promise<readonly string[]> => {
      const routers = [routerAt('shop@docker', { rule, ...live })];
      const inventory = await inventoryOf({ '/api/http/routers': routers, '/api/entrypoints': entryPoints });
      const labels = labelled(`traefik.http.routers.shop.rule=${rule}`);
      return checkDeclared(groupsOf(labels), { name: 'edge', inventory }).map(({ code }) => code);
    };
    assert.deepEqual(await told({}), []);
    assert.deepEqual(await told({ rule: 'Host(`a`)' }), ['rule.legacy']);
    assert.deepEqual(await told({ status: 'disabled' }), ['rule.legacy']);
  });

  it('get the errors of the proxy, each on what it is about, and without secrets', async () => {
    const error = [
      'middleware "m@docker" does not exist',
      'error while parsing rule Host(`a`: expected )',
      'error parsing BasicUser: hunter2',
    ];
    const inventory = await inventoryOf({
      '/api/http/routers': [routerAt('shop@docker', { status: 'disabled', error })],
      '/api/entrypoints': entryPoints,
    });
    const text = labelled('traefik.http.routers.shop.rule=Host(`a`)', 'traefik.http.routers.shop.middlewares=m@docker');
    const told = checkDeclared(groupsOf(text), { name: 'edge', inventory }).filter(({ code }) => code === 'live.error');
    assert.deepEqual(
      told.map(({ range, severity }) => `${severity} ${text.slice(range.start, range.end)}`),
      ['error m@docker', 'error Host(`a`)', 'error shop'],
    );
    assert.doesNotMatch(JSON.stringify(told), /hunter2/);
  });

  it('are certainly wrong with entry points that do not exist, and only probably with other names', async () => {
    const inventory = await inventoryOf({ '/api/entrypoints': entryPoints });
    const told = (text: string) =>
      checkDeclared(groupsOf(text), { name: 'edge', inventory }).map(({ severity, code }) => `${severity} ${code}`);
    assert.deepEqual(told(labelled('traefik.http.routers.a.entrypoints=nope')), ['error ref.unknown']);
    assert.deepEqual(told(labelled('traefik.http.routers.a.entrypoints=dns')), ['error ref.unknown']);
    assert.deepEqual(told(labelled('traefik.http.routers.a.middlewares=nope@file')), ['warning ref.unknown']);
    assert.deepEqual(told(labelled('traefik.http.routers.a.service=api@internal')), []);
  });

  it('are missing only where the proxy reads their provider', async () => {
    const told = async (providers: readonly string[]) => {
      const inventory = await inventoryOf({ '/api/overview': { providers }, '/api/entrypoints': entryPoints });
      return checkDeclared(groupsOf(labelled('traefik.http.routers.shop.rule=Host(`a`)')), {
        name: 'edge',
        inventory,
      }).map(({ severity, code }) => `${severity} ${code}`);
    };
    assert.deepEqual(await told(['Docker']), ['information not.loaded']);
    assert.deepEqual(await told(['File']), []);
  });
});
