import * as l10n from '@vscode/l10n';
import { type PluralForms, plural } from '../../../l10n/plural';
import { moreText } from '../describe/labels';
import { type Finding, type FindingKind, type FindingLink, type Findings, mostShownLinks } from '../findings/finding';
import { namedIn } from '../findings/findingsAbout';
import { findingCures, findingSeverity } from '../findings/findingTexts';
import { healthOfServer } from '../model/health';
import { type ItemGraph, loadBalancersBelow } from '../model/itemGraph';
import type { Item, ItemKind, Router, Service } from '../model/model';
import { certificateTitle, isSameSubject, namedSubject, type Subject } from '../model/subject';
import {
  ownText,
  type PageCell,
  type PagePiece,
  type PageRow,
  type PageSectionSource,
  type PageStyle,
  pageSection,
  sentenceCell,
  untrustedText,
} from './page';
import { linkedName } from './requestFlow';
import { sentenceLines } from './ruleLines';

/** One cause in a document; the worst has rank 0. */
interface PageProblem {
  readonly rank: number;
  /** What is wrong, in one or more lines. */
  readonly what: readonly PageCell[];
  readonly why?: string | undefined;
  readonly cure?: string | undefined;
  /** What else is involved. */
  readonly links?: readonly FindingLink[];
  /** The finding that the user can ignore. */
  readonly finding?: Finding;
}

interface Known {
  readonly graph: ItemGraph;
  /** All findings of the proxy; undefined while they are being computed. */
  readonly findings: Findings | undefined;
  /** The findings about the subject. */
  readonly about: readonly Finding[];
}

export interface PlacedFinding extends Pick<Finding, 'kind' | 'key'> {
  /** Lines below the heading, from 1. */
  readonly below: number;
}

/** What is wrong with the subject of a document, the worst first: the cause, the cure, and the items involved. */
export function problemSection(
  subject: Subject,
  known: Known,
): { readonly section: PageSectionSource; readonly placed: readonly PlacedFinding[] } {
  const rows: PageRow[] = [];
  const placed: PlacedFinding[] = [];
  for (const problem of problemsOf(subject, known)) {
    const { finding } = problem;
    if (finding !== undefined) placed.push({ kind: finding.kind, key: finding.key, below: rows.length + 1 });
    for (const row of problemRows(problem, subject)) rows.push(row);
  }
  return { section: pageSection(l10n.t('Problems'), rows), placed };
}

/** Traefik's errors, the findings that no error contains, and servers that are down. */
function problemsOf(subject: Subject, { graph, about }: Known): readonly PageProblem[] {
  // These are told below, in more words, by the errors and servers of the item itself.
  const left = new Set(about.filter(({ kind }) => kind !== 'reported' && kind !== 'partlyDown'));
  const errors = subject.type === 'item' ? errorProblems(subject.item, left) : [];
  const found = [...left].map((finding) => findingProblem(finding, subject));
  const servers = subject.type === 'item' ? serverProblems(subject.item, graph, about) : [];
  return [...errors, ...found, ...servers].sort((one, other) => one.rank - other.rank);
}

/** @param left the findings; takes out those that only say how to fix an error */
function errorProblems({ status, errors }: Item, left: Set<Finding>): readonly PageProblem[] {
  const isOff = status === 'disabled';
  const [rank, look] = isOff ? ([0, 'bad'] as const) : ([6, 'caution'] as const);
  if (errors.length === 0) {
    if (!isOff && status !== 'warning') return [];
    return [
      { rank, what: [[ownText(isOff ? l10n.t('Traefik disabled it') : l10n.t('Traefik warns about it'), look)]] },
    ];
  }
  return errors.map((error) => {
    const what = [[untrustedText(error, { look })]];
    const finding = [...left].find((one) => isAboutError(one, error));
    if (finding === undefined) return { rank, what };
    left.delete(finding);
    const { kind, reason, links } = finding;
    return { rank, what, why: kind === 'missing' ? undefined : reason, cure: findingCures[kind](), links };
  });
}

function isAboutError({ kind, missing }: Finding, error: string): boolean {
  if (missing !== undefined) return error.includes(`"${missing.name}"`);
  return kind === 'entryPoint' && /entry ?point/i.test(error);
}

const findingRanks: Readonly<Record<FindingKind, number>> = {
  reported: 0,
  partlyDown: 7,
  neverMatches: 1,
  neverWins: 2,
  down: 3,
  openApi: 4,
  plainPassword: 4,
  missing: 5,
  entryPoint: 5,
  tie: 8,
  certificate: 9,
  unused: 9,
};

function findingProblem(finding: Finding, subject: Subject): PageProblem {
  const { kind, missing, about, reason, links } = finding;
  const severity = findingSeverity(finding);
  const look = severity === undefined ? 'faint' : severity === 'error' ? 'bad' : 'caution';
  const problem = { rank: findingRanks[kind], cure: findingCures[kind](), links, finding };
  if (missing !== undefined) {
    const what = [sentenceCell(missingTexts[missing.kind](), [untrustedText(about)], look)];
    return { ...problem, what, why: isOfGateway(missing.name) ? reason : undefined };
  }
  const [own, other, ...others] = links;
  if (kind === 'neverWins' && own !== undefined && other !== undefined) {
    const what = [sentenceCell(l10n.t('Shadowed by {0}, which always matches first'), [linkOf(other)], look)];
    return { ...problem, what, why: reason, links: others };
  }
  // The sentence is about another item, so the page names it: it may contain “this router”.
  const isOfAnother = own !== undefined && !isSameSubject(namedIn(own), namedSubject(subject));
  const lines = sentenceLines(isOfAnother ? `${about}: ${reason}` : reason);
  return { ...problem, what: lines.map((line) => [untrustedText(line, { look })]) };
}

const missingTexts: Readonly<Record<ItemKind, () => string>> = {
  routers: () => l10n.t('Missing router: {0}'),
  services: () => l10n.t('Missing service: {0}'),
  middlewares: () => l10n.t('Missing middleware: {0}'),
};

/** The Gateway API provider stands names of its own for what it could not resolve, which only the reason explains. */
function isOfGateway(name: string): boolean {
  return name.endsWith('@kubernetesgateway');
}

function problemRows({ what, why, cure, links = [] }: PageProblem, subject: Subject): readonly PageRow[] {
  const [first = [], ...more] = what;
  const [reason, ...rest] = why === undefined ? [] : sentenceLines(why);
  const label = (text: string): PageCell => [ownText(text, 'label')];
  const involved = links.filter((link) => !isSameSubject(namedIn(link), namedSubject(subject)));
  return [
    { cells: [first] },
    ...more.map((line) => ({ indent: 1, cells: [line] })),
    ...(reason === undefined ? [] : [{ indent: 1, cells: [label(l10n.t('Reason')), [untrustedText(reason)]] }]),
    ...rest.map((line) => ({ indent: 2, cells: [[untrustedText(line)]] })),
    ...(cure === undefined ? [] : [{ indent: 1, cells: [label(l10n.t('What to do')), [ownText(cure)]] }]),
    ...involved.slice(0, mostShownLinks).map((link) => ({ indent: 1, cells: [[linkOf(link)], roleOf(link)] })),
    ...(involved.length > mostShownLinks
      ? [{ indent: 1, cells: [[ownText(moreText(involved.length - mostShownLinks), 'faint')]] }]
      : []),
  ];
}

function linkOf(link: FindingLink): PagePiece {
  switch (link.to) {
    case 'item':
      return linkedName(link.item);
    case 'entryPoint':
      return untrustedText(link.name, { look: 'name', to: { type: 'entryPoint', name: link.name } });
    case 'certificate':
      return untrustedText(certificateTitle(link.certificate));
  }
}

function roleOf(link: FindingLink): PageCell {
  const role = link.to === 'certificate' ? undefined : link.role;
  return role === undefined ? [] : [ownText(role, 'faint')];
}

function serverProblems(item: Item, graph: ItemGraph, about: readonly Finding[]): readonly PageProblem[] {
  // Traefik sends no requests there.
  if (item.kind === 'middlewares' || item.status === 'disabled') return [];
  const isFound = about.some(({ kind }) => kind === 'down');
  return troubledServices(item, graph)
    .filter(({ service }) => !(isFound && service === item))
    .map((troubled) => {
      const isDown = troubled.down === troubled.total;
      const what = [serverWords(troubled, item, isDown ? 'bad' : 'caution')];
      return { rank: isDown ? 3 : 7, what, cure: troubled.total === 0 ? undefined : findingCures.down() };
    });
}

function serverWords({ service, down, total }: TroubledService, item: Item, look: PageStyle): PageCell {
  const isOwn = service === item;
  const name = isOwn ? [] : [linkedName(service)];
  if (total === 0) return sentenceCell(isOwn ? l10n.t('No servers') : l10n.t('{0} has no servers'), name, look);
  if (down === total) return sentenceCell(plural(total, isOwn ? ownDown : allDown, '{0}'), name, look);
  return sentenceCell(plural(down, isOwn ? ownPartly : partlyDown, '{0}', total), name, look);
}

const allDown: PluralForms = { one: 'The only server of {1} is down', other: 'All {0} servers of {1} are down' };
const ownDown: PluralForms = { one: 'The only server is down', other: 'All {0} servers are down' };
const partlyDown: PluralForms = {
  one: '{0} of {2} servers of {1} is down',
  other: '{0} of {2} servers of {1} are down',
};
const ownPartly: PluralForms = { one: '{0} of {2} servers is down', other: '{0} of {2} servers are down' };

/** The row of an item without problems. It claims only what is known, and names what was not checked. */
export function nothingWrongRow(item: Item, { graph, findings }: Omit<Known, 'about'>): PageRow {
  const doubts = [
    ...(findings === undefined ? [l10n.t('it is still being compared with the rest')] : []),
    ...(findings !== undefined && findings.notes.length > 0 ? [l10n.t('not everything could be checked')] : []),
    ...(item.status === 'unknown' ? [l10n.t('Traefik does not report its status')] : []),
    ...serverDoubts(item, graph),
  ];
  const look = doubts.length === 0 ? 'good' : undefined;
  return {
    cells: [
      [
        ownText(l10n.t('No problems found'), look),
        ...doubts.flatMap((doubt) => [ownText('; '), ownText(doubt, 'faint')]),
      ],
    ],
  };
}

function serverDoubts(item: Item, graph: ItemGraph): readonly string[] {
  if (item.kind === 'middlewares') return [];
  const { state, up, total } = graph.healthOf(item);
  if (state !== 'notChecked' || total === 0) return [];
  return up === 0
    ? [l10n.t('no health check says whether its servers are up')]
    : [l10n.t('not all of its servers have a health check')];
}

/** A load balancer some of whose servers are down: the number of these, and of all its servers. */
interface TroubledService {
  readonly service: Service;
  readonly down: number;
  readonly total: number;
}

/**
 * The load balancers that a router or service leads to, with servers that are down or with none at all: those where all
 * are down come first. Empty if its health is good, because a fallback may be down while no request needs it.
 */
function troubledServices(item: Router | Service, graph: ItemGraph): readonly TroubledService[] {
  if (graph.healthOf(item).state === 'up') return [];
  const found: TroubledService[] = [];
  for (const service of loadBalancersBelow(item, graph)) {
    const servers = service.loadBalancer?.servers ?? [];
    const down = servers.filter((server) => healthOfServer(service, server) === 'down').length;
    if (down > 0 || servers.length === 0) found.push({ service, down, total: servers.length });
  }
  return found.sort((one, other) => Number(other.down === other.total) - Number(one.down === one.total));
}
