import * as l10n from '@vscode/l10n';
import { kindText, listingNames } from '../describe/labels';
import { type Inventory, type InventoryGroup, inventoryGroupOf } from '../model/inventory';
import {
  type Certificate,
  type EntryPoint,
  type Item,
  type ItemKind,
  itemListings,
  type TraefikProtocol,
} from '../model/model';
import type { NamedSubject } from '../model/subject';

/** The parts of an inventory that are compared. */
export type ComparedSection =
  | { readonly type: 'items'; readonly protocol: TraefikProtocol; readonly kind: ItemKind }
  | { readonly type: 'entryPoints' }
  | { readonly type: 'certificates' }
  | { readonly type: 'proxy' };

/** A compared thing: an item, an entry point, a certificate, or facts about the proxy. */
export type ComparedThing = Item | EntryPoint | Certificate | ProxyFacts;

/** Facts about a proxy, in place of an item. */
interface ProxyFacts {
  readonly name: string;
  readonly text: string;
}

/** All sections, in the order of their rows. */
export const comparedSections: readonly ComparedSection[] = [
  { type: 'proxy' },
  { type: 'entryPoints' },
  ...itemListings.map(([protocol, kind]): ComparedSection => ({ type: 'items', protocol, kind })),
  { type: 'certificates' },
];

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

/** The label of one thing of a section: `HTTP router`. */
export function nameOfOne(section: ComparedSection): string {
  switch (section.type) {
    case 'items':
      return kindText(section);
    case 'entryPoints':
      return l10n.t('Entry point');
    case 'certificates':
      return l10n.t('Certificate');
    case 'proxy':
      return l10n.t('Proxy');
  }
}

/** The label of all things of a section: `HTTP Routers`. */
export function nameOfAll(section: ComparedSection): string {
  switch (section.type) {
    case 'items':
      return listingNames[`${section.protocol}/${section.kind}`]();
    case 'entryPoints':
      return listingNames.entrypoints();
    case 'certificates':
      return listingNames.certificates();
    case 'proxy':
      return l10n.t('Proxy information');
  }
}

/** A reference to a thing within its endpoint; undefined for a thing without a row there. */
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

/** Returns the same object of facts for the same inventory, so that their texts need not be compared. */
const known = new WeakMap<Inventory, InventoryGroup<ProxyFacts>>();

/**
 * Facts about the proxy, without those that change by themselves: its start time, and counts, which follow from the
 * listings. Empty if the proxy reported none.
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
