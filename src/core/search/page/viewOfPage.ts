import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import type { FormEdit, PageView } from '../../../protocol/pageView';
import { hasWords, type QuestionFilter, type SearchQuestion, type SortKey } from '../../../protocol/question';
import { chosenColumns, columnPaths, columnsToFetch, dateFields, wantsAllFields, wantsDates } from './pageFields';
import {
  areHitsPrevious,
  chosenLayout,
  grownBy,
  isEndpointRemoved,
  isWithoutHits,
  type PageState,
  placeInPage,
  savedState,
  sizeOfBody,
} from './pageState';
import { looksLikeQueryString } from './questionForm';
import { barsShown, canNarrow, canWiden, hasRoomForBars } from './timeBarRequests';

/** What the page shows of a state. */
export function viewOfPage(state: PageState): PageView {
  const { busy, failed, failure, form, timeBar, follow, allFields, shown } = state;
  const { endpoints, problems, pasted, isCanceled, hitView, followEvery, isHitSelected, isRequestShown } = state;
  const { areFieldsShown, editing, values, completions, announcement, focusAsked } = state;
  const { unfolded = [], top } = placeInPage(state) ?? {};
  const { histogram } = timeBar;
  return {
    ...{ endpoints, problems, pasted, isCanceled, hitView, followEvery, isHitSelected, isRequestShown },
    ...{ areFieldsShown, editing, values, completions, announcement, focusAsked, failure, form, shown, unfolded, top },
    endpointId: state.moving?.endpointId ?? state.endpointId,
    isRemoved: isEndpointRemoved(state),
    canRestore: state.before.length > 0,
    busy: busy && { what: busy.what, progress: busy.progress },
    arePrevious: areHitsPrevious(state),
    isWithoutHits: isWithoutHits(state),
    empty: emptyView(state),
    canRetry: failed !== undefined,
    blamed: failure?.isOfSearch === true ? filtersNamedBy(failure.detail ?? '', form.filters) : [],
    grown: grownBy(state),
    hits: Object.fromEntries(state.hits),
    layout: chosenLayout(state),
    timeBar: {
      isFolded: timeBar.isFolded,
      hasRoom: hasRoomForBars(state),
      histogram: barsShown(state),
      arePrevious: timeBar.isAwaited || areHitsPrevious(state),
      canNarrow: canNarrow(state),
      stacks: timeBar.isFolded ? [] : (histogram?.stackFields ?? []),
      stack: timeBar.stack ?? histogram?.stackField ?? '',
    },
    follow: follow && {
      state: follow.state,
      why: follow.why,
      came: follow.came,
      ...(follow.isTaking !== undefined && { isTaking: follow.isTaking }),
    },
    widths: [...state.widths],
    columns: columnPaths(state),
    areColumnsChosen: chosenColumns(state).length > 0,
    canFetchColumns: columnsToFetch(state).length > 0,
    bodySize: sizeOfBody(state),
    unseenOrder: unseenOrder(state),
    allFields: allFields?.index === shown?.question.index ? allFields?.reply : undefined,
    wantsAllFields: wantsAllFields(state),
    dates: dateFields(state),
    wantsDates: wantsDates(state),
    canWiden: canWiden(state),
    saved: savedState(state),
  };
}

/** The form's sort keys that no heading of the page shows: they belong to another index, or to a hidden column. */
export function unseenOrder({ form, shown }: Pick<PageState, 'form' | 'shown'>): readonly SortKey[] {
  if (form.sort.length === 0 || form.body !== undefined) return [];
  const isOther = shown === undefined || shown.question.index !== form.index.trim();
  const seen = isOther ? [] : shown.page.table.headings.map(({ sortField }) => sortField);
  return form.sort.filter(({ field }) => !seen.includes(field));
}

/** The filters whose field the server names in brackets or quotes, as engines do in what they refuse. */
function filtersNamedBy(detail: string, filters: readonly QuestionFilter[]): readonly QuestionFilter[] {
  return filters.filter(({ clause, isOff }) => {
    const names = [...clause.matchAll(/"((?:[^"\\]|\\.)+)"\s*:/g)].map(([, name = '']) => name).slice(1, 2);
    return isOff !== true && names.some((name) => detail.includes(`[${name}]`) || detail.includes(`"${name}"`));
  });
}

/** Why a search has no hits, and what may find some. */
function emptyView(state: PageState): PageView['empty'] {
  const { shown, failure, newest } = state;
  // A previous search without hits has no meaning for a failed one.
  if (shown === undefined || !isWithoutHits(state) || failure?.isOfSearch === true) return undefined;
  const { from, notes } = shown.page;
  if (from > 0)
    return { lines: [l10n.t('No hits on this page.'), l10n.t('Select Previous or First Page to go back.')], ways: [] };
  return {
    lines: [l10n.t('No hits'), ...(notes.length > 0 ? notes : hintOf(shown.question))],
    ways: isEndpointRemoved(state) || state.form.body !== undefined ? [] : waysToHits(shown),
    newest: newest?.pageId === shown.pageId ? newest.at : undefined,
  };
}

function hintOf(question: SearchQuestion): string[] {
  const { filters, time, field, body } = question;
  if (body !== undefined) return [];
  if (time !== undefined || filters.some(({ isOff }) => isOff !== true))
    return [l10n.t('Remove a filter or widen the time range.')];
  if (field.trim() !== '') return [l10n.t('Check the field name or try other words.')];
  return hasWords(question) ? [l10n.t('Try other words.')] : [];
}

/** The parts of a question without hits that the user can remove, each with its edit of the form. */
function waysToHits({ question, page }: NonNullable<PageState['shown']>) {
  const { field, time, filters, body } = question;
  const ways: { readonly label: string; readonly to: FormEdit }[] = [];
  if (body !== undefined) return ways;
  const others = filters.filter(({ isOff }) => isOff === true);
  const applied = filters.length - others.length;
  if (page.anyWords !== undefined) {
    const { hits, isExact } = page.anyWords;
    const number = `${numberText(hits)}${isExact ? '' : '+'}`;
    ways.push({ label: l10n.t('Any of the Words ({0})', number), to: { by: 'match' } });
  }
  if (looksLikeQueryString(question)) ways.push({ label: l10n.t('Query String'), to: { by: 'queryString' } });
  if (time !== undefined) ways.push({ label: l10n.t('Any Time'), to: { time: null } });
  if (applied > 0)
    ways.push({ label: applied === 1 ? l10n.t('Remove Filter') : l10n.t('Remove Filters'), to: { filters: others } });
  if (hasWords(question) && field.trim() !== '') ways.push({ label: l10n.t('All Fields'), to: { field: '' } });
  return ways;
}
