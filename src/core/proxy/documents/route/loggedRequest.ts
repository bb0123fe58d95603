import * as l10n from '@vscode/l10n';
import { dateTimeText } from '../../describe/dateTexts';
import { type Inventory, itemOf } from '../../model/inventory';
import type { LoggedLine } from '../../routing/rememberedQuestions';
import type { RouteOutcome } from '../../routing/routeAnswer';
import {
  joinedCells,
  ownText,
  type PageCell,
  type PagePiece,
  type PageRow,
  sentenceCell,
  untrustedText,
} from '../page';
import { linkedName } from '../requestFlow';
import { waysOf } from './routeOutcome';

/** The facts of the access log's line that the request is from. */
export function loggedCell({ at, status, router }: LoggedLine): PageCell {
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
export function loggedRows({ router }: LoggedLine, outcome: RouteOutcome, inventory: Inventory): readonly PageRow[] {
  const ways = outcome.kind === 'winner' ? [outcome.way] : waysOf(outcome);
  const isAlike =
    router === undefined ? outcome.kind !== 'winner' : ways.some((way) => way.at(-1)?.router.name === router);
  if (isAlike || outcome.kind === 'notCertain') return [];
  if (router === undefined) {
    const text = l10n.t(
      'The access log line names no router. The configuration may have changed since then, or router names are not logged.',
    );
    return [{ cells: [[ownText(text, 'caution')]] }];
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
