import * as l10n from '@vscode/l10n';
import { withPlainHtmlCharacters } from '../../base/json/document';
import { indentJson } from '../../base/json/indent';
import { nameText } from '../describe/itemSummary';
import type { Finding, Findings } from '../findings/finding';
import { findingsAbout } from '../findings/findingsAbout';
import type { Inventory } from '../model/inventory';
import { itemGraphOf } from '../model/itemGraph';
import type { Item, ItemKind, TraefikProtocol } from '../model/model';
import { namedSubject, type Subject, subjectTitle } from '../model/subject';
import type { PublicOrigins } from '../publicUrls/publicUrls';
import { hasSecrets, shownText } from '../secrets/secrets';
import {
  type CoveredMembers,
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
import { nothingWrongRow, type PlacedFinding, problemSection } from './problemSection';
import { routerContent } from './routerContent';
import { middlewareContent, serviceContent } from './serviceContent';
import { settingRows } from './settingRows';
import { type ReadingState, readingCell } from './statusPieces';

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

/** A document, and the lines on which its last hour and the problems that can be ignored begin. */
export interface DetailsPage extends ProxyPage {
  readonly lastHourLine?: number | undefined;
  readonly findings: readonly (Pick<PlacedFinding, 'kind' | 'key'> & { readonly line: number })[];
}

/**
 * A readable document about a router, service, middleware, entry point or certificate: its problems, what it is, where
 * it leads, what uses it, every setting that is not a default, and the exact JSON. Secrets are masked throughout.
 */
export function detailsPage(subject: Subject, context: DetailsContext): DetailsPage {
  const { inventory, endpointName, reading, findings, lastHour } = context;
  const named = namedSubject(subject);
  const about = findings === undefined ? [] : findingsAbout(findings, named);
  const { unread } = subject.item;
  const text = shownText(subject.item);
  const { titleOf, facts, sections, covered } = contentOf(subject, context, about);
  const known = { graph: itemGraphOf(inventory), findings, about };
  const found = problemSection(subject, known);
  const isWell = found.section.rows.length === 0;
  // For middlewares, entry points, and certificates, only problems are of interest.
  const saysWell = isWell && subject.type === 'item' && subject.item.kind !== 'middlewares';
  const rows = [...(saysWell ? [nothingWrongRow(subject.item, known)] : []), ...facts.flat()];
  const shown = [
    found.section,
    ...(isWell ? [] : [pageSection(l10n.t('Overview'), rows)]),
    ...(lastHour === undefined ? [] : [lastHour]),
    ...sections,
    pageSection(
      l10n.t('Unreadable Fields'),
      unread.map((field) => ({ cells: [[untrustedText(field)]] })),
    ),
    settingSection(text, without(unread, { ...commonMembers, ...covered })),
  ].filter((section) => section.rows.length > 0);
  const page = layOutPage(
    [ownText(titleOf(nameText(subjectTitle(subject))), 'heading')],
    [
      readingCell(inventory.readAt, nameText(endpointName), reading),
      ...(hasSecrets(subject.item)
        ? [[ownText(l10n.t('Secrets are shown as •••. Use “Reveal Secrets…” to show them.'), 'faint')]]
        : []),
    ],
    isWell ? rows : [],
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

function itemContent(item: Item, { inventory }: DetailsContext, about: readonly Finding[]): PageContent {
  return {
    ...ofItem(item, inventory, about),
    titleOf: titles[`${item.protocol}/${item.kind}`],
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

function ofItem(item: Item, inventory: Inventory, about: readonly Finding[]): ItemPageContent {
  const graph = itemGraphOf(inventory);
  switch (item.kind) {
    case 'routers':
      return routerContent(item, inventory, graph);
    case 'services':
      return serviceContent(item, graph, about);
    case 'middlewares':
      return middlewareContent(item, graph, about);
  }
}
