import { numberText } from '../../../l10n/numbers';
import type { Endpoint } from '../../base/endpoints/endpoint';
import { type Failure, type FailureKind, RequestFailure } from '../../base/errors/failure';
import type { HttpResponse } from '../../base/http/httpClient';
import { failureOfStatus } from '../../base/http/responseFailures';
import { serverText, withoutSecrets } from '../../base/http/serverText';
import { plainText } from '../../base/text/plainText';
import { type EngineError, readError } from './engineError';
import { refusedHighlight } from './highlight';

type Words = readonly [kind: FailureKind, sentence: string, nextStep: string];

const noShardWords: Words = [
  'serverError',
  'No copy of the data can answer now.',
  'Check the health of the cluster, then search again.',
];

const timeWords: Words = [
  'timedOut',
  'The engine ran out of time.',
  'Search fewer indices, or for something narrower.',
];

/** What is told by words alone, because the type is that of many mistakes, or another in each version (surprise 5). */
const wordsByReason: readonly (readonly [reason: RegExp, words: Words])[] = [
  [
    /^Trying to create too many (?:scroll|Point In Time) contexts/,
    ['rateLimited', 'The engine holds too many results open.', 'Wait until some of them have ended, then try again.'],
  ],
  [
    /^No mapping found for \[.*\] in order to sort on/s,
    [
      'rejected',
      'The search is sorted by a field that an index does not have.',
      'Check the name of the field, sort by another, or leave that index out.',
    ],
  ],
  [
    /^(?:Fielddata is disabled on|Text fields are not optimised for)/,
    [
      'rejected',
      'Text fields cannot be sorted by or counted.',
      'Choose the keyword field of the same text, where there is one.',
    ],
  ],
  // Elasticsearch from 8 on says so; the others fail at it.
  [
    /incompatible sort types|^class java\.lang\.Long cannot be cast to class org\.apache\.lucene\.util\.BytesRef/,
    [
      'rejected',
      'The field that the search is sorted by has another type in another index.',
      'Sort by another field, or search fewer indices.',
    ],
  ],
  [
    /^Failed to parse query \[/,
    [
      'rejected',
      'The query string has a mistake.',
      'Check its operators, quotes and brackets; a backslash escapes one.',
    ],
  ],
  [
    /'search\.allow_expensive_queries' is set to false/,
    [
      'rejected',
      'The engine does not run expensive queries.',
      'Search without wildcards, patterns and ~, or change search.allow_expensive_queries in the engine.',
    ],
  ],
  [
    refusedHighlight,
    ['rejected', 'A document is too long to be highlighted.', 'Switch highlighting off for this search.'],
  ],
  // Elasticsearch up to 8.11, as a query_phase_execution_exception with status 500.
  [/^Time exceeded$/, timeWords],
];

/**
 * What each of an engine's error types means to a person. The type is read, not the status: the same mistake has another
 * status in another version (surprise 5). The first type found here decides, so the telling ones stand before the broad.
 */
const wordsByType: readonly (readonly [type: RegExp, words: Words])[] = [
  [
    /^index_not_found_exception$/,
    ['notFound', 'The engine has no index of this name.', 'Check the index name; * stands for any characters.'],
  ],
  [
    /^no_such_remote_cluster_exception$/,
    ['notFound', 'The engine knows no remote cluster of this name.', 'Check the part before the colon.'],
  ],
  [
    /^index_closed_exception$/,
    [
      'rejected',
      'An index of this search is closed.',
      'Open it in the engine, or leave it out of the index expression.',
    ],
  ],
  [
    /^search_context_missing_exception$/,
    ['notFound', 'The engine no longer holds this result.', 'Run the search again.'],
  ],
  [
    /^circuit_breaking_exception$/,
    [
      'rateLimited',
      'The engine has too little memory left for this search.',
      'Ask for fewer hits, or try again later.',
    ],
  ],
  [
    /^(?:es_|opensearch_)?rejected_execution_exception$/,
    ['rateLimited', 'The engine is too busy for this search.', 'Wait a moment and search again.'],
  ],
  [/^(?:search_timeout|time_exceeded|elasticsearch_timeout|receive_timeout_transport)_exception$/, timeWords],
  [
    /^too_long_(?:http_line|http_header|frame)_exception$/,
    ['rejected', 'The address or a header of the request is too long for the engine.', 'Shorten the index expression.'],
  ],
  [
    /^too_many_(?:clauses|buckets|nested_clauses)_?(?:exception)?$/,
    ['rejected', 'The search is larger than the engine allows.', 'Search for something narrower.'],
  ],
  [
    /^(?:parsing|x_content_parse|x_content_e_o_f|json_parse|json_e_o_f|named_object_not_found)_exception$/,
    ['rejected', 'The engine could not read the query.', 'Check it against what the engine says.'],
  ],
  [
    /^(?:query_shard|parse|number_format|date_time_parse)_exception$/,
    [
      'rejected',
      'The engine could not apply the query to this field.',
      'Check that the text suits the type of the field, such as a number for a number.',
    ],
  ],
  [/^no_shard_available_action_exception$/, noShardWords],
  [
    /^(?:action_request_validation|search_context|search|illegal_argument|input_coercion|class_cast|invalid_index_name|bad_parameter)_exception$/,
    ['rejected', 'The engine refused the search.', 'Change the search as the engine says.'],
  ],
];

const blockedWords: Words = [
  'forbidden',
  'An index of this search is blocked for reading.',
  'Lift the block in the engine, or leave the index out.',
];

const notReadyWords: Words = [
  'serverError',
  'The cluster is not ready to be read.',
  'Check the health of the cluster, then search again.',
];

const strangerWords: Words = [
  'notAnApi',
  'What answers here is not a search engine.',
  'Edit the endpoint and check its URL: it is the address of the engine, not of its dashboard.',
];

/** The engine's own limit in its refusal of a page beyond the result window, of every version (surprise 5). */
const beyondWindow = /(?:Result window|Batch size) is too large.{0,200}?\[(\d{1,10})\] but was \[\d+\]/s;

/** Where the engine lets nobody page, as it said itself: `from + size` of a page may be at most this. */
export function windowLimit({ detail }: Failure): number | undefined {
  const limit = Number(beyondWindow.exec(detail ?? '')?.[1] ?? 0);
  return limit > 0 ? limit : undefined;
}

const longestFormat = 100;
/** What is looked through for a format. */
const longestReason = 5_000;

/** A field with a format of its own may not read an ISO date: the engine names the format. */
function dateWords(reason: string, endpoint: Endpoint): Words {
  const [, behind = ''] = withoutSecrets(reason.slice(0, longestReason), endpoint).split('] with format [', 2);
  const end = behind.indexOf(']: ');
  const format = behind.slice(0, end >= 0 ? end : Math.max(0, behind.lastIndexOf(']')));
  const isIso = format === '' || /(?:^|\|\|)(?:strict_)?date_optional_time/.test(format);
  const example = isIso ? 'Write it as 2026-01-31T12:00:00Z' : `Write it as the field has it, ${formatText(format)}`;
  return ['rejected', 'The engine cannot read the date.', `${example}, or as now-1h.`];
}

function formatText(format: string): string {
  return plainText(format.replaceAll('||', ' or '), longestFormat);
}

/** What an engine's own error means; undefined where no more is known than its status tells. */
function wordsFor(status: number, { types, reason }: EngineError, endpoint: Endpoint): Words | undefined {
  const limit = beyondWindow.exec(reason)?.[1];
  if (limit !== undefined) {
    return [
      'rejected',
      `Only the first ${numberText(Number(limit))} hits of this index can be paged through.`,
      'Search for something narrower, or start from a smaller offset.',
    ];
  }
  if (types.includes('security_exception')) return undefined;
  if (types.includes('cluster_block_exception')) return status === 403 ? blockedWords : notReadyWords;
  if (reason.startsWith('failed to parse date field [')) return dateWords(reason, endpoint);
  for (const [pattern, words] of wordsByReason) if (pattern.test(reason)) return words;
  for (const [type, words] of wordsByType) if (types.some((name) => type.test(name))) return words;
  // Without a cause: no shard was there to fail (recorded: index-unallocated on OpenSearch).
  if (status === 503 && types.includes('search_phase_execution_exception')) return noShardWords;
  // A string instead of an error object: the path or the method is unknown to whatever answers.
  return types.length === 0 && [400, 404, 405].includes(status) ? strangerWords : undefined;
}

/** Whether an engine itself may have written it: all of them answer in JSON, or as `format` asks (recorded: yaml-error). */
function isInEnginesForm({ headers }: HttpResponse): boolean {
  return /\b(?:json|yaml|smile|cbor)\b/i.test(headers['content-type'] ?? '');
}

/** What a page that is no engine's means to a search: it comes from something on the way. */
const wordsByStatus: ReadonlyMap<number, Words> = new Map([
  [
    404,
    [
      'notFound',
      'Something answers here, but no search engine is at this address (status 404).',
      'Check the path of the URL: it is the base address of the engine, without an index.',
    ],
  ],
  [
    413,
    [
      'rejected',
      'The search is larger than a server on the way takes (status 413).',
      'Use fewer filters, values or ids, or raise the limit of that server.',
    ],
  ],
  [
    504,
    [
      'timedOut',
      'The search took longer than a server on the way waits (status 504).',
      'Search for something narrower, or in fewer indices.',
    ],
  ],
]);

/** Elasticsearch takes an API key as one word of base64. Its parts, which are shown beside it, are refused. */
function keyHint(refused: RequestFailure, { auth }: Endpoint): RequestFailure {
  const isParts = auth.type === 'apiKey' && auth.header === undefined && auth.key.includes(':');
  if (refused.failure.kind !== 'unauthorized' || !isParts) return refused;
  return new RequestFailure({
    ...refused.failure,
    nextStep:
      'The API key has a colon, as if it were id:key. Edit the endpoint and use the encoded key: the base64 of both.',
  });
}

/** The failure that a status other than 2xx means. The engine's own reason is its `detail`. */
export function failureOf(answer: HttpResponse, endpoint: Endpoint): RequestFailure {
  const byStatus = keyHint(failureOfStatus(answer, endpoint), endpoint);
  const error = readError(answer.body);
  if (error === undefined) {
    const words = isInEnginesForm(answer) ? undefined : wordsByStatus.get(answer.status);
    return words === undefined ? byStatus : new RequestFailure({ ...byStatus.failure, ...told(words) });
  }
  const words = wordsFor(answer.status, error, endpoint);
  const detail = serverText(error.reason, endpoint);
  return new RequestFailure({
    ...byStatus.failure,
    ...(words !== undefined && told(words)),
    ...(detail !== undefined && { detail }),
    ...(error.place !== undefined && { place: error.place }),
  });
}

/** The failure that JSON which is no answer of a search means, at a good status. */
export function notAnEngine({ status, body }: HttpResponse, endpoint: Endpoint): RequestFailure {
  const detail = serverText(body, endpoint);
  return new RequestFailure({ ...told(strangerWords), status, ...(detail !== undefined && { detail }) });
}

function told([kind, sentence, nextStep]: Words): Pick<Failure, 'kind' | 'sentence' | 'nextStep'> {
  return { kind, sentence, nextStep };
}
