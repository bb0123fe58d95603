import type { ConfigGroup } from '../../config/files/readConfigFiles';
import type { Declaration, DeclaredKind } from '../../config/model/declaration';
import { HOLE, isKnown } from '../../config/source/placedText';
import { type Inventory, inventoryGroupOf, knownEntries } from '../../proxy/model/inventory';
import type { Item, ItemKind, Router, TraefikProtocol } from '../../proxy/model/model';
import { originalOfCopy } from '../../proxy/model/originalOfCopy';

/** What a live proxy has of a declared object. */
export interface LiveMatch {
  readonly declaration: Declaration;
  /**
   * `exact`: by its name. `probable`: the only one whose name and rule fit what is known. `ambiguous`: several fit. `none`: the
   * proxy certainly has none. `unknown`: nobody can say.
   */
  readonly certainty: 'exact' | 'probable' | 'ambiguous' | 'none' | 'unknown';
  /** The object, with the copies that Traefik made of a router for its entry points. */
  readonly items: readonly Item[];
}

/** The kinds of declared objects that proxies list. */
export const listedKinds: Readonly<Partial<Record<DeclaredKind, ItemKind>>> = {
  router: 'routers',
  service: 'services',
  middleware: 'middlewares',
};

/** What a proxy has of what the files declare that are certainly for Traefik. */
export function matchesIn(groups: readonly ConfigGroup[], inventory: Inventory): readonly LiveMatch[] {
  const declarations = groups.flatMap(({ source, declarations: own }) => (source.isOurs ? own : []));
  return matchDeclared(declarations, inventory);
}

/** Puts declared routers, services, and middlewares beside what a proxy lists. Other objects are not on its API. */
export function matchDeclared(declarations: readonly Declaration[], inventory: Inventory): readonly LiveMatch[] {
  const copies = copiesIn(inventory);
  return declarations.flatMap((declaration) => {
    const kind = listedKinds[declaration.kind];
    return kind === undefined ? [] : [matchOne(declaration, kind, inventory, copies)];
  });
}

type Copies = ReadonlyMap<string, readonly Router[]>;

/** Routers that Traefik made of others, by the names of these. */
function copiesIn(inventory: Inventory): Copies {
  const copies = new Map<string, Router[]>();
  for (const router of knownEntries(inventoryGroupOf(inventory, 'http', 'routers'))?.items.values() ?? []) {
    const original = originalOfCopy(router, inventory)?.of;
    if (original !== undefined) copies.set(original, [...(copies.get(original) ?? []), router]);
  }
  return copies;
}

function matchOne(declaration: Declaration, kind: ItemKind, inventory: Inventory, copies: Copies): LiveMatch {
  const { protocol, name } = declaration;
  const group = inventoryGroupOf<ItemKind>(inventory, protocol as TraefikProtocol, kind);
  const known = knownEntries(group)?.items;
  if (known === undefined) return { declaration, certainty: 'unknown', items: [] };
  if (!isKnown(name)) return matchPattern(declaration, [...known.values()]);
  const own = known.get(name);
  const made = kind === 'routers' && protocol === 'http' ? (copies.get(name) ?? []) : [];
  const items = own === undefined ? made : [own, ...made];
  if (items.length > 0) return { declaration, certainty: 'exact', items };
  return { declaration, certainty: group?.state === 'read' ? 'none' : 'unknown', items };
}

function matchPattern(declaration: Declaration, candidates: readonly Item[]): LiveMatch {
  const parts = declaration.name.split(HOLES);
  const rule = declaration.router?.rule?.value;
  const items = candidates.filter((item) => {
    if (!fits(parts, item.name)) return false;
    return rule === undefined || item.kind !== 'routers' || fits(rule.split(HOLES), item.rule ?? '');
  });
  const certainty = items.length === 0 ? 'unknown' : items.length === 1 ? 'probable' : 'ambiguous';
  return { declaration, certainty, items };
}

const HOLES = new RegExp(`${HOLE}+`);

/** Whether a text has these parts in their order, from its beginning to its end. Takes linear time. */
function fits(parts: readonly string[], text: string): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
