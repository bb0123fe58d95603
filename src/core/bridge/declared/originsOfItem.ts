import type { IndexedConfig, IndexedOrigin, IndexedPlace } from '../../config/files/indexedConfig';
import type { DeclaredKind } from '../../config/model/declaration';
import { splitQualifiedName } from '../../config/names/qualifiedName';
import { textPattern } from '../../config/names/textPattern';
import { isKnown, unknownPart } from '../../config/source/placedText';
import { ingressOfRouter } from '../../proxy/model/ingressOfRouter';
import type { Inventory } from '../../proxy/model/inventory';
import type { Item, ItemKind } from '../../proxy/model/model';
import { originalOfCopy } from '../../proxy/model/originalOfCopy';

const declared: Readonly<Record<ItemKind, DeclaredKind>> = {
  routers: 'router',
  services: 'service',
  middlewares: 'middleware',
};

/** Where files declare an object of a proxy, each place once. */
interface OriginsOfItem {
  readonly places: readonly IndexedPlace[];
  /** Whether they do. Otherwise they may: parts of the name that they write are not known, and all others fit. */
  readonly isCertain: boolean;
}

/**
 * Where files declare a router, service, or middleware: in the Ingress that Traefik says a router is from; where its name is written;
 * what it is made of where nobody wrote it; otherwise where a name may be its own, the one of which most is known first.
 */
export function originsOfItem(item: Item, inventory: Inventory, config: IndexedConfig): OriginsOfItem {
  const { protocol, kind } = item;
  const name = (item.kind === 'routers' ? originalOfCopy(item, inventory)?.of : undefined) ?? item.name;
  const alike = config.origins.filter(({ object }) => object.protocol === protocol && object.kind === declared[kind]);
  const inIngress = item.kind === 'routers' ? placesInIngress(item, name, alike, config) : [];
  if (inIngress.length > 0) return { places: distinct(inIngress), isCertain: true };
  const exact = alike.filter(({ object }) => object.name === name);
  const written = exact.filter(({ isImplied }) => !isImplied);
  const certain = written.length > 0 ? written : exact;
  if (certain.length > 0) return { places: distinct(certain.map(({ place }) => place)), isCertain: true };
  const possible = alike
    .filter((one) => mayBe(one, name, item))
    .sort((one, other) => knownLength(other.object.name) - knownLength(one.object.name));
  return { places: distinct(possible.map(({ place }) => place)), isCertain: false };
}

/** The paths of the Ingress that the router is for, as far as they are known by its name; otherwise the Ingress itself. */
function placesInIngress(
  item: Item,
  name: string,
  alike: readonly IndexedOrigin[],
  { ingresses }: IndexedConfig,
): readonly IndexedPlace[] {
  const ingress = ingressOfRouter(item);
  if (ingress === undefined) return [];
  const named = ingresses.filter(
    ({ name: own, namespace }) =>
      own === ingress.name && (ingress.namespace === '' || textPattern(namespace).fits(ingress.namespace)),
  );
  const exact = named.filter(({ namespace }) => isKnown(namespace));
  return (exact.length > 0 ? exact : named).flatMap(({ unit, place }) => {
    const own = alike.filter((one) => one.unit === unit && one.place.path === place.path && mayBeNamed(one, name));
    return own.length > 0 ? own.map((one) => one.place) : [place];
  });
}

/** Something of a name is known beside its provider, so that not everything fits. */
const letterOrDigit = /[\p{L}\p{N}]/u;

function mayBe(one: IndexedOrigin, name: string, item: Item): boolean {
  const { object, rule } = one;
  if (isKnown(object.name) || !letterOrDigit.test(splitQualifiedName(object.name).own)) return false;
  if (!mayBeNamed(one, name)) return false;
  return rule === undefined || item.kind !== 'routers' || textPattern(rule).fits(item.rule ?? '');
}

function mayBeNamed({ object }: IndexedOrigin, name: string): boolean {
  return textPattern(object.name).fits(name);
}

function knownLength(name: string): number {
  return name.replaceAll(unknownPart, '').length;
}

/** A container brings a router and a service about at the same place, also for several providers. */
function distinct(places: readonly IndexedPlace[]): readonly IndexedPlace[] {
  const known = new Map<string, IndexedPlace>();
  for (const place of places) {
    const key = JSON.stringify([place.path, place.start]);
    if (!known.has(key)) known.set(key, place);
  }
  return [...known.values()];
}
