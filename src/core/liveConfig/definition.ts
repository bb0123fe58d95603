import * as z from 'zod/mini';
import { jsonOrNothing } from '../base/json/parse';
import { memberText } from '../base/json/scan';
import type { IndexedConfig, IndexedOrigin, IndexedPlace } from '../config/files/indexedConfig';
import type { DeclaredKind } from '../config/model/declaration';
import { splitQualifiedName } from '../config/names/objectNames';
import { textPattern } from '../config/names/textPattern';
import { isKnown, unknownPart } from '../config/source/placedText';
import type { Inventory } from '../proxy/model/inventory';
import type { Item, ItemKind, Router } from '../proxy/model/model';
import { originalOfCopy } from '../proxy/model/originalOfCopy';

/** The kinds of Traefik’s listings as files declare them. */
export const declaredKinds: Readonly<Record<ItemKind, DeclaredKind>> = {
  routers: 'router',
  services: 'service',
  middlewares: 'middleware',
};

/** The places in files that declare an object of a proxy, each once. */
interface OriginsOfItem {
  readonly places: readonly IndexedPlace[];
  /** Whether these certainly declare it. Otherwise parts of the written name are unknown, and all others fit. */
  readonly isCertain: boolean;
}

/**
 * The places in files that declare a router, service, or middleware: the Ingress that Traefik reports for a router; the
 * place of its name; the text that creates it if no file writes its name; otherwise the places whose names may fit, the
 * most specific first.
 */
export function originsOfItem(item: Item, inventory: Inventory, config: IndexedConfig): OriginsOfItem {
  const { protocol, kind } = item;
  const name = (item.kind === 'routers' ? originalOfCopy(item, inventory)?.of : undefined) ?? item.name;
  const alike = config.origins.filter(
    ({ object }) => object.protocol === protocol && object.kind === declaredKinds[kind],
  );
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

const textSchema = z.optional(z.string());
const observabilitySchema = z.object({
  metadata: z.object({ ingress: z.object({ namespace: textSchema, ingressName: z.string().check(z.minLength(1)) }) }),
});

/**
 * The Ingress that a router was made from, as Traefik reports since 3.7 (`observability.metadata.ingress`). The
 * namespace is empty if Traefik does not report it. Undefined for routers of other providers and versions. Read on
 * demand: the listings of very many routers do not wait for it.
 */
export function ingressOfRouter(
  router: Pick<Router, 'text'>,
): { readonly namespace: string; readonly name: string } | undefined {
  const member = memberText(router.text, 'observability');
  const read = member === undefined ? undefined : observabilitySchema.safeParse(jsonOrNothing(member)).data;
  if (read === undefined) return undefined;
  const { namespace = '', ingressName } = read.metadata.ingress;
  return { namespace, name: ingressName };
}

/** The paths of the Ingress for the router, as far as the router's name shows them; otherwise the Ingress itself. */
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

/** A known part of a name besides its provider, so that not every name fits. */
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

/** A container creates a router and a service at the same place, also for several providers. */
function distinct(places: readonly IndexedPlace[]): readonly IndexedPlace[] {
  const known = new Map<string, IndexedPlace>();
  for (const place of places) {
    const key = JSON.stringify([place.path, place.start]);
    if (!known.has(key)) known.set(key, place);
  }
  return [...known.values()];
}
