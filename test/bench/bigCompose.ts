import type { ConfigProblem } from '../../src/core/config/model/configProblem';
import type { SourceFile } from '../../src/core/config/source/placedText';
import type { FilesRead, ReadProxy } from '../../src/core/liveConfig/readProxies';
import { itemSource } from '../../src/core/proxy/api/items';
import type { Inventory } from '../../src/core/proxy/model/inventory';
import type { EntryPoint, Item, ItemKind, ItemOf } from '../../src/core/proxy/model/model';
import { mayDeclare, problemsAmong, readConfig } from './shippedCore';

const serviceCount = 200;
const labelsOfService = 10;
const routerCount = 10_000;

/** What is measured, and with how much. */
export const bigCompose = { labels: serviceCount * labelsOfService, mostLabels: 11_000, routers: routerCount } as const;

/** A compose file of 2,000 labels unless told otherwise, as people write them: one service in ten with a variable in its names, and all with a middleware that nobody declares. */
export function bigComposeFile(labels: number = bigCompose.labels): SourceFile {
  const services = Array.from({ length: labels / labelsOfService }, (_, at) => {
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
function inventoryOfBigCompose(): Inventory {
  const routers = Array.from({ length: routerCount / 2 }, (_, at) => {
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
  const services = Array.from({ length: routerCount / 2 }, (_, at) => {
    const url = `http://10.0.${at % 250}.1:80`;
    const loadBalancer = { servers: [{ url }], healthCheck: {} };
    const common = { name: `app-${at}@docker`, provider: 'docker', status: 'enabled', type: 'loadbalancer' };
    return { ...common, loadBalancer, serverStatus: { [url]: 'UP' } };
  });
  const middlewares = Array.from({ length: routerCount / 2 }, (_, at) => ({
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
    const item: (ItemOf<K> & Item) | undefined = itemSource('http', kind).read(raw, JSON.stringify(raw));
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

/** The proxy that the file is for. */
export function proxiesOfBigCompose(): readonly ReadProxy[] {
  return [{ endpointId: 'a', name: 'edge', inventory: inventoryOfBigCompose(), isBound: true }];
}

const { signal } = new AbortController();

/** As the editor reads a document (vscode/config/configReadings.ts). */
export async function readAsEditor(file: SourceFile): Promise<FilesRead> {
  return { files: [file], groups: mayDeclare(file) ? await readConfig([file], signal) : [] };
}

/** As the editor checks what it read (vscode/config/diagnostics.ts). */
export function checkAsEditor(read: FilesRead, proxies: readonly ReadProxy[]): Promise<readonly ConfigProblem[]> {
  return problemsAmong(read, proxies, signal);
}
