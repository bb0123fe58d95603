import assert from 'node:assert/strict';
import type { HttpRequest, HttpResponse } from '../../../../../src/core/base/http/httpClient';
import type { EngineInfo } from '../../../../../src/core/search/engine/engineInfo';
import { openPointInTime, type PointInTime } from '../../../../../src/core/search/paging/pointInTime';
import { readRecordings } from '../../../../recordings/read';
import { type EngineName, startSearchEngine } from '../../../../servers/search/index';
import { failureFrom, json } from '../fakeHttpClient';
import { watchedClient } from './engines';
import { type FakeEngine, fakeEngine, noSuchCall, refusal } from './fakeEngine';

const unknown: EngineInfo = { family: 'unknown', version: undefined };

async function opened(engine: FakeEngine, options?: Parameters<typeof openPointInTime>[2]): Promise<PointInTime> {
  const result = await openPointInTime(engine, 'logs', options);
  return result.kind === 'open' ? result : assert.fail(`none: ${result.why}`);
}

const calls = ({ asked }: FakeEngine) => asked.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`);

/** The recorded answer of an engine to a case. */
function recorded(engine: string, name: string): HttpResponse {
  const recording = readRecordings(engine).get(name) ?? assert.fail(`no recording of ${name}`);
  const { status, headers, body } = recording.response;
  return { status, headers, body };
}

describe('pointInTime: opening a point in time', () => {
  const versions: readonly (readonly [EngineName, hasOne: boolean, tie: string, isUnique: boolean])[] = [
    ['elasticsearch-6.8.23', false, '', false],
    ['elasticsearch-7.17.29', true, '{"_shard_doc":"asc"}', true],
    ['elasticsearch-8.19.0', true, '{"_shard_doc":"asc"}', true],
    ['elasticsearch-9.1.0', true, '{"_shard_doc":"asc"}', true],
    ['opensearch-2.19.0', true, '{"_doc":"asc"}', false],
    ['opensearch-3.0.0', true, '{"_doc":"asc"}', false],
  ];
  for (const [name, hasOne, tie, isUnique] of versions) {
    it(`knows the calls and the tie-break of ${name}`, async () => {
      const engine = await startSearchEngine({ engine: name, documents: 5 });
      const { client, asked, close } = watchedClient(engine.url);
      const pointInTime = await openPointInTime(client, 'access-logs');
      if (!hasOne || pointInTime.kind === 'none') {
        assert.deepEqual(pointInTime, { kind: 'none', why: 'unavailable' });
        assert.deepEqual(asked, []);
      } else {
        assert.equal(engine.openPits(), 1);
        assert.deepEqual(
          [pointInTime.tie, pointInTime.shards, pointInTime.missing],
          [{ sort: tie, isUnique }, 3, undefined],
        );
        assert.equal(asked.length, 1);
        await pointInTime.close();
        assert.equal(engine.openPits(), 0);
      }
      await close();
      await engine.close();
    });
  }

  for (const name of ['elasticsearch-6.8.23', 'elasticsearch-7.17.29', 'opensearch-2.19.0'] as const) {
    it(`stores no document in ${name}, which does not say who it is, by the call of the other engine`, async () => {
      const engine = await startSearchEngine({ engine: name, documents: 5, servesRoot: false });
      const { client, asked, close } = watchedClient(engine.url);
      const quiet = { ...client, engine: async () => unknown };
      const result = await openPointInTime(quiet, 'access-logs', { preference: 'mine' });
      assert.equal(result.kind, name === 'elasticsearch-6.8.23' ? 'none' : 'open');
      assert.ok(asked.every(({ body }) => body === ''));
      assert.deepEqual(engine.documentsCreated, []);
      await close();
      await engine.close();
    });
  }

  const refusals: readonly (readonly [engine: string, name: string])[] = [
    ['elasticsearch-6.8.23', 'pit-open'],
    ['elasticsearch-6.8.23', 'pit-open-foreign-path'],
    ['elasticsearch-7.17.29', 'pit-open-foreign-path'],
    ['elasticsearch-8.11.0', 'pit-open-foreign-path'],
    ['elasticsearch-9.1.0', 'pit-open-foreign-path'],
    ['opensearch-2.19.0', 'pit-open-foreign-path'],
    ['opensearch-3.0.0', 'pit-open-foreign-path'],
  ];
  for (const [engine, name] of refusals) {
    it(`tries the other engine’s call once for the refusal of ${engine}: ${name}`, async () => {
      const fake = fakeEngine(() => recorded(engine, name));
      assert.deepEqual(await openPointInTime(fake, 'logs'), { kind: 'none', why: 'unavailable' });
      assert.deepEqual(calls(fake), ['POST /logs/_pit', 'POST /logs/_search/point_in_time']);
    });
  }

  it('does not take a missing index for a missing call', async () => {
    const fake = fakeEngine(() => recorded('elasticsearch-8.19.0', 'pit-open-missing-index'));
    assert.equal((await failureFrom(() => openPointInTime(fake, 'logs'))).kind, 'notFound');
    assert.equal(fake.asked.length, 1);
  });

  it('opens none on OpenSearch where no index fits a wildcard', async () => {
    const fake = fakeEngine(() => recorded('opensearch-3.0.0', 'pit-open-no-match'), {
      family: 'opensearch',
      version: '3.0.0',
    });
    assert.deepEqual(await openPointInTime(fake, 'nothing-*'), { kind: 'none', why: 'empty' });
    const other = fakeEngine(() => recorded('elasticsearch-9.1.0', 'pit-open-no-match'), {
      family: 'elasticsearch',
      version: '9.1.0',
    });
    assert.equal((await opened(other)).shards, 0);
  });

  it('is told apart: forbidden, busy and not whole', async () => {
    const forbidden = fakeEngine(() =>
      refusal('security_exception', 'action [indices:data/read/open_point_in_time] is unauthorized', 403),
    );
    assert.deepEqual(await openPointInTime(forbidden, 'logs'), { kind: 'none', why: 'forbidden' });
    const busy = fakeEngine(() => refusal('rejected_execution_exception', 'Trying to create too many contexts', 429));
    assert.equal((await failureFrom(() => openPointInTime(busy, 'logs'))).kind, 'rateLimited');
    const partial = fakeEngine(() => recorded('opensearch-3.0.0', 'pit-open-partial'), {
      family: 'opensearch',
      version: '3.0.0',
    });
    assert.match((await opened(partial)).missing ?? '', /^2 of 3 shards/);
  });

  it('goes on without a preference that the engine does not know', async () => {
    const reason = 'request [/logs/_pit] contains unrecognized parameter: [preference]';
    const fake = fakeEngine(({ path }) =>
      path.includes('preference') ? refusal('illegal_argument_exception', reason) : json({ id: 'x' }),
    );
    assert.equal((await opened(fake, { preference: 'mine' })).id, 'x');
  });

  it('tells versions apart', async () => {
    const tie = async (info: EngineInfo) =>
      (await opened(fakeEngine(() => json({ id: 'x', pit_id: 'x' }), info))).tie.isUnique;
    assert.equal(await tie({ family: 'elasticsearch', version: '7.11.2' }), false);
    assert.equal(await tie({ family: 'elasticsearch', version: '7.12.0' }), true);
    assert.equal(await tie({ family: 'elasticsearch', version: undefined }), true);
    assert.equal(await tie({ family: 'opensearch', version: '3.2.0' }), false);
    assert.equal(await tie({ family: 'opensearch', version: '3.3.0' }), true);
    const none = async (info: EngineInfo) =>
      (
        await openPointInTime(
          fakeEngine(() => noSuchCall, info),
          'logs',
        )
      ).kind;
    assert.equal(await none({ family: 'opensearch', version: '2.3.0' }), 'none');
    assert.equal(await none({ family: 'elasticsearch', version: '7.9.3' }), 'none');
  });

  it('names the index as one segment of the address', async () => {
    const fake = fakeEngine(() => json({ id: 'x' }));
    await openPointInTime(fake, 'a/_doc,b-*');
    assert.equal(fake.asked[0]?.path, '/a%2F_doc%2Cb-*/_pit?keep_alive=5m');
  });

  it('closes what was opened after the opening was canceled (invariant 6)', async () => {
    let answer: (answer: HttpResponse) => void = () => undefined;
    const fake = fakeEngine(({ method }) =>
      method === 'DELETE'
        ? json({ succeeded: true })
        : new Promise<HttpResponse>((resolve) => {
            answer = resolve;
          }),
    );
    const cancel = new AbortController();
    let left: Promise<void> | undefined;
    const onLeft = (closing: Promise<void>) => {
      left = closing;
    };
    const failed = failureFrom(() => openPointInTime(fake, 'logs', { signal: cancel.signal, onLeft }));
    await new Promise(setImmediate);
    cancel.abort();
    assert.equal((await failed).kind, 'canceled');
    answer(json({ id: 'late' }));
    await left;
    assert.deepEqual(calls(fake), ['POST /logs/_pit', 'DELETE /_pit']);
    assert.equal(fake.asked[1]?.body, '{"id":"late"}');
  });
});

describe('pointInTime: a point in time', () => {
  const answering = (answer: (request: HttpRequest) => HttpResponse) =>
    fakeEngine((request) => (request.path.includes('keep_alive') ? json({ id: 'first' }) : answer(request)));

  it('is searched without an index, kept for five minutes more each time, by its newest id', async () => {
    let next = 'second';
    const fake = answering(() => json({ pit_id: next, hits: { hits: [] } }));
    const pointInTime = await opened(fake);
    const { sent } = await pointInTime.search('{"size":1}');
    assert.deepEqual(sent, {
      method: 'GET',
      path: '/_search',
      body: '{"size":1,"pit":{"id":"first","keep_alive":"5m"}}',
    });
    next = 'third';
    await pointInTime.search('{"size":1}', { filterPath: 'pit_id,hits' });
    assert.equal(fake.asked[2]?.path, '/_search?filter_path=pit_id,hits');
    assert.match(fake.asked[2]?.body ?? '', /"id":"second"/);
    await pointInTime.close();
    assert.equal(fake.asked[3]?.body, '{"id":"third"}');
  });

  it('finds the newest id wherever it stands in the answer, and keeps its own for a refusal', async () => {
    const answers = [
      json({ took: 1, hits: { pit_id: 'not this' }, pit_id: 'a"b' }),
      refusal('illegal_argument_exception', 'no', 400),
      { status: 200, headers: {}, body: 'no JSON' },
    ];
    const fake = answering(() => answers.shift() ?? json({}));
    const pointInTime = await opened(fake);
    for (const _ of [1, 2, 3]) await pointInTime.search('{}');
    assert.equal(pointInTime.id, 'a"b');
  });

  it('is closed once, and fails nobody when it cannot be', async () => {
    const fake = answering(() => {
      throw new Error('the line is down');
    });
    const pointInTime = await opened(fake);
    await Promise.all([pointInTime.close(), pointInTime.close()]);
    assert.deepEqual(calls(fake), ['POST /logs/_pit', 'DELETE /_pit']);
  });
});
