import assert from 'node:assert/strict';
import { isRequestFailure } from '../../../../../src/core/base/errors/failure';
import type { Comparison } from '../../../../../src/core/proxy/compare/compare';
import { compareSides } from '../../../../../src/core/proxy/compare/compare';
import { differenceDocuments } from '../../../../../src/core/proxy/compare/differenceDocuments';
import { exactStyle } from '../../../../../src/core/proxy/compare/normalize';
import { given, type Raw } from '../model/given';
import { inventoryOf, recordedInventory } from '../tree/sample';
import { compared, comparedApis, keptOf, lines } from './given';

const router = (name: string, more: object = {}): Raw => ({
  name: `${name}@file`,
  provider: 'file',
  status: 'enabled',
  entryPoints: ['web'],
  using: ['web'],
  rule: 'Host(`a`)',
  service: 's',
  ...more,
});
const routers = (left: readonly Raw[], right: readonly Raw[], style = {}): Promise<Comparison> =>
  comparedApis({ http: { routers: left } }, { http: { routers: right } }, style);
const services = (left: object, right: object): Promise<Comparison> =>
  comparedApis(
    { http: { services: [{ name: 's@file', status: 'enabled', ...left }] } },
    { http: { services: [{ name: 's@file', status: 'enabled', ...right }] } },
  );
const middlewares = (left: object, right: object): Promise<Comparison> =>
  comparedApis(
    { http: { middlewares: [{ name: 'm@file', ...left }] } },
    { http: { middlewares: [{ name: 'm@file', ...right }] } },
  );
const labels = ({ notes }: Comparison): readonly string[] => notes.map(({ label }) => label);

describe('compare: a comparison', () => {
  for (const version of ['traefik-3.7', 'traefik-2.11'] as const) {
    it(`finds no difference between ${version} and its snapshot`, async () => {
      const inventory = await recordedInventory(version);
      const comparison = await compared(inventory, await keptOf(inventory));
      assert.deepEqual(lines(comparison), []);
      assert.ok(comparison.unchanged > 80);
      assert.deepEqual(labels(comparison), ['Secrets not compared']);
    });
  }

  it('tells what was added, removed and changed, and which fields', async () => {
    const comparison = await routers(
      [router('gone'), router('same'), router('shop', { priority: 7, tls: { options: 'a' } })],
      [router('new'), router('same'), router('shop', { rule: 'Host(`b`)', priority: 9, tls: { options: 'b' } })],
    );
    assert.deepEqual(lines(comparison), ['+ new@file', '- gone@file', '~ shop@file: rule, priority, tls.options']);
    assert.equal(comparison.unchanged, 2);
  });

  it('compares priorities to the last digit', async () => {
    const comparison = await comparedApis(
      { http: { routers: '[{"name":"a@file","rule":"Host(`a`)","priority":9223372036854775806}]' } },
      { http: { routers: '[{"name":"a@file","rule":"Host(`a`)","priority":9223372036854775807}]' } },
    );
    assert.deepEqual(lines(comparison), ['~ a@file: priority']);
    const [change] = comparison.changed;
    assert.ok(change !== undefined);
    assert.match(differenceDocuments(change, comparison).right?.text ?? '', /"priority": 9223372036854775807,\n/);
  });

  it('takes a priority that follows from the rule for none, told or not', async () => {
    assert.deepEqual(lines(await routers([router('a', { priority: 9, priorityStr: '9' })], [router('a')])), []);
    const longer = router('a', { rule: 'Host(`abc`)', priority: 11 });
    assert.deepEqual(lines(await routers([router('a', { priority: 9 })], [longer])), ['~ a@file: rule']);
    assert.deepEqual(lines(await routers([router('a', { priority: 500 })], [router('a')])), ['~ a@file: priority']);
  });

  it('does not take for a change what follows from other items', async () => {
    assert.deepEqual(lines(await services({ usedBy: ['a@file'] }, { usedBy: ['a@file', 'b@file'] })), []);
    assert.deepEqual(lines(await routers([router('a')], [router('a', { using: undefined })])), []);
  });

  it('does not take for a change in what order things stand that have none', async () => {
    const of = (...urls: readonly string[]) => ({ loadBalancer: { servers: urls.map((url) => ({ url, weight: 1 })) } });
    assert.deepEqual(lines(await services(of('http://a', 'http://b'), of('http://b', 'http://a'))), []);
    const eps = (...entryPoints: readonly string[]) => [router('a', { entryPoints, using: entryPoints })];
    assert.deepEqual(lines(await routers(eps('web', 'sec'), eps('sec', 'web'))), []);
  });

  it('takes for a change in what order middlewares and prefixes stand', async () => {
    const of = (...names: readonly string[]) => [router('a', { middlewares: names })];
    assert.deepEqual(lines(await routers(of('x@file', 'y@file'), of('y@file', 'x@file'))), ['~ a@file: middlewares']);
    const strip = (...prefixes: readonly string[]) => ({ stripPrefix: { prefixes }, type: 'stripprefix' });
    assert.deepEqual(lines(await middlewares(strip('/a', '/a/b'), strip('/a/b', '/a'))), ['~ m@file: prefixes']);
  });

  it('takes a reference without provider for the same as the whole one', async () => {
    assert.deepEqual(lines(await routers([router('a', { service: 's@file' })], [router('a')])), []);
    assert.deepEqual(lines(await routers([router('a', { service: 's@docker' })], [router('a')])), [
      '~ a@file: service',
    ]);
  });

  it('keeps the health of servers apart from changes', async () => {
    const of = (state: string, url = 'http://a') => ({
      loadBalancer: { servers: [{ url }], healthCheck: { path: '/' } },
      serverStatus: { [url]: state },
    });
    const comparison = await services(of('UP'), of('DOWN'));
    assert.deepEqual(lines(comparison), ['health s@file']);
    const [change] = comparison.health;
    assert.ok(change !== undefined);
    const { left: before, right: after } = differenceDocuments(change, comparison);
    assert.match(before?.text ?? '', /"http:\/\/a": "UP"/);
    assert.match(after?.text ?? '', /"http:\/\/a": "DOWN"/);
    assert.deepEqual(lines(await services(of('UP'), { ...of('UP'), serverStatus: undefined })), []);
    assert.deepEqual(lines(await services(of('UP'), of('DOWN', 'http://b'))), ['~ s@file: servers']);
  });

  it('tells that a router was disabled, with Traefik’s reason', async () => {
    const broken = router('a', { status: 'disabled', error: ['the service "s@file" does not exist'] });
    assert.deepEqual(lines(await routers([router('a')], [broken])), ['~ a@file: status, error']);
  });

  it('says once that secrets are not compared, and calls no item changed for them', async () => {
    const users = (...hashes: readonly string[]) => ({
      basicAuth: { users: hashes.map((hash, index) => `user${index}:${hash}`) },
      type: 'basicauth',
    });
    const comparison = await middlewares(users('one-secret-hash'), users('another-secret'));
    assert.deepEqual(lines(comparison), []);
    assert.deepEqual(labels(comparison), ['Secrets not compared']);
    assert.match(comparison.notes[0]?.detail ?? '', /1 item contains secrets/);
    const changed = await middlewares(users('one'), users('one', 'two'));
    assert.deepEqual(lines(changed), ['~ m@file: users']);
    assert.equal(changed.changed[0]?.isMasked, true);
  });

  it('shows no secret in its documents, labels and notes', async () => {
    const left = await recordedInventory('traefik-3.7');
    const nothing = await given({});
    const comparison = await compared(left, { ...nothing, entryPoints: left.entryPoints });
    const texts = comparison.removed.map((one) => differenceDocuments(one, comparison).left?.text ?? '');
    assert.ok(texts.length > 100);
    for (const text of [...texts, JSON.stringify(lines(comparison))]) {
      assert.doesNotMatch(text, /chcxSoJK|a2688e031edb/);
    }
  });

  it('does not compare a listing that one side could not read, and removes nothing for that', async () => {
    const whole = { 'http/routers': [router('a')], 'http/services': [{ name: 's@file' }] };
    const left = await inventoryOf(whole);
    const right = await inventoryOf({ ...whole, 'http/routers': 'damaged' });
    const comparison = await compared(left, right);
    assert.deepEqual(lines(comparison), []);
    assert.deepEqual(labels(comparison), ['Not compared: HTTP Routers']);
    assert.equal(comparison.notes[0]?.detail, 'The list of “production” could not be read.');
    const back = await compared(await keptOf(right), left);
    assert.deepEqual(lines(back), []);
    assert.deepEqual(labels(back), ['Not compared: HTTP Routers']);
  });

  it('says of what one version does not list that it is not compared', async () => {
    const comparison = await compared(await recordedInventory('traefik-2.11'), await recordedInventory('traefik-3.7'));
    assert.ok(labels(comparison).includes('Not compared: Certificates'));
    assert.ok(!lines(comparison).some((line) => line.includes('example.test')));
  });

  it('sees real changes only between two versions of Traefik', async () => {
    const comparison = await compared(await recordedInventory('traefik-2.11'), await recordedInventory('traefik-3.7'));
    assert.deepEqual(
      comparison.changed.map(({ label, fields }) => `${label}: ${fields.map(({ path }) => path).join(', ')}`),
      [
        // Another port each: two recorded servers cannot share one.
        ...['dns', 'mgmt', 'postgres', 'traefik', 'web', 'websecure'].map((name) => `${name}: address`),
        // The syntax of rules is another, and so is the highest priority that a file may ask for.
        'huge-priority-2@file: priority',
        'huge-priority@file: priority',
        'query@file: rule',
        'shop-api-v2@file: rule',
        'shop-beta@file: rule',
        'static@file: rule',
        'websecure-conflicted-websecure-shop-beta@file: rule',
        // Configured on 3.7 only.
        'passive@file: passiveHealthCheck',
        'shop-api@file: servers',
        'shop@file: servers',
        'pg@file: servers, healthCheck',
      ],
    );
    assert.match(
      comparison.notes.find(({ label }) => label.endsWith('not compared') && label.includes('fields'))?.detail ?? '',
      /observability.*loadBalancer\.strategy/,
    );
  });

  it('leaves nothing out where both are of the same version', async () => {
    const of = async (more: object, number: string) => ({
      ...(await given({
        http: { services: [{ name: 's@file', loadBalancer: { sticky: { cookie: { name: 'c', ...more } } } }] },
      })),
      version: { number },
    });
    const [left, right] = [await of({}, '3.7.1'), await of({ maxAge: 60 }, '3.7.1')];
    assert.deepEqual(lines(await compared(left, right)), ['~ s@file: sticky.cookie']);
    const other = await compared(left, await of({ maxAge: 60 }, '3.6.0'));
    assert.deepEqual(lines(other), ['~ Traefik: version']);
    assert.deepEqual(labels(other), ['1 field not compared']);
  });

  it('does not take what the overview did not tell for a change', async () => {
    const version = { number: '3.7.1' };
    const whole = { ...(await recordedInventory('traefik-3.7')), version };
    const { overview: _, ...without } = whole;
    const comparison = await compared(whole, without);
    assert.deepEqual(lines(comparison), []);
    assert.deepEqual(labels(comparison), ['2 fields not compared']);
  });

  it('pairs a renewed certificate with the one before', async () => {
    const of = (name: string, notAfter: string) =>
      inventoryOf({
        'http/routers': [],
        certificates: [{ name, commonName: 'shop.test', sans: ['shop.test'], notAfter, status: 'enabled' }],
      });
    assert.deepEqual(
      lines(await compared(await of('aa', '2026-01-01T00:00:00Z'), await of('bb', '2027-01-01T00:00:00Z'))),
      ['~ shop.test: notAfter'],
    );
  });

  it('can be canceled', async () => {
    const many = (start: string) =>
      given({
        http: {
          routers: Array.from({ length: 20_000 }, (_, index) =>
            router(`r${index}`, { rule: `Host(\`${start}${index}\`)` }),
          ),
        },
      });
    const controller = new AbortController();
    const [left, right] = [await many('a'), await many('b')];
    const comparing = compareSides(
      { name: 'a', inventory: left },
      { name: 'b', inventory: right },
      exactStyle,
      controller.signal,
    );
    controller.abort();
    await assert.rejects(comparing, (error) => isRequestFailure(error) && error.failure.kind === 'canceled');
  });

  it('makes one line of hostile names', async () => {
    const comparison = await routers([], [router('a\n\u202e[x](command:y)')]);
    assert.deepEqual(lines(comparison), ['+ a [x](command:y)@file']);
  });

  it('survives configurations that are nested deeper than any stack', async () => {
    const deep = (inner: string): string =>
      `[{"name":"m@file","plugin":${'{"a":['.repeat(5_000)}${inner}${']}'.repeat(5_000)}}]`;
    const comparison = await comparedApis({ http: { middlewares: deep('1') } }, { http: { middlewares: deep('2') } });
    assert.equal(comparison.changed.length, 1);
  });
});

describe('compare: names that are compared', () => {
  const docker = router('x', { name: 'shop@docker', provider: 'docker', middlewares: ['m@docker'] });
  const file = router('x', { name: 'shop@file', middlewares: ['m@file'] });

  it('are whole names, unless a person wants otherwise', async () => {
    assert.deepEqual(lines(await routers([docker], [file])), ['+ shop@file', '- shop@docker']);
  });

  it('can go without provider, those of references too', async () => {
    const comparison = await routers([docker], [file], { ignoresProvider: true });
    assert.deepEqual(lines(comparison), []);
    assert.equal(comparison.unchanged, 2);
  });

  it('are both shown where they differ', async () => {
    const comparison = await routers([docker], [{ ...file, rule: 'Host(`b`)' }], { ignoresProvider: true });
    assert.deepEqual(lines(comparison), ['~ shop@docker → shop@file: rule']);
  });

  it('keep the provider of what is built in', async () => {
    const comparison = await routers([router('x', { name: 'api@internal' })], [router('x', { name: 'api@file' })], {
      ignoresProvider: true,
    });
    assert.deepEqual(lines(comparison), ['+ api@file', '- api@internal']);
  });

  it('pair what is equal first where several have one name, and say so', async () => {
    const other = router('x', {
      name: 'shop@docker',
      provider: 'docker',
      rule: 'Host(`b`)',
      middlewares: ['m@docker'],
    });
    const comparison = await routers(
      [file, other],
      [{ ...other, name: 'shop@k8s', provider: 'k8s', middlewares: ['m@k8s'] }, file],
      {
        ignoresProvider: true,
      },
    );
    assert.deepEqual(lines(comparison), []);
    assert.deepEqual(labels(comparison), ['1 ambiguous name']);
  });

  it('leave apart what could be one or the other', async () => {
    const third = router('x', { name: 'shop@nomad', rule: 'Host(`c`)' });
    const comparison = await routers([docker, { ...file, rule: 'Host(`d`)' }], [third], { ignoresProvider: true });
    assert.deepEqual(lines(comparison), ['+ shop@nomad', '- shop@docker', '- shop@file']);
  });

  it('can go without the entry point that Traefik put in front', async () => {
    const entryPoints = [
      { name: 'web', address: ':80' },
      { name: 'websecure', address: ':443', http: { tls: {} } },
    ];
    const plain = router('shop', { entryPoints: ['web'], using: ['web'] });
    const copy = router('shop', {
      name: 'websecure-shop@file',
      entryPoints: ['websecure'],
      using: ['websecure'],
      tls: {},
    });
    const left = await given({ entryPoints, http: { routers: [plain, copy] } });
    const right = await given({ entryPoints, http: { routers: [{ ...plain, rule: 'Host(`b`)' }] } });
    const style = { ignoresEntryPoint: true };
    assert.deepEqual(lines(await compared(left, right)), ['- websecure-shop@file', '~ shop@file: rule']);
    assert.deepEqual(lines(await compared(left, right, style)), ['- websecure-shop@file', '~ shop@file: rule']);
    // Alike in name only: nothing else says that it is a copy.
    const mine = await given({ entryPoints, http: { routers: [{ ...plain, name: 'websecure-shop@file' }] } });
    const theirs = await given({ entryPoints, http: { routers: [plain] } });
    assert.deepEqual(lines(await compared(mine, theirs, style)), ['+ shop@file', '- websecure-shop@file']);
    const twoModels = [...entryPoints, { name: 'edge', address: ':444', http: { tls: {} } }];
    const onEdge = { ...copy, name: 'edge-shop@file', entryPoints: ['edge'], using: ['edge'] };
    const split = await given({ entryPoints: twoModels, http: { routers: [copy, onEdge] } });
    const single = await given({ entryPoints: twoModels, http: { routers: [{ ...copy, name: 'shop@file' }] } });
    assert.deepEqual(lines(await compared(split, single, style)), ['- edge-shop@file']);
  });
});

describe('compare: a difference in thousands of fields', () => {
  it('names some of them', async () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`field${at}`, at]));
    const [changed, ...others] = (await routers([router('a', many)], [router('a')])).changed;
    assert.deepEqual(others, []);
    assert.equal(changed?.fields.length, 21);
    assert.deepEqual(changed?.fields.at(-1), { path: '…', change: undefined });
  });
});
