import assert from 'node:assert/strict';
import { isRequestFailure } from '../../../../../src/core/base/errors/failure';
import type { SearchPage } from '../../../../../src/core/search/paging/pager';
import { describeHitJob } from '../../../../../src/core/search/read/describeHit';
import { describePage } from '../../../../../src/core/search/read/describePage';
import { describeTable } from '../../../../../src/core/search/read/describeTable';
import type { ReadRow } from '../../../../../src/core/search/read/readTable';
import type { HitPage } from '../../../../../src/protocol/resultPage';
import { type Recording, readRecordings } from '../../../../recordings/read';
import { type Engine, engines, versionOf } from './engines';
import { pageOf } from './read';

function recorded(engine: Engine, name: string): Recording {
  const recording = readRecordings(engine).get(name);
  assert.ok(recording, `${name} of ${engine}`);
  return recording;
}

/** The engines that have a case. */
function having(name: string): Engine[] {
  return engines.filter((engine) => readRecordings(engine).has(name));
}

function shown(page: SearchPage): HitPage {
  return describePage(page, { columns: [], fields: [] });
}

function read(page: SearchPage, columns: readonly string[]): readonly ReadRow[] {
  return describeTable(page, { columns, fields: [] }).rows;
}

/** What a person is told of a case: why it failed, else what stands above and beside the hits. */
function told(engine: Engine, name: string): string {
  try {
    const { range, partial, notes } = shown(pageOf(recorded(engine, name)));
    return [range, ...partial, ...notes].join(' | ');
  } catch (error) {
    if (!isRequestFailure(error)) throw error;
    return `${error.failure.kind}: ${error.failure.sentence}`;
  }
}

/** What is told of a case, by the versions that it is told for. */
function toldByVersion(name: string): Record<string, string> {
  const versions: Record<string, string> = {};
  for (const engine of having(name)) {
    const words = told(engine, name);
    versions[words] = [versions[words], versionOf(engine)].filter((part) => part !== undefined).join(' ');
  }
  return versions;
}

const all = '6.8 7.17 8.11 8.19 9.1 2.19 3.0';

// docs/engines.md, "Totals"
describe('engineDifferences: what is told of totals in all their shapes', () => {
  const totals: readonly [name: string, told: Record<string, string>][] = [
    ['first-page', { '1–10 of 1,868': all }],
    ['total-default-over-10000', { '1 of 25,000': '6.8', '1 of 10,000+': '7.17 8.11 8.19 9.1 2.19 3.0' }],
    ['total-true', { '1 of 25,000': all }],
    ['total-false', { '1': all }],
    ['total-as-int', { '1 of 25,000': all }],
    ['total-as-int-false', { '1': all }],
    [
      'total-limit',
      {
        'rejected: Invalid query.': '6.8',
        '1 of 100+': '7.17 8.11 8.19 9.1 2.19 3.0',
      },
    ],
    [
      'wildcard-no-match-as-int',
      { 'No hits | No index was searched: none matches, or this user is not allowed to read those that do.': all },
    ],
    ['count-via-size-0-false', { 'No hits requested': all }],
  ];
  for (const [name, expected] of totals) {
    it(name, () => assert.deepEqual(toldByVersion(name), expected));
  }
});

// docs/engines.md, "Error statuses"
describe('engineDifferences: what is told of one mistake with another status in each version', () => {
  const mistakes: readonly [name: string, told: string][] = [
    ['window-over-10000', 'rejected: Paging through this index is limited to the first 10,000 hits.'],
    ['size-over-10000', 'rejected: Paging through this index is limited to the first 10,000 hits.'],
    ['malformed-json', 'rejected: Invalid query.'],
    ['search-after-with-from', 'rejected: The server rejected the search.'],
    ['scroll-too-many', 'rateLimited: The server is keeping too many search results open.'],
    ['breaker-429', 'rateLimited: The server does not have enough memory for this search.'],
    ['too-many-buckets', 'rejected: The search exceeds a limit of the server.'],
    ['timeout-1ms-refused', 'timedOut: The search timed out on the server.'],
    ['sort-type-clash', 'rejected: The field to sort by has different types in different indices.'],
  ];
  for (const [name, expected] of mistakes) {
    it(`is the same for ${name}`, () => {
      assert.deepEqual(toldByVersion(name), { [expected]: all });
      assert.ok(new Set(engines.map((engine) => recorded(engine, name).response.status)).size > 1);
    });
  }

  it('is read from an error that is a string, too', () => {
    assert.deepEqual(toldByVersion('method-put'), { 'notAnApi: The server at this URL is not a search engine.': all });
    assert.deepEqual(toldByVersion('ct-missing'), {
      'rejected: http://127.0.0.1:9200 rejected the request (status 406).': all,
    });
  });
});

// docs/engines.md, "Stored documents"
describe('engineDifferences: documents as they were stored', () => {
  const numbers = ['i', 'u', 'huge', 'd', 'e', 'z', 'f', 'one'];
  const sent = [
    '9007199254740993',
    '18446744073709551615',
    '123456789012345678901234567890',
    '1.10',
    '1e2',
    '-0.0',
    '0.1000000000000000055511151231257827',
    '1.0',
  ];

  for (const engine of engines) {
    it(`have every digit in the table and in the tree, of ${engine}`, () => {
      const page = pageOf(recorded(engine, 'doc-raw-numbers'));
      const cells = read(
        page,
        numbers.map((name) => `raw.${name}`),
      )[0]?.cells;
      assert.deepEqual(
        cells?.map(({ kind, text }) => [kind, text]),
        sent.map((text) => ['number', text]),
      );
      const { nodes, json } = describeHitJob.run(page.hits[0]?.json ?? '', []);
      const lines = nodes.filter(({ path, depth }) => path.startsWith('raw.') && depth === 1);
      assert.deepEqual(
        lines.map(({ name, cell }) => [name, cell.text]).slice(0, numbers.length),
        numbers.map((name, at) => [name, sent[at]]),
      );
      for (const digits of sent) assert.ok(json.includes(`: ${digits}`), digits);
    });

    it(`are shown as the engine rewrote them where fields were chosen, of ${engine}`, () => {
      const page = pageOf(recorded(engine, 'doc-raw-numbers-filtered'));
      const cells = read(page, ['raw.i', 'raw.huge', 'raw.d', 'raw.e', 'raw.f', 'raw.n', 'raw.gone'])[0]?.cells;
      assert.deepEqual(
        cells?.map(({ kind, text }) => [kind, text]),
        [
          ['number', '9007199254740993'],
          ['number', '123456789012345678901234567890'],
          ['number', '1.1'],
          ['number', '100.0'],
          ['number', '0.1'],
          ['null', 'null'],
          ['absent', ''],
        ],
      );
    });

    it(`show half a character, and names that JavaScript has for itself, of ${engine}`, () => {
      const halves = pageOf(recorded(engine, 'doc-odd-ids'));
      const half = halves.hits.find(({ id }) => id === 'lone-surrogate');
      const name = describeHitJob.run(half?.json ?? '', []).nodes.find((node) => node.name === 'name');
      assert.equal(name?.cell.text, 'lone \\ud800 surrogate lamp');

      const odd = [
        'a.b.c',
        'a.b.d',
        '__proto__',
        'constructor',
        'toString',
        'emoji😀',
        'it\'s "quoted"',
        'back\\slash',
        'hasOwnProperty',
      ];
      const cells = read(pageOf(recorded(engine, 'doc-odd-fields')), odd)[0]?.cells;
      assert.deepEqual(
        cells?.map(({ text }) => text),
        ['dotted name', 'object beside dotted', 'p', 'q', 'o', 'w', 'y', 'u', ''],
      );
    });
  }
});

// docs/engines.md, "Sorting by _id"
describe('engineDifferences: what is told of a sort that only some versions take', () => {
  it('is the refusal of _id from Elasticsearch 8 on', () => {
    assert.deepEqual(toldByVersion('sort-by-id'), {
      '1–2 of 62': '6.8 7.17 2.19 3.0',
      'rejected: The server does not allow sorting or aggregations by _id.': '8.11 8.19 9.1',
    });
  });

  it('is the refusal of _shard_doc outside a point in time, before Elasticsearch 8.19 and on OpenSearch', () => {
    assert.deepEqual(toldByVersion('sort-shard-doc-no-pit'), {
      'rejected: An index does not have the field to sort by.': '6.8 2.19 3.0',
      'rejected: The server rejected the search.': '7.17 8.11',
      '1–2 of 10,000+': '8.19 9.1',
    });
  });
});

// docs/engines.md, "Missing shards"
describe('engineDifferences: what is told of a search over shards that are not there', () => {
  it('is that hits may be missing, whether the engine tells of a failure or not', () => {
    assert.deepEqual(toldByVersion('index-unallocated-partial'), {
      '1 of 12 | 2 of 3 shards did not respond, so hits may be missing.': '6.8 2.19 3.0',
      '1 of 12 | 2 of 3 shards failed: no copy of the data is available (unallocated).': '7.17 8.11 8.19 9.1',
    });
  });
});

// docs/engines.md, "Timeouts"
describe('engineDifferences: what is told of a search that ran out of time', () => {
  it('is that hits may be missing, or that it failed', () => {
    assert.deepEqual(toldByVersion('timeout-1nanos'), {
      'No hits | The search timed out on the server, so hits may be missing.': '6.8 7.17 8.11 8.19 9.1',
      'timedOut: The search timed out on the server.': '2.19',
      '1 of 8,264 | 2 of 3 shards failed: timed out (access-logs).': '3.0',
    });
    assert.equal(JSON.parse(recorded('opensearch-3.0.0', 'timeout-1nanos').response.body).timed_out, false);
  });
});

// docs/engines.md, "Content types"
describe('engineDifferences: plain JSON both ways, without a compatible version', () => {
  it('is taken by every engine', () => {
    for (const engine of engines) {
      const { request } = recorded(engine, 'first-page');
      const type = Object.entries(request.headers).find(([name]) => name.toLowerCase() === 'content-type');
      assert.equal(type?.[1], 'application/json');
    }
    assert.deepEqual(toldByVersion('first-page'), { '1–10 of 1,868': all });
  });

  it('is what a refusal of anything else leads back to', () => {
    assert.deepEqual(toldByVersion('compat-8-accept-only'), {
      '1 of 1,868': '6.8 7.17 2.19 3.0',
      'rejected: http://127.0.0.1:9200 rejected the request (status 400).': '8.11 8.19 9.1',
    });
  });
});

// docs/engines.md, "Response headers"
describe('engineDifferences: an answer of any version', () => {
  const kinds = new Set(
    engines.map((engine) => JSON.stringify(Object.keys(recorded(engine, 'first-page').response.headers))),
  );

  it('is read whatever its headers are', () => {
    assert.ok(kinds.size > 2, 'the versions send different headers');
    for (const engine of engines) {
      const { request, response, ...rest } = recorded(engine, 'first-page');
      const bare = pageOf({ ...rest, request, response: { ...response, headers: {} } });
      assert.deepEqual(bare, pageOf({ ...rest, request, response }));
    }
  });

  it('is JSON also where HTML or plain text was wished for', () => {
    assert.deepEqual(toldByVersion('accept-browser'), {
      '1 of 10,000+': '7.17 8.11 8.19 9.1 2.19 3.0',
      '1 of 25,000': '6.8',
    });
    assert.deepEqual(Object.values(toldByVersion('accept-text')).join(' ').split(' ').sort(), all.split(' ').sort());
  });
});

// docs/engines.md, "Highlights"
describe('engineDifferences: what an engine marks as matching', () => {
  const words = (text: string, marks: readonly (readonly [number, number])[] = []) =>
    marks.map(([from, to]) => text.slice(from, to));

  for (const engine of engines) {
    it(`is told apart from HTML in the document, of ${engine}`, () => {
      const cell = read(pageOf(recorded(engine, 'highlight-html-default')), ['description'])[0]?.cells[0];
      // Marked by <em>, which a document may hold itself: such marks are not believed.
      assert.equal(cell?.text, "<script>alert('xss')</script> lamp & <b>bold</b> \"quoted\" 'single' </textarea>");
      assert.equal(cell?.marks, undefined);
    });

    it(`is marked where private-use characters stood, and without them, of ${engine}`, () => {
      const rows = read(pageOf(recorded(engine, 'highlight-private-tags')), ['name', 'description']);
      assert.deepEqual(
        rows.slice(0, 2).map(({ cells }) => cells.map(({ text, marks }) => [text, words(text, marks)])),
        [
          [
            ['lone \ufffd surrogate lamp', ['lamp']],
            ['', []],
          ],
          [
            ['lamp; "csv", quote""s', ['lamp']],
            ['a,b;c d "e" \'f\' lamp', ['lamp']],
          ],
        ],
      );
      assert.doesNotMatch(JSON.stringify(rows), /[\ue000\ue001]/);
    });
  }
});

describe('engineDifferences: other differences of the versions', () => {
  // docs/engines.md, "Ignored fields"
  it('show the fields that were too long to be indexed, where the engine tells them', () => {
    const isTold = Object.fromEntries(
      engines.map((engine) => {
        const hit = pageOf(recorded(engine, 'doc-ignored-2')).hits[0];
        const ignored = describeHitJob.run(hit?.json ?? '', []).nodes.find(({ name }) => name === '_ignored');
        return [versionOf(engine), ignored?.cell.text];
      }),
    );
    const short = '["short_kw"]';
    assert.deepEqual(isTold, {
      '6.8': undefined,
      '7.17': short,
      '8.11': short,
      '8.19': short,
      '9.1': short,
      '2.19': undefined,
      '3.0': undefined,
    });
  });

  it('tell the refusal of fields where there is no source', () => {
    assert.deepEqual(toldByVersion('no-source-index-fields-api'), {
      'rejected: Invalid query.': '6.8',
      'rejected: The server rejected the search.': '7.17 2.19 3.0',
      '1–3 of 12': '8.11 8.19 9.1',
    });
  });

  // docs/engines.md, "Missing shards"
  it('count shards that were skipped as those that answered', () => {
    assert.deepEqual(toldByVersion('skipped-shards'), { 'No hits': all });
    assert.ok(engines.some((engine) => /"skipped":[1-9]/.test(recorded(engine, 'skipped-shards').response.body)));
  });

  // docs/engines.md, "Nothing searched"
  it('tell that nothing was searched where a closed index was to be left out', () => {
    const nothing = 'No hits | No index was searched: none matches, or this user is not allowed to read those that do.';
    assert.deepEqual(toldByVersion('index-closed-ignored'), { [nothing]: all });
  });

  // docs/engines.md, "Early stops"
  it('tell of an early stop only where it happened, and only who asked for it', () => {
    const early = 'The search stopped early because of terminate_after, so hits may be missing.';
    assert.deepEqual(
      having('terminate-after')
        .filter((engine) => told(engine, 'terminate-after').includes(early))
        .map(versionOf),
      ['6.8', '7.17', '9.1', '2.19', '3.0'],
    );
    assert.match(recorded('elasticsearch-8.19.0', 'terminate-after').response.body, /"terminated_early":false/);
    assert.match(recorded('opensearch-3.0.0', 'aggs').response.body, /"terminated_early":true/);
    assert.equal(told('opensearch-3.0.0', 'aggs'), '0 of 10,000+');
  });

  it('tell that one index that may not be read takes the whole wildcard with it', () => {
    assert.deepEqual(toldByVersion('index-read-blocked-wildcard'), {
      'forbidden: Reading is blocked for one of the indices.': all,
    });
  });
});

// docs/engines.md, "Permissions"
describe('engineDifferences: what is told of rights', () => {
  const secured = 'elasticsearch-8.19.0';
  const rights: readonly [name: string, told: string][] = [
    ['security-none', 'unauthorized: http://127.0.0.1:9200 requires credentials (Basic, ApiKey).'],
    ['security-none-missing-index', 'unauthorized: http://127.0.0.1:9200 requires credentials (Basic, ApiKey).'],
    ['security-wrong-password', 'unauthorized: http://127.0.0.1:9200 did not accept the credentials.'],
    ['security-user-allowed', '1 of 5'],
    ['security-user-forbidden', 'forbidden: http://127.0.0.1:9200 denied access (status 403).'],
    ['security-user-forbidden-missing', 'forbidden: http://127.0.0.1:9200 denied access (status 403).'],
    ['security-user-forbidden-mixed', 'forbidden: http://127.0.0.1:9200 denied access (status 403).'],
    ['security-user-forbidden-mixed-ignored', '1 of 5'],
    ['security-user-wildcard', '1 of 5'],
    [
      'security-user-wildcard-none',
      'No hits | No index was searched: none matches, or this user is not allowed to read those that do.',
    ],
    ['security-norole-wildcard', 'forbidden: http://127.0.0.1:9200 denied access (status 403).'],
    ['security-api-key-alias', 'forbidden: http://127.0.0.1:9200 denied access (status 403).'],
  ];
  for (const [name, expected] of rights) it(name, () => assert.equal(told(secured, name), expected));
});
