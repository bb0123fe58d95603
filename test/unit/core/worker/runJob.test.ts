import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRequestFailure } from '../../../../src/core/http/failure';
import { longestHere } from '../../../../src/core/worker/jobs';
import { doHere, runJob } from '../../../../src/core/worker/runJob';
import { endpoint } from '../search/fakeDoor';

/** A hit with so many small objects. */
const hitOf = (many: number): string =>
  `{"_index":"logs","_id":"1","_score":1.10,"_source":{"RouterName":"web@file","é":9007199254740993,"items":[${Array.from({ length: many }, (_, at) => `{"n":${at}}`).join()}]}}`;
const answerOf = (hit: string): string =>
  `{"took":1,"hits":{"total":{"value":1,"relation":"eq"},"hits":[${hit}]},"aggregations":{"a":{"value":1.10}}}`;

/** Runs in another thread, however short the text is. */
const far = { length: Number.MAX_SAFE_INTEGER };

async function failureOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (isRequestFailure(error)) return error.failure.kind;
    throw error;
  }
  return 'none';
}

describe('a job on a long text', () => {
  const hit = hitOf(50);
  const body = answerOf(hit);

  it('comes to the same in another thread as in this one', async () => {
    const fields = [{ name: 'é', types: ['long'], isSearchable: true, isAggregatable: true }];
    const page = { hits: [{ index: 'logs', id: '1', score: '1.10', json: hit }], from: 0, search: { body: '{}' } };
    const same = async <T>(here: T, there: Promise<T>): Promise<void> => assert.deepEqual(await there, here);
    await same(doHere('readPlaces', [body, endpoint]), runJob('readPlaces', [body, endpoint], far));
    await same(doHere('textPlaces', [body, endpoint, true]), runJob('textPlaces', [body, endpoint, true], far));
    const look = { columns: ['RouterName', 'é', 'items.n'], fields };
    await same(doHere('describeTable', [page, look]), runJob('describeTable', [page, look], far));
    await same(doHere('describeHit', [hit, fields]), runJob('describeHit', [hit, fields], far));
    await same(doHere('valueIn', [hit, 'items.n']), runJob('valueIn', [hit, 'items.n'], far));
    await same(doHere('routerInHit', [hit, []]), runJob('routerInHit', [hit, []], far));
    await same(doHere('csvRow', [hit, ['_id', 'é'], false]), runJob('csvRow', [hit, ['_id', 'é'], false], far));
    await same(doHere('lineOf', [hit]), runJob('lineOf', [hit], far));
    await same(doHere('maskJson', ['{"password":"x"}']), runJob('maskJson', ['{"password":"x"}'], far));
    const hop = `{"_shards":{"total":2,"failed":1},"hits":{"hits":[{"sort":[9007199254740993,"é"]},{"sort":[1.10]}]}}`;
    await same(doHere('readHop', [hop, endpoint]), runJob('readHop', [hop, endpoint], far));
    assert.deepEqual(doHere('readHop', [hop, endpoint])?.sorts, ['[9007199254740993,"é"]', '[1.10]']);
    const caps = '{"fields":{"a":{"long":{"type":"long","searchable":true,"aggregatable":true}}}}';
    const mapping = '{"i":{"mappings":{"properties":{"a":{"type":"long"}}}}}';
    const own = '{"i":{"mappings":{"a":{"full_name":"a","mapping":{"a":{"type":"date","format":"epoch_second"}}}}}}';
    const resolved = '{"indices":[{"name":"i"}],"aliases":[],"data_streams":[]}';
    for (const [name, text] of [
      ['fieldsInCapabilities', caps],
      ['fieldsInMapping', mapping],
      ['detailsInMapping', own],
      ['namesInResolve', resolved],
      ['namesInAliases', '{"i":{"aliases":{"b":{}}}}'],
      ['namesInCat', '[{"index":"i","status":"close"}]'],
    ] as const) {
      assert.ok(doHere(name, [text]) !== undefined, name);
      await same<unknown>(doHere(name, [text]), runJob(name, [text], far));
      assert.equal(await runJob(name, ['{"'], far), undefined);
    }
    const there = await runJob('headOfDocument', [hit, 50], far);
    const here = doHere('headOfDocument', [hit, 50]);
    assert.deepEqual([Buffer.from(there.head), there.size], [Buffer.from(here.head), here.size]);
  });

  it('gets texts whole that are sent in pieces, also where a piece ends within a character', async () => {
    for (const before of ['', ' ']) {
      const long = `${before}{"_source":{"a":"${'😀'.repeat(2 ** 22 + 7)}"}}`;
      const { length } = long;
      assert.equal(await runJob('valueIn', [long, 'a'], { length }), doHere('valueIn', [long, 'a']));
      assert.equal(await runJob('valueIn', [hit, 'é'], far), doHere('valueIn', [hit, 'é']));
    }
  });

  it('fails there as it would here', async () => {
    assert.equal(await runJob('readPlaces', ['{"hits":', endpoint], far), 'not JSON');
    assert.equal(await runJob('readHop', ['{"hits":', endpoint], far), undefined);
    await assert.rejects(runJob('csvRow', ['{"_source":{"a":"\\x"}}', ['a'], true], far), SyntaxError);
  });

  it('ends at once when it is canceled, whatever it is at', async () => {
    const long = answerOf(hitOf(400_000));
    const cancel = new AbortController();
    const work = runJob('readPlaces', [long, endpoint], { length: long.length, signal: cancel.signal });
    let isOver = false;
    const over = failureOf(work).finally(() => {
      isOver = true;
    });
    await sleep(20);
    assert.equal(isOver, false);
    cancel.abort();
    await Promise.resolve();
    assert.equal(await over, 'cancelled');
    assert.equal(
      await failureOf(runJob('readPlaces', [long, endpoint], { length: 1, signal: cancel.signal })),
      'cancelled',
    );
  });

  it('waits for its turn where many are asked for, and leaves when it is canceled', async () => {
    const cancel = new AbortController();
    const jobs = Array.from({ length: 8 }, (_, at) =>
      failureOf(runJob('lineOf', [hit], { ...far, ...(at >= 6 && { signal: cancel.signal }) })),
    );
    cancel.abort();
    assert.deepEqual((await Promise.all(jobs)).filter((kind) => kind === 'cancelled').length, 2);
    assert.equal(await runJob('lineOf', [hit], far), doHere('lineOf', [hit]));
  });

  it('lets others have the event loop meanwhile', async () => {
    const long = answerOf(hitOf(300_000));
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const read = await runJob('readPlaces', [long, endpoint], { length: long.length });
    clearInterval(timer);
    assert.ok(typeof read === 'object' && read.hits.length === 1);
    assert.ok(turns > 5, String(turns));
  });

  it('is done at once where the text is short', async () => {
    let isOver = false;
    const work = runJob('lineOf', [hit], { length: longestHere.lineOf }).then(() => {
      isOver = true;
    });
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    assert.equal(isOver, true);
    await work;
  });
});
