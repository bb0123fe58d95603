import { runStepsInSlices } from '../../src/core/base/async/steps';
import { endlessTimeSlicer } from '../../src/core/base/async/timeSlicer';
import { liveLines, prepareLiveLines } from '../../src/core/bridge/declared/liveLines';
import { problemsAmong, type ReadProxy } from '../../src/core/bridge/declared/readProxies';
import { namesIn } from '../../src/core/config/files/namesIn';
import { type ConfigGroup, readConfigFiles } from '../../src/core/config/files/readConfigFiles';
import { mayDeclare } from '../../src/core/config/source/mayDeclare';
import type { SourceFile } from '../../src/core/config/source/placedText';
import { readItem } from '../../src/core/proxy/api/items';
import type { Inventory } from '../../src/core/proxy/model/inventory';
import type { EntryPoint, Item, ItemKind, ItemOf } from '../../src/core/proxy/model/model';
import { heldBy, heldOnceBy } from './holds';
import { median, timed } from './measure';
import type { Row } from './rows';

const SERVICES = 200;
const LABELS = 10;
const ROUTERS = 10_000;
const ROUNDS = 31;

/** As people write them: one service in ten with a variable in its names, and all with a middleware that nobody declares. */
function composeFile(): SourceFile {
  const services = Array.from({ length: SERVICES }, (_, at) => {
    const name = at % 10 === 0 ? `app-${at}-\${STAGE}` : `app-${at}`;
    const router = `traefik.http.routers.${name}`;
    return `  app-${at}:
    image: registry.example.com/team/app-${at}:1.${at}
    restart: unless-stopped
    environment:
      LOG_LEVEL: info
      DATABASE_URL: postgres://db/app-${at}
    networks: [edge]
    labels:
      - traefik.enable=true
      - "${router}.rule=Host(\`app-${at}.example.com\`) && PathPrefix(\`/v${at % 3}\`)"
      - ${router}.entrypoints=websecure
      - ${router}.tls.certresolver=le
      - ${router}.middlewares=strip-${at},limit-${at}@docker,auth@file
      - ${router}.service=app-${at}
      - traefik.http.services.app-${at}.loadbalancer.server.port=${8_000 + at}
      - traefik.http.services.app-${at}.loadbalancer.healthcheck.path=/health
      - traefik.http.middlewares.strip-${at}.stripprefix.prefixes=/v${at % 3}
      - traefik.http.middlewares.limit-${at}.ratelimit.average=${100 + at}
`;
  });
  return { path: '/work/compose.yml', text: `services:\n${services.join('')}networks: { edge: {} }\n` };
}

/** A proxy that has the file's objects among 10,000 routers, half of them copies for an entry point, and some with errors. */
function inventoryOfProxy(): Inventory {
  const routers = Array.from({ length: ROUTERS / 2 }, (_, at) => {
    const rule = `Host(\`app-${at}.example.com\`) && PathPrefix(\`/v${at % 3}\`)`;
    const router = {
      ...{ rule, priority: rule.length, service: `app-${at}`, middlewares: [`strip-${at}@docker`], provider: 'docker' },
      ...(at % 7 === 0
        ? { status: 'disabled', error: [`the service "app-${at}@docker" does not exist`] }
        : { status: 'enabled' }),
    };
    return [
      { ...router, name: `app-${at}@docker`, entryPoints: ['web'], using: ['web'] },
      {
        ...{ ...router, name: `websecure-app-${at}@docker`, tls: {} },
        ...{ entryPoints: ['websecure'], using: ['websecure'] },
      },
    ];
  }).flat();
  const services = Array.from({ length: ROUTERS / 2 }, (_, at) => {
    const url = `http://10.0.${at % 250}.1:80`;
    const loadBalancer = { servers: [{ url }], healthCheck: {} };
    const common = { name: `app-${at}@docker`, provider: 'docker', status: 'enabled', type: 'loadbalancer' };
    return { ...common, loadBalancer, serverStatus: { [url]: 'UP' } };
  });
  const middlewares = Array.from({ length: ROUTERS / 2 }, (_, at) => ({
    ...{ name: `strip-${at}@docker`, provider: 'docker', status: 'enabled', type: 'stripprefix' },
    stripPrefix: { prefixes: ['/v1'] },
  }));
  const entryPoints = new Map([entryPoint('web', false), entryPoint('websecure', true)].map((one) => [one.name, one]));
  const missing = { state: 'missing' } as const;
  const none = { routers: missing, services: missing, middlewares: missing };
  return {
    groups: {
      http: {
        routers: { state: 'read', items: itemsOf('routers', routers), unnamed: 0 },
        services: { state: 'read', items: itemsOf('services', services), unnamed: 0 },
        middlewares: { state: 'read', items: itemsOf('middlewares', middlewares), unnamed: 0 },
      },
      tcp: none,
      udp: none,
    },
    entryPoints: { state: 'read', items: entryPoints, unnamed: 0 },
    certificates: missing,
    version: { number: '3.7.9' },
    readAt: 0,
  };
}

function itemsOf<K extends ItemKind>(kind: K, raws: readonly object[]): ReadonlyMap<string, ItemOf<K>> {
  const items = new Map<string, ItemOf<K>>();
  for (const raw of raws) {
    const item: (ItemOf<K> & Item) | undefined = readItem('http', kind, raw, JSON.stringify(raw));
    if (item !== undefined) items.set(item.name, item);
  }
  return items;
}

function entryPoint(name: string, hasModel: boolean): EntryPoint {
  return {
    ...{ name, address: ':443', middlewares: [], hasTls: hasModel, isDefault: false, hasModel, unread: [], text: '{}' },
    ...{ cleansPaths: true, keepsSemicolons: false, underscoreHeaders: 'keep' },
  };
}

/** As the editor reads a document (vscode/config/configReadings.ts). */
async function read(file: SourceFile): Promise<readonly ConfigGroup[]> {
  return mayDeclare(file) ? runStepsInSlices(readConfigFiles([file]), endlessTimeSlicer()) : [];
}

/** As above each object (vscode/config/configLenses.ts). */
async function lines(groups: readonly ConfigGroup[], proxies: readonly ReadProxy[]): Promise<unknown> {
  await runStepsInSlices(prepareLiveLines(proxies), endlessTimeSlicer());
  return liveLines(groups, proxies);
}

/** What is typed: also what makes another text of the rest, or breaks it. */
const KEYS = ['', '  x: y\n', '"', "'", '- [', '{', '    &a ', '\t', '|\n'];

/** What is done once nothing more is typed: with problems, lines above, and symbols. */
async function edit(file: SourceFile, proxies: readonly ReadProxy[]): Promise<void> {
  const groups = await read(file);
  await runStepsInSlices(problemsAmong(groups, proxies), endlessTimeSlicer());
  await lines(groups, proxies);
  namesIn(groups);
}

/** What a compose file with very many labels costs in the editor, where a proxy with very many routers was read. */
export async function* measure(): AsyncGenerator<Row> {
  const proxies: readonly ReadProxy[] = [
    { endpointId: 'a', name: 'edge', inventory: inventoryOfProxy(), isBound: true },
  ];
  globalThis.gc?.();
  let keys = 0;
  const whole = composeFile();
  /** The file with something typed at the beginning of one of its lines. */
  const typed = (text: string, share: number): SourceFile => {
    const at = whole.text.indexOf('\n', whole.text.length * share) + 1;
    const comment = `# ${++keys} keys\n`;
    return { path: whole.path, text: `${comment}${whole.text.slice(0, at)}${text}${whole.text.slice(at)}` };
  };
  const subject = `A compose file of ${(SERVICES * LABELS).toLocaleString('en-US')} labels`;
  const floor = `beside a proxy of ${ROUTERS.toLocaleString('en-US')} routers`;

  yield {
    what: `${subject}: read and checked before the engine has compiled anything`,
    value: await timed(async () => runStepsInSlices(problemsAmong(await read(whole), proxies), endlessTimeSlicer())),
    goal: 300,
    unit: 'ms',
    floor,
  };
  const holds: number[] = [];
  for (const text of KEYS) {
    for (const share of [0, 0.5, 0.9]) holds.push(await heldBy(() => edit(typed(text, share), proxies)));
  }
  yield {
    what: `${subject}: longest hold of the event loop after a key, of ${holds.length}`,
    value: Math.max(...holds),
    goal: 100,
    unit: 'ms',
    floor,
  };
  const groups = await read(whole);
  const times: number[] = [];
  while (times.length < ROUNDS) times.push(await timed(() => lines(groups, proxies)));
  yield { what: `${subject}: its lines of the proxy, again`, value: median(times), goal: 5, unit: 'ms', floor };
  const holdsOfNew: number[] = [];
  while (holdsOfNew.length < 3) {
    const again = proxies.map((one) => ({ ...one, inventory: inventoryOfProxy() }));
    holdsOfNew.push(await heldOnceBy(() => lines(groups, again)));
  }
  yield {
    what: `${subject}: longest hold of the event loop for its lines after a refresh`,
    value: Math.min(...holdsOfNew),
    goal: 100,
    unit: 'ms',
    floor,
  };
}
