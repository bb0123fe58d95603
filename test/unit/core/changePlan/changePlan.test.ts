import assert from 'node:assert/strict';
import type { ChangePlan } from '../../../../src/core/changePlan/changePlan';
import { planPage } from '../../../../src/core/changePlan/planPage';
import { itemOf, listedRouters } from '../../../../src/core/proxy/model/inventory';
import { file, listed, planOf, router, service } from './plans';

const shop = { rule: 'Host(`shop.test`)', service: 'shop' };
const shopServer = { loadBalancer: { servers: [{ url: 'http://10.0.0.1' }] } };
const live = listed(
  [router('shop@file', 'Host(`shop.test`)', 'shop'), router('all@docker', 'Host(`other.test`)', 'all')],
  [service('shop@file', 'http://10.0.0.1'), service('all@docker', 'http://10.0.0.9')],
);
const before = { 'd/a.yml': file({ routers: { shop } }), 'd/b.yml': file({ services: { shop: shopServer } }) };

const moved = ({ moves }: ChangePlan): readonly unknown[] => moves.map((one) => [one.before.router, one.after.router]);
const namesOf = ({ objects }: ChangePlan): readonly string[] => objects.map(({ how, name }) => `${how} ${name}`);

describe('changePlan: what would change', () => {
  it('finds nothing if the texts are the same, and nothing in the order of members', async () => {
    const plan = await planOf(live, before, before);
    assert.deepEqual([moved(plan), namesOf(plan), plan.drifted, plan.refusals, plan.silenced], [[], [], [], [], []]);
    const turned = { ...before, 'd/a.yml': file({ routers: { shop: { service: 'shop', rule: shop.rule } } }) };
    assert.deepEqual(namesOf(await planOf(live, before, turned)), []);
  });

  it('tells hosts that nobody would answer, but none that another router takes', async () => {
    const gone = { 'd/b.yml': before['d/b.yml'] };
    assert.deepEqual((await planOf(live, before, gone)).unansweredHosts, ['shop.test']);
    const other = file({ routers: { shop: { ...shop, rule: 'Host(`Shop.test`) || Host(`new.test`)' } } });
    assert.deepEqual((await planOf(live, before, { ...before, 'd/a.yml': other })).unansweredHosts, []);
    const all = file({ routers: { shop: { ...shop, rule: 'PathPrefix(`/`)' } } });
    assert.deepEqual((await planOf(live, before, { ...before, 'd/a.yml': all })).unansweredHosts, []);
    const renamed = file({ routers: { shop: { ...shop, rule: 'Host(`b.test`)' } } });
    assert.deepEqual((await planOf(live, before, { ...before, 'd/a.yml': renamed })).unansweredHosts, ['shop.test']);
  });

  it('tells what the proxy does not list as the old text declares it, and names nothing else of it', async () => {
    const old = {
      ...before,
      'd/a.yml': file({ routers: { shop: { ...shop, rule: 'Host(`old.test`)' }, more: shop } }),
    };
    const { drifted } = await planOf(live, old, old);
    assert.deepEqual([...drifted].sort(), ['more@file', 'shop@file']);
  });

  it('keeps the whole folder if Traefik would refuse one of its files, and no other folder', async () => {
    const typo = file({ routers: { shop: { ...shop, prority: 1 } } });
    const after = {
      ...{
        'd/a.yml': typo,
        'd/b.yml': file({ services: { other: shopServer } }),
        'd/c.yml': file({ services: { c: shopServer } }),
      },
      'e/a.yml': file({ services: { e: shopServer } }),
    };
    const plan = await planOf(live, before, after);
    assert.deepEqual(
      plan.refusals.map(({ range }) => range.path),
      ['d/a.yml'],
    );
    assert.deepEqual(namesOf(plan), ['added e@file']);
    assert.deepEqual(moved(plan), []);
    const fresh = await planOf(live, {}, { 'f/a.yml': typo });
    assert.deepEqual([namesOf(fresh), fresh.refusals.length], [[], 1]);
  });

  it('disables a router of another provider that loses its service, and enables one that gets it back', async () => {
    const lost = 'the service "back@file" does not exist';
    const routers = [
      router('user@docker', 'Host(`user.test`)', 'shop@file'),
      router('waits@docker', 'Host(`waits.test`)', 'back@file', { status: 'disabled', error: [lost] }),
      router('worse@docker', 'Host(`worse.test`)', 'back@file', { status: 'disabled', error: [lost, 'other'] }),
    ];
    const proxy = listed(routers, [service('shop@file', 'http://10.0.0.1')]);
    const services = { 'd/b.yml': before['d/b.yml'] };
    const plan = await planOf(proxy, services, { 'd/b.yml': file({ services: { back: shopServer } }) });
    const statusOf = (name: string) => itemOf(plan.after, { protocol: 'http', kind: 'routers', name })?.status;
    assert.deepEqual(['user@docker', 'waits@docker', 'worse@docker'].map(statusOf), [
      'disabled',
      'enabled',
      'disabled',
    ]);
    assert.deepEqual(
      plan.silenced.map(({ name }) => name),
      ['user@docker'],
    );
    assert.deepEqual(moved(plan), [
      ['user@docker', null],
      [null, 'waits@docker'],
    ]);
    assert.deepEqual(plan.unansweredHosts, ['user.test']);
  });

  it('calls no router silenced that was not there, or was disabled before', async () => {
    const broken = { ...shop, middlewares: ['none'] };
    const added = { ...before, 'd/c.yml': file({ routers: { fresh: { ...broken, rule: 'Host(`f.test`)' } } }) };
    assert.deepEqual((await planOf(live, before, added)).silenced, []);
    const plan = await planOf(live, before, { ...before, 'd/a.yml': file({ routers: { shop: broken } }) });
    assert.deepEqual(
      plan.silenced.map(({ name }) => name),
      ['shop@file'],
    );
  });

  it('says if the change concerns more routers than are tried', async () => {
    const many = Array.from({ length: 400 }, (_, at) => router(`r${at}@docker`, `Host(\`h${at}.test\`)`, 'shop@file'));
    const proxy = listed(many, [service('shop@file', 'http://10.0.0.1')]);
    const services = { 'd/b.yml': before['d/b.yml'] };
    const all = (rule: string) => ({
      ...services,
      'd/a.yml': file({ routers: { all: { rule, service: 'shop', priority: 9_000 } } }),
    });
    const isWhole = async (rule: string): Promise<boolean> => (await planOf(proxy, services, all(rule))).isWhole;
    assert.deepEqual([await isWhole('PathPrefix(`/`)'), await isWhole('Host(`h7.test`)')], [false, true]);
    const { text } = planPage(await planOf(proxy, services, all('PathPrefix(`/`)')), {
      ...{ proxy: 'p', base: 'b', textOf: () => undefined },
    });
    assert.match(text, /^ {2}The change concerns more routers than were tried/m);
  });

  it('tries a long list of entry points, which many routers share, at some of them', async () => {
    const entryPoints = Array.from({ length: 1_500 }, (_, at) => `e${at % 1_000}`);
    const routers = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`r${at}`, { ...shop, rule: `Host(\`h${at}.test\`)`, entryPoints }]),
    );
    const plan = await planOf(
      listed([], [], { entryPoints: [...new Set(entryPoints)].map((name, at) => ({ name, address: `:${at + 1}` })) }),
      {},
      { ...before, 'd/a.yml': file({ routers }) },
    );
    assert.equal(plan.isWhole, false);
    assert.ok(plan.moves.length >= 20);
  });

  it('calls a problem fixed only if Traefik no longer refuses the file for it', async () => {
    const typo = { ...before, 'd/a.yml': file({ routers: { shop: { ...shop, prority: 1 } } }) };
    const same = await planOf(live, typo, typo);
    assert.deepEqual([same.refusals.length, same.problems.introduced, same.problems.fixed], [1, [], []]);
    assert.equal((await planOf(live, typo, before)).problems.fixed.length, 1);
  });

  it('names nothing of the proxy that the files do not touch, not as a proposal either', async () => {
    const near = { ...before, 'd/a.yml': file({ routers: { shop: { ...shop, service: 'al@docker' } } }) };
    const plan = await planOf(live, before, near);
    assert.ok(plan.problems.introduced.length > 0);
    const { text } = planPage(plan, { proxy: 'p', base: 'b', textOf: () => undefined });
    assert.doesNotMatch(text, /all@docker|other\.test|10\.0\.0\.9/);
  });
});

describe('changePlan: copies of routers for entry points', () => {
  const entryPoints = [
    { name: 'web', address: ':80', http: {} },
    { name: 'secure', address: ':443', http: { tls: {}, middlewares: ['compress@file'] } },
    { name: 'dns', address: ':53/udp' },
  ];
  const middlewares = [{ name: 'compress@file', provider: 'file', status: 'enabled', type: 'compress', compress: {} }];
  const proxy = listed([], [service('shop@file', 'http://10.0.0.1')], { entryPoints, middlewares });
  const routersAfter = async (more: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> => {
    const services = { 'd/b.yml': before['d/b.yml'] };
    const plan = await planOf(proxy, services, {
      ...services,
      'd/a.yml': file({ routers: { shop: { ...shop, ...more } } }),
    });
    return Object.fromEntries(
      listedRouters(plan.after, 'http').map((one) => [
        one.name,
        [one.using, one.middlewares ?? [], one.tls !== undefined],
      ]),
    );
  };

  it('makes one for each entry point with settings, of a router on several', async () => {
    assert.deepEqual(await routersAfter({}), {
      'shop@file': [['web'], [], false],
      'secure-shop@file': [['secure'], ['compress@file'], true],
    });
    assert.deepEqual(await routersAfter({ middlewares: ['m@file'], entryPoints: ['web', 'secure'], tls: {} }), {
      'shop@file': [['web'], ['m@file'], true],
      'secure-shop@file': [['secure'], ['compress@file', 'm@file'], true],
    });
  });

  it('gives its settings to a router on this one only, and makes no copy', async () => {
    assert.deepEqual(await routersAfter({ entryPoints: ['secure'] }), {
      'shop@file': [['secure'], ['compress@file'], true],
    });
    assert.deepEqual(await routersAfter({ entryPoints: ['web'] }), { 'shop@file': [['web'], [], false] });
  });

  it('removes the copies with the router', async () => {
    const both = listed(
      [
        router('shop@file', 'Host(`shop.test`)', 'shop'),
        router('secure-shop@file', 'Host(`shop.test`)', 'shop', {
          ...{ entryPoints: ['secure'], using: ['secure'], tls: {}, middlewares: ['compress@file'] },
        }),
      ],
      [service('shop@file', 'http://10.0.0.1')],
      { entryPoints, middlewares },
    );
    const plan = await planOf(both, before, { 'd/b.yml': before['d/b.yml'] });
    assert.deepEqual(listedRouters(plan.after, 'http'), []);
    assert.deepEqual(plan.drifted, []);
  });
});

describe('planPage: hostile names', () => {
  it('lets no text of a file or a server begin a line in the first column', async () => {
    const evil = '\n# x\u2028# y\r## z\u202e';
    const rule = 'Host(`e.test`)';
    const hostile = listed(
      [router(`old${evil}@file`, rule, `s${evil}`), router(`user${evil}@docker`, 'Host(`u.test`)', `s${evil}@file`)],
      [service(`s${evil}@file`, `http://10.0.0.1/${evil}`)],
    );
    const old = {
      [`d/${evil}.yml`]: file({
        routers: { [`old${evil}`]: { rule, service: `s${evil}` }, [`drift${evil}`]: { rule, service: `s${evil}` } },
        services: { [`s${evil}`]: { loadBalancer: { servers: [{ url: `http://10.0.0.1/${evil}` }] } } },
      }),
    };
    const texts: readonly Readonly<Record<string, string>>[] = [
      {},
      { [`d/${evil}.yml`]: file({ routers: { [`new${evil}`]: { rule: `Host(\`${evil}`, service: `s${evil}` } } }) },
      { [`d/${evil}.yml`]: file({ [`typo${evil}`]: {} }) },
      { [`d/${evil}.yml`]: `http: {${evil}` },
    ];
    for (const after of texts) {
      const plan = await planOf(hostile, old, after);
      const { text } = planPage(plan, { proxy: evil, base: 'HEAD', textOf: (path) => after[path] });
      for (const line of text.split(/[\n\r\u2028\u2029]/)) assert.match(line, /^(?:$| {2}|[A-Z])/, text);
      assert.doesNotMatch(text, /\u202e/);
    }
  });
});
