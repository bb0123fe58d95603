import * as l10n from '@vscode/l10n';
import { runSteps, type Steps } from '../../../base/async/steps';
import { nameText } from '../../describe/itemSummary';
import type { Inventory } from '../../model/inventory';
import { itemGraphOf } from '../../model/itemGraph';
import type { NamedSubject } from '../../model/subject';
import type { RouteAnswer, RouteCandidate, RouteOutcome, RouterChain } from '../../routing/routeAnswer';
import {
  layOutPageSteps,
  ownText,
  type PageSection,
  type PageSectionSource,
  type ProxyPage,
  untrustedText,
} from '../page';
import { pageSection } from '../pageContent';
import { takenFlow } from '../requestFlow';
import { type ReadingState, readingCell } from '../statusPieces';
import { servedSection } from './forwardedSection';
import { mayTakeRows, nearestMisses, otherRows, runnerUpRows } from './otherRouters';
import { questionFacts, seenCells, titleCell } from './questionText';
import { answerRows, connectionRows, disabledRow, waysOf } from './routeOutcome';
import { passedSection } from './skippedRouters';
import { takenAsConnection } from './tcpFirst';

/** What a document about an answer is made from besides it. */
export interface RouteAnswerContext {
  /** The inventory that was asked. */
  readonly inventory: Inventory;
  /** What a person calls the endpoint. */
  readonly endpointName: string;
  readonly reading: ReadingState;
  /** What was not asked as it was typed, in sentences of ours. */
  readonly asked: readonly string[];
  /** Whether lists are shown whole, however long. */
  readonly showsAll: boolean;
}

/** A page, and whether more could be shown on it. */
export interface RouteAnswerPage extends ProxyPage {
  /** The line of the first list that is cut; absent where none is. */
  readonly cutAt?: number | undefined;
  /** The first router that the answer names, and its line: the winner, or else the nearest. */
  readonly first?: { readonly line: number; readonly to: NamedSubject } | undefined;
}

const ANSWER = 'Answer';

/** Titles of sections whose lists can be cut. */
const OTHERS = 'Why the Others Do Not Take It';

const ALL = 'Why No Router Takes It';

const PASSED = 'Not Considered';

/** Works out what of each rule fails, which the page asks for. */
function* judgedSteps({ considered }: RouteAnswer): Steps<void> {
  for (const { passing } of considered) yield passing.length + 3;
}

/**
 * A document about which router takes a request, to be read from its top: the winner and its way, who would come next, why
 * no other takes it, and who was not asked at all.
 */
export function routeAnswerPage(answer: RouteAnswer, scenery: RouteAnswerContext): RouteAnswerPage {
  return runSteps(routeAnswerPageSteps(answer, scenery));
}

/** The same in slices: a hundred thousand routers may have been asked. */
export function* routeAnswerPageSteps(answer: RouteAnswer, scenery: RouteAnswerContext): Steps<RouteAnswerPage> {
  yield* judgedSteps(answer);
  yield* itemGraphOf(scenery.inventory).prepare();
  const { question, outcome } = answer;
  const { inventory, endpointName, reading, showsAll } = scenery;
  const most = showsAll ? Number.POSITIVE_INFINITY : MOST_LISTED;
  const winners = winnersOf(outcome);
  const losers = losersOf(answer.considered, winners);
  const runnersUp = losers.filter(({ verdict }) => verdict === 'yes');
  const unsure = losers.filter(({ verdict }) => verdict === 'unknown');
  const others = losers.filter(({ verdict }) => verdict === 'no');
  const listed = yield* otherRows(others, most);
  const misses =
    outcome.kind === 'none' && outcome.deadEnd === undefined ? yield* nearestMisses(answer.considered) : [];
  const connection = question.kind === 'http' ? yield* takenAsConnection(question, inventory) : undefined;
  const title = outcome.kind === 'none' && outcome.deadEnd === undefined ? ALL : OTHERS;
  const passed = passedSection(PASSED, answer.passed, question, most);
  const page = yield* layOutPageSteps(
    titleCell(question),
    [readingCell(inventory.readAt, nameText(endpointName), reading), ...seenCells(answer)],
    [...questionFacts(question), ...scenery.asked.map((note) => ({ cells: [[ownText(note, 'caution')]] }))],
    [
      pageSection(ANSWER, [
        ...connectionRows(connection),
        ...answerRows(answer, misses, most),
        ...answer.disabled.map(disabledRow),
      ]),
      ...waySections(answer, inventory),
      ...(runnersUp.length === 0
        ? []
        : [pageSection('Runners-Up', runnerUpRows(runnersUp, winners[0]?.[0], outcome, most))]),
      ...(unsure.length === 0 ? [] : [pageSection('Not Certain', mayTakeRows(unsure, most))]),
      ...(others.length === 0 ? [] : [pageSection(title, listed.rows)]),
      ...(passed === undefined ? [] : [passed.section]),
      ...(answer.notes.length === 0
        ? []
        : [
            pageSection(
              'Notes',
              answer.notes.map((note) => ({ cells: [[untrustedText(note)]] })),
            ),
          ]),
    ],
  );
  const cut =
    waysOf(outcome).length > most ? ANSWER : listed.isCut ? title : passed?.isCut === true ? PASSED : undefined;
  const placeOf = (wanted: string | undefined) => page.sections.find((one) => one.title === wanted);
  return { ...page, cutAt: placeOf(cut)?.line, first: firstLink(page, placeOf(ANSWER)) };
}

function firstLink({ spans }: ProxyPage, within: PageSection | undefined): RouteAnswerPage['first'] {
  if (within === undefined) return undefined;
  const { line: start, endLine } = within;
  for (const { line, to } of spans) if (to !== undefined && line > start && line <= endLine) return { line, to };
  return undefined;
}

/** Routers of a list: as many as are read, and no more than VS Code shows at once. */
const MOST_LISTED = 200;

/** The ways of the routers that take it, as far as that is certain; also where they lead nowhere. */
function winnersOf(outcome: RouteOutcome): readonly RouterChain[] {
  if (outcome.kind === 'winner') return [outcome.way];
  if (outcome.kind === 'none') return outcome.deadEnd === undefined ? [] : [outcome.deadEnd];
  return outcome.kind === 'tie' ? outcome.ways : [];
}

/** The others: first those nested beside the ones that take it, since these are asked before what has a lower priority. */
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
