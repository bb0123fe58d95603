import { numberText } from '../../../l10n/numbers';
import { emptyQuestion, type SearchQuestion } from '../../../protocol/question';
import { plainText } from '../../base/text/plainText';
import { type LogClause, logClauseOf } from './logClause';
import type { LogLayout } from './logLayout';
import type { LogSubject } from './logSubject';

/** Enough for the last minutes of a busy router, and still one glance. */
const PAGE_SIZE = 50;

const LONGEST_NAME = 200;

/** Where access logs lie: an index expression, and how they lie there. */
export interface LogPlace {
  readonly index: string;
  readonly layout: LogLayout;
}

/** The question for the access logs of a router or service: the last hour, newest first, as far as the index has a time. */
export function accessLogQuestion(subject: LogSubject, { index, layout }: LogPlace): SearchQuestion {
  const clause = logClauseOf(subject, layout);
  return {
    ...emptyQuestion,
    index,
    by: 'everything',
    filters: [{ label: labelOf(subject, clause), clause: clause.json, isOut: false }],
    ...(layout.time !== undefined && { time: { field: layout.time, span: '1h', from: '', to: '' } }),
    sort: layout.sort === undefined ? [] : [{ field: layout.sort, order: 'desc' }],
    size: PAGE_SIZE,
    highlight: false,
  };
}

/** What the condition is about, and where it asks for less or more than that. */
function labelOf({ kind, name, routers: { count } }: LogSubject, { isByRouters, isByWords, isCut }: LogClause): string {
  const of = isCut ? 'some of its' : 'its';
  const notes = [
    ...(isByRouters ? [count === 0 ? 'no router leads to it' : `by ${of} ${routersText(count)}`] : []),
    ...(isCut && !isByRouters ? ['not by all its names'] : []),
    ...(isByWords ? ['by words'] : []),
  ];
  const label = `${kind} ${plainText(name, LONGEST_NAME)}`;
  return notes.length === 0 ? label : `${label} (${notes.join(', ')})`;
}

function routersText(count: number): string {
  return count === 1 ? 'router' : `${numberText(count)} routers`;
}
