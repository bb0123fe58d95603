import type { Declaration, RouterFields } from '../config/model/declaration';
import { splitQualifiedName } from '../config/names/objectNames';
import { listedKinds } from '../liveConfig/matchDeclared';
import { itemSource } from '../proxy/api/items';
import { type Inventory, isKnownWhole } from '../proxy/model/inventory';
import type { EntryPoint, Item, ItemKind, ItemStatus } from '../proxy/model/model';
import { hasChange, versionChanges } from '../proxy/model/versions';
import { isCatchAll } from '../proxy/rules/priority';

/**
 * A declared object as the API would list it: its settings, with the names, entry points, and priority that Traefik adds.
 * A router on several entry points is several items where an entry point has settings for its routers
 * (docs/traefik.md, "Copies for entry points"). Empty for objects that the API does not list, and without the settings.
 */
export function itemsOfDeclaration(
  declaration: Declaration,
  inventory: Inventory,
  status: ItemStatus,
): readonly Item[] {
  const { protocol, kind, name, settings, router } = declaration;
  const listedKind = listedKinds[kind];
  if (listedKind === undefined) return [];
  const { provider } = splitQualifiedName(name);
  // What a container has by default is declared without settings.
  const own = settings?.asListed() ?? (kind === 'service' ? { loadBalancer: {} } : {});
  const common = { ...own, name, provider, status };
  if (router === undefined) {
    const { types } = declaration.service ?? declaration.middleware ?? { types: [] };
    const [type] = types;
    return read(protocol, listedKind, { ...common, ...(type !== undefined && { type: type.toLowerCase() }) });
  }
  const entryPoints = entryPointsFor(declaration, router, inventory);
  return routersOnEntryPoints(name, router, entryPoints, protocol === 'http').flatMap(
    ({ name: copyName, router: one, on }) =>
      read(protocol, 'routers', {
        ...common,
        name: copyName,
        ...listedRouter(declaration, one, on, inventory),
        ...(one.hasTls && { tls: { options: 'default', ...(common as { tls?: object }).tls } }),
      }),
  );
}

function read(protocol: Declaration['protocol'], kind: ItemKind, raw: object): readonly Item[] {
  const item = itemSource<ItemKind>(protocol, kind).read(raw, JSON.stringify(raw));
  return item === undefined ? [] : [item];
}

/** Where a router is: the entry points that it names, or Traefik's default ones. */
interface RouterEntryPoints {
  readonly named: readonly string[];
  /** Those of them that there are; the same as `named` where the listing does not tell. */
  readonly known: readonly string[];
  readonly points: ReadonlyMap<string, EntryPoint>;
}

function entryPointsFor(
  { protocol }: Declaration,
  { entryPoints }: RouterFields,
  { entryPoints: listed }: Inventory,
): RouterEntryPoints {
  const points: ReadonlyMap<string, EntryPoint> = isKnownWhole(listed) ? listed.items : new Map();
  const isForRouter = ({ address = '' }: EntryPoint): boolean =>
    address.toLowerCase().endsWith('/udp') === (protocol === 'udp');
  const fitting = [...points.values()].filter(isForRouter);
  const named = entryPoints?.map(({ value }) => value) ?? defaultEntryPoints(fitting);
  const isFitting = new Set(fitting.map(({ name }) => name));
  const known = points.size === 0 ? named : named.filter((name) => isFitting.has(name));
  return { named, known, points };
}

/**
 * The entry points of routers that name none: those with `asDefault`, or else all but the one of the API.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7.9/cmd/traefik/traefik.go (getDefaultsEntrypoints)
 */
function defaultEntryPoints(fitting: readonly EntryPoint[]): readonly string[] {
  const chosen = fitting.filter(({ isDefault }) => isDefault);
  const all = chosen.length > 0 ? chosen : fitting.filter(({ name }) => name !== 'traefik');
  return all.map(({ name }) => name).sort();
}

interface PlacedRouter {
  readonly middlewares: readonly string[];
  readonly hasTls: boolean;
}

interface RouterCopy {
  readonly name: string;
  readonly router: PlacedRouter;
  readonly on: Pick<RouterEntryPoints, 'named' | 'known'>;
}

/**
 * Splits a router as Traefik does where an entry point has middlewares or TLS for all its routers.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7.9/pkg/server/aggregator.go (applyModel)
 */
function routersOnEntryPoints(
  name: string,
  { middlewares, tls }: RouterFields,
  { named, known, points }: RouterEntryPoints,
  isHttp: boolean,
): readonly RouterCopy[] {
  const own = middlewares.map(({ value }) => value);
  const plain: PlacedRouter = { middlewares: own, hasTls: tls !== undefined };
  const copies: RouterCopy[] = [];
  const rest: string[] = [];
  for (const entryPoint of named) {
    const point = points.get(entryPoint);
    if (!isHttp || point?.hasModel !== true) rest.push(entryPoint);
    else {
      const router = { middlewares: [...point.middlewares, ...own], hasTls: plain.hasTls || point.hasTls };
      const copyName = named.length > 1 ? `${entryPoint}-${name}` : name;
      copies.push({ name: copyName, router, on: { named: [entryPoint], known: [entryPoint] } });
    }
  }
  if (rest.length === 0 && copies.length > 0) return copies;
  const isRest = new Set(rest);
  const left = { named: rest, known: known.filter((one) => isRest.has(one)) };
  return [{ name, router: plain, on: left }, ...copies];
}

function listedRouter(
  { protocol, name, router }: Declaration,
  { middlewares }: PlacedRouter,
  { named, known }: RouterCopy['on'],
  inventory: Inventory,
): Readonly<Record<string, unknown>> {
  const { provider } = splitQualifiedName(name);
  // Traefik completes the names when it builds the router.
  const isBuilt = known.length > 0;
  const qualified = middlewares.map((one) => (one.includes('@') || !isBuilt ? one : `${one}@${provider}`));
  const priority = isBuilt ? priorityOf(protocol, router, inventory) : writtenPriority(router);
  return {
    // The provider adds those that a container does not name.
    ...(router?.rule !== undefined && { rule: router.rule.value }),
    ...(router?.service !== undefined && { service: router.service.value }),
    entryPoints: named,
    ...(isBuilt && { using: known.toSorted() }),
    ...(qualified.length > 0 && { middlewares: qualified }),
    // Absent is what the API sends; the number alone is rounded.
    priority: priority === undefined ? undefined : Number(priority),
    priorityStr: priority === undefined ? undefined : String(priority),
  };
}

function writtenPriority(router: RouterFields | undefined): bigint | undefined {
  const written = router?.priority;
  return written === undefined || !/^[-+]?\d+$/.test(written) || /^[-+]?0+$/.test(written)
    ? undefined
    : BigInt(written.replace('+', ''));
}

/** As the API lists it: since 3.0, also the default one. */
function priorityOf(
  protocol: Declaration['protocol'],
  router: RouterFields | undefined,
  { version }: Inventory,
): bigint | undefined {
  const written = writtenPriority(router);
  const rule = router?.rule?.value ?? '';
  if (written !== undefined || rule === '' || protocol === 'udp') return written;
  if (version?.number.startsWith('2.') === true) return undefined;
  if (protocol === 'tcp' && isCatchAll(rule)) return hasChange(version, versionChanges.tcpPriorities) ? -1n : undefined;
  return BigInt(Buffer.byteLength(rule));
}
