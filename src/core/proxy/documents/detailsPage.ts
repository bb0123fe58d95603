import * as l10n from '@vscode/l10n';
import { withPlainHtmlCharacters } from '../../base/json/document';
import { indentJson } from '../../base/json/indent';
import { nameText } from '../describe/itemSummary';
import type { Finding, Findings } from '../findings/finding';
import { findingsAbout } from '../findings/findingsAbout';
import type { Inventory } from '../model/inventory';
import { type ItemGraph, itemGraphOf } from '../model/itemGraph';
import type { Item, ItemKind, TraefikProtocol } from '../model/model';
import { namedSubject, type Subject, subjectTitle } from '../model/subject';
import type { PublicOrigins } from '../publicUrls/publicUrls';
import { hasSecrets, shownText } from '../secrets/secrets';
import { findingSection, type PlacedFinding } from './findingSection';
import {
  type CoveredMembers,
  factRow,
  type ItemPageContent,
  layOutPage,
  ownRow,
  ownText,
  type PageContent,
  type PageSectionSource,
  type ProxyPage,
  pageSection,
  untrustedText,
} from './page';
import { certificateContent, entryPointContent } from './partContent';
import { routerContent } from './routerContent';
import { middlewareContent, serviceContent } from './serviceContent';
import { settingRows } from './settingRows';
import { type ReadingState, readingCell, statusStyles } from './statusPieces';
import { hasTroubles, troubleSentence } from './troubleSentence';

export interface DetailsContext {
  readonly inventory: Inventory;
  readonly endpointName: string;
  readonly reading: ReadingState;
  /** The findings of the inventory that the user does not ignore; absent while they are being computed. */
  readonly findings?: Findings | undefined;
  /** The origins of entry points that the user set, by name. */
  readonly origins?: PublicOrigins | undefined;
  /** A section about the last hour of a router; absent if no data about it is known. */
  readonly lastHour?: PageSectionSource | undefined;
}

/** A document, and the lines on which its findings and its last hour begin. */
export interface DetailsPage extends ProxyPage {
  readonly lastHourLine?: number | undefined;
  readonly findings: readonly (Pick<PlacedFinding, 'kind' | 'key'> & { readonly line: number })[];
}

/**
 * A readable document about a router, service, middleware, entry point or certificate: its troubles, what it is, its
 * errors and findings, where it leads, what uses it, every setting, and the exact JSON. Secrets are masked throughout.
 */
export function detailsPage(subject: Subject, context: DetailsContext): DetailsPage {
  const { inventory, endpointName, reading, findings, lastHour } = context;
  const named = namedSubject(subject);
  const about = findings === undefined ? [] : findingsAbout(findings, named);
  const { unread } = subject.item;
  const text = shownText(subject.item);
  const { titleOf, facts, sections, covered } = contentOf(subject, context, about);
  const found = findingSection(about, named);
  const shown = [
    errorSection(subject),
    found.section,
    ...(lastHour === undefined ? [] : [lastHour]),
    ...sections,
    pageSection(
      l10n.t('Unreadable Fields'),
      unread.map((field) => ({ cells: [[untrustedText(field)]] })),
    ),
    settingSection(text, without(unread, { ...commonMembers, ...covered })),
  ].filter(({ rows }) => rows.length > 0);
  const page = layOutPage(
    [ownText(titleOf(nameText(subjectTitle(subject))), 'heading')],
    [
      readingCell(inventory.readAt, nameText(endpointName), reading),
      ...(hasSecrets(subject.item)
        ? [[ownText(l10n.t('Secrets are shown as •••. Use “Reveal Secrets…” to show them.'), 'faint')]]
        : []),
    ],
    facts.flat(),
    shown,
    { title: 'JSON', text: jsonText(text) },
  );
  const { line = 0 } = page.sections[shown.indexOf(found.section)] ?? {};
  const lastHourLine = lastHour && page.sections[shown.indexOf(lastHour)]?.line;
  return {
    ...page,
    lastHourLine,
    findings: found.placed.map(({ below, kind, key }) => ({ kind, key, line: line + below })),
  };
}

function settingSection(text: string, covered: CoveredMembers): PageSectionSource {
  const title = l10n.t('Settings');
  if (text.length <= longestText) return pageSection(title, settingRows(text, covered));
  const note = l10n.t('Too large to show here. Use “Open as JSON” to view everything.');
  return pageSection(title, [ownRow(note, 'faint')]);
}

function jsonText(text: string): string {
  const head = indentJson(withPlainHtmlCharacters(text.slice(0, longestText)));
  return text.length <= longestText ? head : `${head}\n\n… ${l10n.t('Use “Open as JSON” to view everything.')}`;
}

/** More of an item's JSON than users read below its details. */
const longestText = 262_144;

/** Members that the title and the facts of every document show. */
const commonMembers: CoveredMembers = { name: true, provider: true, status: true, error: true };

/** A field that could not be read is not shown elsewhere on the page. */
function without(unread: readonly string[], covered: CoveredMembers): CoveredMembers {
  return Object.fromEntries(Object.entries(covered).filter(([name]) => !unread.includes(name)));
}

function contentOf(subject: Subject, context: DetailsContext, about: readonly Finding[]): PageContent {
  switch (subject.type) {
    case 'entryPoint':
      return entryPointContent(subject.item, context.inventory, context.origins);
    case 'certificate':
      return certificateContent(subject.item, context.inventory);
    case 'item':
      return itemContent(subject.item, context, about);
  }
}

function itemContent(item: Item, { inventory, findings }: DetailsContext, about: readonly Finding[]): PageContent {
  const graph = itemGraphOf(inventory);
  const known = { graph, findings, about };
  // For a middleware, only troubles are of interest.
  const saysWhy = item.kind !== 'middlewares' || hasTroubles(item, known);
  const content = ofItem(item, inventory, graph);
  return {
    ...content,
    titleOf: titles[`${item.protocol}/${item.kind}`],
    facts: [...(saysWhy ? [factRow(whyLabel(), [troubleSentence(item, known)])] : []), ...content.facts],
  };
}

function errorSection({ type, item }: Subject): PageSectionSource {
  const errors = type === 'item' ? item.errors : [];
  const look = type === 'item' && statusStyles[item.status] === 'bad' ? 'bad' : 'caution';
  return pageSection(
    l10n.t('Errors'),
    errors.map((error) => ({ cells: [[untrustedText(error, { look })]] })),
  );
}

function whyLabel(): string {
  return l10n.t({
    message: 'Why',
    args: [],
    comment: 'why something does not work; followed by what is wrong with it',
  });
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
