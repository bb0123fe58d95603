import type { Engine } from '../engine';
import type { Result, Route, RoutedRequest } from '../http/routes';
import { isOn } from '../http/target';
import type { Writable } from '../json/write';
import type { SearchIndex } from '../store/search-index';
import { resolveOptions, resolveParameters } from './indices';

type Row = Readonly<Record<string, string | null>>;

const units = ['b', 'kb', 'mb', 'gb'];

function sized(bytes: number, inBytes: boolean): string {
  if (inBytes) return String(bytes);
  let [size, unit] = [bytes, 0];
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${Number.isInteger(size) ? size : size.toFixed(1)}${units[unit]}`;
}

function isAssigned({ shards }: SearchIndex): boolean {
  return shards.every(({ assigned }) => assigned);
}

/** As the engine has it on a single node. */
export function healthOf(index: SearchIndex): 'green' | 'yellow' | 'red' {
  if (!isAssigned(index)) return 'red';
  return (index.options.replicas ?? 0) > 0 ? 'yellow' : 'green';
}

function indexRow(index: SearchIndex, inBytes: boolean): Row {
  const { name, uuid, options, shards, created } = index;
  const isKnown = options.closed !== true && isAssigned(index);
  const documents = shards.flatMap((shard) => shard.documents);
  const bytes = documents.reduce((sum, { source }) => sum + (source?.length ?? 0), 227);
  const size = isKnown ? sized(bytes, inBytes) : null;
  return {
    health: healthOf(index),
    status: options.closed === true ? 'close' : 'open',
    index: name,
    uuid,
    pri: String(shards.length),
    rep: String(options.replicas ?? 0),
    'docs.count': isKnown ? String(documents.length) : null,
    'docs.deleted': isKnown ? '0' : null,
    'store.size': size,
    'pri.store.size': size,
    'dataset.size': size,
    'creation.date.string': new Date(created).toISOString(),
  };
}

const indexColumns = [
  'health',
  'status',
  'index',
  'uuid',
  'pri',
  'rep',
  'docs.count',
  'docs.deleted',
  'store.size',
  'pri.store.size',
  'dataset.size',
];

/** Columns of numbers stand on the right. */
const rightAligned = new Set([
  'pri',
  'rep',
  'docs.count',
  'docs.deleted',
  'store.size',
  'pri.store.size',
  'dataset.size',
]);

function table(rows: readonly Row[], columns: readonly string[], withHead: boolean): string {
  const cell = (row: Row, column: string) => row[column] ?? '';
  const lines = withHead ? [Object.fromEntries(columns.map((column) => [column, column])), ...rows] : rows;
  const widths = columns.map((column) => Math.max(...lines.map((row) => cell(row, column).length), 0));
  return lines
    .map((row) => {
      const cells = columns.map((column, at) => {
        const width = widths[at] ?? 0;
        return rightAligned.has(column) ? cell(row, column).padStart(width) : cell(row, column).padEnd(width);
      });
      return `${cells.join(' ')}\n`;
    })
    .join('');
}

function written(request: RoutedRequest, rows: readonly Row[], standard: readonly string[]): Result {
  const { query } = request.target;
  const columns = query.get('h')?.split(',') ?? standard;
  const by = query.get('s');
  const sorted = by === undefined ? rows : [...rows].sort((a, b) => ((a[by] ?? '') < (b[by] ?? '') ? -1 : 1));
  const wantsJson = query.get('format') === 'json' || /json/.test(request.headers.accept ?? '');
  if (!wantsJson) {
    const text = { type: 'text/plain; charset=UTF-8', body: table(sorted, columns, isOn(query, 'v')) };
    return { body: null, text, chunked: true };
  }
  const body = sorted.map(
    (row): Writable => Object.fromEntries(columns.map((column) => [column, row[column] ?? null])),
  );
  return { body, chunked: true };
}

function catIndices(engine: Engine, request: RoutedRequest): Result {
  const { query } = request.target;
  const { wildcards, ...others } = resolveOptions(query);
  const options = { ...others, wildcards: new Set([...wildcards, 'open', 'closed'] as const) };
  const indices = engine.catalog.resolve(request.named.index ?? '', options);
  const inBytes = query.get('bytes') === 'b';
  return written(
    request,
    indices.map((index) => indexRow(index, inBytes)),
    indexColumns,
  );
}

function catAliases(engine: Engine, request: RoutedRequest): Result {
  const columns = ['alias', 'index', 'filter', 'routing.index', 'routing.search', 'is_write_index'];
  const rows = [...engine.catalog.aliases()].flatMap(([alias, indices]) =>
    indices.map(
      ({ name }): Row => ({
        alias,
        index: name,
        filter: '-',
        'routing.index': '-',
        'routing.search': '-',
        is_write_index: '-',
      }),
    ),
  );
  return written(request, rows, columns);
}

function catShards(engine: Engine, request: RoutedRequest): Result {
  const rows = engine.catalog.all().flatMap(({ name, shards }) =>
    shards.map(
      ({ number, assigned, documents }): Row => ({
        index: name,
        shard: String(number),
        prirep: 'p',
        state: assigned ? 'STARTED' : 'UNASSIGNED',
        docs: assigned ? String(documents.length) : null,
      }),
    ),
  );
  return written(request, rows, ['index', 'shard', 'prirep', 'state', 'docs']);
}

/** The tables for people, which are JSON of texts when asked. */
export function catRoutes(engine: Engine): readonly Route[] {
  const get = (path: string, handle: (request: RoutedRequest) => Result): Route => ({
    methods: ['GET'],
    path,
    parameters: [...resolveParameters, 'h', 's', 'v', 'help', 'bytes', 'time', 'health', 'pri', 'local'],
    handle,
  });
  return [
    get('/_cat/indices', (request) => catIndices(engine, request)),
    get('/_cat/indices/{index}', (request) => catIndices(engine, request)),
    get('/_cat/aliases', (request) => catAliases(engine, request)),
    get('/_cat/shards', (request) => catShards(engine, request)),
  ];
}
