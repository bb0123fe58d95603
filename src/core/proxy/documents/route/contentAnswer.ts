import { numberText } from '../../../../l10n/numbers';
import { atOnce, type Steps } from '../../../base/async/steps';
import { maskHeaderLine } from '../../../base/secrets/secretsInText';
import { nameText } from '../../describe/summary';
import { graphOf } from '../../model/graph';
import type { Inventory } from '../../model/inventory';
import type { Named } from '../../model/subject';
import type { Candidate, Outcome, Passed, RouteAnswer, RouteQuestion, RouterWay } from '../../routing/answer';
import { fact, section } from '../content';
import { type Cell, layOutSteps, own, type Page, type PlacedSection, type Row, type Section, said } from '../page';
import { type Reading, readingCell, statusPiece } from '../states';
import { nameOf, takenWay } from '../way';
import { mayTakeRows, missRows, nearestMisses, otherRows, runnerUpRows } from './contentOthers';
import { passedSection } from './contentPassed';
import { ruleRows } from './contentRule';
import { servedSection } from './contentServed';
import { type TakenConnection, takenAsConnection } from './contentTcpFirst';

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

/** The question in one line of ours and the person's words: `GET https://shop.example.com/api on websecure`. */
export function questionText(question: RouteQuestion): string {
  return titleCell(question)
    .map(({ text }) => text)
    .join('');
}

function titleCell(question: RouteQuestion): Cell {
  const look = 'heading';
  const entryPoint = [own(' on ', look), said(question.entryPoint, { look })];
  if (question.kind === 'tcp') {
    const name = question.serverName;
    const what = question.isTls ? 'TLS connection' : 'TCP connection';
    return [
      own(name === undefined ? what : `${what} for `, look),
      ...(name === undefined ? [] : [said(name, { look })]),
      ...entryPoint,
    ];
  }
  const url = `${question.isTls ? 'https' : 'http'}://${question.host}${question.target}`;
  return [said(question.method, { look }), own(' ', look), said(url, { look }), ...entryPoint];
}

/** What rules see, where that is not what was asked. */
function seenCells({ question, seen }: RouteAnswer): readonly Cell[] {
  if (question.kind === 'tcp') return [];
  const isSameHost = seen.host === question.host;
  const isSamePath = seen.path === undefined || seen.path === question.target.split('?', 1)[0];
  if (isSameHost && isSamePath) return [];
  return [
    [
      own('Rules see ', 'faint'),
      ...(isSameHost ? [] : [own('the host ', 'faint'), said(seen.host)]),
      ...(isSameHost || isSamePath ? [] : [own(' and ', 'faint')]),
      ...(isSamePath || seen.path === undefined ? [] : [own('the path ', 'faint'), said(seen.path)]),
    ],
  ];
}

function questionFacts(question: RouteQuestion): readonly Row[] {
  const { clientIp } = question;
  const from = clientIp === undefined ? [] : fact('Client', [[said(clientIp)]]);
  if (question.kind === 'tcp') {
    return [...fact('ALPN', question.alpn.length === 0 ? [] : [[said(question.alpn.join(', '))]]), ...from];
  }
  const headers = question.headers.map(([name, value]) => [said(maskHeaderLine(`${name}: ${value}`))]);
  return [...fact('Headers', headers), ...from];
}

/** That HTTP routers may not come to be asked at all. */
function connectionRows(taken: TakenConnection | undefined): readonly Row[] {
  if (taken === undefined) return [];
  const words = taken.isCertain ? ' takes this connection' : ' may take this connection';
  return [
    {
      cells: [
        [
          own('The TCP router ', 'caution'),
          nameOf(taken.router),
          own(`${words} before HTTP routers are asked.`, 'caution'),
        ],
      ],
    },
    { cells: [[own('What follows is true where it does not.', 'caution')]] },
  ];
}

/** One that is probably meant. */
function disabledRow({ router, detail }: Passed): Row {
  return {
    cells: [
      [
        nameOf(router),
        own(' would take it, but Traefik disabled it: ', 'caution'),
        detail === undefined ? own('no reason is told') : said(detail),
      ],
    ],
  };
}

function answerRows(answer: RouteAnswer, misses: readonly Candidate[], most: number): readonly Row[] {
  const { outcome, question } = answer;
  switch (outcome.kind) {
    case 'winner':
      return winnerRows(outcome.way);
    case 'tie':
      return [
        {
          cells: [
            [
              own(
                `${numberText(outcome.ways.length)} routers with the same priority take it. Which of them Traefik gives it to is not defined.`,
                'caution',
              ),
            ],
          ],
        },
        ...waysRows(waysOf(outcome), most),
      ];
    case 'none':
      return [...noneRows(answer), ...missRows(misses)];
    case 'refused':
      return [
        {
          cells: [[own(`Traefik answers ${outcome.status} before it asks any router: `, 'bad'), said(outcome.why)]],
        },
      ];
    case 'notCertain':
      return [
        { cells: [[own('This cannot be said with certainty: ', 'caution'), said(outcome.why)]] },
        ...(outcome.possible.length === 0
          ? []
          : [
              {
                cells: [
                  [own(question.kind === 'http' ? 'These may take the request:' : 'These may take the connection:')],
                ],
              },
              ...waysRows(waysOf(outcome), most),
            ]),
      ];
  }
}

/** Of several that take it, or may: which are listed. */
function waysOf(outcome: Outcome): readonly RouterWay[] {
  if (outcome.kind === 'tie') return outcome.ways;
  return outcome.kind === 'notCertain' ? outcome.possible : [];
}

function waysRows(ways: readonly RouterWay[], most: number): readonly Row[] {
  const rows = ways.slice(0, most).flatMap(winnerRows);
  if (ways.length <= most) return rows;
  return [...rows, { cells: [[own(`and ${numberText(ways.length - most)} more`, 'faint')]] }];
}

function winnerRows(way: RouterWay): readonly Row[] {
  return way.flatMap((candidate, index) => [
    { indent: index, cells: [[nameOf(candidate.router)], verdictWords(candidate, index === way.length - 1)] },
    ...ruleRows(candidate.router.rule ?? '', [], index + 1),
  ]);
}

function verdictWords({ router, priority, verdict, doubt }: Candidate, isLast: boolean): Cell {
  const takes = isLast ? 'takes it' : 'takes it first';
  return [
    verdict === 'unknown' ? own('may take it', 'caution') : own(takes, 'good'),
    own(`, priority ${priority}`, 'label'),
    ...(router.status === 'enabled' ? [] : [own(', '), statusPiece(router)]),
    ...(doubt === undefined ? [] : [own(': '), said(doubt)]),
  ];
}

/** Why no router gets a request, and what comes of that. */
function noneWords({ outcome, considered, passed, question: { isTls } }: RouteAnswer): string {
  const status = outcome.kind === 'none' ? outcome.status : undefined;
  if (considered.length > 0) {
    if (status === 405) return 'No router takes it, and of some only the method does not fit: Traefik answers 405.';
    return `No router takes it: Traefik answers ${status ?? '404, or 405 where only the method does not fit'}.`;
  }
  if (!passed.some(({ why }) => why === 'tls')) return 'No router is asked on this entry point: Traefik answers 404.';
  return isTls
    ? 'Here only routers without TLS are asked: over https Traefik answers 404.'
    : 'Here only routers with TLS are asked: over http Traefik answers 404.';
}

function noneRows(answer: RouteAnswer): readonly Row[] {
  const { outcome, question } = answer;
  const deadEnd = outcome.kind === 'none' ? outcome.deadEnd?.at(-1) : undefined;
  if (deadEnd !== undefined) {
    return [
      {
        cells: [
          [
            nameOf(deadEnd.router),
            own(' takes it, but none of the routers nested in it does: Traefik answers 404.', 'bad'),
          ],
        ],
      },
    ];
  }
  return [
    {
      cells: [
        [
          own(
            question.kind === 'http'
              ? noneWords(answer)
              : 'No TCP router takes it: what HTTP routers there are on this entry point get it, else Traefik closes the connection.',
            'bad',
          ),
        ],
      ],
    },
  ];
}

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
