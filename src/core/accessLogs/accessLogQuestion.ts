import * as l10n from '@vscode/l10n';
import { numberText } from '../../l10n/numbers';
import { plural } from '../../l10n/plural';
import { emptyQuestion, type SearchQuestion } from '../../protocol/question';
import { plainText } from '../base/text/plainText';
import { joinedParts } from '../proxy/describe/labels';
import { type LogClause, logClauseOf } from './logClause';
import type { LogLayout } from './logLayout';
import type { LogSubject } from './logSubject';

/** Enough for the last minutes of a busy router, yet few enough to scan. */
const pageSize = 50;

const longestName = 200;

/** The place of access logs: an index expression, and their layout. */
export interface LogPlace {
  readonly index: string;
  readonly layout: LogLayout;
}

/** The search for the access logs of a router or service: the last hour, newest first, if the index has a time. */
export function accessLogQuestion(subject: LogSubject, { index, layout }: LogPlace): SearchQuestion {
  const clause = logClauseOf(subject, layout);
  return {
    ...emptyQuestion,
    index,
    filters: [{ label: labelOf(subject, clause), clause: clause.json, isOut: false }],
    ...(layout.time !== undefined && { time: { field: layout.time, span: '1h', from: '', to: '' } }),
    sort: layout.sort === undefined ? [] : [{ field: layout.sort, order: 'desc' }],
    size: pageSize,
    highlight: false,
  };
}

/** The subject of the condition, and whether it matches fewer or more lines than the subject's. */
function labelOf({ kind, name, routers }: LogSubject, { isByRouters, isByWords, isCut }: LogClause): string {
  const shown = plainText(name, longestName);
  return joinedParts(
    kind === 'router' ? l10n.t('Router {0}', shown) : l10n.t('Service {0}', shown),
    isByRouters ? routersText(routers.count, isCut) : undefined,
    isCut && !isByRouters ? l10n.t('by some of its names') : undefined,
    isByWords ? l10n.t('by words') : undefined,
  );
}

function routersText(count: number, isCut: boolean): string {
  if (count === 0) return l10n.t('no router uses it');
  return isCut
    ? l10n.t('by some of its {0} routers', numberText(count))
    : plural(count, { one: 'by its router', other: 'by its {0} routers' });
}
