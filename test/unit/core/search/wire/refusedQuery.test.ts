/** The reasons are those of Elasticsearch 6.8 and 8.11 and OpenSearch 2.19. */
import assert from 'node:assert/strict';
import { failureOf } from '../../../../../src/core/search/wire/searchFailure';
import { endpoint, json } from '../fakeHttpClient';

interface Cause {
  readonly type: string;
  readonly reason: string;
  readonly caused_by?: Cause;
}

function chain([first, ...inner]: readonly (readonly [type: string, reason: string])[]): Cause | undefined {
  if (first === undefined) return undefined;
  const [type, reason] = first;
  const below = chain(inner);
  return { type, reason, ...(below !== undefined && { caused_by: below }) };
}

/** The failure where all shards refuse a query: only the failed shard has the chain of causes. */
function refusal(...causes: readonly (readonly [type: string, reason: string])[]) {
  const [root] = causes;
  const error = {
    root_cause: [{ type: root?.[0], reason: root?.[1] }],
    type: 'search_phase_execution_exception',
    reason: 'all shards failed',
    failed_shards: [{ shard: 0, index: 'logs', reason: chain(causes) }],
  };
  return failureOf(json({ error }, 400), endpoint).failure;
}

/** The refusal of a query string. */
function refusedString(text: string, type: string, reason: string) {
  return refusal(
    ['query_shard_exception', `Failed to parse query [${text}]`],
    ['parse_exception', `Cannot parse '${text}': ${reason}`],
    [type, reason],
  );
}

const lexical = (column: number, behind: string) =>
  `Lexical error at line 1, column ${column}.  Encountered: <EOF>${behind} (in lexical state 2)`;
const encountered = (token: string, column: number) =>
  `Encountered ${token} at line 1, column ${column}.\nWas expecting one of:\n    <AND> ...\n    <OR> ...\n    `;

describe('refusedQuery: a query string that an engine could not read', () => {
  const quoted = /^\/ begins a regular expression, and : ends a field name\. Put the value in quotes/;
  const general = /^Check its operators, quotes, and brackets/;
  const cases: readonly (readonly [text: string, type: string, reason: string, place: string, hint: RegExp])[] = [
    [
      'dest_ip: 192.168.0.0/16',
      'token_mgr_error',
      lexical(24, ' after prefix "/16"'),
      ' at character 21, “/”.',
      quoted,
    ],
    ['dest_ip: 192.168.0.0/16', 'token_mgr_error', lexical(24, ' after : "/16"'), ' at character 21, “/”.', quoted],
    ['k:/var/log/ü', 'token_mgr_error', lexical(13, ' after prefix "/\\u00fc"'), ' at character 11, “/”.', quoted],
    ['/a/b/', 'token_mgr_error', lexical(6, ''), ' at character 5, “/”.', quoted],
    ['22:52:12', 'parse_exception', encountered('" ":" ": ""', 5), ' at character 6, “:”.', quoted],
    ['😀 a:b:c', 'parse_exception', encountered('" ":" ": ""', 6), ' at character 6, “:”.', quoted],
    ['k:"a', 'token_mgr_error', lexical(5, ' after prefix "\\"a"'), ' at character 3, “"”.', general],
    ['a]', 'token_mgr_error', lexical(3, ''), ' at character 2, “]”.', general],
    ['--ABC9', 'parse_exception', encountered('" "-" "- ""', 1), ' at character 2, “-”.', general],
    ['AND a', 'parse_exception', encountered('" <AND> "AND ""', 0), ' at character 1, “A”.', general],
    ['foo AND (bar', 'parse_exception', encountered('"<EOF>"', 12), ': something is missing at its end.', general],
    ['\\u12', 'parse_exception', 'Truncated unicode escape sequence.', '.', general],
    ['x', 'parse_exception', encountered('" "y" "y ""', 99), '.', general],
  ];
  for (const [text, type, reason, place, hint] of cases) {
    it(`is told where: ${text}`, () => {
      const told = refusedString(text, type, reason);
      assert.equal(told.sentence, `The query string is not valid${place}`);
      assert.match(told.nextStep, hint);
      assert.equal(told.detail, reason.split('\n')[0]?.replace(/\s+$/, ''));
    });
  }

  it('is one with too many clauses where it is that', () => {
    const told = refusedString('k0 k1', 'too_many_clauses', 'maxClauseCount is set to 1024');
    assert.equal(told.sentence, 'The query has more clauses than the server allows.');
    assert.equal(told.detail, 'maxClauseCount is set to 1024');
  });

  it('tells no secret that the server repeats', () => {
    const told = refusedString('a:b:changeme-test', 'parse_exception', encountered('" ":" ": changeme-test"', 3));
    assert.doesNotMatch(JSON.stringify(told), /changeme-test/);
  });
});

describe('refusedQuery: a query that an engine cannot run', () => {
  const type = 'The query does not fit the type of the field.';
  const ofNumber = 'The query has a text where a number is required.';
  const ofIp = 'The query has a value that is not an IP address.';
  const ofMath = 'The server could not parse the date math.';
  const ofPattern = 'The regular expression is not valid.';
  const ofIndex = 'The search exceeds a limit of the index.';
  const ofScript = 'The server does not run scripts of this kind.';
  const unnested = 'An index does not have a nested field at the path of the query or sort.';
  const unknown = 'An index does not have a field of the search.';
  const neutral = 'The server rejected the search.';
  const cases: readonly (readonly [sentence: string, nextStep: RegExp, reasons: readonly string[]])[] = [
    [ofNumber, /numeric field/, ['For input string: "abc"', 'For input string: ""']],
    [
      'A number is outside of the range of its field.',
      /can hold/,
      ['Value [[39 39]] is out of range for a long', '[float] supports only finite values, but got [Infinity]'],
    ],
    [ofIp, /CIDR/, ["'abc' is not an IP string literal.", 'Illegal prefix length [99] in [10.0.0.0/99]. Must be 0-32']],
    [
      'The query has a value that is not a Boolean.',
      /true or false/,
      ["Can't parse boolean value [yes], expected [true] or [false]"],
    ],
    [
      type,
      /^Search an IP field for an address, a range, or a CIDR block in quotes\.$/,
      [
        'Can only use prefix queries on keyword, text and wildcard fields - not on [ip] which is of type [ip]',
        'Can only use wildcard queries on keyword and text fields - not on [ip] which is of type [ip]',
      ],
    ],
    [
      type,
      /^Wildcards, regular expressions, and ~ require a text or keyword field/,
      [
        'Can only use regexp queries on keyword and text fields - not on [b] which is of type [boolean]',
        'Can only use fuzzy queries on keyword and text fields - not on [d] which is of type [date]',
      ],
    ],
    [
      type,
      /^Search another field, or in another way\.$/,
      [
        'Can only use interval queries on text fields - not on [k] which is of type [keyword]',
        'Can only use phrase prefix queries on text fields - not on [l] which is of type [long]',
        'Field [g] of type [geo_point] does not support match queries',
        'Geometry fields do not support exact searching, use dedicated geometry queries instead: [g]',
        'Binary fields do not support searching',
        'Field [k] is of unsupported type [keyword] for [geo_distance] query',
        'type [x.KeywordFieldMapper$KeywordFieldType@42] for field [k] is not supported for [geo_distance] queries. Must be',
        '[knn] queries are only supported on [dense_vector] fields',
        'more_like_this only supports text/keyword fields: [l]',
      ],
    ],
    [
      'The field is not indexed, so it cannot be searched.',
      /another field/,
      [
        'Cannot search on field [ni] since it is not indexed nor has doc values.',
        'Cannot search on field [ni] since it is both not indexed, and does not have doc_values enabled.',
      ],
    ],
    [
      'The field is indexed without positions, so it cannot be searched for phrases.',
      /words/,
      ['field:[no] was indexed without position data; cannot run PhraseQuery'],
    ],
    [
      unnested,
      /path/,
      [
        '[nested] failed to find nested object under path [plain]',
        '[nested] nested object under path [o] is not of nested type',
      ],
    ],
    [
      'The field to sort by is inside nested objects.',
      /path/,
      ['it is mandatory to set the [nested] context on the nested sort field: [n.a].'],
    ],
    [
      ofPattern,
      /server’s message/,
      [
        'unexpected end-of-string',
        "expected ')' at position 2",
        "expected '\"' at position 2",
        'integer expected at position 2',
        'end-of-string expected at position 3',
      ],
    ],
    [
      'The regular expression is too complex for the server.',
      /repetitions/,
      ['Determinizing ((a|b){1,60}){1,60} would require more than 10000 effort.'],
    ],
    [
      ofIndex,
      /raise the limit/,
      [
        'The length of regex [15] used in the [query_string] has exceeded the allowed maximum of [5]. This maximum can be set by changing the [index.max_regex_length] index level setting.',
        'The number of terms [5] used in the Terms Query request has exceeded the allowed maximum of [3]. This maximum can be set by changing the [index.max_terms_count] index level setting.',
      ],
    ],
    [ofScript, /Remove/, ['script_lang not supported [painless]', 'cannot execute [inline] scripts']],
    [
      unknown,
      /field name/,
      [
        'field [v] does not exist in the mapping',
        'failed to find geo field [p]',
        'failed to find mapper for [p] for geo distance based sort',
        'no mapping found for `zz` in order to collapse on',
      ],
    ],
    [
      'The fuzziness is not valid.',
      /0, 1, or 2/,
      ['fuzziness cannot be [x].', 'Valid edit distances are [0, 1, 2] but was [5]'],
    ],
    [
      ofMath,
      /now-1d\/d.*<logs-\{now\/d\}>/,
      [
        'unit [q] not supported for date math [/q]',
        'invalid dynamic name expression [x-{now/d>]. date math placeholder is open ended',
        'cannot parse empty date',
        'nothing captured',
      ],
    ],
    [
      'The server does not allow sorting or aggregations by _id.',
      /keyword field/,
      [
        'Fielddata access on the _id field is disallowed, you can re-enable it by updating the dynamic cluster setting: indices.id_field_data.enabled',
      ],
    ],
    [
      neutral,
      /server’s message/,
      [
        '[match] analyzer [nosuch] not found',
        'Cannot extract a term from a query of type class x.LongPoint$1: l:[1 TO 1]',
        'some cause that nobody knows',
      ],
    ],
  ];
  for (const [sentence, nextStep, reasons] of cases) {
    for (const reason of reasons) {
      it(`is told in words of its own: ${reason.slice(0, 60)}`, () => {
        for (const told of [
          refusal(
            ['query_shard_exception', `failed to create query: ${reason}`],
            ['illegal_argument_exception', reason],
          ),
          refusal(['query_shard_exception', 'failed to create query: {\n  "term" : {} }'], ['x_exception', reason]),
          refusal(['query_shard_exception', reason]),
          refusal(['parse_exception', reason]),
        ]) {
          assert.deepEqual([told.kind, told.sentence], ['rejected', sentence]);
          assert.match(told.nextStep, nextStep);
          assert.ok(told.detail?.includes(reason));
        }
      });
    }
  }

  it('is about its date where the date is what cannot be read, however deep', () => {
    const inner = 'failed to parse date field [x] with format [strict_date_optional_time||epoch_millis]: [again]';
    const told = refusal(
      ['query_shard_exception', `failed to create query: ${inner}`],
      ['parse_exception', inner],
      ['date_time_parse_exception', 'Failed to parse with all enclosed parsers'],
    );
    assert.equal(told.sentence, 'The server could not parse the date.');
  });
});
