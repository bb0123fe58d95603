import type { Engine } from '../engine';
import { readObject } from '../find/read-body';
import type { Result, Route, RoutedRequest } from '../http/routes';
import type { JsonObject } from '../json/read';
import { placeOf } from '../json/read';
import { Verbatim } from '../json/write';
import { EngineError } from '../problem';
import { noSuchIndex } from '../store/catalog';
import type { SearchIndex } from '../store/search-index';

/** The one index that a document request is about. */
function indexOf(engine: Engine, name: string): SearchIndex {
  const [found] = engine.catalog.resolve(name);
  if (found === undefined) throw noSuchIndex(name);
  return found;
}

function verbatim(source: string | undefined): Verbatim | undefined {
  return source === undefined ? undefined : new Verbatim(source);
}

function getDocument(engine: Engine, { named }: RoutedRequest): Result {
  const index = indexOf(engine, named.index ?? '');
  const id = named.id ?? '';
  const document = index.find(id);
  if (document === undefined) return { status: 404, body: { _index: index.name, _id: id, found: false } };
  const { version, seqNo, source } = document;
  return {
    body: {
      _index: index.name,
      _id: id,
      _version: version,
      _seq_no: seqNo,
      _primary_term: 1,
      found: true,
      _source: verbatim(source),
    },
  };
}

function getSource(engine: Engine, { named }: RoutedRequest): Result {
  const index = indexOf(engine, named.index ?? '');
  const id = named.id ?? '';
  const source = index.find(id)?.source;
  if (source === undefined) {
    const reason = `Document not found [${index.name}]/[${id}]`;
    throw new EngineError({ type: 'resource_not_found_exception', reason }, 404);
  }
  return { body: new Verbatim(source) };
}

function refusedField(text: string, at: number, reason: string): EngineError {
  const { line, col } = placeOf(text, at);
  return new EngineError({
    type: 'document_parsing_exception',
    reason: `[${line}:${col}] failed to parse: ${reason}`,
    caused_by: { type: 'illegal_argument_exception', reason },
  });
}

/** Field names that no mapping can hold. */
function checkFields(text: string, { members }: JsonObject): void {
  for (const { key, keyStart } of members) {
    if (key === '') throw refusedField(text, keyStart, 'field name cannot be an empty string');
    if (key.split('.').some((part) => part.trim() === '')) {
      throw refusedField(text, keyStart, `field name cannot contain only whitespace: ['${key}']`);
    }
  }
}

function putDocument(engine: Engine, { named, body }: RoutedRequest): Result {
  checkFields(body, readObject(body, engine.dialect.family));
  const name = named.index ?? '';
  const index = engine.catalog.get(name) ?? engine.catalog.create(name, new Map());
  const id = named.id ?? `generated-${engine.created.length + 1}`;
  const [stored] = index.add([{ id, source: body }]);
  if (stored === undefined) throw new Error('a document was not stored');
  engine.created.push({ index: name, id });
  const isNew = stored.version === 1;
  const location = `/${encodeURIComponent(name)}/_doc/${encodeURIComponent(id).replaceAll('%20', '+')}`;
  return {
    status: isNew ? 201 : 200,
    headers: isNew ? { location } : {},
    body: {
      _index: name,
      _id: id,
      _version: stored.version,
      result: isNew ? 'created' : 'updated',
      _shards: { total: 1, successful: 1, failed: 0 },
      _seq_no: stored.seqNo,
      _primary_term: 1,
    },
  };
}

/** With a type in the path, before 8. Without a body nothing is stored (recorded: pit-open-foreign-path). */
export function typedDocumentRoutes(engine: Engine): readonly Route[] {
  if (!engine.dialect.storesByType) return [];
  const handle = (request: RoutedRequest): Result => {
    if (request.body === '') throw new EngineError({ type: 'parse_exception', reason: 'request body is required' });
    return putDocument(engine, request);
  };
  return [
    { methods: ['POST'], path: '/{index}/{type}', handle },
    { methods: ['PUT', 'POST'], path: '/{index}/{type}/{id}', handle },
  ];
}

/** Single documents. A typed search path such as `/{index}/_doc/_search` is one of these, and writes. */
export function documentRoutes(engine: Engine): readonly Route[] {
  return [
    { methods: ['GET'], path: '/{index}/_doc/{id}', handle: (request) => getDocument(engine, request) },
    { methods: ['PUT', 'POST'], path: '/{index}/_doc/{id}', handle: (request) => putDocument(engine, request) },
    { methods: ['POST'], path: '/{index}/_doc', handle: (request) => putDocument(engine, request) },
    { methods: ['GET'], path: '/{index}/_source/{id}', handle: (request) => getSource(engine, request) },
  ];
}
