import * as l10n from '@vscode/l10n';
import { forEachInTurns } from '../../../base/async/turns';
import { nameText } from '../../describe/itemSummary';
import type { Inventory } from '../../model/inventory';
import { itemGraphOf } from '../../model/itemGraph';
import type { NamedSubject } from '../../model/subject';
import type { LoggedLine } from '../../routing/rememberedQuestions';
import type { RouteAnswer, RouteCandidate, RouteOutcome, RouterChain } from '../../routing/routeAnswer';
import { layOutPage, ownText, type PageSection, type PageSectionSource, type ProxyPage, untrustedText } from '../page';
import { pageSection } from '../pageContent';
import { takenFlow } from '../requestFlow';
import { type ReadingState, readingCell } from '../statusPieces';
import { closestRows, nearestMisses } from './closestRouters';
import { servedSection } from './forwardedSection';
import { loggedCell, loggedRows } from './loggedRequest';
import { mayTakeRows, otherRows, runnerUpRows } from './otherRouters';
import { answerRows, connectionRows, disabledCell, waysOf } from './routeOutcome';
import { questionFacts, seenCells, titleCell } from './routeQuestionText';
import { skippedSection } from './skippedRouters';
import { takenAsConnection } from './tcpFirst';

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
  // Evaluates the parts of each rule, which the page needs.
  await forEachInTurns(answer.considered, ({ passing }) => passing, signal);
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
    ...answer.disabled.map((one) => ({ cells: [disabledCell(one)] })),
  ]);
  const whyNot = pageSection(
    isNone ? l10n.t('Why No Router Matches') : l10n.t('Why Other Routers Don’t Match'),
    listed.rows,
  );
  const skipped = skippedSection(answer.passed, question, inventory, most);
  const sections = [
    result,
    ...waySections(answer, inventory),
    ...(runnersUp.length === 0
      ? []
      : [pageSection(l10n.t('Also Matching'), runnerUpRows(runnersUp, winners[0]?.[0], outcome, inventory, most))]),
    ...(unsure.length === 0 ? [] : [pageSection(l10n.t('Uncertain'), mayTakeRows(unsure, inventory, most))]),
    ...(others.length === 0 ? [] : [whyNot]),
    ...(skipped === undefined ? [] : [skipped.section]),
    ...(answer.notes.length === 0
      ? []
      : [
          pageSection(
            l10n.t('Notes'),
            answer.notes.map((note) => ({ cells: [[untrustedText(note)]] })),
          ),
        ]),
  ];
  const page = layOutPage(
    titleCell(question),
    [
      readingCell(inventory.readAt, nameText(endpointName), reading),
      ...(logged === undefined ? [] : [loggedCell(logged)]),
      ...seenCells(answer),
    ],
    [
      ...questionFacts(question, context.checkedHeaders),
      ...context.asked.map((note) => ({ cells: [[ownText(note, 'caution')]] })),
    ],
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
