import { indentJson } from '../../base/json/indent';
import { nameText } from '../describe/itemSummary';
import { kindText } from '../describe/labels';
import type { Inventory } from '../model/inventory';
import { type ItemGraph, itemGraphOf } from '../model/itemGraph';
import type { Item } from '../model/model';
import type { Subject } from '../model/subject';
import type { PublicOrigins } from '../publicUrls/publicUrls';
import { hasSecrets, shownText } from '../secrets/secrets';
import { layOutPage, ownText, type ProxyPage, untrustedText } from './page';
import { type ItemPageContent, type PageContent, pageSection } from './pageContent';
import { certificateContent, entryPointContent } from './partContent';
import { routerContent } from './routerContent';
import { middlewareContent, serviceContent } from './serviceContent';
import { settingRows, type ToldMembers } from './settingRows';
import { type ReadingState, readingCell, statusStyles } from './statusPieces';

/** What a document is made from besides its subject. */
export interface DetailsContext {
  /** The inventory that the subject is from. */
  readonly inventory: Inventory;
  /** What a person calls the endpoint. */
  readonly endpointName: string;
  readonly reading: ReadingState;
  /** The origins of entry points that a person corrected, by name. */
  readonly origins?: PublicOrigins | undefined;
}

/**
 * A document about a router, service, middleware, entry point or certificate, made to be read: what it is, what is wrong
 * with it, where it leads and who uses it, every setting, and the exact JSON. Secrets are masked throughout.
 */
export function detailsPage(subject: Subject, scenery: DetailsContext): ProxyPage {
  const { inventory, endpointName, reading } = scenery;
  const { unread } = subject.item;
  const text = shownText(subject.item);
  const isLong = text.length > LONGEST_TEXT;
  const { what, facts, sections, told } = contentOf(subject, scenery);
  return layOutPage(
    [ownText(`${what} `, 'heading'), ownText(nameText(calledBy(subject)), 'heading')],
    [
      readingCell(inventory.readAt, nameText(endpointName), reading),
      ...(hasSecrets(subject.item)
        ? [[ownText('Secrets are shown as •••. “Reveal Secrets…” shows them.', 'faint')]]
        : []),
    ],
    facts.flat(),
    [
      ...sections,
      ...(unread.length === 0
        ? []
        : [
            pageSection(
              'Not Understood',
              unread.map((field) => ({ cells: [[untrustedText(field)]] })),
            ),
          ]),
      ...(isLong
        ? [
            pageSection('Settings', [
              { cells: [[ownText('Too many to be shown here. “Open as JSON” shows them.', 'faint')]] },
            ]),
          ]
        : [pageSection('Settings', settingRows(text, without(unread, { ...COMMON, ...told })))]),
    ],
    isLong
      ? { title: 'JSON', text: `${indentJson(text.slice(0, LONGEST_TEXT))}\n\n… “Open as JSON” shows all of it.` }
      : { title: 'JSON', text: indentJson(text) },
  );
}

/** The API's name of a certificate is its fingerprint, by which nobody knows it. */
function calledBy({ type, item }: Subject): string {
  return type === 'certificate' ? item.commonName || item.sans[0] || item.name : item.name;
}

/** More of an item's JSON nobody reads below its details. */
const LONGEST_TEXT = 262_144;

/** Told in the title and the facts of everything. */
const COMMON: ToldMembers = { name: true, provider: true, status: true, error: true };

/** A field that could not be read was told by nobody. */
function without(unread: readonly string[], told: ToldMembers): ToldMembers {
  return Object.fromEntries(Object.entries(told).filter(([name]) => !unread.includes(name)));
}

function contentOf(subject: Subject, scenery: DetailsContext): PageContent {
  switch (subject.type) {
    case 'entryPoint':
      return entryPointContent(subject.item, scenery.inventory, scenery.origins);
    case 'certificate':
      return certificateContent(subject.item, scenery.inventory);
    case 'item':
      return itemContent(subject.item, scenery.inventory);
  }
}

function itemContent(item: Item, inventory: Inventory): PageContent {
  const graph = itemGraphOf(inventory);
  const content = ofItem(item, inventory, graph);
  const look = statusStyles[item.status] === 'bad' ? 'bad' : 'caution';
  return {
    ...content,
    what: kindText(item),
    sections: [
      ...(item.errors.length === 0
        ? []
        : [
            pageSection(
              'Errors',
              item.errors.map((error) => ({ cells: [[untrustedText(error, { look })]] })),
            ),
          ]),
      ...content.sections,
    ],
  };
}

function ofItem(item: Item, inventory: Inventory, graph: ItemGraph): ItemPageContent {
  switch (item.kind) {
    case 'routers':
      return routerContent(item, inventory, graph);
    case 'services':
      return serviceContent(item, graph);
    case 'middlewares':
      return middlewareContent(item, graph);
  }
}
