import { atOnce, type Steps } from '../../../base/async/steps';
import { nameText } from '../../describe/summary';
import { graphOf } from '../../model/graph';
import type { Inventory } from '../../model/inventory';
import type { Named } from '../../model/subject';
import type { Candidate, Outcome, RouteAnswer, RouterWay } from '../../routing/answer';
import { section } from '../content';
import { layOutSteps, own, type Page, type PlacedSection, type Section, said } from '../page';
import { type Reading, readingCell } from '../states';
import { takenWay } from '../way';
import { mayTakeRows, nearestMisses, otherRows, runnerUpRows } from './contentOthers';
import { answerRows, connectionRows, disabledRow, waysOf } from './contentOutcome';
import { passedSection } from './contentPassed';
import { questionFacts, seenCells, titleCell } from './contentQuestion';
import { servedSection } from './contentServed';
import { takenAsConnection } from './contentTcpFirst';

/** What a document about an answer is made from besides it. */
export interface AnswerScenery {
  /** The inventory that was asked. */
  readonly inventory: Inventory;
  /** What a person calls the endpoint. */
  readonly endpointName: string;
  readonly reading: Reading;
  /** What was not asked as it was typed, in sentences of ours. */
  readonly asked: readonly string[];
  /** Whether lists are shown whole, however long. */
  readonly showsAll: boolean;
}

/** A page, and whether more could be shown on it. */
export interface AnswerPage extends Page {
  /** The line of the first list that is cut; absent where none is. */
  readonly cutAt?: number | undefined;
  /** The first router that the answer names, and its line: the winner, or else the nearest. */
  readonly first?: { readonly line: number; readonly to: Named } | undefined;
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
export function answerPage(answer: RouteAnswer, scenery: AnswerScenery): AnswerPage {
  return atOnce(answerPageSteps(answer, scenery));
}

/** The same in slices: a hundred thousand routers may have been asked. */
export function* answerPageSteps(answer: RouteAnswer, scenery: AnswerScenery): Steps<AnswerPage> {
  yield* judgedSteps(answer);
  yield* graphOf(scenery.inventory).prepare();
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
  const page = yield* layOutSteps(
    titleCell(question),
    [readingCell(inventory.readAt, nameText(endpointName), reading), ...seenCells(answer)],
    [...questionFacts(question), ...scenery.asked.map((note) => ({ cells: [[own(note, 'caution')]] }))],
    [
      section(ANSWER, [
        ...connectionRows(connection),
        ...answerRows(answer, misses, most),
        ...answer.disabled.map(disabledRow),
      ]),
      ...waySections(answer, inventory),
      ...(runnersUp.length === 0
        ? []
        : [section('Runners-Up', runnerUpRows(runnersUp, winners[0]?.[0], outcome, most))]),
      ...(unsure.length === 0 ? [] : [section('Not Certain', mayTakeRows(unsure, most))]),
      ...(others.length === 0 ? [] : [section(title, listed.rows)]),
      ...(passed === undefined ? [] : [passed.section]),
      ...(answer.notes.length === 0
        ? []
        : [
            section(
              'Notes',
              answer.notes.map((note) => ({ cells: [[said(note)]] })),
            ),
          ]),
    ],
  );
  const cut =
    waysOf(outcome).length > most ? ANSWER : listed.isCut ? title : passed?.isCut === true ? PASSED : undefined;
  const placeOf = (wanted: string | undefined) => page.sections.find((one) => one.title === wanted);
  return { ...page, cutAt: placeOf(cut)?.line, first: firstLink(page, placeOf(ANSWER)) };
}

function firstLink({ spans }: Page, within: PlacedSection | undefined): AnswerPage['first'] {
  if (within === undefined) return undefined;
  const { line: start, endLine } = within;
  for (const { line, to } of spans) if (to !== undefined && line > start && line <= endLine) return { line, to };
  return undefined;
}

/** Routers of a list: as many as are read, and no more than VS Code shows at once. */
const MOST_LISTED = 200;

/** The ways of the routers that take it, as far as that is certain; also where they lead nowhere. */
function winnersOf(outcome: Outcome): readonly RouterWay[] {
  if (outcome.kind === 'winner') return [outcome.way];
  if (outcome.kind === 'none') return outcome.deadEnd === undefined ? [] : [outcome.deadEnd];
  return outcome.kind === 'tie' ? outcome.ways : [];
}

/** The others: first those nested beside the ones that take it, since these are asked before what has a lower priority. */
function losersOf(considered: readonly Candidate[], ways: readonly RouterWay[]): readonly Candidate[] {
  const taken = new Set(ways.flat().map(({ router }) => router));
  const beside = new Set(ways.flat().flatMap(({ children = [] }) => children));
  return [...beside, ...considered].filter(({ router }) => !taken.has(router));
}

function waySections(answer: RouteAnswer, inventory: Inventory): readonly Section[] {
  const { question, outcome } = answer;
  if (outcome.kind !== 'winner') return [];
  const routers = outcome.way.map(({ router }) => router);
  const way = section('The Way', takenWay(routers, question.entryPoint, inventory, graphOf(inventory)));
  return question.kind === 'http' ? [way, servedSection(outcome.way, question, inventory)] : [way];
}
