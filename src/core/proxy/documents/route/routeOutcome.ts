import { numberText } from '../../../../l10n/numbers';
import type { RouteAnswer, RouteCandidate, RouteOutcome, RouterChain, SkippedRouter } from '../../routing/routeAnswer';
import { ownText, type PageCell, type PageRow, untrustedText } from '../page';
import { linkedName } from '../requestFlow';
import { statusPiece } from '../statusPieces';
import { ruleRows } from './markedRule';
import { missRows } from './otherRouters';
import type { TakenConnection } from './tcpFirst';

/** That HTTP routers may not come to be asked at all. */
export function connectionRows(taken: TakenConnection | undefined): readonly PageRow[] {
  if (taken === undefined) return [];
  const words = taken.isCertain ? ' takes this connection' : ' may take this connection';
  return [
    {
      cells: [
        [
          ownText('The TCP router ', 'caution'),
          linkedName(taken.router),
          ownText(`${words} before HTTP routers are asked.`, 'caution'),
        ],
      ],
    },
    { cells: [[ownText('What follows is true where it does not.', 'caution')]] },
  ];
}

/** Which router takes the request, or why that is none or not certain. */
export function answerRows(answer: RouteAnswer, misses: readonly RouteCandidate[], most: number): readonly PageRow[] {
  const { outcome, question } = answer;
  switch (outcome.kind) {
    case 'winner':
      return winnerRows(outcome.way);
    case 'tie':
      return [
        {
          cells: [
            [
              ownText(
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
          cells: [
            [
              ownText(`Traefik answers ${outcome.status} before it asks any router: `, 'bad'),
              untrustedText(outcome.why),
            ],
          ],
        },
      ];
    case 'notCertain':
      return [
        { cells: [[ownText('This cannot be said with certainty: ', 'caution'), untrustedText(outcome.why)]] },
        ...(outcome.possible.length === 0
          ? []
          : [
              {
                cells: [
                  [
                    ownText(
                      question.kind === 'http' ? 'These may take the request:' : 'These may take the connection:',
                    ),
                  ],
                ],
              },
              ...waysRows(waysOf(outcome), most),
            ]),
      ];
  }
}

/** Of several that take it, or may: which are listed. */
export function waysOf(outcome: RouteOutcome): readonly RouterChain[] {
  if (outcome.kind === 'tie') return outcome.ways;
  return outcome.kind === 'notCertain' ? outcome.possible : [];
}

function waysRows(ways: readonly RouterChain[], most: number): readonly PageRow[] {
  const rows = ways.slice(0, most).flatMap(winnerRows);
  if (ways.length <= most) return rows;
  return [...rows, { cells: [[ownText(`and ${numberText(ways.length - most)} more`, 'faint')]] }];
}

function winnerRows(flow: RouterChain): readonly PageRow[] {
  return flow.flatMap((candidate, index) => [
    { indent: index, cells: [[linkedName(candidate.router)], verdictWords(candidate, index === flow.length - 1)] },
    ...ruleRows(candidate.router.rule ?? '', [], index + 1),
  ]);
}

function verdictWords({ router, priority, verdict, doubt }: RouteCandidate, isLast: boolean): PageCell {
  const takes = isLast ? 'takes it' : 'takes it first';
  return [
    verdict === 'unknown' ? ownText('may take it', 'caution') : ownText(takes, 'good'),
    ownText(`, priority ${priority}`, 'label'),
    ...(router.status === 'enabled' ? [] : [ownText(', '), statusPiece(router)]),
    ...(doubt === undefined ? [] : [ownText(': '), untrustedText(doubt)]),
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

function noneRows(answer: RouteAnswer): readonly PageRow[] {
  const { outcome, question } = answer;
  const deadEnd = outcome.kind === 'none' ? outcome.deadEnd?.at(-1) : undefined;
  if (deadEnd !== undefined) {
    return [
      {
        cells: [
          [
            linkedName(deadEnd.router),
            ownText(' takes it, but none of the routers nested in it does: Traefik answers 404.', 'bad'),
          ],
        ],
      },
    ];
  }
  return [
    {
      cells: [
        [
          ownText(
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
export function disabledRow({ router, detail }: SkippedRouter): PageRow {
  return {
    cells: [
      [
        linkedName(router),
        ownText(' would take it, but Traefik disabled it: ', 'caution'),
        detail === undefined ? ownText('no reason is told') : untrustedText(detail),
      ],
    ],
  };
}
