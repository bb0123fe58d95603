import assert from 'node:assert/strict';
import type { FailureKind } from '../../../../../src/core/base/errors/failure';
import { searchOf as searchOfQuestion } from '../../../../../src/core/search/query/searchOf';
import { emptyQuestion } from '../../../../../src/protocol/question';
import { type SampleSearchEngine, startSearchEngine } from '../../../../servers/search/index';
import type { Fault } from '../../../../servers/shared/faults';
import { failureFrom } from '../fakeHttpClient';
import { idsOf, pagerOf, searchOf, toTheBeginning } from './engines';

describe('sampleEngine: a pager of the sample engine', function () {
  this.timeout(30_000);
  let engine: SampleSearchEngine;
  before(async () => {
    engine = await startSearchEngine();
  });
  after(() => engine.close());
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    engine.faults.clear();
    for (const end of ends.splice(0)) await end();
  });
  const open = () => {
    const { pager, close } = pagerOf(engine);
    ends.push(() => pager.close(), close);
    return pager;
  };
  const search = searchOf({ query: { match: { level: 'info' } } }, { index: 'access-logs', size: 100 });

  it('has hits for all words between two spaces, whatever an analyzer takes apart there', async () => {
    const texts = ['level=error', 'level ok', 'an error', '错误日志', '日本', "don't"];
    engine.createIndex(
      'texts',
      texts.map((text) => ({ id: text, source: JSON.stringify({ text }) })),
    );
    for (const [text, found] of [
      ['level=error', ['level=error']],
      ['error;level', ['level=error']],
      ['错误', ['错误日志']],
      ['日志', ['错误日志']],
      ["don't", ["don't"]],
      ['level', ['level ok', 'level=error']],
    ] as const) {
      const pager = open();
      const page = await pager.run(searchOfQuestion({ ...emptyQuestion, index: 'texts', text }, 0, new Date()));
      assert.deepEqual(page.hits.map(({ id }) => id).toSorted(), found, text);
    }
  });

  it('walks across the window of 10,000 and back over the very same pages', async () => {
    const pager = open();
    await pager.run(search, { from: 9_450 });
    for (let turn = 0; turn < 10; turn++) await pager.turn('next');
    const there = (await toTheBeginning(pager)).reverse();
    assert.equal(there[0]?.from, 0);
    await pager.turn({ offset: 9_450 });
    const again = [pager.page ?? assert.fail()];
    for (let turn = 0; turn < 10; turn++) again.push(await pager.turn('next'));
    assert.equal(new Set(again.flatMap(idsOf)).size, again.flatMap(idsOf).length);
    const seen = new Map(again.map((page) => [page.from, idsOf(page)]));
    for (const page of there) assert.deepEqual(seen.get(page.from) ?? idsOf(page), idsOf(page));
  });

  it('never creates a document, whatever the index is called', async () => {
    await failureFrom(() => open().run({ ...search, index: 'access-logs/_doc' }));
    assert.deepEqual(engine.documentsCreated, []);
  });

  const spoilt: readonly [fault: Fault, kind: FailureKind][] = [
    [{ kind: 'html' }, 'notAnApi'],
    [{ kind: 'truncate', framing: 'length' }, 'reset'],
    [{ kind: 'truncate', framing: 'chunked' }, 'reset'],
    [{ kind: 'reset', when: 'midBody' }, 'reset'],
    [{ kind: 'unauthorized', challenge: 'Basic realm="security"' }, 'unauthorized'],
  ];
  for (const [fault, kind] of spoilt) {
    it(`keeps its page and its place through: ${JSON.stringify(fault)}`, async () => {
      const pager = open();
      const first = await pager.run(search);
      engine.faults.add({ path: { prefix: '/' }, fault });
      assert.equal((await failureFrom(() => pager.turn('next'))).kind, kind);
      assert.deepEqual(pager.page, first);
      engine.faults.clear();
      assert.equal((await pager.turn('next')).from, 100);
    });
  }

  it('says what the engine says of an index that is not there', async () => {
    const failure = await failureFrom(() => open().run({ ...search, index: 'missing' }));
    assert.equal(failure.kind, 'notFound');
    assert.equal(failure.detail, 'no such index [missing]');
  });
});
