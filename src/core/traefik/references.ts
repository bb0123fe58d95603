import type { Inventory } from './inventory';
import { itemOf } from './inventory';
import type { Item, Kind, Middleware, Protocol, Router, Service } from './model';

/**
 * As what an item names another: routers their `parent` routers, `middleware`s and `service`; services their children
 * by type, a mirroring its `mirrored` one and `mirror`s, a failover its `main` one and `fallback`; a chain what is
 * `chained`; an errors middleware the service of its `errorPage`s.
 */
export type Role =
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
export interface Reference {
  readonly role: Role;
  /** The name as the configuration has it, mostly without provider. */
  readonly written: string;
  /** The name as Traefik looks it up, with provider. */
  readonly name: string;
  readonly protocol: Protocol;
  readonly kind: Kind;
  /** What has that name; absent where nothing of this kind is listed so. */
  readonly target?: Item;
  /** Of a child of a weighted or highest random weight service, where it is written; Traefik takes 1 where it is not. */
  readonly weight?: number;
  /** Of a mirror: how many of a hundred requests it gets, where it is written. */
  readonly percent?: number;
}

/**
 * What an item names, in order: a router's parents, its middlewares in order of execution, its service; a service's own
 * middlewares, then its children; the middlewares of a chain; the service of an errors middleware.
 */
export function referencesIn(item: Item, inventory: Inventory): readonly Reference[] {
  const provider = providerOf(item);
  return namesIn(item).map(({ role, kind, written, ...share }): Reference => {
    const name = qualifiedName(written, provider);
    const target = itemOf(inventory, { protocol: item.protocol, kind, name });
    return {
      role,
      written,
      name,
      protocol: item.protocol,
      kind,
      ...share,
      ...(target === undefined ? {} : { target }),
    };
  });
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

type Name = Pick<Reference, 'role' | 'kind' | 'written' | 'weight' | 'percent'>;

function namesIn(item: Item): readonly Name[] {
  switch (item.kind) {
    case 'routers':
      return namesInRouter(item);
    case 'services':
      return namesInService(item);
    case 'middlewares':
      return namesInMiddleware(item);
  }
}

function namesInRouter({ parentRefs, middlewares, service }: Router): readonly Name[] {
  return [
    ...names('parent', 'routers', parentRefs),
    ...names('middleware', 'middlewares', middlewares),
    ...one('service', service),
  ];
}

function namesInService(service: Service): readonly Name[] {
  const { middlewares, weighted, highestRandomWeight, mirroring, failover } = service;
  return [
    ...names('middleware', 'middlewares', middlewares),
    ...children('weighted', weighted?.services),
    ...children('highestRandomWeight', highestRandomWeight?.services),
    ...one('mirrored', mirroring?.service),
    ...(mirroring?.mirrors ?? []).map(({ name, percent }): Name => {
      const mirror = { role: 'mirror', kind: 'services', written: name } as const;
      return percent === undefined ? mirror : { ...mirror, percent };
    }),
    ...one('main', failover?.service),
    ...one('fallback', failover?.fallback),
  ];
}

function namesInMiddleware({ chain, errorPage }: Middleware): readonly Name[] {
  return [...names('chained', 'middlewares', chain?.middlewares), ...one('errorPage', errorPage?.service)];
}

function names(role: Role, kind: Kind, written: readonly string[] = []): readonly Name[] {
  return written.map((name) => ({ role, kind, written: name }));
}

/** An empty name of a service is Traefik's way to say that there is none. */
function one(role: Role, written: string | undefined): readonly Name[] {
  return written === undefined || written === '' ? [] : [{ role, kind: 'services', written }];
}

function children(
  role: Role,
  services: readonly { readonly name: string; readonly weight?: number | undefined }[] = [],
): readonly Name[] {
  return services.map(({ name, weight }): Name => {
    const child = { role, kind: 'services', written: name } as const;
    return weight === undefined ? child : { ...child, weight };
  });
}
