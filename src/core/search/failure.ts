import type { Endpoint } from '../endpoint';
import type { HttpAnswer } from '../http/door';
import { type Failure, type FailureKind, RequestFailure } from '../http/failure';
import { serverText } from '../http/serverText';
import { type EngineError, readError } from './engineError';

type Words = readonly [kind: FailureKind, sentence: string, nextStep: string];

const noShardWords: Words = [
  'serverError',
  'No copy of the data can answer now.',
  'Check the health of the cluster, then search again.',
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
  [
    /^(?:search_timeout|time_exceeded|elasticsearch_timeout|receive_timeout_transport)_exception$/,
    ['timedOut', 'The engine ran out of time.', 'Search fewer indices, or for something narrower.'],
  ],
  [
    /^too_long_http_(?:line|header)_exception$/,
    ['rejected', 'The address or a header of the request is too long for the engine.', 'Shorten the index expression.'],
  ],
  [
    /^too_many_(?:clauses|buckets|nested_clauses)_?(?:exception)?$/,
    ['rejected', 'The search is larger than the engine allows.', 'Search for something narrower.'],
  ],
  [
    /^(?:parsing|x_content_parse|x_content_e_o_f|json_parse|json_e_o_f|named_object_not_found)_exception$/,
    ['rejected', 'The engine could not read the query.', 'Check the field and the text against what the engine says.'],
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
    /^(?:action_request_validation|illegal_argument|input_coercion|class_cast|invalid_index_name|bad_parameter)_exception$/,
    ['rejected', 'The engine refused the search.', 'Change the search as the engine says.'],
  ],
];

/** What is left where no type told more. */
function wordsByStatus(status: number, isEngine: boolean): Words {
  if (status === 401) {
    return [
      'unauthorized',
      'The engine does not accept the credentials.',
      'Edit the endpoint and check its credentials.',
    ];
  }
  if (status === 403) {
    return [
      'forbidden',
      'These credentials may not read what the search asks for.',
      'Search an index they may read, or ask for the right to read this one.',
    ];
  }
  if (status === 429) {
    return ['rateLimited', 'The server asks for fewer requests.', 'Wait a moment and search again.'];
  }
  if (status >= 300 && status < 400) {
    return ['redirected', 'The server sends the search to another address.', 'Edit the endpoint and check its URL.'];
  }
  if (status === 408 || status === 504) {
    return ['timedOut', 'The server ran out of time.', 'Search for something narrower, or try again later.'];
  }
  if (status >= 500) {
    return ['serverError', `The server failed with status ${status}.`, 'Try again later, or look at the server’s log.'];
  }
  if (!isEngine) {
    return [
      'notAnApi',
      `What answers here, with status ${status}, is not a search engine.`,
      'Edit the endpoint and check its URL: it is the address of the engine, not of its dashboard.',
    ];
  }
  return ['rejected', `The engine refused the search with status ${status}.`, 'Change the search as the engine says.'];
}

const htmlWords: Words = [
  'notAnApi',
  'A web page answered instead of the search engine.',
  'Edit the endpoint and check its URL; a login page may stand in front of the engine.',
];

const strangerWords: Words = [
  'notAnApi',
  'What answers here is not a search engine.',
  'Edit the endpoint and check its URL.',
];

const brokenWords: Words = [
  'malformed',
  'The answer is not complete JSON.',
  'Search again; if it stays so, a proxy in between may cut answers.',
];

/** The engine's own limit in its refusal of a page beyond the result window, of every version (surprise 5). */
const beyondWindow = /(?:Result window|Batch size) is too large.{0,200}?\[(\d{1,10})\] but was \[\d+\]/s;

/** Where the engine lets nobody page, as it said itself: `from + size` of a page may be at most this. */
export function windowLimit({ detail }: Failure): number | undefined {
  const limit = beyondWindow.exec(detail ?? '')?.[1];
  return limit === undefined ? undefined : Number(limit);
}

const grouped = new Intl.NumberFormat('en-US');

function wordsFor(answer: HttpAnswer, error: EngineError | undefined): Words {
  const { status } = answer;
  if (error === undefined) {
    const words = wordsByStatus(status, false);
    return words[0] === 'notAnApi' && isHtml(answer) ? htmlWords : words;
  }

  const limit = beyondWindow.exec(error.reason)?.[1];
  if (limit !== undefined) {
    return [
      'rejected',
      `Only the first ${grouped.format(Number(limit))} hits of this index can be paged through.`,
      'Search for something narrower, or start from a smaller offset.',
    ];
  }
  if (error.types.includes('security_exception')) return wordsByStatus(status, true);
  if (error.types.includes('cluster_block_exception')) {
    return status === 403
      ? [
          'forbidden',
          'An index of this search is blocked for reading.',
          'Lift the block in the engine, or leave the index out.',
        ]
      : ['serverError', 'The cluster is not ready to be read.', 'Check the health of the cluster, then search again.'];
  }
  for (const [type, words] of wordsByType) if (error.types.some((name) => type.test(name))) return words;
  // Without a cause: no shard was there to fail (recorded: index-unallocated on OpenSearch).
  if (status === 503 && error.types.includes('search_phase_execution_exception')) return noShardWords;
  // A string instead of an error object: the path or the method is unknown, so another service or version answers.
  return wordsByStatus(status, error.types.length > 0 || status === 406);
}

function isHtml({ headers, body }: HttpAnswer): boolean {
  return /^text\/html\b/i.test(headers['content-type'] ?? '') || /^\s*<(?:!doctype|html)\b/i.test(body.slice(0, 200));
}

function failure(
  answer: HttpAnswer,
  endpoint: Endpoint,
  [kind, sentence, nextStep]: Words,
  said: string,
): RequestFailure {
  const detail = serverText(said, endpoint);
  const { location } = answer.headers;
  return new RequestFailure({
    kind,
    sentence,
    nextStep,
    status: answer.status,
    ...(detail !== undefined && { detail }),
    ...(kind === 'redirected' && location !== undefined && { location }),
  });
}

/** The failure that a status of 300 or more means. The engine's own reason is its `detail`. */
export function failureOf(answer: HttpAnswer, endpoint: Endpoint): RequestFailure {
  const error = readError(answer.body);
  return failure(answer, endpoint, wordsFor(answer, error), error?.reason ?? (isHtml(answer) ? '' : answer.body));
}

/** The failure that a good status means where the body is no JSON, or not that of a search. */
export function failureOfBody(answer: HttpAnswer, endpoint: Endpoint, isJson: boolean): RequestFailure {
  if (isHtml(answer)) return failure(answer, endpoint, htmlWords, '');
  return failure(answer, endpoint, isJson ? strangerWords : brokenWords, answer.body);
}
