import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import type { HitPage } from '../../../protocol/resultPage';
import { memberText } from '../../base/json/scan';
import { runJob } from '../../base/worker/runJob';
import type { SearchPage } from '../paging/pager';
import { stoppedEarlySentence } from '../wire/partialResults';
import type { HitTotal } from '../wire/searchAnswer';
import { describeAggregations, describeAggregationsJob } from './aggregationTable';
import { type DrawnTableOptions, drawnTableJob } from './drawTable';
import { readableJson } from './readable';
import { sentSort } from './sentSort';

/** UTF-16 units of a request body that are shown. */
const longestBody = 65_536;

/** An early stop means missing hits only if the body requested it. */
function partialOf({ partial, stoppedEarly, search }: SearchPage): readonly string[] {
  const asked = memberText(search.body, 'terminate_after');
  if (stoppedEarly !== true || asked === undefined || Number(asked) === 0) return partial;
  return [...partial, stoppedEarlySentence()];
}

/** A response from no shards looks like one without hits (docs/engines.md, "Nothing searched"). */
function notesOf({ notes, shards, partial }: SearchPage): readonly string[] {
  if (shards !== 0 || partial.length > 0) return notes;
  return [l10n.t('No index was searched: none matches, or this user is not allowed to read those that do.'), ...notes];
}

/** The body whose fields come first in each row. Hits around a hit all have the same values in them. */
function leadingBody({ search, around }: SearchPage): string {
  return around === undefined ? search.body : '{}';
}

/** A page as texts and rows. Server text is sanitized and truncated, except for field names. */
export function describePage(page: SearchPage, options: DrawnTableOptions): HitPage {
  const { hits, from } = page;
  const table = drawnTableJob.run({ hits, from, search: { body: leadingBody(page) } }, options);
  return written(page, table, describeAggregations(page.aggregations));
}

/** Describes a page: synchronously if its documents are short, and in another thread if they are long. */
export function describeAnyPage(
  page: SearchPage,
  options: DrawnTableOptions,
  signal?: AbortSignal,
): HitPage | Promise<HitPage> {
  const shown = { hits: page.hits, from: page.from, search: { body: leadingBody(page) } };
  const length = page.hits.reduce((sum, { json }) => sum + json.length, 0);
  const ofAggregations = page.aggregations?.length ?? 0;
  if (length <= drawnTableJob.longestHere && ofAggregations <= describeAggregationsJob.longestHere) {
    return describePage(page, options);
  }
  return Promise.all([
    runJob(drawnTableJob, [shown, options], { length, signal }),
    runJob(describeAggregationsJob, [page.aggregations], { length: ofAggregations, signal }),
  ]).then(([table, aggregations]) => written(page, table, aggregations));
}

function written(page: SearchPage, table: HitPage['table'], aggregations: HitPage['aggregations']): HitPage {
  const { from, size, hits, total, sent } = page;
  return {
    from,
    size,
    range:
      page.around === undefined ? describeRange(from, hits.length, total, size) : describeAround(page, page.around),
    ...(total !== undefined && { total: totalOf(total) }),
    ...(page.anyWords !== undefined && { anyWords: totalOf(page.anyWords) }),
    ...(page.tookMs !== undefined && { tookMs: page.tookMs }),
    bytes: page.bytes,
    asked: page.asked,
    hasPrevious: page.hasPrevious,
    hasNext: page.hasNext,
    partial: partialOf(page),
    notes: notesOf(page),
    ...(page.around !== undefined && { around: page.around }),
    ...(page.isFollowed === true && { isFollowed: true }),
    table: page.around === undefined ? table : unsortable(table),
    sort: sentSort(page.search.body),
    aggregations,
    sent: { ...sent, body: readableJson(sent.body, longestBody).text },
  };
}

/** `25 newer and 25 older hits`, with `+` if there are more. */
function describeAround({ hits, hasPrevious, hasNext }: SearchPage, { row }: { readonly row: number }): string {
  const count = (some: number, hasMore: boolean): string => `${numberText(some)}${hasMore ? '+' : ''}`;
  return l10n.t('{0} newer, {1} older', count(row, hasPrevious), count(hits.length - row - 1, hasNext));
}

/** Hits around one have a fixed order. */
function unsortable(table: HitPage['table']): HitPage['table'] {
  const headings = table.headings.map(({ sortField: _, ...heading }) => heading);
  const { time } = table;
  return {
    ...table,
    headings,
    ...(time !== undefined && { time: { path: time.path, ...(time.type && { type: time.type }) } }),
  };
}

function totalOf({ value, relation }: HitTotal): NonNullable<HitPage['total']> {
  return { hits: value, isExact: relation === 'eq' };
}

/** `57`, `10,000+`. */
function totalText({ value, relation }: HitTotal): string {
  return `${numberText(value)}${relation === 'eq' ? '' : '+'}`;
}

/**
 * `11–20 of 57`: `shown` hits after the first `from`, of `total`; `11–20` if the engine did not count.
 *
 * @param size the number of requested hits; with none, the response has only totals and aggregations
 */
export function describeRange(from: number, shown: number, total: HitTotal | undefined, size = 10): string {
  const of = total && totalText(total);
  if (size === 0) return of === undefined ? l10n.t('No hits requested') : l10n.t('{0} of {1}', numberText(0), of);
  const first = numberText(from + 1);
  if (shown === 0) {
    if (from === 0 || total?.value === 0) return l10n.t('No hits');
    return of === undefined
      ? l10n.t('No hits from {0} on', first)
      : l10n.t('No hits from {0} on (total: {1})', first, of);
  }
  const range = shown === 1 ? first : `${first}–${numberText(from + shown)}`;
  if (total === undefined || of === undefined) return range;
  // An engine that stopped counting before this page has no number to show beside it.
  const isBehind = total.relation !== 'eq' && from + shown > total.value;
  return isBehind ? l10n.t('{0} of many', range) : l10n.t('{0} of {1}', range, of);
}
