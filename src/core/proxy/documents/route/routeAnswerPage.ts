import * as l10n from '@vscode/l10n';
import { plural } from '../../../../l10n/plural';
import { maskHeaderLine } from '../../../base/secrets/secretsInText';
import { dateTimeText } from '../../describe/dateTexts';
import { nameText } from '../../describe/itemSummary';
import { type Inventory, itemOf } from '../../model/inventory';
import { itemGraphOf } from '../../model/itemGraph';
import type { NamedSubject } from '../../model/subject';
import type { LoggedLine } from '../../routing/rememberedQuestions';
import type { RouteAnswer, RouteCandidate, RouteOutcome, RouteQuestion, RouterChain } from '../../routing/routeAnswer';
import {
  factRow,
  joinedCells,
  layOutPage,
  ownRow,
  ownText,
  type PageCell,
  type PagePiece,
  type PageRow,
  type PageSection,
  type PageSectionSource,
  type ProxyPage,
  pageSection,
  sentenceCell,
  untrustedText,
} from '../page';
import { linkedName, takenFlow } from '../requestFlow';
import { type ReadingState, readingCell } from '../statusPieces';
import { servedSection } from './forwardedSection';
import { closestRows, elsewhereRows, mayTakeRows, nearestMisses, otherRows, runnerUpRows } from './otherRouters';
import { answerRows, connectionRows, disabledCell, takenAsConnection, waysOf } from './routeOutcome';
import { skippedSection } from './skippedRouters';

interface RouteAnswerContext {
  readonly inventory: Inventory;
  readonly endpointName: string;
  readonly reading: ReadingState;
  /** The differences between the request and the user's input, in sentences of ours. */
  readonly asked: readonly string[];
  /** Names of the headers that rules of the entry point check; others are only counted. By default, all are shown. */
  readonly checkedHeaders?: readonly string[];
  /** The line of an access log that the request is from. */
  readonly logged?: LoggedLine | undefined;
  /** Whether lists are shown completely, at any length. */
  readonly showsAll: boolean;
}

/** A page, and the places of its links to more. */
export interface RouteAnswerPage extends ProxyPage {
  /** The line of the first list that is cut, if any. */
  readonly cutAt?: number | undefined;
  /** The first router in the result, and its line: the winner, or else the closest. */
  readonly first?: { readonly line: number; readonly to: NamedSubject } | undefined;
}

/**
 * A document about the router that matches a request: the winner and the request flow, the other routers that match,
 * the reasons why the rest do not match, and the skipped routers. Frees the event loop between the routers.
 *
 * @throws RequestFailure `canceled`, once the signal aborts
 */
export async function routeAnswerPage(
  answer: RouteAnswer,
  context: RouteAnswerContext,
  signal?: AbortSignal,
): Promise<RouteAnswerPage> {
  const { question, outcome } = answer;
  const { inventory, endpointName, reading, showsAll, logged } = context;
  const most = showsAll ? Number.POSITIVE_INFINITY : mostListed;
  const winners = winnersOf(outcome);
  const losers = losersOf(answer.considered, winners);
  const runnersUp = losers.filter(({ verdict }) => verdict === 'yes');
  const unsure = losers.filter(({ verdict }) => verdict === 'unknown');
  const others = losers.filter(({ verdict }) => verdict === 'no');
  const listed = await otherRows(others, inventory, most, signal);
  const isNone = outcome.kind === 'none' && outcome.deadEnd === undefined;
  const closest = isNone ? closestRows(nearestMisses(answer), answer, inventory) : [];
  const connection = question.kind === 'http' ? takenAsConnection(question, inventory) : undefined;
  const result = pageSection(l10n.t('Result'), [
    ...connectionRows(connection),
    ...answerRows(answer, closest, inventory, most),
    ...(logged === undefined ? [] : loggedRows(logged, outcome, inventory)),
    ...answer.disabled.map((one) => ({ cells: [disabledCell(one, inventory)] })),
    ...(isNone ? [] : elsewhereRows(answer.elsewhere, inventory)),
  ]);
  const whyNot = pageSection(
    isNone ? l10n.t('Why No Router Matches') : l10n.t('Why Other Routers Do Not Match'),
    listed.rows,
  );
  const skipped = skippedSection(answer.passed, question, inventory, most);
  const sections = [
    result,
    ...waySections(answer, inventory),
    pageSection(l10n.t('Also Matching'), runnerUpRows(runnersUp, inventory, most)),
    pageSection(l10n.t('Uncertain'), mayTakeRows(unsure, inventory, most)),
    whyNot,
    ...(skipped === undefined ? [] : [skipped.section]),
    pageSection(
      l10n.t('Notes'),
      answer.notes.map((note) => ({ cells: [[untrustedText(note)]] })),
    ),
  ].filter(({ rows }) => rows.length > 0);
  const page = layOutPage(
    titleCell(question),
    [
      readingCell(inventory.readAt, nameText(endpointName), reading),
      ...(logged === undefined ? [] : [loggedCell(logged)]),
      ...seenCells(answer),
    ],
    [...questionFacts(question, context.checkedHeaders), ...context.asked.map((note) => ownRow(note, 'caution'))],
    sections,
  );
  const cut =
    waysOf(outcome).length > most
      ? result
      : listed.isCut
        ? whyNot
        : skipped?.isCut === true
          ? skipped.section
          : undefined;
  const placeOf = (wanted: PageSectionSource | undefined) =>
    wanted === undefined ? undefined : page.sections[sections.indexOf(wanted)];
  return { ...page, cutAt: placeOf(cut)?.line, first: firstLink(page, placeOf(result)) };
}

function firstLink({ spans }: ProxyPage, within: PageSection | undefined): RouteAnswerPage['first'] {
  if (within === undefined) return undefined;
  const { line: start, endLine } = within;
  for (const { line, to } of spans) if (to !== undefined && line > start && line <= endLine) return { line, to };
  return undefined;
}

/** Routers of a list: as many as users read, and no more than VS Code shows at once. */
const mostListed = 200;

/** The routers that match, if that is certain; also if they lead nowhere. */
function winnersOf(outcome: RouteOutcome): readonly RouterChain[] {
  if (outcome.kind === 'winner') return [outcome.way];
  if (outcome.kind === 'none') return outcome.deadEnd === undefined ? [] : [outcome.deadEnd];
  return outcome.kind === 'tie' ? outcome.ways : [];
}

/** The others. Siblings of the routers that match come first, because Traefik tries them before lower priorities. */
function losersOf(considered: readonly RouteCandidate[], ways: readonly RouterChain[]): readonly RouteCandidate[] {
  const taken = new Set(ways.flat().map(({ router }) => router));
  const beside = new Set(ways.flat().flatMap(({ children = [] }) => children));
  return [...beside, ...considered].filter(({ router }) => !taken.has(router));
}

function waySections(answer: RouteAnswer, inventory: Inventory): readonly PageSectionSource[] {
  const { question, outcome } = answer;
  if (outcome.kind !== 'winner') return [];
  const routers = outcome.way.map(({ router }) => router);
  const flow = pageSection(
    l10n.t('Request Flow'),
    takenFlow(routers, question.entryPoint, inventory, itemGraphOf(inventory)),
  );
  return question.kind === 'http' ? [flow, servedSection(outcome.way, question, inventory)] : [flow];
}

/** The facts of the access log's line that the request is from. */
function loggedCell({ at, status, router }: LoggedLine): PageCell {
  const look = 'faint';
  const from =
    at === undefined ? l10n.t('From an access log line') : l10n.t('From an access log line of {0}', dateTimeText(at));
  return joinedCells(
    [ownText(from, look)],
    status === undefined ? [] : [ownText(l10n.t('status {0}', String(status)), look)],
    router === undefined
      ? [ownText(l10n.t('no router'), look)]
      : sentenceCell(l10n.t('router {0}'), [untrustedText(router, { look })], look),
  );
}

/** A warning that Traefik logged another router than the one in the answer. */
function loggedRows({ router }: LoggedLine, outcome: RouteOutcome, inventory: Inventory): readonly PageRow[] {
  const ways = outcome.kind === 'winner' ? [outcome.way] : waysOf(outcome);
  const isAlike =
    router === undefined ? outcome.kind !== 'winner' : ways.some((way) => way.at(-1)?.router.name === router);
  if (isAlike || outcome.kind === 'notCertain') return [];
  if (router === undefined) {
    const text = l10n.t(
      'The access log line names no router. The configuration may have changed since then, or router names are not logged.',
    );
    return [ownRow(text, 'caution')];
  }
  const sentence = l10n.t(
    'The access log line names {0}. The configuration may have changed since then, or the rules check what is not logged.',
  );
  return [{ cells: [sentenceCell(sentence, [routerPiece(router, inventory)], 'caution')] }];
}

function routerPiece(name: string, inventory: Inventory): PagePiece {
  const listed = itemOf(inventory, { protocol: 'http', kind: 'routers', name });
  return listed === undefined ? untrustedText(name, { look: 'name' }) : linkedName(listed);
}

/** The request in one line, as a page's title: `GET https://shop.example.com/api on websecure`. */
function titleCell(question: RouteQuestion): PageCell {
  const look = 'heading';
  const entryPoint = untrustedText(question.entryPoint, { look });
  if (question.kind === 'tcp') {
    if (question.serverName === undefined) {
      const sentence = question.isTls ? l10n.t('TLS connection on {0}') : l10n.t('TCP connection on {0}');
      return sentenceCell(sentence, [entryPoint], look);
    }
    const sentence = question.isTls ? l10n.t('TLS connection for {0} on {1}') : l10n.t('TCP connection for {0} on {1}');
    return sentenceCell(sentence, [untrustedText(question.serverName, { look }), entryPoint], look);
  }
  const url = untrustedText(`${question.isTls ? 'https' : 'http'}://${question.host}${question.target}`, { look });
  return sentenceCell(l10n.t('{0} {1} on {2}'), [untrustedText(question.method, { look }), url, entryPoint], look);
}

/** The request as rules see it, if it differs from the sent one. */
function seenCells({ question, seen }: RouteAnswer): readonly PageCell[] {
  if (question.kind === 'tcp') return [];
  const isSameHost = seen.host === question.host;
  const isSamePath = seen.path === undefined || seen.path === question.target.split('?', 1)[0];
  if (isSameHost && isSamePath) return [];
  const [host, path] = [untrustedText(seen.host), untrustedText(seen.path ?? '')];
  if (isSamePath) return [sentenceCell(l10n.t('Rules see the host {0}'), [host], 'faint')];
  if (isSameHost) return [sentenceCell(l10n.t('Rules see the path {0}'), [path], 'faint')];
  return [sentenceCell(l10n.t('Rules see the host {0} and the path {1}'), [host, path], 'faint')];
}

/**
 * The rest of the request: headers, protocols, the client. Headers that no rule checks are only counted, because a
 * browser sends dozens.
 *
 * @param checkedHeaders the names of the headers that rules of the entry point check; by default, all
 */
function questionFacts(question: RouteQuestion, checkedHeaders: readonly string[] | undefined): readonly PageRow[] {
  const { clientIp } = question;
  const from = clientIp === undefined ? [] : factRow(l10n.t('Client IP'), [[untrustedText(clientIp)]]);
  if (question.kind === 'tcp') {
    return [...factRow('ALPN', question.alpn.length === 0 ? [] : [[untrustedText(question.alpn.join(', '))]]), ...from];
  }
  const checked = checkedHeaders && new Set(checkedHeaders.map((name) => name.toLowerCase()));
  const shown = question.headers.filter(([name]) => checked?.has(name.toLowerCase()) !== false);
  const others = question.headers.length - shown.length;
  const uncheckedForms = {
    one: '{0} header that no rule of this entry point checks',
    other: '{0} headers that no rule of this entry point checks',
  };
  const cells: PageCell[] = shown.map(([name, value]) => [untrustedText(maskHeaderLine(`${name}: ${value}`))]);
  if (others > 0) cells.push([ownText(plural(others, uncheckedForms), 'faint')]);
  return [...factRow(l10n.t('Headers'), cells), ...from];
}
