import { type Inventory, itemOf } from './inventory';
import type { Item, ItemKind, Middleware, Router, Service, TraefikProtocol } from './model';

/**
 * The role in which an item refers to another. Routers: `parent` routers, `middleware`s, and `service`. Services:
 * children by type; a mirroring has a `mirrored` service and `mirror`s, a failover a `main` one and a `fallback`. A
 * chain: its `chained` middlewares. An errors middleware: the service of its `errorPage`s.
 */
export type ReferenceRole =
  | 'middleware'
  | 'chained'
  | 'service'
  | 'weighted'
  | 'highestRandomWeight'
  | 'mirrored'
  | 'mirror'
  | 'main'
  | 'fallback'
  | 'errorPage'
  | 'parent';

export interface ItemReference {
  readonly role: ReferenceRole;
  /** The name as written in the configuration, usually without a provider. */
  readonly written: string;
  /** The name as Traefik looks it up, with a provider. */
  readonly name: string;
  readonly protocol: TraefikProtocol;
  readonly kind: ItemKind;
  /** The item with that name. Absent if no item of this kind is listed under it. */
  readonly target?: Item | undefined;
  /** For a child of a weighted or highest random weight service, if configured. Traefik's default is 1. */
  readonly weight?: number | undefined;
  /** For a mirror, if configured: the percentage of requests that it gets. */
  readonly percent?: number | undefined;
}

/**
 * The references of an item, in order: a router's parents, its middlewares in the order of execution, and its service;
 * a service's own middlewares, then its children; the middlewares of a chain; the service of an errors middleware.
 */
export function referencesIn(item: Item, inventory: Inventory): readonly ItemReference[] {
  const { protocol } = item;
  const provider = providerOf(item);
  const references: ItemReference[] = [];
  const add: Add = (role, kind, written, weight, percent) => {
    const name = qualifiedName(written, provider);
    const target = itemOf(inventory, { protocol, kind, name });
    references.push({ role, written, name, protocol, kind, target, weight, percent });
  };
  switch (item.kind) {
    case 'routers':
      addOfRouter(item, add);
      break;
    case 'services':
      addOfService(item, add);
      break;
    case 'middlewares':
      addOfMiddleware(item, add);
  }
  return references;
}

/**
 * The default provider of an item's references: the part of its name between the first and the second `@`.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/server/provider/provider.go (AddInContext)
 */
function providerOf({ name, provider }: Item): string | undefined {
  return name.split('@', 2)[1] ?? provider;
}

/**
 * A name as Traefik looks it up: without `@`, it belongs to the provider of the referring item. Any other name is used
 * as is.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/server/provider/provider.go (GetQualifiedName)
 */
export function qualifiedName(written: string, provider: string | undefined): string {
  return provider === undefined || written.includes('@') ? written : `${written}@${provider}`;
}

type Add = (role: ReferenceRole, kind: ItemKind, written: string, weight?: number, percent?: number) => void;

function addOfRouter({ parentRefs = [], middlewares = [], service }: Router, add: Add): void {
  for (const name of parentRefs) add('parent', 'routers', name);
  for (const name of middlewares) add('middleware', 'middlewares', name);
  addService('service', service, add);
}

function addOfService(service: Service, add: Add): void {
  const { middlewares = [], weighted, highestRandomWeight, mirroring, failover } = service;
  for (const name of middlewares) add('middleware', 'middlewares', name);
  for (const { name, weight } of weighted?.services ?? []) add('weighted', 'services', name, weight);
  for (const { name, weight } of highestRandomWeight?.services ?? []) {
    add('highestRandomWeight', 'services', name, weight);
  }
  addService('mirrored', mirroring?.service, add);
  for (const { name, percent } of mirroring?.mirrors ?? []) add('mirror', 'services', name, undefined, percent);
  addService('main', failover?.service, add);
  addService('fallback', failover?.fallback, add);
}

function addOfMiddleware({ chain, errorPage }: Middleware, add: Add): void {
  for (const name of chain?.middlewares ?? []) add('chained', 'middlewares', name);
  addService('errorPage', errorPage?.service, add);
}

/** In Traefik, an empty name means that there is no service. */
function addService(role: ReferenceRole, written: string | undefined, add: Add): void {
  if (written !== undefined && written !== '') add(role, 'services', written);
}
