import { type Inventory, itemOf } from './inventory';
import type { Item, ItemKind, Middleware, Router, Service, TraefikProtocol } from './model';

/**
 * As what an item names another: routers their `parent` routers, `middleware`s and `service`; services their children
 * by type, a mirroring its `mirrored` one and `mirror`s, a failover its `main` one and `fallback`; a chain what is
 * `chained`; an errors middleware the service of its `errorPage`s.
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

/** That an item names another. */
export interface ItemReference {
  readonly role: ReferenceRole;
  /** The name as the configuration has it, mostly without provider. */
  readonly written: string;
  /** The name as Traefik looks it up, with provider. */
  readonly name: string;
  readonly protocol: TraefikProtocol;
  readonly kind: ItemKind;
  /** What has that name; absent where nothing of this kind is listed so. */
  readonly target?: Item | undefined;
  /** Of a child of a weighted or highest random weight service, where it is written; Traefik takes 1 where it is not. */
  readonly weight?: number | undefined;
  /** Of a mirror: how many of a hundred requests it gets, where it is written. */
  readonly percent?: number | undefined;
}

/**
 * What an item names, in order: a router's parents, its middlewares in order of execution, its service; a service's own
 * middlewares, then its children; the middlewares of a chain; the service of an errors middleware.
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
 * The provider in whose names an item speaks: what its name has between the first and the second `@`.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/server/provider/provider.go (AddInContext)
 */
function providerOf({ name, provider }: Item): string | undefined {
  return name.split('@', 2)[1] ?? provider;
}

/**
 * A name as Traefik looks it up: one without `@` is the referrer's provider's, any other is taken as it is.
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

/** No name is Traefik's way to say that there is no service. */
function addService(role: ReferenceRole, written: string | undefined, add: Add): void {
  if (written !== undefined && written !== '') add(role, 'services', written);
}
