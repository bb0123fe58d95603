/** Plans of compose files: what is not known of a container, and what an environment or a profile decides. */
import assert from 'node:assert/strict';
import type { ChangePlan } from '../../../../src/core/changePlan/changePlan';
import { listed, planOf, router, service } from './plans';

const rule = 'Host(`shop.test`) && PathPrefix(`/api`)';
const live = listed(
  [router('shop@docker', rule, 'shop'), router('all@file', 'Host(`shop.test`)', 'all')],
  [service('shop@docker', 'http://10.0.0.1:80'), service('all@file', 'http://10.0.0.2:80')],
);

/** The text of a project with one container, which has a router and a service, and asks for Traefik. */
interface Project {
  readonly rule?: string;
  readonly more?: readonly string[];
  readonly service?: string;
  /** Null for none. */
  readonly enable?: string | null;
}
const project = (of: Project = {}) => {
  const labels = [
    ...(of.enable === null ? [] : [`traefik.enable=${of.enable ?? true}`]),
    `traefik.http.routers.shop.rule=${of.rule ?? rule}`,
    'traefik.http.services.shop.loadbalancer.server.port=80',
    ...(of.more ?? []).map((one) => `traefik.http.${one}`),
  ];
  return {
    'compose.yml': `services:\n  shop:\n    image: a\n${of.service ?? ''}    labels: ${JSON.stringify(labels)}\n`,
  };
};

describe('composePlan: servers of containers', () => {
  it('are not others where another option of their service changes: their addresses are not known', async () => {
    for (const option of ['healthcheck.path=/x', 'sticky.cookie=true', 'server.scheme=https']) {
      const plan = await planOf(live, project(), project({ more: [`services.shop.loadbalancer.${option}`] }));
      assert.deepEqual(
        [plan.moves, plan.objects.map(({ name, options }) => [name, options])],
        [[], [['shop@docker', ['loadBalancer']]]],
        option,
      );
    }
  });
});

const objectsOf = ({ objects }: ChangePlan): readonly string[] =>
  objects.map(({ how, kind, name }) => `${how} ${kind} ${name}`);

describe('composePlan: what a profile or a template decides', () => {
  const some = project({ service: '    profiles: [x]\n' });

  it('counts as it is listed', async () => {
    for (const after of [some, { 'compose.yml': some['compose.yml'].replace('port=80', 'port=81') }]) {
      const plan = await planOf(live, project(), after);
      assert.deepEqual([objectsOf(plan), plan.moves, plan.unansweredHosts, plan.problems.fixed], [[], [], [], []]);
      assert.deepEqual(plan.uncertain, ['shop@docker']);
    }
    const file = (routers: string): string =>
      `http:\n  routers:\n${routers}  services:\n    all: { loadBalancer: { servers: [ { url: http://10.0.0.2:80 } ] } }\n`;
    const all = '    all: { rule: Host(`shop.test`), service: all }\n';
    const sometimes = await planOf(
      live,
      { 'a.yml': file(all) },
      { 'a.yml': file(`{{ if env "X" }}\n${all}{{ end }}\n`) },
    );
    assert.deepEqual([objectsOf(sometimes), sometimes.moves, sometimes.uncertain], [[], [], ['all@file']]);
  });

  it('is no change where that ends and the proxy lists it, and else is added', async () => {
    const plan = await planOf(live, some, project());
    assert.deepEqual([objectsOf(plan), plan.moves], [[], []]);
    const without = listed([], []);
    assert.deepEqual(objectsOf(await planOf(without, some, project())), [
      'added routers shop@docker',
      'added services shop@docker',
    ]);
    const none = { 'compose.yml': 'services: { b: { image: b, labels: [traefik.enable=false] } }' };
    assert.deepEqual(objectsOf(await planOf(live, some, none)), [
      'removed routers shop@docker',
      'removed services shop@docker',
    ]);
    assert.deepEqual(objectsOf(await planOf(without, some, none)), []);
  });

  it('may be there for those who refer to it', async () => {
    const auth =
      '  auth:\n    image: b\n    profiles: [x]\n    labels: [traefik.http.middlewares.m.stripprefix.prefixes=/x]\n';
    const own = project({ more: ['routers.shop.middlewares=m'] })['compose.yml'];
    for (const text of [own + auth, `${own}${auth.replace('.m.', '.$M.').replace('    profiles: [x]\n', '')}`]) {
      const plan = await planOf(live, project(), { 'compose.yml': text });
      assert.deepEqual([plan.silenced, plan.problems.introduced, plan.moves], [[], [], []]);
    }
    const lost = await planOf(live, project(), { 'compose.yml': own });
    assert.deepEqual(
      lost.silenced.map(({ name }) => name),
      ['shop@docker'],
    );
  });
});

describe('composePlan: containers that do not ask for Traefik', () => {
  const unasked = project({ enable: null });
  const other = { 'other.yml': 'services: { b: { image: b, labels: [traefik.enable=false] } }' };

  it('may not be there where nothing tells that they are exposed by default', async () => {
    for (const without of [listed([], []), listed([router('all@file', 'Host(`shop.test`)', 'all')], [])]) {
      const plan = await planOf(without, other, { ...other, ...unasked });
      assert.deepEqual([objectsOf(plan), plan.moves, plan.silenced, plan.uncertain], [[], [], [], ['shop@docker']]);
      const same = await planOf(without, unasked, unasked);
      assert.deepEqual([same.drifted, same.uncertain], [[], []]);
    }
  });

  it('are there where the proxy lists another one of the old text, or a file says so', async () => {
    const added =
      unasked['compose.yml'] + unasked['compose.yml'].replace(/^services:\n/, '').replaceAll('shop', 'cart');
    const plan = await planOf(live, unasked, { 'compose.yml': added });
    assert.deepEqual(
      [objectsOf(plan), plan.uncertain],
      [['added routers cart@docker', 'added services cart@docker'], []],
    );
    assert.ok(plan.moves.length > 0);
    // The one that is listed asks for it.
    const unknown = await planOf(live, project(), {
      'compose.yml': project()['compose.yml'] + added.slice(unasked['compose.yml'].length),
    });
    assert.deepEqual([objectsOf(unknown), unknown.moves, unknown.uncertain], [[], [], ['cart@docker']]);
    const traefik = '  traefik:\n    image: traefik:v3.7\n    command: [--providers.docker=true]\n';
    const told = await planOf(listed([], []), other, { ...other, 'compose.yml': unasked['compose.yml'] + traefik });
    assert.ok(objectsOf(told).includes('added routers shop@docker'));
  });
});

describe('composePlan: what an environment decides', () => {
  it('is whether a container is there, and counts as listed', async () => {
    const some = project({ enable: '$ENABLE' });
    for (const [before, after] of [
      [project(), some],
      [some, project({ enable: '$ENABLE', rule: 'Host(`other.test`)' })],
    ] as const) {
      const plan = await planOf(live, before, after);
      assert.deepEqual([objectsOf(plan), plan.moves, plan.uncertain], [[], [], ['shop@docker']]);
    }
    const added = await planOf(listed([], []), {}, some);
    assert.deepEqual([objectsOf(added), added.moves, added.uncertain], [[], [], ['shop@docker']]);
    assert.deepEqual((await planOf(live, some, some)).uncertain, []);
  });

  it('is no status of a router with other options than are listed', async () => {
    const some = project({ rule: 'Host(`shop.$DOMAIN`)', more: ['routers.shop.middlewares=m'] });
    const m =
      '  m:\n    image: b\n    labels: [traefik.enable=true, traefik.http.middlewares.m.stripprefix.prefixes=/x]\n';
    const error = ['middleware "m@docker" does not exist'];
    const disabled = listed(
      [router('shop@docker', 'Host(`shop.test`)', 'shop', { middlewares: ['m@docker'], status: 'disabled', error })],
      [service('shop@docker', 'http://10.0.0.1:80')],
    );
    const plan = await planOf(disabled, some, { 'compose.yml': some['compose.yml'] + m });
    const shop = plan.after.groups.http.routers;
    assert.ok(shop?.state === 'read');
    const [status, rule] = [shop.items.get('shop@docker')?.status, shop.items.get('shop@docker')?.rule];
    assert.deepEqual([status, rule], ['enabled', 'Host(`shop.test`)']);
  });

  it('is no other rule than the proxy lists, if that can be it', async () => {
    const some = project({ rule: 'Host(`shop.$DOMAIN`) && PathPrefix(`/api`)' });
    assert.deepEqual((await planOf(live, some, some)).drifted, []);
    const other = project({ rule: 'Host(`cart.$DOMAIN`) && PathPrefix(`/api`)' });
    assert.deepEqual((await planOf(live, other, other)).drifted, ['shop@docker']);
  });

  it('counts as it is listed, where an object has it from now on', async () => {
    const changes: Readonly<Record<string, Parameters<typeof project>[0]>> = {
      rule: { rule: 'Host(`shop.$DOMAIN`) && PathPrefix(`/api`)' },
      entryPoints: { more: ['routers.shop.entrypoints=$POINTS'] },
      priority: { more: ['routers.shop.priority=$PRIORITY'] },
      tls: { more: ['routers.shop.tls=$TLS'] },
    };
    for (const [option, other] of Object.entries(changes)) {
      const plan = await planOf(live, project(), project(other));
      assert.deepEqual(
        plan.objects.map(({ how, name, options }) => [how, name, options]),
        [['changed', 'shop@docker', [option]]],
      );
      assert.deepEqual(
        [plan.moves, plan.unansweredHosts, plan.notJudged, plan.uncertain],
        [[], [], [], ['shop@docker']],
      );
      assert.deepEqual((await planOf(live, project(other), project(other))).uncertain, [], option);
      // What it is from now on is known.
      assert.deepEqual((await planOf(live, project(other), project())).uncertain, [], option);
    }
    const added = await planOf(listed([], []), {}, project(changes.rule));
    assert.deepEqual([objectsOf(added).length, added.moves, added.uncertain], [2, [], ['shop@docker']]);
  });

  it('is nothing to a router that is disabled for another reason', async () => {
    const after = project({ rule: 'Host(`shop.$DOMAIN`)', more: ['routers.shop.middlewares=none@file'] });
    const plan = await planOf(live, project(), after);
    assert.deepEqual(
      plan.silenced.map(({ name }) => name),
      ['shop@docker'],
    );
    assert.deepEqual(
      plan.moves.map((one) => [one.before.router, one.after.router]),
      [['shop@docker', 'all@file']],
    );
  });
});
