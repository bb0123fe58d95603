import type { ConfigGroup } from '../config/files/readConfigFiles';
import type { Declaration, DeclaredKind } from '../config/model/declaration';
import { splitQualifiedName } from '../config/names/qualifiedName';
import { textPattern } from '../config/names/textPattern';
import { isKnown } from '../config/source/placedText';
import { type Inventory, inventoryGroupOf, knownEntries } from '../proxy/model/inventory';
import type { Item, ItemKind, TraefikProtocol } from '../proxy/model/model';
import { copiesOfRouter } from '../proxy/model/originalOfCopy';
import { itemsByPrefix } from './itemsByPrefix';

/** The items of a live proxy for a declared object. */
export interface LiveMatch {
  readonly declaration: Declaration;
  /**
   * `exact`: by its name. `probable`: the only one whose name and rule fit the known parts. `ambiguous`: several fit.
   * `none`: the proxy certainly has none. `unknown`: the listing does not show it.
   */
  readonly certainty: 'exact' | 'probable' | 'ambiguous' | 'none' | 'unknown';
  /** The object, with the copies that Traefik made of a router for its entry points. */
  readonly items: readonly Item[];
}

/** The items of a declared object in a proxy, if the match is certain or probable; empty otherwise. */
export function itemsOfMatch(match: LiveMatch | undefined): readonly Item[] {
  return match?.certainty === 'exact' || match?.certainty === 'probable' ? match.items : [];
}

/** The kinds of declared objects that proxies list. */
export const listedKinds: Readonly<Partial<Record<DeclaredKind, ItemKind>>> = {
  router: 'routers',
  service: 'services',
  middleware: 'middlewares',
};

/** The matches of a proxy for all objects that the files certainly declare for Traefik. */
export function matchesIn(groups: readonly ConfigGroup[], inventory: Inventory): readonly LiveMatch[] {
  const declarations = groups.flatMap(({ source, declarations: own }) => (source.isOurs ? own : []));
  return matchDeclared(declarations, inventory);
}

/** Matches declared routers, services, and middlewares with the items of a proxy. Other objects are not in its API. */
export function matchDeclared(declarations: readonly Declaration[], inventory: Inventory): readonly LiveMatch[] {
  return declarations.flatMap((declaration) => {
    const kind = listedKinds[declaration.kind];
    return kind === undefined ? [] : [matchOne(declaration, kind, inventory)];
  });
}

function matchOne(declaration: Declaration, kind: ItemKind, inventory: Inventory): LiveMatch {
  const { protocol, name } = declaration;
  const group = inventoryGroupOf<ItemKind>(inventory, protocol as TraefikProtocol, kind);
  const known = knownEntries(group)?.items;
  if (known === undefined) return { declaration, certainty: 'unknown', items: [] };
  if (!isKnown(name)) return matchPattern(declaration, known);
  const own = known.get(name);
  const made = kind === 'routers' && protocol === 'http' ? copiesOfRouter(name, inventory) : [];
  const items = own === undefined ? made : [own, ...made];
  if (items.length > 0) return { declaration, certainty: 'exact', items };
  return { declaration, certainty: group?.state === 'read' ? 'none' : 'unknown', items };
}

function matchPattern(declaration: Declaration, known: ReadonlyMap<string, Item>): LiveMatch {
  const name = textPattern(declaration.name);
  const written = declaration.router?.rule?.value;
  const rule = written === undefined ? undefined : textPattern(written);
  const items = itemsByPrefix(known, name.prefix).filter((item) => {
    if (!name.fits(item.name)) return false;
    return rule === undefined || item.kind !== 'routers' || rule.fits(item.rule ?? '');
  });
  const certainty = items.length === 0 ? 'unknown' : items.length === 1 ? 'probable' : 'ambiguous';
  return { declaration, certainty, items };
}

/** The names of providers in Traefik's overview that differ from those in the API's item names. */
const overviewNames: Readonly<Record<string, string>> = { kubernetes: 'kubernetesingress' };

/**
 * Whether a proxy reads objects of the provider in a name such as `auth@docker`; undefined if it does not report its
 * providers (`/api/overview`), or if the name has none that it would report.
 */
export function readsProviderOf(name: string, inventory: Inventory): boolean | undefined {
  const { provider } = splitQualifiedName(name);
  const loaded = inventory.overview?.providers;
  if (provider === '' || loaded === undefined || loaded.length === 0) return undefined;
  if (provider === 'internal') return undefined;
  const known = overviewNames[provider] ?? provider;
  return loaded.some((one) => one.toLowerCase() === known);
}
