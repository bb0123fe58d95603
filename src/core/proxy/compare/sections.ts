import { kindText } from '../describe/labels';
import { type Inventory, type InventoryGroup, inventoryGroupOf } from '../model/inventory';
import {
  type Certificate,
  type EntryPoint,
  type Item,
  type ItemKind,
  kindsOf,
  type TraefikProtocol,
  traefikProtocols,
} from '../model/model';
import type { NamedSubject } from '../model/subject';

/** What of an inventory is compared with its like. */
export type ComparedSection =
  | { readonly type: 'items'; readonly protocol: TraefikProtocol; readonly kind: ItemKind }
  | { readonly type: 'entryPoints' }
  | { readonly type: 'certificates' }
  | { readonly type: 'proxy' };

/** What is compared: an item, an entry point, a certificate, or what the proxy tells of itself. */
export type ComparedThing = Item | EntryPoint | Certificate | ProxyFacts;

/** What a proxy tells of itself, in place of an item. */
interface ProxyFacts {
  readonly name: string;
  readonly text: string;
}

/** All sections, in the order in which their rows stand. */
export const comparedSections: readonly ComparedSection[] = [
  { type: 'proxy' },
  { type: 'entryPoints' },
  ...traefikProtocols.flatMap((protocol) =>
    kindsOf(protocol).map((kind): ComparedSection => ({ type: 'items', protocol, kind })),
  ),
  { type: 'certificates' },
];

/** What an inventory has of a section. */
export function thingsOfSection(inventory: Inventory, section: ComparedSection): InventoryGroup<ComparedThing> {
  switch (section.type) {
    case 'items':
      return inventoryGroupOf(inventory, section.protocol, section.kind) ?? { state: 'missing' };
    case 'entryPoints':
      return inventory.entryPoints;
    case 'certificates':
      return inventory.certificates;
    case 'proxy':
      return proxyFacts(inventory);
  }
}

/** What one of a section is called within a sentence: `HTTP router`. */
export function nameOfOne(section: ComparedSection): string {
  switch (section.type) {
    case 'items':
      return kindText(section);
    case 'entryPoints':
      return 'entry point';
    case 'certificates':
      return 'certificate';
    case 'proxy':
      return 'proxy';
  }
}

/** What several of a section are called within a sentence: `HTTP routers`. */
export function nameOfAll(section: ComparedSection): string {
  return section.type === 'proxy' ? 'facts about the proxy' : `${nameOfOne(section)}s`;
}

/** Names one within its endpoint; undefined for what has no row of its own there. */
export function subjectOfThing(section: ComparedSection, name: string): NamedSubject | undefined {
  switch (section.type) {
    case 'items':
      return { protocol: section.protocol, kind: section.kind, name };
    case 'entryPoints':
      return { type: 'entryPoint', name };
    case 'certificates':
      return { type: 'certificate', name };
    case 'proxy':
      return undefined;
  }
}

/** Gives the same facts for the same inventory, which spares comparing their texts. */
const known = new WeakMap<Inventory, InventoryGroup<ProxyFacts>>();

/**
 * What the proxy tells of itself, without what changes by itself: when it started, and counts, which follow from the
 * listings. Empty where it told nothing.
 */
function proxyFacts(inventory: Inventory): InventoryGroup<ProxyFacts> {
  let facts = known.get(inventory);
  if (facts === undefined) {
    const { version, overview } = inventory;
    const text = JSON.stringify({
      version: version?.number,
      dashboardName: version?.dashboardName,
      features: overview?.features,
      providers: overview?.providers,
    });
    facts = { state: 'read', items: new Map([['', { name: 'Traefik', text }]]), unnamed: 0 };
    known.set(inventory, facts);
  }
  return facts;
}
