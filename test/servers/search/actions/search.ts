import type { Engine } from '../engine';
import { readDuration } from '../find/durations';
import { checkedFrom, checkedSize, checkedTrackTotal, readObject, readSearchBody } from '../find/read-body';
import { isByScore, readUrlSort } from '../find/read-sort';
import type { SearchRequest, SourceFilter } from '../find/request';
import { count, search } from '../find/search';
import { versionOf } from '../http/content-type';
import type { Result, Route, RoutedRequest } from '../http/routes';
import { isOn } from '../http/target';
import { member } from '../json/read';
import { EngineError, illegalArgument, parsingError, validationFailed } from '../problem';
import { readQueryString } from '../query/query-string';
import { readQuery } from '../query/read-query';
import { scalarOf } from '../store/document';
import type { Shard } from '../store/shard';
import { resolveParameters, shardsToSearch } from './indices';
import { checkKeepAlive } from './keep-alive';

type Query = ReadonlyMap<string, string>;

const queryStringParameters = ['q', 'df', 'default_operator', 'analyzer', 'analyze_wildcard', 'lenient'];

const searchParameters = [
  ...resolveParameters,
  ...queryStringParameters,
  'from',
  'size',
  'sort',
  '_source',
  '_source_includes',
  '_source_excludes',
  'track_total_hits',
  'track_scores',
  'rest_total_hits_as_int',
  'preference',
  'routing',
  'timeout',
  'terminate_after',
  'scroll',
  'search_type',
  'typed_keys',
  'allow_partial_search_results',
  'batched_reduce_size',
  'pre_filter_shard_size',
  'max_concurrent_shard_requests',
  'request_cache',
  'ccs_minimize_roundtrips',
  'explain',
  'version',
  'seq_no_primary_term',
  'stored_fields',
  'docvalue_fields',
  'stats',
  'suggest_field',
  'suggest_mode',
  'suggest_size',
  'suggest_text',
  'force_synthetic_source',
  'include_named_queries_score',
  'min_compatible_shard_node',
  'source',
  'source_content_type',
];

/** The body, or what the URL carries in its place. */
function bodyOf({ body, target }: RoutedRequest): string {
  const source = target.query.get('source');
  if (body !== '' || source === undefined) return body;
  if (target.query.get('source_content_type') === undefined) {
    const reason = 'Validation Failed: 1: source and source_content_type parameters are required;';
    throw new EngineError({ type: 'validation_exception', reason });
  }
  return source;
}

function number(query: Query, name: string): number | undefined {
  const text = query.get(name);
  if (text === undefined) return undefined;
  if (!/^-?\d+$/.test(text)) {
    throw new EngineError({
      type: 'illegal_argument_exception',
      reason: `Failed to parse int parameter [${name}] with value [${text}]`,
      caused_by: { type: 'number_format_exception', reason: `For input string: "${text}"` },
    });
  }
  return Number(text);
}

function sourceOf(query: Query): SourceFilter | undefined {
  const [whole, includes, excludes] = ['_source', '_source_includes', '_source_excludes'].map((name) =>
    query.get(name),
  );
  if (whole === 'true' || whole === 'false') return { kind: whole === 'true' ? 'whole' : 'none' };
  const list = (text: string | undefined) => text?.split(',') ?? [];
  const included = [...list(whole), ...list(includes)];
  if (included.length === 0 && excludes === undefined) return undefined;
  return { kind: 'parts', includes: included, excludes: list(excludes) };
}

function trackTotalOf(query: Query): SearchRequest['trackTotal'] {
  const text = query.get('track_total_hits');
  if (text === undefined) return undefined;
  return text === 'true' || text === 'false' || text === ''
    ? text !== 'false'
    : checkedTrackTotal(number(query, 'track_total_hits') ?? 0);
}

/** What the URL says besides the body; it comes before what the body says. */
function withUrl(request: SearchRequest, query: Query, engine: Engine): SearchRequest {
  const [from, size] = [number(query, 'from'), number(query, 'size')];
  const q = query.get('q');
  const sort = query.get('sort');
  const source = sourceOf(query);
  const trackTotal = trackTotalOf(query);
  const type = query.get('search_type');
  if (type !== undefined && !['query_then_fetch', 'dfs_query_then_fetch'].includes(type)) {
    throw illegalArgument(`No search type for [${type}]`);
  }
  const timeout = query.get('timeout');
  if (timeout !== undefined) readDuration(timeout, 'timeout');
  const operator = query.get('default_operator')?.toLowerCase() === 'and' ? 'and' : 'or';
  const fields = query.get('df');
  const urlSort = sort === undefined ? undefined : readUrlSort(sort, engine.dialect.family);
  return {
    ...request,
    ...(from === undefined ? {} : { from: checkedFrom(from, engine.dialect) }),
    ...(size === undefined ? {} : { size: checkedSize(size) }),
    ...(q === undefined
      ? {}
      : {
          query: readQueryString(q, {
            fields: fields === undefined ? [] : [fields],
            operator,
            lenient: fields === undefined,
          }),
        }),
    ...(urlSort === undefined ? {} : { sort: isByScore(urlSort) ? [] : urlSort }),
    ...(source === undefined ? {} : { source }),
    ...(trackTotal === undefined ? {} : { trackTotal }),
    ...(isOn(query, 'track_scores') ? { trackScores: true } : {}),
    ...(isOn(query, 'version') ? { version: true } : {}),
    ...(isOn(query, 'seq_no_primary_term') ? { seqNo: true } : {}),
  };
}

function checkPitRequest(named: RoutedRequest['named'], query: Query, engine: Engine): void {
  const refused: string[] = [];
  if (named.index !== undefined) {
    const more = engine.dialect.family === 'elasticsearch' ? '. Do not specify any index with point in time.' : '';
    refused.push(`[indices] cannot be used with point in time${more}`);
  }
  if (query.has('routing')) refused.push('[routing] cannot be used with point in time');
  if (query.has('preference')) refused.push('[preference] cannot be used with point in time');
  if (query.has('scroll')) refused.push('using [point in time] is not allowed in a scroll context');
  if (refused.length > 0) throw validationFailed(...refused);
}

function warningHeaders(engine: Engine, query: Query): Record<string, string> {
  if (!query.has('ignore_throttled') || engine.dialect.family === 'opensearch') return {};
  const text =
    '[ignore_throttled] parameter is deprecated because frozen indices have been deprecated. Consider cold or frozen tiers in place of frozen indices.';
  return { warning: `299 Elasticsearch-${engine.dialect.version}-93788a8c2882eb5b606510680fac214cff1c7a22 "${text}"` };
}

function searchAction(engine: Engine) {
  return (request: RoutedRequest): Result => {
    const { target, named, headers } = request;
    const { query } = target;
    const read = readSearchBody(bodyOf(request), engine.dialect, engine.pits.check);
    const asked = withUrl(read, query, engine);
    if (asked.pit !== undefined) checkPitRequest(named, query, engine);
    const shards =
      asked.pit === undefined
        ? shardsToSearch(engine, named.index ?? '', query)
        : engine.pits.use(asked.pit.id, asked.pit.keepAlive);
    const parameters = {
      totalAsNumber: isOn(query, 'rest_total_hits_as_int'),
      allowPartial: isOn(query, 'allow_partial_search_results', true),
      preFilter: query.get('pre_filter_shard_size') === '1',
      withType: engine.dialect.speaksVersions && versionOf(headers.accept) === '7',
      hasWindow: true,
      typedKeys: isOn(query, 'typed_keys'),
    };
    const isScroll = query.has('scroll');
    const keepAlive = isScroll ? readDuration(query.get('scroll') ?? '', 'scroll') : asked.pit?.keepAlive;
    checkKeepAlive(engine, shards, keepAlive, isScroll);
    const scroll = isScroll ? { _scroll_id: startScroll(engine, shards, asked) } : {};
    const wanted = isScroll ? { ...asked, trackTotal: true } : asked;
    return {
      body: { ...scroll, ...search(shards, wanted, parameters, engine.searchRules(), engine.rankings) },
      headers: warningHeaders(engine, query),
      chunked: true,
    };
  };
}

function startScroll(engine: Engine, shards: readonly Shard[], asked: SearchRequest): string {
  if (asked.from > 0) throw validationFailed('using [from] is not allowed in a scroll context');
  if (asked.size === 0) throw validationFailed('[size] cannot be [0] in a scroll context');
  return engine.scrolls.start(shards, asked);
}

function scrollIds(engine: Engine, { body }: RoutedRequest): readonly string[] {
  const node = member(readObject(body, engine.dialect.family), 'scroll_id');
  if (node === undefined) throw validationFailed('scrollId is missing');
  return (node.kind === 'array' ? node.items : [node]).map((item) => String(scalarOf(item)));
}

/** The window does not count for a scroll, and all its hits are counted. */
function nextOfScroll(engine: Engine, request: RoutedRequest): Result {
  const [id = ''] = scrollIds(engine, request);
  const asIs = member(readObject(request.body, engine.dialect.family), 'scroll');
  const keepAlive = asIs?.kind === 'string' ? readDuration(asIs.value, 'scroll') : undefined;
  checkKeepAlive(engine, engine.scrolls.shardsOf(id), keepAlive, true);
  const { shards, request: asked, passed } = engine.scrolls.next(id);
  const parameters = {
    totalAsNumber: false,
    allowPartial: true,
    preFilter: false,
    withType: false,
    hasWindow: false,
    typedKeys: false,
  };
  const body = search(
    shards,
    { ...asked, from: passed, trackTotal: true },
    parameters,
    engine.searchRules(),
    engine.rankings,
  );
  return { body: { _scroll_id: id, ...body }, chunked: true };
}

function closeScrolls(engine: Engine, request: RoutedRequest): Result {
  const freed = scrollIds(engine, request).reduce((sum, id) => sum + engine.scrolls.close(id), 0);
  return { status: freed > 0 ? 200 : 404, body: { succeeded: true, num_freed: freed } };
}

function countAction(engine: Engine) {
  return (request: RoutedRequest): Result => {
    const { target, named } = request;
    const text = bodyOf(request);
    const members = text.trim() === '' ? [] : readObject(text, engine.dialect.family).members;
    const other = members.find(({ key }) => key !== 'query');
    if (other !== undefined) throw parsingError(text, other.keyStart, `request does not support [${other.key}]`);
    const own = members[0] === undefined ? undefined : readQuery(members[0].value, { text, depth: 1 });
    const plain = readSearchBody('', engine.dialect, engine.pits.check);
    const asked = withUrl(own === undefined ? plain : { ...plain, query: own }, target.query, engine);
    const shards = shardsToSearch(engine, named.index ?? '', target.query);
    return { body: count(shards, asked, engine.searchRules(), engine.rankings) };
  };
}

/** `_search` and `_count`, over all indices or those named. */
export function searchRoutes(engine: Engine): readonly Route[] {
  const methods = ['GET', 'POST'];
  const countParameters = [
    ...resolveParameters,
    ...queryStringParameters,
    'preference',
    'routing',
    'min_score',
    'terminate_after',
  ];
  return [
    { methods, path: '/_search', parameters: searchParameters, handle: searchAction(engine) },
    { methods, path: '/{index}/_search', parameters: searchParameters, handle: searchAction(engine) },
    { methods, path: '/_search/scroll', parameters: ['scroll'], handle: (request) => nextOfScroll(engine, request) },
    {
      methods: ['DELETE'],
      path: '/_search/scroll',
      parameters: [],
      handle: (request) => closeScrolls(engine, request),
    },
    { methods, path: '/_count', parameters: countParameters, handle: countAction(engine) },
    { methods, path: '/{index}/_count', parameters: countParameters, handle: countAction(engine) },
  ];
}
