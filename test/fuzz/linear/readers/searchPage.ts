import {
  editFilter,
  readAddress,
  requestCompletions,
  switchEndpoint,
} from '../../../../src/core/search/page/formSteps';
import { toggleHit } from '../../../../src/core/search/page/hitSteps';
import {
  chosenColumns,
  columnPaths,
  columnsToFetch,
  dateFields,
  fieldsToFetch,
  toggledColumn,
} from '../../../../src/core/search/page/pageFields';
import { announced, initialState, type PageState, timeBarOf } from '../../../../src/core/search/page/pageState';
import {
  chooseColumns,
  countValues,
  readGoTo,
  setWidth,
  showValues,
  sortBy,
  toggleColumn,
  toggleValues,
} from '../../../../src/core/search/page/pageSteps';
import { namesFieldInSyntax, selectionText, sortedBy } from '../../../../src/core/search/page/questionForm';
import { changeBars } from '../../../../src/core/search/page/timeBarRequests';
import { viewOfPage } from '../../../../src/core/search/page/viewOfPage';
import { drawTable } from '../../../../src/core/search/read/drawTable';
import { emptyQuestion } from '../../../../src/protocol/question';
import type { HitPage } from '../../../../src/protocol/resultPage';
import type { Readers } from '../reader';

/** A page without hits, with the text wherever one may stand. */
function pageOf(text: string): PageState {
  const filter = { label: text, clause: `{"term":{${JSON.stringify(text)}:1}}`, isOut: false };
  const time = { field: text, span: 'own', from: text, to: text } as const;
  const sort = [{ field: text, order: 'asc' }] as const;
  const form = { ...emptyQuestion, index: text, field: text, text, filters: [filter], time, sort: [...sort] };
  const table = drawTable({ columns: [{ path: text }], rows: [], fields: [{ path: text }] }, {});
  const page: HitPage = {
    ...{ from: 0, size: 10, range: text, bytes: 1, hasPrevious: false, hasNext: false },
    asked: 'from/size',
    ...{ partial: [], notes: [], sort: [], table, aggregations: [] },
    sent: { method: 'GET', path: text, body: text },
  };
  return {
    ...initialState(undefined),
    ...{ panelId: 'p', endpointId: 'e', endpoints: [{ id: 'e', name: text }], form, chosen: [text] },
    shown: { pageId: 'a', question: { ...form, field: '' }, page },
    failure: { sentence: text, nextStep: text, detail: text, isOfSearch: true },
    dates: { index: text.trim(), reply: [text] },
  };
}

/** The state of the search page, which gets what people type and what engines answer. */
export const searchPage: Readers = {
  'core/search/page/formSteps.ts': {
    editFilter: (text) => {
      const filter = { label: text, clause: text, isOut: false };
      return editFilter(pageOf(text), { filter, at: 0, place: 'row' }, [text]);
    },
    readAddress: (text) => readAddress(pageOf(text), text),
    switchEndpoint: (text) => switchEndpoint(pageOf(text), text),
    requestCompletions: (text) => requestCompletions(pageOf(text), 'index', text),
  },
  'core/search/page/hitSteps.ts': { toggleHit: (text) => toggleHit(pageOf(text), { pageId: text, row: 0 }) },
  'core/search/page/pageFields.ts': {
    chosenColumns: (text) => chosenColumns(pageOf(text)),
    columnPaths: (text) => columnPaths(pageOf(text)),
    columnsToFetch: (text) => columnsToFetch(pageOf(text)),
    dateFields: (text) => dateFields(pageOf(text)),
    fieldsToFetch: (text) => fieldsToFetch([text]),
    toggledColumn: (text) => toggledColumn(pageOf(text), text),
  },
  'core/search/page/pageState.ts': {
    announced: (text) => announced(pageOf(text), text),
    timeBarOf: (text) => timeBarOf(pageOf(text).timeBar, text),
  },
  'core/search/page/pageSteps.ts': {
    chooseColumns: (text) => chooseColumns(pageOf(text), [text]),
    countValues: (text) => countValues(pageOf(text), text),
    readGoTo: (text) => readGoTo(text, { size: 10, hits: undefined }),
    setWidth: (text) => setWidth(pageOf(text), text, 1),
    sortBy: (text) => sortBy(pageOf(text), { field: text, isAdded: true }),
    toggleColumn: (text) => toggleColumn(pageOf(text), text),
    showValues: (text) => showValues(pageOf(text), text),
    toggleValues: (text) => toggleValues(pageOf(text), text),
  },
  'core/search/page/questionForm.ts': {
    selectionText,
    namesFieldInSyntax: (text) => namesFieldInSyntax(text, [{ path: 'a' }]),
    sortedBy: (text) => sortedBy([], text, { isAdded: true, isDefault: true }),
  },
  'core/search/page/timeBarRequests.ts': { changeBars: (text) => changeBars(pageOf(text), { stack: text }) },
  'core/search/page/viewOfPage.ts': {
    viewOfPage: [(text) => viewOfPage(pageOf(text)), (text) => viewOfPage({ ...pageOf(text), failure: undefined })],
  },
};
