import { numberText } from '../../../../l10n/numbers';
import type { Candidate, Outcome, Passed, RouteAnswer, RouterWay } from '../../routing/answer';
import { type Cell, own, type Row, said } from '../page';
import { statusPiece } from '../states';
import { nameOf } from '../way';
import { missRows } from './contentOthers';
import { ruleRows } from './contentRule';
import type { TakenConnection } from './contentTcpFirst';

/** That HTTP routers may not come to be asked at all. */
export function connectionRows(taken: TakenConnection | undefined): readonly Row[] {
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

/** Which router takes the request, or why that is none or not certain. */
export function answerRows(answer: RouteAnswer, misses: readonly Candidate[], most: number): readonly Row[] {
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
export function waysOf(outcome: Outcome): readonly RouterWay[] {
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

/** One that is probably meant. */
export function disabledRow({ router, detail }: Passed): Row {
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
