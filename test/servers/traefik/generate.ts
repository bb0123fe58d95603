import { type Dice, loadedDice } from './dice';
import { type GoValue, goJson } from './json-text';
import type { Listings } from './state';

/** How much of everything. TCP and UDP get a fiftieth of it, but at least one each where there is any. */
export interface Size {
  readonly routers: number;
  /** Default: as many as routers. */
  readonly services?: number;
  /** Default: a tenth of the routers. */
  readonly middlewares?: number;
}

type GoObject = { readonly [key: string]: GoValue | undefined };

interface Named {
  /** Qualified: `orders-api-prod-00017@docker`. */
  readonly name: string;
  readonly provider: string;
}

const teams = ['billing', 'catalog', 'checkout', 'identity', 'media', 'orders', 'payments', 'search', 'shipping'];
const parts = ['api', 'web', 'admin', 'worker', 'assets', 'events', 'graphql', 'webhook', 'export', 'preview'];
const stages = ['prod', 'staging', 'review', 'canary'];
const providers = [
  'docker',
  'docker',
  'kubernetescrd',
  'kubernetescrd',
  'kubernetes',
  'consulcatalog',
  'nomad',
  'file',
];
const observability = { accessLogs: true, metrics: true, tracing: true, traceVerbosity: 'minimal' };

/** The largest priority that Traefik 3 lets a user set (MaxInt - 1000). */
const largestPriority = 9_223_372_036_854_774_807n;

function names(dice: Dice, count: number): Named[] {
  return Array.from({ length: count }, (_, number) => {
    const own = `${dice.pick(teams)}-${dice.pick(parts)}-${dice.pick(stages)}-${String(number).padStart(5, '0')}`;
    const provider = dice.pick(providers);
    return { name: `${own}@${provider}`, provider };
  });
}

const hostOf = ({ name }: Named) => `${name.split('@', 1)[0]}.example.test`;

function address(dice: Dice): string {
  return `10.${dice.below(256)}.${dice.below(256)}.${1 + dice.below(254)}:${8000 + dice.below(900)}`;
}

const addresses = (dice: Dice) => Array.from({ length: 1 + dice.below(4) }, () => address(dice));

/** Which routers use what, kept while the routers are made, told by the services and middlewares. */
interface Uses {
  note(router: string, used: string): string;
  of(used: string): readonly string[] | undefined;
}

function createUses(): Uses {
  const routers = new Map<string, string[]>();
  return {
    note(router, used) {
      const known = routers.get(used);
      if (known === undefined) routers.set(used, [router]);
      else known.push(router);
      return used;
    },
    of: (used) => routers.get(used)?.sort(),
  };
}

/** What a router refers to, and what Traefik says of it: about one in twenty refers to something that is not there. */
function references(dice: Dice, uses: Uses, self: Named, entryPoint: string, services: Named[], middlewares: Named[]) {
  const luck = dice.below(100);
  const retired = luck < 1;
  const present = () => (services.length === 0 ? 'noop@internal' : uses.note(self.name, dice.pick(services).name));
  const service = retired ? 'retired@docker' : present();
  const chain =
    middlewares.length === 0
      ? []
      : Array.from({ length: dice.below(4) }, () => uses.note(self.name, dice.pick(middlewares).name));
  const using = [entryPoint];
  const sound = { entryPoints: using, middlewares: chain, service, error: undefined, status: 'enabled', using };
  if (retired) return { ...sound, status: 'disabled', error: ['the service "retired@docker" does not exist'] };
  if (luck < 2 && middlewares.length > 0) {
    const error = ['middleware "missing@docker" does not exist'];
    return { ...sound, middlewares: [...chain, 'missing@docker'], status: 'disabled', error };
  }
  if (luck < 5) {
    const error = ['entryPoint "nowhere" doesn\'t exist'];
    return { ...sound, entryPoints: [entryPoint, 'nowhere'], status: 'warning', error };
  }
  return sound;
}

function httpRule(dice: Dice, host: string): string {
  const luck = dice.below(10);
  if (luck < 5) return `Host(\`${host}\`)`;
  if (luck < 8) return `Host(\`${host}\`) && PathPrefix(\`/${dice.pick(parts)}/v${1 + dice.below(4)}\`)`;
  if (luck < 9) return `(Host(\`${host}\`) || Host(\`www.${host}\`)) && Method(\`GET\`) && !ClientIP(\`10.0.0.0/8\`)`;
  const pattern = `^[a-z0-9-]+\\.${host.replaceAll('.', '\\.')}$`;
  return `HostRegexp(\`${pattern}\`) && Header(\`X-Tenant\`, \`${dice.pick(teams)}\`)`;
}

/** A listing has no empty arrays: Go leaves them out. */
const unlessEmpty = <T>(items: readonly T[]) => (items.length === 0 ? undefined : items);

function httpRouter(dice: Dice, uses: Uses, self: Named, services: Named[], middlewares: Named[]): GoObject {
  const secure = dice.chance(0.7);
  const entryPoint = secure ? 'websecure' : 'web';
  const { error, status, using, ...refers } = references(dice, uses, self, entryPoint, services, middlewares);
  const rule = httpRule(dice, hostOf(self));
  const priority = dice.chance(0.02) ? largestPriority - BigInt(dice.below(100)) : BigInt(rule.length);
  return {
    ...refers,
    middlewares: unlessEmpty(refers.middlewares),
    rule,
    priority,
    tls: secure ? { options: 'default', certResolver: dice.chance(0.5) ? 'letsencrypt' : undefined } : undefined,
    observability,
    error,
    status,
    using,
    ...self,
    priorityStr: priority.toString(),
  };
}

function tcpRouter(dice: Dice, uses: Uses, self: Named, services: Named[], middlewares: Named[]): GoObject {
  const refers = references(dice, uses, self, 'postgres', services, middlewares);
  const rule = `HostSNI(\`${hostOf(self)}\`)`;
  return {
    ...refers,
    middlewares: unlessEmpty(refers.middlewares),
    rule,
    priority: rule.length,
    tls: { passthrough: dice.chance(0.5) },
    ...self,
    priorityStr: String(rule.length),
  };
}

function udpRouter(dice: Dice, uses: Uses, self: Named, services: Named[]): GoObject {
  return { ...references(dice, uses, self, 'dns', services, []), middlewares: undefined, ...self };
}

/** @param children the two services made before this one, for it to combine */
function httpService(dice: Dice, uses: Uses, self: Named, children: readonly Named[]): GoObject {
  const tail = { status: 'enabled', usedBy: uses.of(self.name) };
  const [first, second] = children;
  if (first !== undefined && second !== undefined) {
    if (dice.chance(0.05)) {
      const services = children.map(({ name }) => ({ name, weight: 1 + dice.below(9) }));
      return { weighted: { services }, ...tail, ...self, type: 'weighted' };
    }
    if (dice.chance(0.03)) {
      return { failover: { service: first.name, fallback: second.name }, ...tail, ...self, type: 'failover' };
    }
  }
  const urls = addresses(dice).map((host) => `http://${host}`);
  const checked = dice.chance(0.4);
  return {
    loadBalancer: {
      servers: urls.map((url) => ({ url })),
      strategy: 'wrr',
      healthCheck: checked ? { mode: 'http', path: '/health', interval: '30s', timeout: '5s' } : undefined,
      passHostHeader: true,
      responseForwarding: { flushInterval: '100ms' },
    },
    ...tail,
    serverStatus: Object.fromEntries(urls.map((url) => [url, checked && dice.chance(0.1) ? 'DOWN' : 'UP'])),
    ...self,
    type: 'loadbalancer',
  };
}

function streamService(dice: Dice, uses: Uses, self: Named): GoObject {
  return {
    loadBalancer: { servers: addresses(dice).map((host) => ({ address: host })) },
    status: 'enabled',
    usedBy: uses.of(self.name),
    ...self,
    type: 'loadbalancer',
  };
}

const httpConfigurations: readonly ((dice: Dice) => readonly [key: string, configuration: GoObject])[] = [
  (dice) => ['addPrefix', { prefix: `/${dice.pick(parts)}` }],
  (dice) => ['stripPrefix', { prefixes: [`/${dice.pick(parts)}`] }],
  () => ['basicAuth', { users: [`reader:$apr1$sample$${'x'.repeat(22)}`] }],
  (dice) => [
    'headers',
    { customRequestHeaders: { 'X-Team': dice.pick(teams), Authorization: 'Bearer sample-secret' } },
  ],
  (dice) => ['rateLimit', { average: 10 * (1 + dice.below(50)), period: '1s', burst: 100 }],
  () => ['compress', { encodings: ['gzip', 'br', 'zstd'], defaultEncoding: 'gzip', minResponseBodyBytes: 1024 }],
  () => ['retry', { attempts: 3, initialInterval: '100ms' }],
  (dice) => ['ipAllowList', { sourceRange: [`10.${dice.below(256)}.0.0/16`] }],
  () => ['redirectScheme', { scheme: 'https', permanent: true }],
];

function httpMiddleware(dice: Dice, uses: Uses, self: Named): GoObject {
  const [key, configuration] = dice.pick(httpConfigurations)(dice);
  const broken = dice.chance(0.01);
  return {
    [key]: configuration,
    error: broken ? ['error parsing regexp: missing closing ]: `[`'] : undefined,
    status: broken ? 'disabled' : 'enabled',
    usedBy: uses.of(self.name),
    ...self,
    type: key.toLowerCase(),
  };
}

/** The real server never says who uses a TCP middleware. */
function tcpMiddleware(dice: Dice, self: Named): GoObject {
  const sourceRange = [`10.${dice.below(256)}.0.0/16`];
  return { ipAllowList: { sourceRange }, status: 'enabled', ...self, type: 'ipallowlist' };
}

/**
 * A large configuration that looks like one of a company with many teams, in the shape of Traefik 3.7: a few in a hundred
 * are in error, some have huge priorities. The same size gives the same listings.
 */
export function generatedListings(size: Size): Listings {
  const { routers, services = routers, middlewares = Math.ceil(routers / 10) } = size;
  const dice = loadedDice(routers);
  const uses = createUses();
  const fiftieth = (count: number) => Math.ceil(count / 50);

  const own = {
    httpServices: names(dice, services),
    httpMiddlewares: names(dice, middlewares),
    tcpServices: names(dice, fiftieth(services)),
    tcpMiddlewares: names(dice, fiftieth(middlewares)),
    udpServices: names(dice, fiftieth(services)),
  };
  // Routers come first: services and middlewares say which of them use them.
  const httpRouters = names(dice, routers).map((self) =>
    httpRouter(dice, uses, self, own.httpServices, own.httpMiddlewares),
  );
  const tcpRouters = names(dice, fiftieth(routers)).map((self) =>
    tcpRouter(dice, uses, self, own.tcpServices, own.tcpMiddlewares),
  );
  const udpRouters = names(dice, fiftieth(routers)).map((self) => udpRouter(dice, uses, self, own.udpServices));
  const listings = {
    'http/routers': httpRouters,
    'http/services': own.httpServices.map((self, index) =>
      httpService(dice, uses, self, own.httpServices.slice(Math.max(0, index - 2), index)),
    ),
    'http/middlewares': own.httpMiddlewares.map((self) => httpMiddleware(dice, uses, self)),
    'tcp/routers': tcpRouters,
    'tcp/services': own.tcpServices.map((self) => streamService(dice, uses, self)),
    'tcp/middlewares': own.tcpMiddlewares.map((self) => tcpMiddleware(dice, self)),
    'udp/routers': udpRouters,
    'udp/services': own.udpServices.map((self) => streamService(dice, uses, self)),
  };
  return Object.fromEntries(Object.entries(listings).map(([path, items]) => [path, items.map(goJson)]));
}
