import assert from 'node:assert/strict';
import type { FieldInfo } from '../../../../../src/core/search/engine/fieldList';
import type { SearchPage } from '../../../../../src/core/search/paging/pager';
import { describeTable, type TableDescriptionOptions } from '../../../../../src/core/search/read/describeTable';
import type { ReadCell } from '../../../../../src/core/search/read/hitCell';
import type { ReadTable } from '../../../../../src/core/search/read/readTable';
import { readAnswer } from '../../../../../src/core/search/wire/searchAnswer';

/** The page of an answer, as the pager hands it on. */
export function pageOf(body: string, page: Partial<SearchPage> = {}): SearchPage {
  const answer = readAnswer(body, JSON.parse(body));
  assert.ok(answer, 'an answer of a search');
  return {
    ...answer,
    search: { index: 'logs', body: '{}', from: 0, size: 10 },
    from: 0,
    size: 10,
    asked: 'from/size',
    hasPrevious: false,
    hasNext: false,
    notes: [],
    bytes: body.length,
    sent: { method: 'GET', path: '/logs/_search', body: '{}' },
    ...page,
  };
}

/** An answer with these hits, each a JSON text. */
export function answerOf(...hits: string[]): string {
  return `{"took":1,"hits":{"total":{"value":${hits.length},"relation":"eq"},"hits":[${hits.join()}]}}`;
}

/** The table of documents, each a JSON text, in a look. */
export function described(
  documents: readonly string[],
  look: Partial<TableDescriptionOptions> = {},
  page: Partial<SearchPage> = {},
): { readonly table: ReadTable } {
  const hits = documents.map((document, at) => `{"_index":"logs","_id":"${at}","_score":1.0,"_source":${document}}`);
  return { table: describeTable(pageOf(answerOf(...hits), page), { columns: [], fields: [], ...look }) };
}

/** The cell of one field of one document. */
export function cellOf(document: string, path: string, fields: readonly FieldInfo[] = []): ReadCell | undefined {
  return described([document], { columns: [path], fields }).table.rows[0]?.cells[0];
}

export function field(name: string, type: string | readonly string[], isAggregatable = true): FieldInfo {
  return { name, types: typeof type === 'string' ? [type] : type, isSearchable: true, isAggregatable };
}
