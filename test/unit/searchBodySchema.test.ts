import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as jsonLanguageService from 'vscode-json-languageservice';
import type { CompletionItem, JSONSchema } from 'vscode-json-languageservice';
import { queryScheme } from '../../src/vscode/shared/ids';
import { readRecordings } from '../recordings/read';

/** The language service that VS Code's own JSON features run on, told of the schema as the manifest tells VS Code. */
const schema: JSONSchema = JSON.parse(readFileSync('media/search-body.schema.json', 'utf8'));
// Node finds no names in its main file, which is UMD.
const { getLanguageService, TextDocument }: typeof jsonLanguageService = createRequire(import.meta.url)(
  'vscode-json-languageservice',
);
const service = getLanguageService({});
service.configure({
  validate: true,
  // VS Code puts the slash before a pattern that begins with none.
  schemas: [{ uri: 'search-body.schema.json', fileMatch: [`/${queryScheme}:/**`], schema }],
});

const address = `${queryScheme}://0b54ee7e-3a2c-4f0e-9c0b-3f8d7d2f6c11/access-logs.json`;

function open(text: string, uri = address) {
  const document = TextDocument.create(uri, 'json', 1, text);
  return { document, parsed: service.parseJSONDocument(document) };
}

async function complaints(text: string, uri?: string): Promise<readonly string[]> {
  const { document, parsed } = open(text, uri);
  return (await service.doValidation(document, parsed)).map(({ message }) =>
    typeof message === 'string' ? message : message.value,
  );
}

/** What is offered where `|` stands. */
async function offered(marked: string): Promise<readonly CompletionItem[]> {
  const { document, parsed } = open(marked.replace('|', ''));
  const list = await service.doComplete(document, document.positionAt(marked.indexOf('|')), parsed);
  return list?.items ?? [];
}

async function labels(marked: string): Promise<readonly string[]> {
  return (await offered(marked)).map(({ label }) => label);
}

async function includes(marked: string, ...wanted: readonly string[]): Promise<void> {
  const found = await labels(marked);
  for (const label of wanted) assert.ok(found.includes(label), `${label} in ${marked}: ${found.join(' ')}`);
}

const engines = [
  'elasticsearch-6.8.23',
  'elasticsearch-7.17.29',
  'elasticsearch-8.11.0',
  'elasticsearch-8.19.0',
  'elasticsearch-9.1.0',
  'opensearch-2.19.0',
  'opensearch-3.0.0',
];

describe('searchBodySchema: the schema of search bodies', () => {
  for (const engine of engines) {
    it(`has nothing against any body that ${engine} took`, async () => {
      let bodies = 0;
      for (const [name, { request, response }] of readRecordings(engine)) {
        const isSearch = new URL(request.path, 'http://engine').pathname.endsWith('/_search');
        // Two JSON texts behind each other, of which 6.8 reads the first, are not one JSON document in an editor either.
        if (!isSearch || !request.body || response.status !== 200 || name === 'json-trailing') continue;
        bodies += 1;
        assert.deepEqual(await complaints(request.body.replace(/^\uFEFF/, '')), [], name);
      }
      assert.ok(bodies > 100, String(bodies));
    });
  }

  it('lets through what it does not know', async () => {
    const body = '{"later": 1, "query": {"newest": {"a": 1}, "bool": {"x": []}}, "aggs": {"n": {"future": {}}}}';
    assert.deepEqual(await complaints(body), []);
  });

  it('marks what can be no search', async () => {
    assert.notDeepEqual(await complaints('[]'), []);
    assert.notDeepEqual(await complaints('{"query": "timeout"}'), []);
    assert.notDeepEqual(await complaints('{"aggs": []}'), []);
    assert.notDeepEqual(await complaints('{"query": {"bool": {"must": 7}}}'), []);
    assert.notDeepEqual(await complaints('{"query": {"match": "timeout"}}'), []);
  });

  it('is for the bodies of searches alone', async () => {
    assert.deepEqual(await complaints('{"query": "timeout"}', 'file:///work/query.json'), []);
    assert.deepEqual(await complaints('{"query": "timeout"}', 'file:///work/proxy-scout-query/a/query.json'), []);
    assert.notDeepEqual(await complaints('{"query": "timeout"}', `${queryScheme}://id/%3A%20x%20(2).json`), []);
  });

  it('offers the members of a body', async () => {
    await includes(
      '{|}',
      ...['query', 'from', 'size', 'sort', '_source', 'fields', 'highlight', 'aggs', 'track_total_hits', 'collapse'],
      ...['post_filter', 'min_score', 'suggest', 'timeout', 'terminate_after', 'knn', 'runtime_mappings'],
    );
  });

  it('does not offer what the pages need for themselves', async () => {
    const found = await labels('{|}');
    for (const own of ['pit', 'search_after']) assert.ok(!found.includes(own), own);
  });

  it('offers the clauses of a query, at every depth', async () => {
    const clauses = [
      ...['match', 'match_phrase', 'multi_match', 'term', 'terms', 'range', 'exists', 'prefix', 'wildcard', 'regexp'],
      ...['fuzzy', 'ids', 'bool', 'nested', 'query_string', 'simple_query_string', 'match_all', 'match_none'],
      ...['constant_score', 'function_score', 'dis_max', 'boosting', 'script_score', 'geo_distance'],
    ];
    await includes('{"query": {|}}', ...clauses);
    await includes('{"query": {"bool": {"filter": [{|}]}}}', ...clauses);
    await includes('{"query": {"bool": {"must_not": {|}}}}', ...clauses);
    await includes('{"post_filter": {|}}', ...clauses);
    await includes('{"aggs": {"errors": {"filter": {|}}}}', ...clauses);
    await includes('{"query": {"nested": {"query": {|}}}}', ...clauses);
  });

  it('offers the options of a clause below its field', async () => {
    await includes('{"query": {"match": {"message": {|}}}}', 'query', 'operator', 'fuzziness');
    await includes('{"query": {"range": {"@timestamp": {|}}}}', 'gte', 'gt', 'lte', 'lt', 'time_zone');
    await includes('{"query": {"bool": {|}}}', 'must', 'filter', 'should', 'must_not', 'minimum_should_match');
    await includes('{"sort": [{"@timestamp": {|}}]}', 'order', 'missing', 'unmapped_type');
    await includes('{"highlight": {"fields": {"message": {|}}}}', 'fragment_size', 'number_of_fragments');
    await includes('{"track_total_hits": |}', 'true', 'false');
  });

  it('offers the aggregations, also inside each other', async () => {
    const kinds = [
      ...['terms', 'date_histogram', 'histogram', 'range', 'avg', 'sum', 'min', 'max', 'stats', 'cardinality'],
      ...['percentiles', 'top_hits', 'filter', 'filters', 'nested', 'missing', 'composite', 'aggs'],
    ];
    await includes('{"aggs": {"a": {|}}}', ...kinds);
    await includes('{"aggregations": {"a": {"terms": {}, "aggs": {"b": {|}}}}}', ...kinds);
    await includes('{"aggs": {"a": {"date_histogram": {|}}}}', 'field', 'fixed_interval', 'calendar_interval');
  });

  it('says in its own words what each member and clause is', async () => {
    for (const marked of ['{|}', '{"query": {|}}', '{"aggs": {"a": {|}}}', '{"query": {"match": {"f": {|}}}}']) {
      for (const { label, documentation } of await offered(marked)) {
        assert.ok(documentation !== undefined && documentation !== '', `${label} in ${marked}`);
      }
    }
  });

  it('puts in clauses that are JSON once their places are filled', async () => {
    for (const marked of ['{|}', '{"query": {|}}', '{"aggs": {"a": {|}}}', '{"query": |}', '{"sort": |}']) {
      for (const { label, textEdit } of await offered(marked)) {
        const filled = (textEdit?.newText ?? '')
          .replace(/\$\{\d+:([^}]*)\}/g, '$1')
          .replace(/(?<=[[{"])\$\d+/g, '')
          .replace(/\$\d+/g, '0');
        const text = marked.replace('|', () => filled);
        assert.doesNotThrow(() => JSON.parse(text), `${label}: ${text}`);
      }
    }
  });
});
