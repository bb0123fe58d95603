import * as l10n from '@vscode/l10n';
import { anyOf } from '../../../l10n/lists';
import { plural } from '../../../l10n/plural';
import type { Endpoint } from '../../base/endpoints/endpoint';
import { type Failure, RequestFailure } from '../../base/errors/failure';
import type { HttpResponse } from '../../base/http/httpClient';
import { failureOfStatus } from '../../base/http/responseFailures';
import { serverText, withoutSecrets } from '../../base/http/serverText';
import { plainText } from '../../base/text/plainText';
import { type EngineError, readError } from './engineError';
import { refusedHighlight } from './highlight';
import { type RefusalWords as Words, wordsForQuery } from './refusedQuery';

const noShardWords: Words = [
  'serverError',
  () => l10n.t('No copy of the data is available.'),
  () => l10n.t('Check the health of the cluster, then search again.'),
];

const timeWords: Words = [
  'timedOut',
  () => l10n.t('The search timed out on the server.'),
  () => l10n.t('Narrow the search, or search fewer indices.'),
];

/**
 * Errors that only their text distinguishes: the type stands for many mistakes, or differs between versions
 * (docs/engines.md, "Error statuses").
 */
const wordsByReason: readonly (readonly [reason: RegExp, ...words: Words])[] = [
  [
    /^Trying to create too many (?:scroll|Point In Time) contexts/,
    'rateLimited',
    () => l10n.t('The server is keeping too many search results open.'),
    () => l10n.t('Wait until some of them have expired, then try again.'),
  ],
  [
    /^No mapping found for \[.*\] in order to sort on/s,
    'rejected',
    () => l10n.t('An index does not have the field to sort by.'),
    () => l10n.t('Check the field name, sort by another field, or exclude that index.'),
  ],
  [
    /^(?:Fielddata is disabled on|Text fields are not optimised for)/,
    'rejected',
    () => l10n.t('Text fields cannot be used for sorting or aggregations.'),
    () => l10n.t('Use the keyword field of the same text, if there is one.'),
  ],
  // Elasticsearch reports this since 8; the others fail with a Java error.
  [
    /incompatible sort types|^class java\.lang\.Long cannot be cast to class org\.apache\.lucene\.util\.BytesRef/,
    'rejected',
    () => l10n.t('The field to sort by has different types in different indices.'),
    () => l10n.t('Sort by another field, or search fewer indices.'),
  ],
  [
    /'search\.allow_expensive_queries' is set to false/,
    'rejected',
    () => l10n.t('The server does not allow expensive queries.'),
    () => l10n.t('Search without wildcards, patterns, and ~, or change search.allow_expensive_queries on the server.'),
  ],
  [
    refusedHighlight,
    'rejected',
    () => l10n.t('A document is too long for highlighting.'),
    () => l10n.t('Turn off highlighting for this search.'),
  ],
  // Elasticsearch up to 8.11, as a query_phase_execution_exception with status 500.
  [/^Time exceeded$/, ...timeWords],
];

/**
 * The user's message for each of an engine's error types. By type instead of status, because the status of the same
 * mistake differs between versions (docs/engines.md, "Error statuses"). The first match decides, so specific types come
 * before broad ones.
 */
const wordsByType: readonly (readonly [type: RegExp, ...words: Words])[] = [
  [
    /^index_not_found_exception$/,
    'notFound',
    () => l10n.t('Index not found.'),
    () => l10n.t('Check the index name. * matches any characters.'),
  ],
  [
    /^no_such_remote_cluster_exception$/,
    'notFound',
    () => l10n.t('Unknown remote cluster.'),
    () => l10n.t('Check the part of the index name before the colon.'),
  ],
  [
    /^index_closed_exception$/,
    'rejected',
    () => l10n.t('One of the indices is closed.'),
    () => l10n.t('Open it on the server, or exclude it from the search.'),
  ],
  [
    /^search_context_missing_exception$/,
    'notFound',
    () => l10n.t('The server no longer keeps this result.'),
    () => l10n.t('Run the search again.'),
  ],
  [
    /^circuit_breaking_exception$/,
    'rateLimited',
    () => l10n.t('The server does not have enough memory for this search.'),
    () => l10n.t('Request fewer hits, or try again later.'),
  ],
  [
    /^(?:es_|opensearch_)?rejected_execution_exception$/,
    'rateLimited',
    () => l10n.t('The server is too busy for this search.'),
    () => l10n.t('Wait a moment, then search again.'),
  ],
  [/^(?:search_timeout|time_exceeded|elasticsearch_timeout|receive_timeout_transport)_exception$/, ...timeWords],
  [
    /^too_long_(?:http_line|http_header|frame)_exception$/,
    'rejected',
    () => l10n.t('The URL or a header of the request is too long for the server.'),
    () => l10n.t('Shorten the index expression.'),
  ],
  [
    /^too_many_buckets_exception$/,
    'rejected',
    () => l10n.t('The search exceeds a limit of the server.'),
    () => l10n.t('Narrow the search.'),
  ],
  [
    /^(?:parsing|x_content_parse|x_content_e_o_f|json_parse|json_e_o_f|named_object_not_found)_exception$/,
    'rejected',
    () => l10n.t('Invalid query.'),
    () => l10n.t('Correct the query as the server’s message says.'),
  ],
  [/^no_shard_available_action_exception$/, ...noShardWords],
  [
    /^(?:action_request_validation|search_context|search|illegal_argument|input_coercion|class_cast|invalid_index_name|bad_parameter|query_shard|parse|number_format|date_time_parse|script)_exception$/,
    'rejected',
    () => l10n.t('The server rejected the search.'),
    () => l10n.t('Change the search as the server’s message says.'),
  ],
];

const blockedWords: Words = [
  'forbidden',
  () => l10n.t('Reading is blocked for one of the indices.'),
  () => l10n.t('Remove the block on the server, or exclude the index from the search.'),
];

const notReadyWords: Words = [
  'serverError',
  () => l10n.t('The cluster is not ready for searches.'),
  () => l10n.t('Check the health of the cluster, then search again.'),
];

const notAnEngineWords: Words = [
  'notAnApi',
  () => l10n.t('The server at this URL is not a search engine.'),
  () => l10n.t('Edit the endpoint and check its URL: it must be that of the search engine, not of its dashboard.'),
];

/** The engine's own limit in its refusal of a page beyond the result window: the same words in every version. */
const beyondWindow = /(?:Result window|Batch size) is too large.{0,200}?\[(\d{1,10})\] but was \[\d+\]/s;

/** The limit for `from + size` of a page, as the engine named it when it refused one. */
export function windowLimit({ detail }: Pick<Failure, 'detail'>): number | undefined {
  const limit = Number(beyondWindow.exec(detail ?? '')?.[1] ?? 0);
  return limit > 0 ? limit : undefined;
}

const longestFormat = 100;
/** UTF-16 units of a reason that are searched for a format. */
const longestReason = 5_000;

/** A field with its own format may not accept ISO dates: the engine names that format. */
function dateWords(reason: string, endpoint: Endpoint): Words {
  const [, behind = ''] = withoutSecrets(reason.slice(0, longestReason), endpoint).split('] with format [', 2);
  const end = behind.indexOf(']: ');
  const format = behind.slice(0, end >= 0 ? end : Math.max(0, behind.lastIndexOf(']')));
  const isIso = format === '' || /(?:^|\|\|)(?:strict_)?date_optional_time/.test(format);
  const shown = plainText(anyOf(format.split('||')), longestFormat);
  return [
    'rejected',
    () => l10n.t('The server could not parse the date.'),
    () =>
      isIso
        ? l10n.t('Enter a date such as 2026-01-31T12:00:00Z or now-1h.')
        : l10n.t('Enter the date in the format of the field, {0}, or relative to now, such as now-1h.', shown),
  ];
}

/** The meaning of an engine's own error; undefined if only its status is known. */
function wordsFor(status: number, error: EngineError, endpoint: Endpoint): Words | undefined {
  const { types, reason, reasons } = error;
  const limit = beyondWindow.exec(reason)?.[1];
  if (limit !== undefined) {
    return [
      'rejected',
      () =>
        plural(Number(limit), {
          one: 'Paging through this index is limited to the first hit.',
          other: 'Paging through this index is limited to the first {0} hits.',
        }),
      () => l10n.t('Narrow the search, or start at a smaller offset.'),
    ];
  }
  if (types.includes('security_exception')) return undefined;
  if (types.includes('cluster_block_exception')) return status === 403 ? blockedWords : notReadyWords;
  const undated = reasons.find((each) => each.startsWith('failed to parse date field ['));
  if (undated !== undefined) return dateWords(undated, endpoint);
  for (const [pattern, ...words] of wordsByReason) if (reasons.some((each) => pattern.test(each))) return words;
  const ofQuery = wordsForQuery(error);
  if (ofQuery !== undefined) return ofQuery;
  for (const [type, ...words] of wordsByType) if (types.some((name) => type.test(name))) return words;
  // Without a cause: no shard was available to fail (recorded: index-unallocated on OpenSearch).
  if (status === 503 && types.includes('search_phase_execution_exception')) return noShardWords;
  // A string instead of an error object: the responding server does not know the path or the method.
  return types.length === 0 && [400, 404, 405].includes(status) ? notAnEngineWords : undefined;
}

/**
 * Whether an engine itself may have written it: engines respond in JSON, or as `format` demands (recorded: yaml-error).
 */
function isInEnginesForm({ headers }: HttpResponse): boolean {
  return /\b(?:json|yaml|smile|cbor)\b/i.test(headers['content-type'] ?? '');
}

/** The meaning of a response that is not from an engine, but from a proxy in front of it. */
const wordsByStatus: ReadonlyMap<number, Words> = new Map<number, Words>([
  [
    404,
    [
      'notAnApi',
      () => l10n.t('A server responded, but there is no search engine at this URL (status 404).'),
      () => l10n.t('Check the path of the URL: it must be the base URL of the search engine, without an index.'),
    ],
  ],
  [
    413,
    [
      'rejected',
      () => l10n.t('A server in front of the search engine rejected the search as too large (status 413).'),
      () => l10n.t('Use fewer filters, values, or IDs, or raise the limit of that server.'),
    ],
  ],
  [
    504,
    [
      'timedOut',
      () => l10n.t('A server in front of the search engine did not wait for the search to finish (status 504).'),
      () => l10n.t('Narrow the search, or search fewer indices.'),
    ],
  ],
]);

/** Elasticsearch expects an API key in its encoded form. It refuses the ID and key that are shown beside it. */
function keyHint(refused: RequestFailure, { auth }: Endpoint): RequestFailure {
  const isParts = auth.type === 'apiKey' && auth.header === undefined && auth.key.includes(':');
  if (refused.failure.kind !== 'unauthorized' || !isParts) return refused;
  return new RequestFailure({
    ...refused.failure,
    nextStep: l10n.t(
      'The API key contains a colon, as in id:key. Edit the endpoint and enter the encoded key instead (Base64).',
    ),
  });
}

/** The failure for a status other than 2xx. The engine's own reason is its `detail`. */
export function failureOf(answer: HttpResponse, endpoint: Endpoint): RequestFailure {
  const byStatus = keyHint(failureOfStatus(answer, endpoint), endpoint);
  const error = readError(answer.body);
  if (error === undefined) {
    const words = isInEnginesForm(answer) ? undefined : wordsByStatus.get(answer.status);
    return words === undefined ? byStatus : new RequestFailure({ ...byStatus.failure, ...messageOf(words) });
  }
  const words = wordsFor(answer.status, error, endpoint);
  const detail = serverText(error.reason, endpoint);
  return new RequestFailure({
    ...byStatus.failure,
    ...(words !== undefined && messageOf(words)),
    ...(detail !== undefined && { detail }),
    ...(error.place !== undefined && { place: error.place }),
  });
}

/** The failure for JSON with a successful status that is not a search response. */
export function notAnEngine({ status, body }: HttpResponse, endpoint: Endpoint): RequestFailure {
  const detail = serverText(body, endpoint);
  return new RequestFailure({ ...messageOf(notAnEngineWords), status, ...(detail !== undefined && { detail }) });
}

function messageOf(words: Words): Pick<Failure, 'kind' | 'sentence' | 'nextStep'> {
  const [kind, sentence, nextStep] = words;
  return { kind, sentence: sentence(), nextStep: nextStep() };
}
