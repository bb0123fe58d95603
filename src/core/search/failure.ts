import type { Endpoint } from '../endpoint';
import { failureOfStatus } from '../http/answers';
import type { HttpAnswer } from '../http/door';
import { type Failure, type FailureKind, RequestFailure } from '../http/failure';
import { serverText } from '../http/serverText';
import { refusedHighlight } from './ask/highlight';
import { type EngineError, readError } from './engineError';

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
    /^failed to parse date field \[/,
    ['rejected', 'The engine cannot read the date.', 'Write it as 2026-01-31T12:00:00Z, or as now-1h.'],
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

const grouped = new Intl.NumberFormat('en-US');

/** What an engine's own error means; undefined where no more is known than its status tells. */
function wordsFor(status: number, { types, reason }: EngineError): Words | undefined {
  const limit = beyondWindow.exec(reason)?.[1];
  if (limit !== undefined) {
    return [
      'rejected',
      `Only the first ${grouped.format(Number(limit))} hits of this index can be paged through.`,
      'Search for something narrower, or start from a smaller offset.',
    ];
  }
  if (types.includes('security_exception')) return undefined;
  if (types.includes('cluster_block_exception')) return status === 403 ? blockedWords : notReadyWords;
  for (const [pattern, words] of wordsByReason) if (pattern.test(reason)) return words;
  for (const [type, words] of wordsByType) if (types.some((name) => type.test(name))) return words;
  // Without a cause: no shard was there to fail (recorded: index-unallocated on OpenSearch).
  if (status === 503 && types.includes('search_phase_execution_exception')) return noShardWords;
  // A string instead of an error object: the path or the method is unknown to whatever answers.
  return types.length === 0 && [400, 404, 405].includes(status) ? strangerWords : undefined;
}

/** The failure that a status other than 2xx means. The engine's own reason is its `detail`. */
export function failureOf(answer: HttpAnswer, endpoint: Endpoint): RequestFailure {
  const byStatus = failureOfStatus(answer, endpoint);
  const error = readError(answer.body);
  if (error === undefined) return byStatus;
  const words = wordsFor(answer.status, error);
  const detail = serverText(error.reason, endpoint);
  return new RequestFailure({
    ...byStatus.failure,
    ...(words !== undefined && told(words)),
    ...(detail !== undefined && { detail }),
    ...(error.place !== undefined && { place: error.place }),
  });
}

/** The failure that JSON which is no answer of a search means, at a good status. */
export function notAnEngine({ status, body }: HttpAnswer, endpoint: Endpoint): RequestFailure {
  const detail = serverText(body, endpoint);
  return new RequestFailure({ ...told(strangerWords), status, ...(detail !== undefined && { detail }) });
}

function told([kind, sentence, nextStep]: Words): Pick<Failure, 'kind' | 'sentence' | 'nextStep'> {
  return { kind, sentence, nextStep };
}
