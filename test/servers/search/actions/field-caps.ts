import type { Engine } from '../engine';
import type { Result, Route, RoutedRequest } from '../http/routes';
import { isOn } from '../http/target';
import type { Writable } from '../json/write';
import type { FieldType } from '../store/mapping';
import type { SearchIndex } from '../store/search-index';
import { matchesWildcard } from '../wildcard';
import { resolveOptions, resolveParameters } from './indices';

/** One type of a field, and what can be done with it. */
interface Capability {
  readonly type: string;
  readonly metadata: boolean;
  readonly searchable: boolean;
  readonly aggregatable: boolean;
}

const metadata: readonly (readonly [name: string, type: string, searchable: boolean, aggregatable: boolean])[] = [
  ['_data_stream_timestamp', '_data_stream_timestamp', false, false],
  ['_doc_count', 'integer', false, false],
  ['_field_names', '_field_names', true, false],
  ['_id', '_id', true, false],
  ['_ignored', '_ignored', true, true],
  ['_ignored_source', '_ignored_source', false, false],
  ['_index', '_index', true, true],
  ['_index_mode', '_index_mode', true, true],
  ['_nested_path', '_nested_path', true, false],
  ['_routing', '_routing', true, false],
  ['_seq_no', '_seq_no', true, true],
  ['_source', '_source', false, false],
  ['_tier', 'keyword', true, true],
  ['_version', '_version', false, true],
];

function capability(type: FieldType | 'object'): Capability {
  const isContainer = type === 'object' || type === 'nested' || type === 'disabled';
  return {
    type: type === 'disabled' ? 'object' : type,
    metadata: false,
    searchable: !isContainer,
    aggregatable: !isContainer && type !== 'text',
  };
}

/** The fields of an index with the objects they lie in. */
function capabilities({ mapping }: SearchIndex): Map<string, Capability> {
  const found = new Map<string, Capability>();
  for (const [name, type, searchable, aggregatable] of metadata) {
    found.set(name, { type, metadata: true, searchable, aggregatable });
  }
  for (const { path, type, of } of mapping.values()) {
    const parts = (of ?? path).split('.');
    for (let length = 1; length < parts.length; length += 1) {
      const container = parts.slice(0, length).join('.');
      if (!found.has(container)) found.set(container, capability(mapping.get(container)?.type ?? 'object'));
    }
    found.set(path, capability(type));
  }
  return found;
}

const unmapped: Capability = { type: 'unmapped', metadata: false, searchable: false, aggregatable: false };

function fieldCaps(engine: Engine, { named, target }: RoutedRequest): Result {
  const { query } = target;
  const patterns = (query.get('fields') ?? '*').split(',');
  const withUnmapped = isOn(query, 'include_unmapped');
  const indices = engine.catalog.resolve(named.index ?? '', resolveOptions(query));
  const byIndex = indices.map((index) => ({ index, found: capabilities(index) }));
  const paths = new Set(
    byIndex.flatMap(({ found }) =>
      [...found.keys()].filter((path) => patterns.some((each) => matchesWildcard(each, path))),
    ),
  );

  const fields = new Map<string, Writable>();
  for (const path of paths) {
    const types = new Map<string, { readonly caps: Capability; readonly names: string[] }>();
    for (const { index, found } of byIndex) {
      const caps = found.get(path) ?? (withUnmapped ? unmapped : undefined);
      if (caps === undefined) continue;
      const entry = types.get(caps.type) ?? { caps, names: [] };
      entry.names.push(index.name);
      types.set(caps.type, entry);
    }
    const written = [...types].map(([type, { caps, names }]): [string, Writable] => [
      type,
      {
        type,
        metadata_field: engine.dialect.family === 'elasticsearch' ? caps.metadata : undefined,
        searchable: caps.searchable,
        aggregatable: caps.aggregatable,
        indices: types.size > 1 ? names : undefined,
      },
    ]);
    fields.set(path, new Map(written));
  }
  return { body: { indices: indices.map(({ name }) => name).sort(), fields }, chunked: true };
}

export function fieldCapsRoutes(engine: Engine): readonly Route[] {
  const route = (path: string): Route => ({
    methods: ['GET', 'POST'],
    path,
    parameters: [...resolveParameters, 'fields', 'include_unmapped', 'filters', 'types', 'include_empty_fields'],
    handle: (request) => fieldCaps(engine, request),
  });
  return [route('/_field_caps'), route('/{index}/_field_caps')];
}
