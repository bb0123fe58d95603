import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { routerInHitJob } from '../../../../../src/core/accessLogs/requestInHit';
import { isRequestFailure } from '../../../../../src/core/base/errors/failure';
import { jsonHeadJob } from '../../../../../src/core/base/json/document';
import { jobOf } from '../../../../../src/core/base/worker/job';
import { runJob } from '../../../../../src/core/base/worker/runJob';
import { configJobs } from '../../../../../src/core/config/files/configJobs';
import { allJobs } from '../../../../../src/core/jobs';
import { maskJsonJob } from '../../../../../src/core/proxy/secrets/secrets';
import {
  detailsInMappingJob,
  fieldsInCapabilitiesJob,
  fieldsInMappingJob,
  indexListJob,
  namesInAliasesJob,
  namesInCatJob,
  namesInResolveJob,
} from '../../../../../src/core/search/engine/indexList';
import { csvRowJob } from '../../../../../src/core/search/export/csvFormat';
import { lineOfJob } from '../../../../../src/core/search/export/exportedHit';
import { skippedPageJob } from '../../../../../src/core/search/paging/skipAhead';
import { describeAggregationsJob } from '../../../../../src/core/search/read/aggregationTable';
import { describeHitJob } from '../../../../../src/core/search/read/describeHit';
import { drawnTableJob } from '../../../../../src/core/search/read/drawTable';
import { hitValueJob } from '../../../../../src/core/search/read/hitValues';
import { textPlacesJob } from '../../../../../src/core/search/read/textPlaces';
import { readPlacesJob } from '../../../../../src/core/search/wire/searchAnswer';
import { setTranslation } from '../../../../../src/l10n/language';
import { recordingsFolder } from '../../../../recordings/read';
import { endpoint } from '../../search/fakeHttpClient';

const source = join(dirname(dirname(recordingsFolder())), 'src');

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

describe('runJob: a job on a long text', () => {
  const hit = hitOf(50);
  const body = answerOf(hit);

  it('comes to the same in another thread as in this one', async () => {
    const fields = [{ name: 'é', types: ['long'], isSearchable: true, isAggregatable: true }];
    const page = { hits: [{ index: 'logs', id: '1', score: '1.10', json: hit }], from: 0, search: { body: '{}' } };
    const same = async <T>(here: T, there: Promise<T>): Promise<void> => assert.deepEqual(await there, here);
    await same(readPlacesJob.run(body, endpoint), runJob(readPlacesJob, [body, endpoint], far));
    await same(textPlacesJob.run(body, endpoint, true), runJob(textPlacesJob, [body, endpoint, true], far));
    const look = { columns: ['RouterName', 'é', 'items.n'], fields };
    await same(drawnTableJob.run(page, look), runJob(drawnTableJob, [page, look], far));
    await same(describeHitJob.run(hit, fields), runJob(describeHitJob, [hit, fields], far));
    await same(hitValueJob.run(hit, 'items.n'), runJob(hitValueJob, [hit, 'items.n'], far));
    await same(routerInHitJob.run(hit, []), runJob(routerInHitJob, [hit, []], far));
    await same(csvRowJob.run(hit, ['_id', 'é'], false), runJob(csvRowJob, [hit, ['_id', 'é'], false], far));
    await same(lineOfJob.run(hit), runJob(lineOfJob, [hit], far));
    await same(maskJsonJob.run('{"password":"x"}'), runJob(maskJsonJob, ['{"password":"x"}'], far));
    const hop = `{"_shards":{"total":2,"failed":1},"hits":{"hits":[{"sort":[9007199254740993,"é"]},{"sort":[1.10]}]}}`;
    await same(skippedPageJob.run(hop, endpoint), runJob(skippedPageJob, [hop, endpoint], far));
    assert.deepEqual(skippedPageJob.run(hop, endpoint)?.sorts, ['[9007199254740993,"é"]', '[1.10]']);
    const caps = '{"fields":{"a":{"long":{"type":"long","searchable":true,"aggregatable":true}}}}';
    const mapping = '{"i":{"mappings":{"properties":{"a":{"type":"long"}}}}}';
    const own = '{"i":{"mappings":{"a":{"full_name":"a","mapping":{"a":{"type":"date","format":"epoch_second"}}}}}}';
    const resolved = '{"indices":[{"name":"i"}],"aliases":[],"data_streams":[]}';
    for (const [job, text] of [
      [fieldsInCapabilitiesJob, caps],
      [fieldsInMappingJob, mapping],
      [detailsInMappingJob, own],
      [namesInResolveJob, resolved],
      [namesInAliasesJob, '{"i":{"aliases":{"b":{}}}}'],
      [namesInCatJob, '[{"index":"i","status":"close"}]'],
    ] as const) {
      assert.ok(job.run(text) !== undefined, job.name);
      await same<unknown>(job.run(text), runJob<[text: string], unknown>(job, [text], far));
      assert.equal(await runJob<[text: string], unknown>(job, ['{"'], far), undefined);
    }
    const there = await runJob(jsonHeadJob, [hit, 50], far);
    const here = jsonHeadJob.run(hit, 50);
    assert.deepEqual([Buffer.from(there.head), there.size], [Buffer.from(here.head), here.size]);
  });

  it('gets texts whole that are sent in pieces, also where a piece ends within a character', async () => {
    for (const before of ['', ' ']) {
      const long = `${before}{"_source":{"a":"${'😀'.repeat(2 ** 22 + 7)}"}}`;
      const { length } = long;
      assert.equal(await runJob(hitValueJob, [long, 'a'], { length }), hitValueJob.run(long, 'a'));
      assert.equal(await runJob(hitValueJob, [hit, 'é'], far), hitValueJob.run(hit, 'é'));
    }
  });

  const listed = JSON.stringify(Array.from({ length: 40_000 }, (_, at) => ({ index: `logs-${at}`, status: 'open' })));
  const resolved = JSON.stringify({
    indices: Array.from({ length: 20_000 }, (_, at) => ({ name: `i${at}`, attributes: ['open'] })),
    aliases: [{ name: 'all', indices: Array.from({ length: 30_000 }, (_, at) => `i${at}`) }],
    data_streams: Array.from({ length: 30 }, (_, at) => ({
      name: `s${at}`,
      backing_indices: Array(2_000).fill(`b${at}`),
    })),
  });

  it('gets its long result in parts, with turns of others between them', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    const work = runJob(namesInCatJob, [listed], far);
    setImmediate(count);
    const names = await work;
    isOver = true;
    assert.deepEqual(names, namesInCatJob.run(listed));
    assert.ok(turns > 10, String(turns));
    const list = await runJob(indexListJob, [resolved, listed, '', '', '{"status":"green"}'], far);
    assert.deepEqual(list, indexListJob.run(resolved, listed, '', '', '{"status":"green"}'));
    const many = answerOf(Array.from({ length: 5_000 }, (_, at) => `{"_id":"${at}","sort":[${at}]}`).join());
    assert.deepEqual(await runJob(readPlacesJob, [many, endpoint], far), readPlacesJob.run(many, endpoint));
  });

  it('gets what is long within its arguments in parts', async () => {
    const json = `{"_source":{"a":"${'é'.repeat(2 ** 22 + 7)}"}}`;
    const short = Array.from({ length: 5_000 }, (_, at) => `{"_source":{"a":${at}}}`);
    const hits = [json, ...short].map((each, at) => ({ index: 'i', id: String(at), score: undefined, json: each }));
    const page = { hits, from: 0, search: { body: '{}' } };
    const look = { columns: ['a'], fields: [] };
    assert.deepEqual(await runJob(drawnTableJob, [page, look], far), drawnTableJob.run(page, look));
  });

  it('ends at once when it is canceled between two parts, and the next one is as it should be', async () => {
    for (const after of [5, 20, 60, 120]) {
      const cancel = new AbortController();
      const work = failureOf(runJob(namesInCatJob, [listed], { ...far, signal: cancel.signal }));
      await sleep(after);
      cancel.abort();
      assert.match(await work, /canceled|none/);
      assert.deepEqual(await runJob(namesInCatJob, ['[{"index":"i"}]'], far), namesInCatJob.run('[{"index":"i"}]'));
    }
  });

  it('says what it says in the language that is set', async () => {
    const aggregations = '{"hosts":{"sum_other_doc_count":1234,"buckets":[{"key":"a","doc_count":1}]}}';
    const said = () => runJob(describeAggregationsJob, [aggregations], far);
    setTranslation({ language: 'de', contents: {} });
    try {
      assert.match(JSON.stringify(await said()), /1\.234 documents/);
    } finally {
      setTranslation(undefined);
    }
  });

  it('fails there as it would here', async () => {
    assert.equal(await runJob(readPlacesJob, ['{"hits":', endpoint], far), 'not JSON');
    assert.equal(await runJob(skippedPageJob, ['{"hits":', endpoint], far), undefined);
    await assert.rejects(runJob(csvRowJob, ['{"_source":{"a":"\\x"}}', ['a'], true], far), SyntaxError);
  });

  it('ends at once when it is canceled, whatever it is at', async () => {
    const long = answerOf(hitOf(400_000));
    const cancel = new AbortController();
    const work = runJob(readPlacesJob, [long, endpoint], { length: long.length, signal: cancel.signal });
    let isOver = false;
    const over = failureOf(work).finally(() => {
      isOver = true;
    });
    await sleep(20);
    assert.equal(isOver, false);
    cancel.abort();
    await Promise.resolve();
    assert.equal(await over, 'canceled');
    assert.equal(
      await failureOf(runJob(readPlacesJob, [long, endpoint], { length: 1, signal: cancel.signal })),
      'canceled',
    );
  });

  it('waits for its turn where many are asked for, and leaves when it is canceled', async () => {
    const cancel = new AbortController();
    const jobs = Array.from({ length: 8 }, (_, at) =>
      failureOf(runJob(lineOfJob, [hit], { ...far, ...(at >= 6 && { signal: cancel.signal }) })),
    );
    cancel.abort();
    assert.deepEqual((await Promise.all(jobs)).filter((kind) => kind === 'canceled').length, 2);
    assert.equal(await runJob(lineOfJob, [hit], far), lineOfJob.run(hit));
  });

  it('lets others have the event loop meanwhile', async () => {
    const long = answerOf(hitOf(300_000));
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const read = await runJob(readPlacesJob, [long, endpoint], { length: long.length });
    clearInterval(timer);
    assert.ok(typeof read === 'object' && read.hits.length === 1);
    assert.ok(turns > 5, String(turns));
  });

  it('is done at once where the text is short', async () => {
    let isOver = false;
    const work = runJob(lineOfJob, [hit], { length: lineOfJob.longestHere }).then(() => {
      isOver = true;
    });
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    assert.equal(isOver, true);
    await work;
  });

  it('is one that the threads know', async () => {
    const unknown = jobOf('nobodyKnowsIt', 0, (text: string) => text);
    await assert.rejects(runJob(unknown, ['a'], far), /nobodyKnowsIt/);
    const made = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [...readFileSync(join(source, file), 'utf8').matchAll(/\b(?:jobOf|listJob)\(\s*'(\w+)'/g)])
      .map(([, name]) => name);
    assert.deepEqual(made.sort(), [...allJobs, ...configJobs].map(({ name }) => name).sort());
  });
});
