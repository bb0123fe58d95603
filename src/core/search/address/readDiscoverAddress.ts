import * as l10n from '@vscode/l10n';
import { allOf } from '../../../l10n/lists';
import { numberText } from '../../../l10n/numbers';
import { discoverAddressIn } from '../../../protocol/discoverAddress';
import {
  emptyQuestion,
  likelyDate,
  type QuestionFilter,
  type SearchQuestion,
  type SortKey,
  usualDates,
} from '../../../protocol/question';
import { documentColumn } from '../../../protocol/resultPage';
import { plainText } from '../../base/text/plainText';
import type { FieldInfo } from '../engine/fieldList';
import { isDate } from '../query/fieldKinds';
import { defaultSort } from '../query/sortOf';
import { filterOfClause, readDiscoverFilters } from './addressFilters';
import { type PersonsClock, readAddressTime } from './addressTime';
import { type DiscoverState, isIndexPattern, readDiscoverState } from './discoverState';
import { type DiscoverUrl, readDiscoverUrl } from './discoverUrl';
import { queryStringOfKql } from './kqlQueryString';

interface AddressSearch {
  /** Without an index if neither the address nor the form has one. */
  readonly question: SearchQuestion;
  /** The columns, complete; empty if the address has none. */
  readonly columns: readonly string[];
  /** Sentences about parts that were left out, and other remarks. */
  readonly notes: readonly string[];
  /** The reason why the user has to enter the index, if so. */
  readonly whyIndex?: string;
}

interface AddressContext extends PersonsClock {
  /** The form. Its index, page size, and highlighting apply if the address does not set them. */
  readonly form: Pick<SearchQuestion, 'index' | 'size' | 'highlight'>;
  /** The fields of an index; empty if unknown. */
  fieldsOf(index: string): Promise<readonly FieldInfo[]>;
}

/** The limits of a question. */
const mostFilters = 100;
const mostSortKeys = 10;
const longestText = 100_000;
const longestShown = 200;

/**
 * Makes a question from an address of Discover, in Kibana since version 5 or OpenSearch Dashboards: its index, time
 * range, query, filters, order, and columns. Notes the parts that are left out because they have no equivalent. Only
 * reads the text, and fetches nothing.
 *
 * @param text as pasted
 * @returns the search, or `problem`: the reason why nothing was read, and the next step
 */
export async function readDiscoverAddress(
  text: string,
  context: AddressContext,
): Promise<AddressSearch | { readonly problem: string }> {
  const address = discoverAddressIn(text);
  const url = address === undefined ? { problem: l10n.t('The address is damaged.') } : readDiscoverUrl(address);
  if ('problem' in url) return url;
  const state = readDiscoverState(url);
  const notes: string[] = [];
  const place = placeOf(url, state, context.form.index);
  if (place.note !== undefined) notes.push(place.note);
  const fields = place.index === '' ? [] : await context.fieldsOf(place.index);
  const about = url.document === undefined ? conditionsOf(state, fields, context) : documentOf(url.document);
  const { size, highlight } = context.form;
  const blank = { ...emptyQuestion, size, highlight, index: place.index, ...about.question };
  const question = { ...blank, sort: sortBesidesDefault(blank, fields) };
  notes.push(...about.notes, ...leftOutOf(url, state));
  return {
    question,
    columns: columnsOf(state, question, fields),
    notes,
    ...(place.index === '' && { whyIndex: whyIndex(state) }),
  };
}

/** The index of the address, or else that of the form. */
function placeOf(
  { document }: DiscoverUrl,
  { index, dataViewId }: DiscoverState,
  before: string,
): { readonly index: string; readonly note?: string } {
  const id = document === undefined ? dataViewId : 'dataViewId' in document ? document.dataViewId : undefined;
  const ofDocument = document !== undefined && 'index' in document ? document.index : undefined;
  const own = ofDocument ?? index ?? (id !== undefined && isIndexPattern(id) ? id : undefined);
  if (own !== undefined) return { index: own };
  const kept = before.trim();
  if (kept === '') return { index: '' };
  const note =
    id === undefined
      ? l10n.t('The address names no index, so it is still “{0}”.', shown(kept))
      : l10n.t(
          'The address has only the ID of its data view ({0}), not its index, so the index is still “{1}”.',
          shown(id),
          shown(kept),
        );
  return { index: kept, note };
}

function whyIndex({ dataViewId }: DiscoverState): string {
  return dataViewId === undefined
    ? l10n.t('The address names no index. Enter one.')
    : l10n.t('The address has only the ID of its data view. Enter its index.');
}

interface Conditions {
  readonly question: Partial<SearchQuestion>;
  readonly notes: readonly string[];
}

function documentOf(document: NonNullable<DiscoverUrl['document']>): Conditions {
  const { id } = document;
  const notes =
    'dataViewId' in document
      ? [l10n.t('Left out: what came before and after the document. Use Show Surrounding Hits on it.')]
      : [];
  if (!/[\s,]/.test(id)) return { question: { by: 'id', text: id }, notes };
  // In the text, the ID could become several IDs.
  const filter = filterOfClause({ ids: { values: [id] } }, `_id: ${shown(id)}`);
  return { question: { filters: filter === undefined ? [] : [filter] }, notes };
}

function conditionsOf(state: DiscoverState, fields: readonly FieldInfo[], context: AddressContext): Conditions {
  const asked = queryOf(state, fields);
  const filters = filtersOf(state, asked.filter);
  const { range, note } = timeOf(state, fields, context);
  const sort = state.sort.filter(({ field }) => !field.startsWith('_')).slice(0, mostSortKeys);
  return {
    question: {
      by: asked.text === '' ? 'words' : 'queryString',
      text: asked.text,
      filters: filters.filters,
      ...(range !== undefined && { time: { field: dateOf(state, fields), ...range } }),
      sort,
    },
    notes: [...asked.notes, ...filters.notes, ...(note === undefined ? [] : [note])],
  };
}

function timeOf(
  { time, timeField }: DiscoverState,
  fields: readonly FieldInfo[],
  context: AddressContext,
): ReturnType<typeof readAddressTime> {
  if (time === undefined) return { note: l10n.t('The address has no time range, so the hits are of any time.') };
  if (fields.length > 0 && datesIn(fields).length === 0 && timeField === undefined) {
    return { note: l10n.t('Left out: the time range, because the index has no date.') };
  }
  return readAddressTime(time, context);
}

interface AskedWords {
  readonly text: string;
  /** A query that is a clause. */
  readonly filter?: QuestionFilter;
  readonly notes: readonly string[];
}

function queryOf({ query }: DiscoverState, fields: readonly FieldInfo[]): AskedWords {
  if (query === undefined) return { text: '', notes: [] };
  if ('clause' in query) {
    const filter = filterOfClause(query.clause);
    return filter === undefined
      ? { text: '', notes: [l10n.t('Left out: the query, which is too long.')] }
      : { text: '', filter, notes: [] };
  }
  const text = query.text.trim();
  if (text === '' || text === '*' || text === '*:*') return { text: '', notes: [] };
  if (query.language === 'lucene') return { text, notes: [] };
  if (query.language !== 'kuery') {
    const language = plainText(query.language, longestShown);
    return { text: '', notes: [l10n.t('Left out: the query, which is in {0}: {1}', language, shown(text))] };
  }
  const translated = queryStringOfKql(text, fields);
  if (translated.text.length > longestText) {
    return { text: '', notes: [l10n.t('Left out: the query, which is too long.')] };
  }
  const notes = translated.leftOut.map((part) =>
    l10n.t('Left out of the query, because a query string cannot say it: {0}', shown(part)),
  );
  if (translated.hasLocalDate) notes.push(l10n.t('Dates without a time zone in the query are in UTC.'));
  return { text: translated.text === '*' ? '' : translated.text, notes };
}

function filtersOf(
  state: DiscoverState,
  ofQuery: QuestionFilter | undefined,
): { readonly filters: QuestionFilter[]; readonly notes: readonly string[] } {
  const read = readDiscoverFilters(state.filters);
  const all = [...(ofQuery === undefined ? [] : [ofQuery]), ...read.filters];
  const leftOut = [...read.leftOut, ...all.slice(mostFilters).map(({ label }) => label)];
  if (leftOut.length === 0) return { filters: all, notes: [] };
  const named = allOf(leftOut.slice(0, 3).map((label) => `“${label}”`));
  const note =
    leftOut.length === 1
      ? l10n.t('Left out: the filter {0}.', named)
      : leftOut.length <= 3
        ? l10n.t('Left out: the filters {0}.', named)
        : l10n.t('Left out: {0} filters, such as {1}.', numberText(leftOut.length), named);
  return { filters: all.slice(0, mostFilters), notes: [note] };
}

/** The date field of the time range: that of the data view, or the one it is sorted by. */
function dateOf({ timeField, sort }: DiscoverState, fields: readonly FieldInfo[]): string {
  if (timeField !== undefined) return timeField;
  const dates = datesIn(fields);
  const known = dates.length === 0 ? usualDates : dates;
  return sort.find(({ field }) => known.includes(field))?.field ?? likelyDate(dates);
}

function datesIn(fields: readonly FieldInfo[]): readonly string[] {
  return fields.filter((field) => isDate(field) && field.nestedIn === undefined).map(({ name }) => name);
}

/** Empty for the default order, which needs no point in time. */
function sortBesidesDefault(question: SearchQuestion, fields: readonly FieldInfo[]): SortKey[] {
  const { sort } = question;
  const isDefault = JSON.stringify(defaultSort({ ...question, sort: [] }, fields)) === JSON.stringify(sort);
  return isDefault ? [] : sort;
}

/** Discover shows the time first, and the whole document only if no other column is selected. */
function columnsOf(
  { columns }: DiscoverState,
  question: SearchQuestion,
  fields: readonly FieldInfo[],
): readonly string[] {
  const chosen = columns.filter((column) => column !== documentColumn);
  if (chosen.length === 0) return [];
  const date = question.time?.field ?? (fields.length === 0 ? undefined : defaultSort(question, fields)[0]?.field);
  const all = date === undefined ? chosen : [date, ...chosen.filter((column) => column !== date)];
  return [...all, ...(chosen.length < columns.length ? [documentColumn] : [])].slice(0, 1_000);
}

/** Sentences about parts without an equivalent, apart from conditions. */
function leftOutOf(url: DiscoverUrl, state: DiscoverState): readonly string[] {
  const byScore = state.sort.filter(({ field }) => field.startsWith('_')).map(({ field }) => shown(field));
  const others = [
    ...(url.isSaved ? [l10n.t('the saved search that it opens')] : []),
    ...(byScore.length > 0 ? [l10n.t('sorting by {0}', byScore.join(', '))] : []),
    ...(state.breakdown === undefined ? [] : [l10n.t('the breakdown by {0}', shown(state.breakdown))]),
    ...(state.isRefreshing ? [l10n.t('the automatic refresh')] : []),
  ];
  return [
    ...url.notes,
    ...(state.unreadable.length > 0
      ? [l10n.t('Left out, because it cannot be read: {0}.', allOf(state.unreadable))]
      : []),
    ...(others.length > 0 ? [l10n.t('Left out: {0}.', allOf(others))] : []),
  ];
}

function shown(text: string): string {
  return plainText(text, longestShown);
}
