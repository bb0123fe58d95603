import * as l10n from '@vscode/l10n';
import { plural } from '../../l10n/plural';
import { addToList } from '../base/lists/addToList';
import { linePlaceOf, lineStartsOf } from '../base/text/lines';
import { lostFolderSentence } from '../config/file/readFileProvider';
import type { ConfigProblem } from '../config/model/configProblem';
import { shownName } from '../config/names/objectNames';
import {
  factRow,
  layOutPage,
  listRows,
  moreRow,
  ownRow,
  ownText,
  type PageCell,
  type PagePiece,
  type PageRow,
  type PageSectionSource,
  type ProxyPage,
  pageSection,
  sentenceCell,
  untrustedText,
} from '../proxy/documents/page';
import { sampleRequestText } from '../proxy/findings/sampleRequests';
import type { ChangePlan } from './changePlan';
import type { ExplainedMove } from './explainedMoves';
import type { ChangedObject } from './plannedInventory';
import type { RequestOutcome } from './requestOutcome';

/** What a plan is about, for its first lines. */
interface PlanContext {
  /** The name of the proxy, or of the snapshot's file. */
  readonly proxy: string;
  /** What the new texts are compared with, in words of ours: `the committed files (HEAD)`. */
  readonly base: string;
  /** The texts that problems are in, by their paths. */
  readonly textOf: (path: string) => string | undefined;
  /** How a path is shown; by default as it is. */
  readonly shownPath?: (path: string) => string;
}

/** The document about a plan. Server text and text of files is shown, never parsed; secrets are masked. */
export function planPage(plan: ChangePlan, context: PlanContext): ProxyPage {
  const { refusals, moves, silenced, unansweredHosts, problems, objects } = plan;
  const isNothing = [refusals, objects, plan.unlisted, plan.uncertain].every(({ length }) => length === 0);
  const lead: PageCell[] = [
    sentenceCell(
      l10n.t('At {0}, compared with {1}'),
      [untrustedText(context.proxy, { look: 'name' }), ownText(context.base)],
      'faint',
    ),
    ...refusalCells(refusals, context),
    ...driftCells(plan),
    ...(isNothing ? [[ownText(l10n.t('Nothing that Traefik reads would change.'))]] : []),
  ];
  const sections: readonly PageSectionSource[] = [
    pageSection(l10n.t('Requests That Move'), moves.length === 0 ? noMoves(plan) : moveRows(plan)),
    pageSection(
      l10n.t('Routers That Would Get Nothing'),
      listRows(silenced, ({ name, why }) => ({
        cells: [[untrustedText(name, { look: 'bad' })], why === undefined ? [] : [untrustedText(why)]],
      })),
    ),
    pageSection(
      l10n.t('Hosts That No Router Would Answer'),
      listRows(unansweredHosts, (host) => ({ cells: [[untrustedText(host, { look: 'bad' })]] })),
    ),
    pageSection(
      l10n.t('New Problems'),
      listRows(problems.introduced, (one) => problemRow(one, context)),
    ),
    pageSection(
      l10n.t('Fixed Problems'),
      listRows(problems.fixed, (one) => ({ cells: [[untrustedText(one.message)]] })),
    ),
    pageSection(l10n.t('Routers, Services, and Middlewares'), objectRows(objects)),
    pageSection(l10n.t('Not Known'), unknownRows(plan)),
  ];
  return layOutPage(
    [ownText(l10n.t('What Would Change'), 'heading')],
    lead,
    [],
    sections.filter(({ rows }) => rows.length > 0),
  );
}

function refusalCells(refusals: readonly ConfigProblem[], context: PlanContext): readonly PageCell[] {
  const [first] = refusals;
  if (first === undefined) return [];
  const place = untrustedText(problemPlaceText(first, context));
  return [
    sentenceCell(l10n.t('Traefik would refuse {0}: {1}'), [place, untrustedText(withoutLoss(first.message))], 'bad'),
    [
      ownText(
        l10n.t('It keeps what it has, in every file of the folder, and has nothing of it after a restart.'),
        'bad',
      ),
    ],
  ];
}

/** A running Traefik keeps what it has, and the next sentence says so. */
function withoutLoss(message: string): string {
  return message.replace(lostFolderSentence(), '').trim();
}

function driftCells({ drifted }: ChangePlan): readonly PageCell[] {
  const [first] = drifted;
  if (first === undefined) return [];
  const sentence =
    drifted.length === 1
      ? l10n.t('The proxy does not list {0} as the old text declares it: it may have read another one.')
      : plural(
          drifted.length - 1,
          {
            one: 'The proxy does not list {1} and {0} more object as the old text declares them: it may have read another one.',
            other:
              'The proxy does not list {1} and {0} more objects as the old text declares them: it may have read another one.',
          },
          '{0}',
        );
  return [sentenceCell(sentence, [untrustedText(first)], 'caution')];
}

function noMoves({ objects, refusals }: ChangePlan): readonly PageRow[] {
  if (refusals.length > 0 || objects.length === 0) return [];
  return [ownRow(l10n.t('No request was found that gets something else.'))];
}

/** The most requests below one reason. */
const mostOfReason = 5;

/** Each reason once, with the requests that move for it. */
function moveRows(plan: ChangePlan): readonly PageRow[] {
  const byReason = new Map<string, ExplainedMove[]>();
  for (const move of plan.moves) addToList(byReason, move.why, move);
  return [...byReason].flatMap(([reason, moves]) => [
    { cells: [[untrustedText(reason)]] },
    ...moves.slice(0, mostOfReason).map(moveRow),
    ...(moves.length > mostOfReason ? [moreRow(moves.length - mostOfReason, 1)] : []),
  ]);
}

function moveRow({ question, before, after, differs, more }: ExplainedMove): PageRow {
  const request = l10n.t(
    '{0} on {1}',
    sampleRequestText(question, question.clientIp !== undefined),
    question.entryPoint,
  );
  const what =
    differs === 'router'
      ? sentenceCell('{0} → {1}', [routerPiece(before), routerPiece(after)])
      : sentenceCell('{0}: {1} → {2}', [routerPiece(after), resultPiece(before), resultPiece(after)]);
  const others = plural(more, { one: 'and {0} more like it', other: 'and {0} more like it' });
  return {
    indent: 1,
    cells: [[untrustedText(request, { look: 'name' })], what, more === 0 ? [] : [ownText(others, 'faint')]],
  };
}

function objectRows(objects: readonly ChangedObject[]): readonly PageRow[] {
  const of = (how: ChangedObject['how'], label: string): readonly PageRow[] => {
    const found = objects.filter((one) => one.how === how);
    const rows = factRow(label, found.slice(0, mostObjects).map(objectCell));
    return found.length > mostObjects ? [...rows, moreRow(found.length - mostObjects, 1)] : rows;
  };
  return [...of('added', l10n.t('Added')), ...of('changed', l10n.t('Changed')), ...of('removed', l10n.t('Removed'))];
}

const mostObjects = 300;

function objectCell({ name, options }: ChangedObject): PageCell {
  const what = untrustedText(shownName(name));
  return options.length === 0
    ? [what]
    : [what, ownText(' '), untrustedText(`(${options.join(', ')})`, { look: 'faint' })];
}

function routerPiece({ router }: RequestOutcome): PagePiece {
  if (router === null) return ownText(l10n.t('no router'), 'bad');
  return untrustedText(typeof router === 'string' ? router : router.join(l10n.t(' or ')));
}

/** What a request gets from its router. */
function resultPiece({ end, servers, status }: RequestOutcome): PagePiece {
  if (end?.kind === 'answered') {
    return untrustedText(end.location === undefined ? String(end.status) : `${end.status} ${end.location}`);
  }
  const [server = ''] = servers ?? [];
  if (end?.kind === 'served') return untrustedText(`${server}${end.target}`);
  return untrustedText(servers?.join(', ') ?? String(status ?? ''));
}

function problemRow(problem: ConfigProblem, context: PlanContext): PageRow {
  const look = problem.severity === 'error' ? 'bad' : problem.severity === 'warning' ? 'caution' : 'faint';
  return { cells: [[untrustedText(problemPlaceText(problem, context), { look })], [untrustedText(problem.message)]] };
}

/** The place of a problem: `team-a.yml:5`. */
function problemPlaceText({ range: { path, start } }: ConfigProblem, context: PlanContext): string {
  const { textOf, shownPath = (same: string) => same } = context;
  const text = textOf(path);
  return text === undefined ? shownPath(path) : `${shownPath(path)}:${linePlaceOf(lineStartsOf(text), start).line + 1}`;
}

function unknownRows({ uncertain, unlisted, notJudged, isWhole }: ChangePlan): readonly PageRow[] {
  const more = l10n.t('The change concerns more routers than were tried: requests of others may move, too.');
  return [
    ...(isWhole ? [] : [ownRow(more)]),
    ...listRows(uncertain, (name) => ({
      cells: [
        [untrustedText(name)],
        [ownText(l10n.t('Its name, presence, or options are not known: it counts as listed.'))],
      ],
    })),
    ...listRows(unlisted, (name) => ({
      cells: [[untrustedText(name)], [ownText(l10n.t('The API does not list it: what follows from it is not known.'))]],
    })),
    ...listRows(notJudged, ({ router, why }) => ({ cells: [[untrustedText(router)], [untrustedText(why)]] })),
  ];
}
