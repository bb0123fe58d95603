import assert from 'node:assert/strict';
import type { FailureKind } from '../../../../src/core/http/failure';
import { indentJson } from '../../../../src/core/json/indent';
import { describePage } from '../../../../src/core/search/describePage';
import { searchSession } from '../../../../src/core/search/session';
import { type Recording, readRecordings } from '../../../recordings/read';
import { failureFrom, fakeDoor } from './fakeDoor';

const engines = ['elasticsearch-8.19.0', 'opensearch-3.0.0'] as const;

/** Every recorded call of `_search` is held against this client, whatever its family, but for these. */
const setAside: readonly [pattern: RegExp, why: string][] = [
  [/^(?:accept-yaml|yaml|yaml-error|format-bad)$/, 'YAML, which this client never asks for'],
  [/^filter-path/, 'a filtered answer, which this client never asks for'],
];

/** What a person is told of each refusal. The first pattern that fits decides; one that fits nothing fails. */
const refusals: readonly [pattern: RegExp, kind: FailureKind, sentence: RegExp][] = [
  [/^(?:window-over-10000|size-over-10000|pit-window)$/, 'rejected', /Only the first 10,000 hits/],
  [/^index-remote$/, 'notFound', /(?:no remote cluster|no index) of this name/],
  [
    /^(?:index-(?:missing|illegal|uppercase|date-math)|multi-one-missing|wildcard-no-match-refused)$/,
    'notFound',
    /no index of/,
  ],
  [/^(?:error-status-only|gzip-error|security-missing-index)$/, 'notFound', /no index of this name/],
  [/^(?:index-closed|multi-one-closed)$/, 'rejected', /is closed/],
  [/^(?:index-read-blocked.*|index-empty-name|index-remote-wildcard)$/, 'forbidden', /blocked for reading/],
  [/^index-unallocated/, 'serverError', /No copy of the data/],
  [/^(?:pit-expired|pit-search-closed.*)$/, 'notFound', /no longer holds/],
  [
    /^(?:malformed-json.*|json-.*|unknown-(?:key|query.*)|query-two-clauses|error-trace)$/,
    'rejected',
    /could not read the query/,
  ],
  [/^(?:query-(?!empty).*|uri-search-syntax|partial-query-refused)$/, 'rejected', /could not apply/],
  [/^(?:sort-unknown-field|sort-ubig.*|terms-many)$/, 'rejected', /could not apply/],
  [/^too-many-/, 'rejected', /larger than the engine allows/],
  [/^breaker-429$/, 'rateLimited', /too little memory/],
  [/^timeout-1ms-refused$/, 'timedOut', /ran out of time/],
  [/^(?:long-url|large-header)$/, 'rejected', /too long for the engine/],
  [/^method-/, 'notAnApi', /is not a search engine/],
  [/^typed-path$/, 'notAnApi', /is not a search engine/],
  [
    /^security-(?:none|api-key-(?:bogus|expired|revoked)|bearer|malformed|unknown|wrong)/,
    'unauthorized',
    /credentials/,
  ],
  [/^security-/, 'forbidden', /does not allow/],
  [/^ct-(?:form|missing|text)$/, 'rejected', /did not accept the request \(status 406\)/],
  [/^(?:from-negative|size-.*|sort-(?:bad-order|text-field|by-id))$/, 'rejected', /./],
  [
    /^(?:aggs-|search-after-|unknown-param|partial-|timeout-bad|total-as-int-limit|query-empty|warning-)/,
    'rejected',
    /./,
  ],
  // Other calls and forms that the engine of that version does not serve; what is told comes from the status alone.
  [
    /^(?:pit-|scroll-|compat-|ct-|bad-|slice|retriever|runtime-|knn|sort-|get-source|no-source|search-type)/,
    'rejected',
    /./,
  ],
];

/** These kinds stand in for `rejected` in the broad patterns, where the engine itself called it its own fault. */
const alsoBroad: readonly FailureKind[] = ['serverError', 'notFound', 'rateLimited', 'forbidden', 'notAnApi'];

interface Wire {
  readonly took?: number;
  readonly timed_out?: boolean;
  readonly terminated_early?: boolean;
  readonly _shards?: { readonly total: number; readonly successful: number; readonly failed: number };
  readonly hits: {
    readonly total?: number | { readonly value: number; readonly relation: string };
    readonly hits: readonly Record<string, unknown>[];
  };
}

function askedPage({ request }: Recording): { from: number; size: number } {
  try {
    const { from = 0, size = 10 } = JSON.parse(request.body ?? '{}');
    return { from: Math.max(0, Math.trunc(from)), size: Math.max(0, Math.trunc(Number(size))) };
  } catch {
    return { from: 0, size: 10 };
  }
}

/** Asks a session over a door that gives the recorded answer, for the page that was recorded. */
function replay(recording: Recording) {
  const session = searchSession(async () => fakeDoor(() => recording.response));
  return session.run({ index: 'access-logs', field: 'message', text: 'timeout', ...askedPage(recording) });
}

async function isTold(recording: Recording): Promise<void> {
  const wire: Wire = JSON.parse(recording.response.body);
  const page = await replay(recording);

  assert.equal(page.tookMs, wire.took);
  assert.deepEqual(
    page.hits.map(({ index, id, json }) => [index, id, JSON.parse(json)]),
    wire.hits.hits.map((hit) => [hit._index, hit._id, hit]),
  );
  let behind = 0;
  for (const { json, score } of page.hits) {
    const at = recording.response.body.indexOf(json, behind);
    assert.ok(at >= behind, 'a hit is the exact text received');
    behind = at + json.length;
    if (score !== undefined) assert.ok(json.includes(`"_score":${score}`) || json.includes(`"_score" : ${score}`));
    assert.equal(indentJson(json).replace(/\s/g, ''), json.replace(/\s/g, ''));
  }

  const { total } = wire.hits;
  const value = typeof total === 'object' ? total.value : total;
  const described = describePage(page);
  if (value === undefined || value < 0) {
    assert.equal(page.total, undefined);
    assert.doesNotMatch(described.range, / of /);
  } else {
    assert.equal(page.total?.value, value);
    const more = typeof total === 'object' && total.relation === 'gte' ? '+' : '';
    if (page.hits.length > 0) assert.ok(described.range.endsWith(` of ${value.toLocaleString('en-US')}${more}`));
  }
  assert.equal(described.rows.length, wire.hits.hits.length);

  const shards = wire._shards;
  const isPartial = shards !== undefined && (shards.failed > 0 || shards.successful < shards.total);
  assert.equal(page.warnings.length > 0, isPartial || wire.timed_out === true || wire.terminated_early === true);
}

async function isRefused(recording: Recording): Promise<void> {
  const failure = await failureFrom(() => replay(recording));
  const [pattern, kind, sentence] = refusals.find(([name]) => name.test(recording.case)) ?? [];
  assert.ok(pattern && kind && sentence, `nothing says what a person is told: ${failure.kind}: ${failure.sentence}`);
  const kinds = sentence.source === '.' ? [kind, ...alsoBroad] : [kind];
  assert.ok(kinds.includes(failure.kind), `${failure.kind}, not ${kind}: ${failure.sentence}`);
  assert.match(failure.sentence, sentence);
  assert.match(failure.nextStep, /^\p{Lu}.*\.$/u);
  const { error } = JSON.parse(recording.response.body);
  const reason = typeof error === 'string' ? error : error?.root_cause?.[0]?.reason;
  if (typeof reason === 'string') {
    const flat = reason.replace(/\s+/g, ' ').trim().slice(0, 200);
    assert.ok(failure.detail?.replace(/\s+/g, ' ').startsWith(flat), `the engine’s own reason: ${failure.detail}`);
  }
}

for (const engine of engines) {
  describe(`recorded searches of ${engine}`, () => {
    const recordings = [...readRecordings(engine).values()];
    const searches = recordings.filter(
      ({ request }) => /\/_search(?:\?|$)/.test(request.path) && request.method !== 'OPTIONS',
    );

    it('are there in number', () => assert.ok(searches.length > 250, `${searches.length}`));

    for (const recording of searches) {
      if (setAside.some(([pattern]) => pattern.test(recording.case))) continue;
      const isGood = recording.response.status === 200;
      it(`${recording.case} is ${isGood ? 'shown as received' : 'explained'}`, () =>
        isGood ? isTold(recording) : isRefused(recording));
    }
  });
}

describe('the list of recorded searches set aside', () => {
  for (const [pattern, why] of setAside) {
    it(`${pattern} still names recordings (${why})`, () => {
      for (const engine of engines) assert.ok([...readRecordings(engine).keys()].some((name) => pattern.test(name)));
    });
  }
});
