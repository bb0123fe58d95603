import { changePlan } from '../../src/core/changePlan/changePlan';
import { readFileProvider } from '../../src/core/config/file/readFileProvider';
import type { ConfigGroup } from '../../src/core/config/files/readConfigFiles';
import { entryPointSource } from '../../src/core/proxy/api/entryPoints';
import { itemSource } from '../../src/core/proxy/api/items';
import type { Inventory, InventoryGroup } from '../../src/core/proxy/model/inventory';
import type { EntryPoint, ItemKind, ItemOf } from '../../src/core/proxy/model/model';
import { median } from './measure';
import { inMs, type Row } from './rows';

const liveCount = 10_000;
const fileCount = 200;

/** How long a plan takes: for a proxy of 10,000 routers, and a file of 200 of which some change. */
export async function* measure(): AsyncGenerator<Row> {
  const live = liveInventory();
  for (const [what, change] of [
    ['one service', (text: string) => text.replace('http://10.1.0.7', 'http://10.1.0.8')],
    [
      'a new catch-all',
      (text: string) =>
        text.replace(
          'routers:\n',
          `routers:\n    all:\n      rule: PathPrefix(\`/\`)\n      priority: 9000\n      service: s0\n`,
        ),
    ],
    ['all rules', (text: string) => text.replaceAll('PathPrefix(`/app`)', 'PathPrefix(`/new`)')],
  ] as const) {
    const times: number[] = [];
    let moves = 0;
    for (let turn = 0; turn < 7; turn++) {
      const text = fileText();
      const began = performance.now();
      ({
        moves: { length: moves },
      } = await changePlan(live, [groupOf(text)], [groupOf(change(text))]));
      times.push(performance.now() - began);
    }
    yield {
      what: `A plan for ${what} of ${fileCount}, among ${liveCount} routers`,
      value: median(times),
      goal: 300,
      unit: 'ms',
      floor: `${moves} moves, first ${inMs(times[0] ?? 0)}`,
    };
  }
}

function groupOf(text: string): ConfigGroup {
  const files = [{ path: 'routes.yml', text }];
  return { key: 'file', source: { provider: 'file', isOurs: true }, files, ...readFileProvider(files) };
}

function ruleOf(at: number): string {
  return `Host(\`h${at}.example.test\`) && PathPrefix(\`/app\`)`;
}

function fileText(): string {
  const numbers = Array.from({ length: fileCount }, (_, at) => at);
  const routers = numbers.map((at) => `    r${at}:\n      rule: ${ruleOf(at)}\n      service: s${at}\n`);
  const services = numbers.map(
    (at) => `    s${at}:\n      loadBalancer:\n        servers:\n          - url: http://10.1.0.${at}\n`,
  );
  return `http:\n  routers:\n${routers.join('')}  services:\n${services.join('')}`;
}

function liveInventory(): Inventory {
  const numbers = Array.from({ length: liveCount }, (_, at) => at);
  const provider = (at: number): string => (at < fileCount ? 'file' : 'docker');
  const missing = { state: 'missing' } as const;
  const none = { routers: missing, services: missing, middlewares: missing };
  const routers = numbers.map((at) => ({
    name: `r${at}@${provider(at)}`,
    provider: provider(at),
    status: 'enabled',
    rule: ruleOf(at),
    service: `s${at}`,
    entryPoints: ['web'],
    using: ['web'],
    priority: ruleOf(at).length,
  }));
  const services = numbers.map((at) => ({
    name: `s${at}@${provider(at)}`,
    provider: provider(at),
    status: 'enabled',
    loadBalancer: { servers: [{ url: `http://10.1.0.${at}` }] },
  }));
  return {
    groups: {
      http: { ...none, routers: listing('routers', routers), services: listing('services', services) },
      tcp: none,
      udp: none,
    },
    entryPoints: {
      state: 'read',
      items: new Map([['web', entryPointSource.read({ name: 'web', address: ':80' }, '{}')]] as [string, EntryPoint][]),
      unnamed: 0,
    },
    certificates: missing,
    version: { number: '3.7.9' },
    readAt: 0,
  };
}

function listing<K extends ItemKind>(kind: K, raw: readonly { readonly name: string }[]): InventoryGroup<ItemOf<K>> {
  const items = raw.flatMap((one) => itemSource('http', kind).read(one, JSON.stringify(one)) ?? []);
  return { state: 'read', items: new Map(items.map((one) => [one.name, one])), unnamed: 0 };
}
