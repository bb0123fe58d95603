/** Why a person may miss hits, of every recorded answer of which that is so. All others are told as whole. */
export interface Partial {
  /** Names of cases; behind an @ the versions that answer it so. */
  readonly cases: readonly string[];
  readonly sentences: readonly string[];
}

const sortedByText = ['alias-sort-conflict', 'partial-error-trace', 'partial-sort', 'pit-partial'];

const at = (versions: string) => (name: string) => `${name} @ ${versions}`;

export const partials: readonly Partial[] = [
  {
    cases: ['index-unallocated-partial @ 7.17 8.11 8.19 9.1', 'pit-search-partial-allowed @ 8.19 9.1'],
    sentences: ['2 of 3 shards failed: no copy of the data is available (unallocated).'],
  },
  {
    // No failure is told there: the shards are only missing from those that answered.
    cases: ['index-unallocated-partial @ 6.8 2.19 3.0'],
    sentences: ['2 of 3 shards did not respond, so hits may be missing.'],
  },
  {
    cases: ['pit-one-index-deleted @ 7.17 8.11 8.19 9.1'],
    sentences: ['1 of 2 shards failed: no copy of the data is available (short-lived).'],
  },
  {
    cases: ['partial-query @ 6.8'],
    sentences: [
      '3 of 4 shards failed: failed to create query: { "term" : { "code" : { "value" : "abc", "boost" : 1.0 } } }: For input string: "abc" (access-logs).',
    ],
  },
  {
    cases: ['partial-query @ 7.17 8.11 8.19 9.1 2.19 3.0'],
    sentences: ['3 of 4 shards failed: failed to create query: For input string: "abc" (access-logs).'],
  },
  {
    cases: sortedByText.slice(0, 3).map(at('6.8')),
    sentences: [
      '1 of 4 shards failed: Fielddata is disabled on text fields by default. Set fielddata=true on [code] in order to load fielddata in memory by uninverting the inverted index. Note that this can however use significant memory. Alternatively use a keyword field instead (products).',
    ],
  },
  {
    cases: sortedByText.map(at('7.17 2.19 3.0')),
    sentences: [
      '1 of 4 shards failed: Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [code] in order to load field data by uninverting the inverted index… (products).',
    ],
  },
  {
    cases: sortedByText.map(at('8.11 8.19 9.1')),
    sentences: [
      '1 of 4 shards failed: Fielddata is disabled on [code] in [products]. Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [code] in order to lo… (products).',
    ],
  },
  {
    cases: ['partial-sort-unmapped'],
    sentences: ['1 of 4 shards failed: No mapping found for [Duration] in order to sort on (products).'],
  },
  {
    cases: [
      'timeout-1ms @ 6.8 7.17 8.11 8.19 9.1',
      'timeout-1micros @ 6.8 7.17 8.11 8.19 9.1',
      'timeout-1nanos @ 6.8 7.17 8.11 8.19 9.1',
    ],
    sentences: ['The search timed out on the server, so hits may be missing.'],
  },
  {
    cases: ['timeout-1nanos @ 3.0'],
    sentences: ['2 of 3 shards failed: timed out (access-logs).'],
  },
  {
    cases: ['terminate-after @ 6.8 7.17 9.1 2.19 3.0', 'terminate-after-total @ 6.8 7.17 9.1 2.19 3.0'],
    sentences: ['The search stopped early because of terminate_after, so hits may be missing.'],
  },
];
