import { refusesMethod } from '../../../../src/core/search/engine/bodySupport';
import { fieldCompletions, indexCompletions } from '../../../../src/core/search/engine/completions';
import { detailsOfMapping, fieldsOfCapabilities, fieldsOfMapping } from '../../../../src/core/search/engine/fieldList';
import { indexListJob } from '../../../../src/core/search/engine/indexList';
import { hasHiddenName, namesOfAliases, namesOfCat, namesOfResolve } from '../../../../src/core/search/engine/nameList';
import { csvCell, csvLine, csvNamesJob, csvRowJob, csvText } from '../../../../src/core/search/export/csvFormat';
import {
  exportedHit,
  lineOfJob,
  putLine,
  sortAt,
  sortValuesOf,
  visitLeaves,
  withoutList,
} from '../../../../src/core/search/export/exportedHit';
import { exportPage } from '../../../../src/core/search/export/exportHits';
import { drawFieldValues } from '../../../../src/core/search/fields/drawFieldValues';
import type { CountedValues } from '../../../../src/core/search/fields/readFieldValues';
import { rangesOfDates, timeBoundsIn } from '../../../../src/core/search/histogram/datesWithin';
import { barEdges, barsBody, boundsBody } from '../../../../src/core/search/histogram/histogramBody';
import { readBars, readTimeBounds } from '../../../../src/core/search/histogram/readHistogram';
import { stackFieldsOf } from '../../../../src/core/search/histogram/stackFields';
import { severityOfClass, severityOfLevel, statusTone } from '../../../../src/core/search/logFields/severity';
import { cursorAfter } from '../../../../src/core/search/paging/cursors';
import { trackingAt } from '../../../../src/core/search/paging/pitRequests';
import { hitsOnly, orderWith, searchTraits } from '../../../../src/core/search/paging/searchTraits';
import { skippedPageJob } from '../../../../src/core/search/paging/skipAhead';
import { withMembers, withoutMembers } from '../../../../src/core/search/query/bodyText';
import { checkBody, withoutComments } from '../../../../src/core/search/query/checkBody';
import { curlOf, devToolsOf } from '../../../../src/core/search/query/copyAs';
import { tooDeepAt } from '../../../../src/core/search/query/depth';
import {
  asString,
  fieldAt,
  fieldsBeside,
  hasWordCharacters,
  indexedValue,
  isObjectPath,
  mappedName,
  nestedAround,
  scalarText,
} from '../../../../src/core/search/query/fieldKinds';
import { filterEdit } from '../../../../src/core/search/query/filterEdit';
import { canFilter, filterLabel, filterOf } from '../../../../src/core/search/query/filterOf';
import { fieldsOfQueryString, hasNegation, outerNegations } from '../../../../src/core/search/query/queryStringFields';
import { searchOf } from '../../../../src/core/search/query/searchOf';
import { isIsoRange, zoneOffset } from '../../../../src/core/search/query/timeOf';
import { aggregationTable, describeAggregations } from '../../../../src/core/search/read/aggregationTable';
import { describeHitJob } from '../../../../src/core/search/read/describeHit';
import { clfLineOf } from '../../../../src/core/search/read/describeLine';
import { searchedFields } from '../../../../src/core/search/read/describeTable';
import { readDocument, wantPaths } from '../../../../src/core/search/read/documentPaths';
import { fragmentsText, highlightedText, withoutHighlightMarkers } from '../../../../src/core/search/read/highlights';
import {
  cellAt,
  cellOf,
  highlightedCell,
  jsonCell,
  stringAt,
  tableStyle,
} from '../../../../src/core/search/read/hitCell';
import { dateOf } from '../../../../src/core/search/read/hitDate';
import { hitPartsOf } from '../../../../src/core/search/read/hitParts';
import { documentValuesAt, hitValueAt, ignoredIn, sourceOf } from '../../../../src/core/search/read/hitValues';
import { fieldKindOf, knownFields } from '../../../../src/core/search/read/knownFields';
import { readableJson, withEscapes, withLineBreaks } from '../../../../src/core/search/read/readable';
import { sentSort } from '../../../../src/core/search/read/sentSort';
import {
  hasEscapeSequences,
  jsonWithoutSequences,
  readTerminalText,
  withoutSequences,
} from '../../../../src/core/search/read/terminalText';
import { itemPlaces, textPlacesJob } from '../../../../src/core/search/read/textPlaces';
import { readColumns, readLastSearches, withChosenColumns } from '../../../../src/core/search/remembered/storedChoices';
import { readQueryRecord } from '../../../../src/core/search/saved/queryRecord';
import { freeName, importSearches } from '../../../../src/core/search/saved/searchExchange';
import { isFromLater, readHistory } from '../../../../src/core/search/saved/searchHistory';
import { questionPart } from '../../../../src/core/search/saved/searchQuestionText';
import { readCause, readError } from '../../../../src/core/search/wire/engineError';
import { errorPlaceOf } from '../../../../src/core/search/wire/errorPlace';
import { highlightOf, refusesHighlight } from '../../../../src/core/search/wire/highlight';
import { rawAnswer } from '../../../../src/core/search/wire/rawAnswer';
import { wordsForQuery } from '../../../../src/core/search/wire/refusedQuery';
import { readAnswer, readPlaces } from '../../../../src/core/search/wire/searchAnswer';
import { searchPath } from '../../../../src/core/search/wire/searchPath';
import { shownIndexName } from '../../../../src/core/searchView/indexTexts';
import { indexNameFilter } from '../../../../src/core/searchView/indexView';
import { exactAmountText } from '../../../../src/protocol/amounts';
import { emptyQuestion, type SearchQuestion } from '../../../../src/protocol/question';
import { endpoint } from '../../../unit/core/search/fakeHttpClient';
import type { Read, Readers } from '../reader';

const json = JSON.stringify;
const any = fieldKindOf('a', knownFields([]));
const field = (name: string) => ({ name, types: ['text'], isSearchable: true, isAggregatable: true });

const write = async (): Promise<void> => undefined;

/** A hit with the text in its places. */
const hit = (text: string): string =>
  json({ _index: text, _id: text, _score: 1, _source: { [text]: text, m: text, l: [text, { [text]: text }] } });
const highlighted = (text: string): string =>
  json({ _index: 'a', _id: '1', _source: { m: text }, highlight: { m: [`\ue000${text}\ue001`, text] } });
/** An answer with the text as it is where a hit stands. */
const answer = (text: string): string => `{"took":1,"hits":{"total":1,"hits":[{"_source":{"a":${text}}}]}}`;

const asking =
  (question: Partial<SearchQuestion>, member: keyof SearchQuestion): Read =>
  (text) =>
    searchOf({ ...emptyQuestion, index: 'a', field: 'f', ...question, [member]: text }, 0, new Date(0));

const whole = (text: string): [number, number] => [0, text.length];

/** Goes through what does not hold what it looks for. */
const visitNothing = (): undefined => undefined;

/** What engines answer, and what is written for them. */
/** Values that were counted, with a text wherever one may stand. */
function countedOf(text: string): CountedValues {
  const filter = { label: text, clause: text, isOut: false };
  return {
    path: text,
    counted: text,
    total: 1,
    top: [{ cell: { kind: 'number', text, unit: 'ns' }, hits: 1, filter }],
    isEstimate: true,
    missing: { hits: 1, filter },
    distinct: { values: 1, isExact: false },
    partial: [text],
  };
}

export const search: Readers = {
  'core/search/wire/searchAnswer.ts': {
    readAnswer: (text) => {
      const body = json({ took: 1, hits: { total: 1, hits: [JSON.parse(hit(text))] }, [text]: text });
      return readAnswer(body, JSON.parse(body));
    },
    readPlaces: [(text) => readPlaces(text, endpoint), (text) => readPlaces(answer(json(text)), endpoint)],
  },
  'core/search/query/bodyText.ts': {
    withoutMembers: (text) => withoutMembers(json({ [text]: text }), [text]),
    withMembers: [
      (text) => withMembers(json({ [text]: text }), { from: '1', [text]: '2' }),
      (text) => withMembers(`{"a":1${text.replaceAll(/\S/g, ' ')}}`, { a: '2' }),
    ],
  },
  'core/search/query/checkBody.ts': {
    checkBody: [
      checkBody,
      (text) => checkBody(`{${text}`),
      (text) => checkBody(json({ a: text })),
      (text) => checkBody(`{"a":[${text}`),
    ],
    withoutComments,
  },
  'core/search/query/copyAs.ts': {
    curlOf: (text) => curlOf({ ...endpoint, headers: {} }, { method: 'GET', path: '/x', body: json({ a: text }) }),
    devToolsOf: (text) => devToolsOf({ method: 'GET', path: '/x', body: json({ a: text }) }),
  },
  'core/searchView/indexTexts.ts': { shownIndexName },
  'core/searchView/indexView.ts': {
    indexNameFilter: [
      (text) => indexNameFilter(text)(text),
      (text) => indexNameFilter('*a*b* -c*c')(text),
      (text) => indexNameFilter(text)('a-logs'),
    ],
  },
  'core/search/query/depth.ts': { tooDeepAt },
  'core/search/query/fieldKinds.ts': {
    asString,
    fieldAt: [
      (text) => fieldAt(text, [field('a')]),
      (text) => fieldAt(text, [{ ...field('a'), types: ['flattened'] }]),
    ],
    fieldsBeside: (text) => fieldsBeside(text, [field(`${text}.b`)]),
    indexedValue: [
      (text) => indexedValue(json(text), field('a')),
      (text) => indexedValue(text, { ...field('a'), types: ['keyword'] }),
      (text) => indexedValue(text, { ...field('a'), types: ['scaled_float'] }),
      (text) => indexedValue(json(text), { ...field('a'), types: ['date'] }),
    ],
    isObjectPath: (text) => isObjectPath(text, [field(text)]),
    mappedName: (text) => mappedName(text, [field('a')]),
    nestedAround: (text) => nestedAround(text, [field(`${text}.b`)]),
    scalarText: [scalarText, (text) => scalarText(json(text))],
    hasWordCharacters: [hasWordCharacters],
  },
  'core/search/query/queryStringFields.ts': {
    fieldsOfQueryString,
    hasNegation,
    outerNegations: [outerNegations, (text) => outerNegations('a:(b) NOT '.repeat(text.length / 10))],
  },
  'core/search/histogram/readHistogram.ts': {
    readTimeBounds,
    readBars: [
      (text) => readBars(text, { bounds: { from: 0, to: 1 }, interval: 1, stack: undefined }),
      (text) =>
        readBars(
          json({
            bars: { buckets: [] },
            stacks: { buckets: [{ key: text, key_as_string: text, doc_count: 1, bars: { buckets: [] } }] },
          }),
          { bounds: { from: 0, to: 1 }, interval: 1, stack: { name: 'level', by: 'values' } },
        ),
    ],
  },
  'core/search/histogram/datesWithin.ts': {
    timeBoundsIn: [
      (text) => timeBoundsIn(text, 'at'),
      (text) => timeBoundsIn(json({ query: { range: { [text]: { gte: text, lte: text } } } }), text),
    ],
    rangesOfDates: (text) => rangesOfDates(text, [0, 1, 2]),
  },
  'core/search/histogram/stackFields.ts': {
    stackFieldsOf: (text) =>
      stackFieldsOf(
        [{ name: text, types: ['keyword'], isSearchable: true, isAggregatable: true }],
        [{ index: text, id: text, score: undefined, json: json({ _source: { [text]: text } }) }],
      ),
  },
  'core/search/histogram/histogramBody.ts': {
    barEdges: (text) => barEdges({ from: 0, to: 1_000 }, 100, text, 80),
    boundsBody: (text) => boundsBody(json({ query: { match: { [text]: text } } }), text),
    barsBody: (['hardBounds', 'ranges'] as const).map(
      (way) => (text: string) =>
        barsBody(
          json({ query: { match: { [text]: text } } }),
          { field: text, bounds: { from: 0, to: 1 }, interval: 1, zone: text, stack: { name: text, by: 'values' } },
          way,
        ),
    ),
  },
  'core/search/query/timeOf.ts': {
    isIsoRange: (text) => isIsoRange([text, text]),
    zoneOffset: (text) => zoneOffset(text)(0),
  },
  'core/search/engine/fieldList.ts': {
    detailsOfMapping: (text) =>
      detailsOfMapping({
        [text]: { mappings: { properties: { [text]: { type: text, null_value: text, format: text } } } },
      }),
    fieldsOfCapabilities: (text) =>
      fieldsOfCapabilities({ fields: { [text]: { text: { type: text, searchable: true, aggregatable: true } } } }),
    fieldsOfMapping: (text) =>
      fieldsOfMapping({
        [text]: { mappings: { properties: { [text]: { type: text }, a: { type: 'alias', path: text } } } },
      }),
  },
  'core/search/read/hitValues.ts': {
    ignoredIn: [ignoredIn, (text) => ignoredIn(json({ _ignored: [text] }))],
    hitValueAt: [
      (text) => hitValueAt(hit('a'), text),
      (text) => hitValueAt(hit(text), 'm'),
      (text) => hitValueAt(hit(text), 'm', 0),
    ],
    sourceOf: [sourceOf, (text) => sourceOf(hit(text))],
    documentValuesAt: [
      (text) => documentValuesAt(text, 'a.b'),
      (text) => documentValuesAt(json({ a: { [text]: text } }), `a.${text}`),
    ],
  },
  'core/search/query/filterEdit.ts': {
    filterEdit: [
      (text) => filterEdit({ label: 'a', clause: text, isOut: false }, [text]),
      (text) => filterEdit({ label: 'a', clause: `{"range":{"a":${text}}}`, isOut: false }, [text, text]),
    ],
  },
  'core/search/fields/drawFieldValues.ts': {
    drawFieldValues: (text) => drawFieldValues(countedOf(text), text),
  },
  'core/search/query/filterOf.ts': {
    canFilter: (text) => canFilter(text, [field('a')]),
    filterLabel: (text) => filterLabel(text, text),
    filterOf: (text) => filterOf({ path: text, fields: [field(text)], ignored: [text] }, json(text), false),
  },
  'core/search/wire/highlight.ts': {
    highlightOf: (text) => highlightOf({ ...emptyQuestion, text, field: text }, text),
    refusesHighlight,
  },
  'core/search/query/searchOf.ts': {
    searchOf: [
      asking({ by: 'queryString' }, 'text'),
      asking({ by: 'id' }, 'text'),
      asking({ by: 'range' }, 'upTo'),
      asking({ by: 'exact' }, 'field'),
      asking({}, 'index'),
      asking({}, 'body'),
      (text) => searchOf({ ...emptyQuestion, index: 'a', body: json({ [text]: text }) }, 3, new Date(0)),
    ],
  },
  'core/search/engine/bodySupport.ts': {
    refusesMethod: (text) => refusesMethod({ status: 400, headers: {}, body: text }, text),
  },
  'core/search/engine/completions.ts': {
    indexCompletions: [
      (text) => indexCompletions([{ name: text, kind: 'index' }], text),
      (text) =>
        indexCompletions([], text, [
          { ...{ name: text, kind: 'index', members: [] }, isHidden: false, isClosed: false },
        ]),
    ],
    fieldCompletions: (text) => fieldCompletions('field', [field(text)], text),
  },
  'core/search/wire/errorPlace.ts': {
    errorPlaceOf: (text) => errorPlaceOf({ place: { line: 100_000, column: 100_000 } }, text),
  },
  'core/search/engine/indexList.ts': {
    indexListOf: [
      (text) =>
        indexListJob.run(
          json({
            indices: [{ name: text, attributes: [text] }],
            aliases: [{ name: text, indices: text }],
            data_streams: [{ name: text, backing_indices: [text, text] }],
          }),
          json([
            {
              index: text,
              health: text,
              status: text,
              'docs.count': text,
              'store.size': text,
              'segments.fixed_bitset_memory': text,
            },
          ]),
          json([{ alias: text, index: text }]),
          json({ indices: [text] }),
          json({ status: text }),
        ),
      (text) => indexListJob.run('', text, text, text, text),
      (text) => indexListJob.run(text, '', '', '', ''),
    ],
  },
  'core/search/engine/nameList.ts': {
    hasHiddenName,
    namesOfAliases: (text) => namesOfAliases({ [text]: { aliases: { [text]: {} } } }),
    namesOfCat: (text) => namesOfCat([{ index: text, status: text }]),
    namesOfResolve: (text) =>
      namesOfResolve({ indices: [{ name: text }], aliases: [{ name: text }], data_streams: [] }),
  },
  'core/search/wire/engineError.ts': {
    readCause: (text) => readCause({ type: text, reason: text, caused_by: { type: text, reason: text } }),
    readError: [
      readError,
      (text) => readError(json({ error: text })),
      (text) => readError(json({ error: { type: 'a', reason: text, caused_by: { type: 'a', reason: text } } })),
    ],
  },
  'core/search/wire/refusedQuery.ts': {
    wordsForQuery: [
      (text) => wordsForQuery({ types: [], reason: '', reasons: [text] }),
      (text) => wordsForQuery({ types: [], reason: '', reasons: [`Can only use ${text}`, `Determinizing ${text}`] }),
      (text) =>
        wordsForQuery({
          types: [],
          reason: '',
          reasons: [`Failed to parse query [${text}]`, `Encountered ${text}`],
        })?.[1](),
      (text) =>
        wordsForQuery({
          types: [],
          reason: '',
          reasons: [
            'Failed to parse query [x]',
            `Lexical error at line 1, column 3. Encountered: <EOF> after : "${text}"`,
          ],
        })?.[1](),
    ],
  },
  'core/search/export/csvFormat.ts': {
    csvCell: [(text) => csvCell(json(text)), csvCell],
    csvLine: (text) => csvLine([text, text]),
    csvText,
    csvNames: [(text) => csvNamesJob.run(hit(text)), csvNamesJob.run],
    csvRow: [
      (text) => csvRowJob.run(hit(text), ['m', text], false),
      (text) => csvRowJob.run(hit(text), ['m', text, 'l.a'], true),
      (text) => csvRowJob.run(text, ['m'], true),
    ],
  },
  'core/search/export/exportHits.ts': {
    exportPage: (['json', 'ndjson', 'csv'] as const).flatMap((format): Read[] => [
      (text) => exportPage([hit(text)], { format, columns: [], write }),
      (text) => exportPage([hit(text)], { format, columns: ['m', text], write }),
    ]),
  },
  'core/search/export/exportedHit.ts': {
    visitLeaves: [(text) => visitLeaves(text, visitNothing), (text) => visitLeaves(hit(text), visitNothing)],
    withoutList: [withoutList, (text) => withoutList(`[${text}`)],
    exportedHit: (text) => exportedHit(hit(text), { begin: visitNothing, visit: visitNothing }),
    lineOf: [lineOfJob.run, (text) => lineOfJob.run(hit(text))],
    putLine: [(text) => putLine(text, []), (text) => putLine(hit(text), [])],
    sortAt,
    sortValuesOf: [sortValuesOf, (text) => sortValuesOf(hit(text))],
  },
  'core/search/paging/cursors.ts': {
    cursorAfter: (text) => cursorAfter({ after: undefined, skip: 0 }, [json([text]), json([text])], false),
  },
  'core/search/paging/skipAhead.ts': {
    readSkippedPage: [
      (text) => skippedPageJob.run(text, endpoint),
      (text) =>
        skippedPageJob.run(
          json({ hits: { hits: [{ sort: [text] }] }, _shards: { failed: 1, failures: [{ index: text }] } }),
          endpoint,
        ),
    ],
  },
  'core/search/paging/pitRequests.ts': { trackingAt: (text) => trackingAt({ after: text }, 'opensearch', [text]) },
  'core/search/paging/searchTraits.ts': {
    hitsOnly: (text) => hitsOnly(json({ query: text, [text]: text })),
    orderWith: (text) => orderWith([json(text)], '{"a":"asc"}'),
    searchTraits: (text) => searchTraits(json({ query: text, sort: [text], [text]: text })),
  },
  'core/search/read/aggregationTable.ts': {
    aggregationTable: [
      aggregationTable,
      (text) => aggregationTable(json({ buckets: [{ key: text, doc_count: 1, [text]: 1 }] })),
    ],
    describeAggregations: [
      describeAggregations,
      (text) => describeAggregations(json({ [text]: { buckets: [{ key: text }] } })),
    ],
  },
  'core/search/read/hitCell.ts': {
    cellAt: [
      (text) => cellAt(text, whole(text), any, tableStyle),
      (text) => cellAt(json(text), whole(json(text)), any, tableStyle),
      (text) => cellAt(json([text, text]), whole(json([text, text])), any, tableStyle),
    ],
    cellOf: (text) => cellOf(json(text), [whole(json(text)), whole(json(text))], any, tableStyle),
    jsonCell: (text) => jsonCell('object', text, whole(text), tableStyle),
    highlightedCell: (text) =>
      highlightedCell(json(text), [whole(json(text))], [`\ue000${text}\ue001`], any, tableStyle),
    stringAt: (text) => stringAt(json(text), whole(json(text)), 200),
  },
  'core/search/read/hitDate.ts': { dateOf },
  'core/search/read/describeHit.ts': {
    describeHit: [
      (text) => describeHitJob.run(text, []),
      (text) => describeHitJob.run(hit(text), [field('m'), field(text)]),
      (text) => describeHitJob.run(highlighted(text), [field('m')]),
    ],
  },
  'core/search/read/documentPaths.ts': {
    wantPaths: (text) => {
      const wanted = wantPaths([text, `a.${text}`]);
      const source = json({ [text]: text, a: { [text]: 1 } });
      return readDocument(source, 0, wanted, { found: visitNothing, field: visitNothing, fieldInList: visitNothing });
    },
    readDocument: (text) =>
      readDocument(`{"a":${text}`, 0, wantPaths(['a']), {
        found: visitNothing,
        field: visitNothing,
        fieldInList: visitNothing,
      }),
  },
  'core/search/read/hitParts.ts': { hitPartsOf: [hitPartsOf, (text) => hitPartsOf(hit(text))] },
  'core/search/read/highlights.ts': {
    fragmentsText: (text) => fragmentsText([text, `\ue000${text}\ue001`]),
    highlightedText: [
      (text) => highlightedText(text, [text, `\ue000${text}\ue001`]),
      (text) =>
        highlightedText(
          text,
          Array.from({ length: 50 }, () => `${text.slice(0, 1_000)}\ue000a\ue001`),
        ),
    ],
    withoutHighlightMarkers,
  },
  'protocol/amounts.ts': { exactAmountText: (text) => exactAmountText(text, 'ns') },
  'core/search/read/terminalText.ts': {
    hasEscapeSequences,
    jsonWithoutSequences: [jsonWithoutSequences, (text) => jsonWithoutSequences(json({ a: text }))],
    withoutSequences,
    readTerminalText: [
      (text) => readTerminalText({ text, marks: [] }),
      (text) => readTerminalText({ text, marks: [[1, text.length]] }),
    ],
  },
  'core/search/read/describeLine.ts': {
    clfLineOf: [clfLineOf, (text) => clfLineOf(`a - - [${text}] "GET / HTTP/1.1" 200 1 "${text}" "-" 1 "-" "-" 1ms`)],
  },
  'core/search/logFields/severity.ts': { severityOfClass, severityOfLevel, statusTone },
  'core/search/wire/rawAnswer.ts': {
    rawAnswer: [rawAnswer, (text) => rawAnswer(answer(text)), (text) => rawAnswer(answer(json(text)))],
  },
  'core/search/read/readable.ts': {
    readableJson: [(text) => readableJson(text, 65_536), (text) => readableJson(json(text), text.length + 100)],
    withEscapes,
    withLineBreaks,
  },
  'core/search/read/describeTable.ts': {
    searchedFields: (text) =>
      searchedFields(json({ query: { multi_match: { query: text, fields: [text, `a^${text}`] } } })),
  },
  'core/search/read/textPlaces.ts': {
    itemPlaces: (text) => itemPlaces(`[${text}`, 0, text.length),
    textPlaces: [
      (text) => textPlacesJob.run(text, endpoint, true),
      (text) => textPlacesJob.run(answer(text), endpoint, true),
      (text) => textPlacesJob.run(answer(json(text)), endpoint, true),
    ],
  },
  'core/search/read/sentSort.ts': {
    sentSort: [
      sentSort,
      (text) => sentSort(json({ query: text, sort: text })),
      (text) => sentSort(json({ sort: [text, { [text]: { order: text } }] })),
    ],
  },
  'core/search/remembered/storedChoices.ts': {
    withChosenColumns: (text) => withChosenColumns(readColumns({}), text, [text]),
    readColumns: (text) => readColumns({ [text]: [text] }),
    readLastSearches: (text) => readLastSearches({ [text]: text }),
  },
  'core/search/wire/searchPath.ts': { searchPath },
  'core/search/saved/searchExchange.ts': {
    importSearches: [
      importSearches,
      (text) =>
        importSearches(
          json({
            proxyScoutSearches: 1,
            searches: [{ name: text, endpoint: text, question: { ...emptyQuestion, index: text, body: text } }],
          }),
        ),
    ],
    freeName: (text) => freeName(text, (name) => name === text),
  },
  'core/search/saved/searchQuestionText.ts': { questionPart: (text) => questionPart(text, 40) },
  'core/search/saved/searchHistory.ts': {
    isFromLater: (text) => isFromLater({ version: text }),
    readHistory: (text) => readHistory([{ question: { ...emptyQuestion, index: text }, at: 1 }]),
  },
  'core/search/saved/queryRecord.ts': { readQueryRecord },
};
