import assert from 'node:assert/strict';
import { runProbe } from '../../probe/program';
import type { SearchReport } from '../../probe/searchReport';
import { type SampleSearchEngine, type SearchEngineOptions, startSearchEngine } from '../../servers/search';

const probe = (...args: readonly string[]) => runProbe(['search', ...args]);

describe('search: the probe of a search engine', function () {
  this.timeout(60_000);
  const running: SampleSearchEngine[] = [];
  afterEach(async () => {
    for (const engine of running.splice(0)) await engine.close();
  });

  async function start(options: SearchEngineOptions = {}): Promise<SampleSearchEngine> {
    const engine = await startSearchEngine(options);
    running.push(engine);
    return engine;
  }

  /** What it prints, and nothing else. */
  async function report(...args: readonly string[]): Promise<SearchReport> {
    const { code, stdout, stderr } = await probe(...args);
    assert.deepEqual([code, stderr], [0, '']);
    return JSON.parse(stdout);
  }

  for (const [engine, family, version] of [
    ['elasticsearch-8.19.0', 'elasticsearch', '8.19.0'],
    ['opensearch-3.0.0', 'opensearch', '3.0.0'],
  ] as const) {
    it(`walks through a result of ${engine} and back`, async () => {
      const sample = await start({ engine, documents: 1_000 });
      const said = await report(sample.url, 'access-logs', '--size', '7', '--pages', '4');
      assert.deepEqual(Object.keys(said), [
        'engine',
        'version',
        'total',
        'forward',
        'backward',
        'same',
        'requests',
        'connections',
        'ms',
        'notes',
      ]);
      assert.deepEqual([said.engine, said.version], [family, version]);
      assert.deepEqual(said.total, { value: '1000', relation: 'eq' });
      assert.deepEqual(
        said.forward.map(({ from, asked, hits }) => [from, asked, hits]),
        [0, 7, 14, 21].map((from) => [from, 'from/size', 7]),
      );
      assert.deepEqual(said.backward, said.forward.slice(0, -1).toReversed());
      assert.equal(said.same, true);
      // The page after the last, asked for ahead, may be called off before it gets there.
      assert.ok(said.requests - sample.requests.length <= 1 && said.requests >= sample.requests.length);
      assert.equal(said.connections, sample.connections);
      assert.ok(said.connections <= 2, String(said.connections));
      assert.ok(Number.isSafeInteger(said.ms) && said.ms >= 0);
      assert.deepEqual(said.notes, []);
    });

    it(`goes past the window of ${engine} and all the way back`, async () => {
      const sample = await start({ engine, documents: 12_000 });
      const said = await report(sample.url, 'access-logs', '--size', '977', '--pages', '12');
      assert.equal(said.same, true);
      assert.deepEqual(
        said.forward.map(({ asked }) => asked),
        [...Array(10).fill('from/size'), 'point in time', 'point in time'],
      );
      assert.equal(said.backward.at(-1)?.from, 0);
      assert.ok(said.connections <= 2 && sample.connections <= 2, `${said.connections}, ${sample.connections}`);
      assert.equal(sample.openPits(), 0);
    });
  }

  it('searches for a text in a field, sorts, and stops where the result ends', async () => {
    const sample = await start({ documents: 1_000 });
    const said = await report(
      sample.url,
      'access-logs',
      'message',
      'timeout',
      '--sort',
      '@timestamp:desc',
      '--size',
      '10',
    );
    const total = Number(said.total?.value);
    assert.ok(total > 10 && total < 100, String(total));
    assert.equal(
      said.forward.reduce((sum, { hits }) => sum + hits, 0),
      total,
    );
    assert.ok(said.forward.every(({ asked }) => asked === 'point in time'));
    // As from the panel, which knows the type of the field.
    assert.ok(sample.requests.some(({ body }) => body?.includes('"unmapped_type":"date"')));
    assert.match(said.notes.join(), /The result ends, or can be paged no further, after \d pages\./);
    assert.equal(sample.openPits(), 0);
  });

  it('says what a result without hits is like', async () => {
    const sample = await start({ documents: 10 });
    const said = await report(sample.url, 'empty');
    assert.deepEqual(said.total, { value: '0', relation: 'eq' });
    assert.deepEqual(said.forward, [{ from: 0, asked: 'from/size', first: null, last: null, hits: 0 }]);
    assert.deepEqual([said.backward, said.same], [[], true]);
  });

  it('authenticates', async () => {
    const auth = { type: 'basic', username: 'reader', password: 'probe:test' } as const;
    const sample = await start({ auth, documents: 10 });
    assert.equal((await report(sample.url, 'access-logs', '--user', 'reader:probe:test')).same, true);
    const { code, stdout, stderr } = await probe(sample.url, 'access-logs', '--user', 'reader:hunter2');
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /did not accept the credentials/);
    assert.doesNotMatch(stderr, /hunter2/);
  });

  it('says why it cannot', async () => {
    const sample = await start({ documents: 10 });
    for (const [args, words] of [
      [[sample.url, 'nowhere'], /Index not found\./],
      [[sample.url, 'access-logs', '--sort', 'no-such-field'], /./],
    ] as const) {
      const { code, stdout, stderr } = await probe(...args);
      assert.deepEqual([code, stdout], [1, ''], stderr);
      assert.match(stderr, words);
    }
  });

  it('says how it is called where it is called otherwise', async () => {
    for (const args of [
      [],
      ['http://a.test'],
      ['http://a.test', 'logs', 'message'],
      ['http://a.test', 'logs', 'message', 'x', 'y'],
      ['http://a.test', 'logs', '--size', '0'],
      ['http://a.test', 'logs', '--size', '10001'],
      ['http://a.test', 'logs', '--pages', 'many'],
      ['http://a.test', 'logs', '--user', 'hunter2'],
      ['http://a.test', 'logs', '--password', 'hunter2'],
      ['ftp://a.test', 'logs'],
    ]) {
      const { code, stdout, stderr } = await probe(...args);
      assert.deepEqual([code, stdout], [2, ''], args.join(' '));
      assert.match(stderr, /^[^\n]+\.\nUsage: npm run probe -- search <url> <index> [^\n]+\n$/);
      assert.doesNotMatch(stderr, /hunter2/);
    }
  });
});
