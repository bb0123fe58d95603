import * as l10n from '@vscode/l10n';
import { indentJson } from '../../base/json/indent';
import { nameText } from '../describe/itemSummary';
import type { Inventory } from '../model/inventory';
import { type ItemGraph, itemGraphOf } from '../model/itemGraph';
import type { Item, ItemKind, TraefikProtocol } from '../model/model';
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
  /** The endpoint's name. */
  readonly endpointName: string;
  readonly reading: ReadingState;
  /** The origins of entry points that were set by hand, by name. */
  readonly origins?: PublicOrigins | undefined;
}

/**
 * A readable document about a router, service, middleware, entry point or certificate: what it is, its errors, where it leads,
 * what uses it, every setting, and the exact JSON. Secrets are masked throughout.
 */
export function detailsPage(subject: Subject, context: DetailsContext): ProxyPage {
  const { inventory, endpointName, reading } = context;
  const { unread } = subject.item;
  const text = shownText(subject.item);
  const isLong = text.length > LONGEST_TEXT;
  const { titleOf, facts, sections, told } = contentOf(subject, context);
  return layOutPage(
    [ownText(titleOf(nameText(calledBy(subject))), 'heading')],
    [
      readingCell(inventory.readAt, nameText(endpointName), reading),
      ...(hasSecrets(subject.item)
        ? [[ownText(l10n.t('Secrets are shown as •••. Use “Reveal Secrets…” to show them.'), 'faint')]]
        : []),
    ],
    facts.flat(),
    [
      ...sections,
      ...(unread.length === 0
        ? []
        : [
            pageSection(
              l10n.t('Unreadable Fields'),
              unread.map((field) => ({ cells: [[untrustedText(field)]] })),
            ),
          ]),
      ...(isLong
        ? [
            pageSection(l10n.t('Settings'), [
              { cells: [[ownText(l10n.t('Too large to show here. Use “Open as JSON” to view everything.'), 'faint')]] },
            ]),
          ]
        : [pageSection(l10n.t('Settings'), settingRows(text, without(unread, { ...COMMON, ...told })))]),
    ],
    isLong
      ? {
          title: 'JSON',
          text: `${indentJson(text.slice(0, LONGEST_TEXT))}\n\n… ${l10n.t('Use “Open as JSON” to view everything.')}`,
        }
      : { title: 'JSON', text: indentJson(text) },
  );
}

/** The API names a certificate by its fingerprint, which nobody recognizes. */
function calledBy({ type, item }: Subject): string {
  return type === 'certificate' ? item.commonName || item.sans[0] || item.name : item.name;
}

/** Nobody reads more of an item's JSON below its details. */
const LONGEST_TEXT = 262_144;

/** Shown in the title and the facts of every document. */
const COMMON: ToldMembers = { name: true, provider: true, status: true, error: true };

/** A field that could not be read is not shown elsewhere. */
function without(unread: readonly string[], told: ToldMembers): ToldMembers {
  return Object.fromEntries(Object.entries(told).filter(([name]) => !unread.includes(name)));
}

function contentOf(subject: Subject, context: DetailsContext): PageContent {
  switch (subject.type) {
    case 'entryPoint':
      return entryPointContent(subject.item, context.inventory, context.origins);
    case 'certificate':
      return certificateContent(subject.item, context.inventory);
    case 'item':
      return itemContent(subject.item, context.inventory);
  }
}

function itemContent(item: Item, inventory: Inventory): PageContent {
  const graph = itemGraphOf(inventory);
  const content = ofItem(item, inventory, graph);
  const look = statusStyles[item.status] === 'bad' ? 'bad' : 'caution';
  return {
    ...content,
    titleOf: titles[`${item.protocol}/${item.kind}`],
    sections: [
      ...(item.errors.length === 0
        ? []
        : [
            pageSection(
              l10n.t('Errors'),
              item.errors.map((error) => ({ cells: [[untrustedText(error, { look })]] })),
            ),
          ]),
      ...content.sections,
    ],
  };
}

const titles: Readonly<Record<`${TraefikProtocol}/${ItemKind}`, (name: string) => string>> = {
  'http/routers': (name) => l10n.t('HTTP router {0}', name),
  'http/services': (name) => l10n.t('HTTP service {0}', name),
  'http/middlewares': (name) => l10n.t('HTTP middleware {0}', name),
  'tcp/routers': (name) => l10n.t('TCP router {0}', name),
  'tcp/services': (name) => l10n.t('TCP service {0}', name),
  'tcp/middlewares': (name) => l10n.t('TCP middleware {0}', name),
  'udp/routers': (name) => l10n.t('UDP router {0}', name),
  'udp/services': (name) => l10n.t('UDP service {0}', name),
  'udp/middlewares': (name) => l10n.t('UDP middleware {0}', name),
};

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
