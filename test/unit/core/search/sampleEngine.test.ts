import assert from 'node:assert/strict';
import type { FailureKind } from '../../../../src/core/http/failure';
import { describePage } from '../../../../src/core/search/describePage';
import { type SearchPage, searchSession } from '../../../../src/core/search/session';
import { type SampleSearchEngine, startSearchEngine } from '../../../servers/search/index';
import type { Fault } from '../../../servers/shared/faults';
import { endedAfterEach } from '../http/doors';
import { failureFrom } from './fakeDoor';

describe('a search of the sample engine', () => {
  const test = endedAfterEach();
  let engine: SampleSearchEngine;
  before(async () => {
    engine = await startSearchEngine();
  });
  after(() => engine.close());
  afterEach(() => engine.faults.clear());

  const open = () => {
    const door = test.door(engine.url);
    return searchSession(async () => door);
  };
  const query = { index: 'access-logs', field: 'level', text: 'error', from: 0, size: 100 };
  const ids = (page: SearchPage) => page.hits.map(({ index, id }) => `${index}/${id}`);

  it('walks forth to the end of the window and back over the very same pages', async () => {
    const session = open();
    const forth = [ids(await session.run({ ...query, text: 'info', from: 9_450 }))];
    while (session.page?.hasNext) forth.push(ids(await session.turn('next')));
    assert.equal(session.page?.limit, 10_000);
    assert.equal(describePage(session.page).range, '9,951–10,000 of 10,000+');
    const back = [forth.at(-1)];
    for (let turn = 1; turn < forth.length; turn++) back.push(ids(await session.turn('previous')));
    assert.deepEqual(back.reverse(), forth);
    assert.equal(new Set(forth.flat()).size, 550);
  });

  it('never creates a document, whatever the index is called', async () => {
    await failureFrom(() => open().run({ ...query, index: 'access-logs/_doc' }));
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
      const session = open();
      const first = await session.run(query);
      engine.faults.add({ path: { prefix: '/' }, fault });
      assert.equal((await failureFrom(() => session.turn('next'))).kind, kind);
      assert.equal(session.page, first);
      engine.faults.clear();
      assert.equal((await session.turn('next')).query.from, 100);
    });
  }

  it('says what the engine says of an index that is not there', async () => {
    const failure = await failureFrom(() => open().run({ ...query, index: 'missing' }));
    assert.equal(failure.kind, 'notFound');
    assert.equal(failure.detail, 'no such index [missing]');
  });
});
