import type { ConfigGroup } from '../config/files/readConfigFiles';
import type { Declaration, DeclaredKind } from '../config/model/declaration';
import { splitQualifiedName } from '../config/names/objectNames';
import { type TextPattern, textPattern } from '../config/names/textPattern';
import { isKnown } from '../config/source/placedText';
import { type Inventory, inventoryGroupOf, knownEntries } from '../proxy/model/inventory';
import type { Item, ItemKind, TraefikProtocol } from '../proxy/model/model';
import { copiesOfRouter } from '../proxy/model/originalOfCopy';

/** The items of a live proxy for a declared object. */
export interface LiveMatch {
  readonly declaration: Declaration;
  /**
   * `exact`: by its name. `probable`: the only one whose name and rule fit the known parts. `ambiguous`: several fit.
   * `none`: the proxy certainly has none. `unknown`: the listing does not show it.
   */
  readonly certainty: 'exact' | 'probable' | 'ambiguous' | 'none' | 'unknown';
  /** The object, with the copies that Traefik made of a router for its entry points; of several that fit, two. */
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
  const budget: PatternBudget = { charactersLeft: mostCharacters };
  return declarations.flatMap((declaration) => {
    const kind = listedKinds[declaration.kind];
    return kind === undefined ? [] : [matchOne(declaration, kind, inventory, budget)];
  });
}

/** What the unknown names of the files may still be compared with. */
interface PatternBudget {
  charactersLeft: number;
}

/** Characters of names and rules of a proxy: the names of 20,000 routers for 20 patterns that leave all of them. */
const mostCharacters = 10_000_000;

function matchOne(declaration: Declaration, kind: ItemKind, inventory: Inventory, budget: PatternBudget): LiveMatch {
  const { protocol, name } = declaration;
  const group = inventoryGroupOf<ItemKind>(inventory, protocol as TraefikProtocol, kind);
  const known = knownEntries(group)?.items;
  if (known === undefined) return { declaration, certainty: 'unknown', items: [] };
  if (!isKnown(name)) return matchPattern(declaration, known, budget);
  const own = known.get(name);
  const made = kind === 'routers' && protocol === 'http' ? copiesOfRouter(name, inventory) : [];
  const items = own === undefined ? made : [own, ...made];
  if (items.length > 0) return { declaration, certainty: 'exact', items };
  return { declaration, certainty: group?.state === 'read' ? 'none' : 'unknown', items };
}

/** Once the budget is spent, it is not known what fits. */
function matchPattern(declaration: Declaration, known: ReadonlyMap<string, Item>, budget: PatternBudget): LiveMatch {
  const name = textPattern(declaration.name);
  const written = declaration.router?.rule?.value;
  let rule: TextPattern | undefined;
  const { items: candidates, from, to } = itemsAround(known, name);
  const items: Item[] = [];
  for (let at = from; at < to && items.length < 2; at++) {
    const item = candidates[at] as Item;
    budget.charactersLeft -= item.name.length;
    if (budget.charactersLeft < 0) return { declaration, certainty: 'unknown', items: [] };
    if (!name.fits(item.name)) continue;
    if (written !== undefined && item.kind === 'routers') {
      rule ??= textPattern(written);
      budget.charactersLeft -= item.rule?.length ?? 0;
      if (!rule.fits(item.rule ?? '')) continue;
    }
    items.push(item);
  }
  const certainty = items.length === 0 ? 'unknown' : items.length === 1 ? 'probable' : 'ambiguous';
  return { declaration, certainty, items };
}

/** The items of a listing, sorted by texts. */
interface SortedItems {
  readonly texts: readonly string[];
  readonly items: readonly Item[];
}

/** The items by their names, and by their names read backwards. Listings do not change. */
const sorted = new WeakMap<ReadonlyMap<string, Item>, readonly [SortedItems, SortedItems]>();

/** A range of items that has all those with the known beginning and end: by that of both which leaves fewer. */
function itemsAround(
  known: ReadonlyMap<string, Item>,
  { prefix, suffix }: TextPattern,
): { items: readonly Item[]; from: number; to: number } {
  const both = sorted.get(known) ?? [sortedBy(known, (name) => name), sortedBy(known, backwards)];
  sorted.set(known, both);
  const byStart = rangeIn(both[0], prefix);
  const byEnd = rangeIn(both[1], backwards(suffix));
  return byEnd.to - byEnd.from < byStart.to - byStart.from ? byEnd : byStart;
}

function sortedBy(known: ReadonlyMap<string, Item>, textOf: (name: string) => string): SortedItems {
  const all = [...known.values()].map((item) => ({ text: textOf(item.name), item }));
  all.sort((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0));
  return { texts: all.map(({ text }) => text), items: all.map(({ item }) => item) };
}

function backwards(text: string): string {
  return text.split('').reverse().join('');
}

/** The items whose texts begin with one, found by binary searches. */
function rangeIn({ texts, items }: SortedItems, start: string): { items: readonly Item[]; from: number; to: number } {
  const from = firstWhere(texts, 0, (text) => text >= start);
  return { items, from, to: firstWhere(texts, from, (text) => !text.startsWith(start)) };
}

/** The index of the first text that passes, from an index on; all texts after it pass, too. */
function firstWhere(texts: readonly string[], from: number, passes: (text: string) => boolean): number {
  let [low, high] = [from, texts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const text = texts[middle];
    if (text !== undefined && passes(text)) high = middle;
    else low = middle + 1;
  }
  return low;
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
