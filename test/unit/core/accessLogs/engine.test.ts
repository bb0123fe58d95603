import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { accessLogName, type LogSubject } from '../../../../src/core/accessLogs/accessLogNames';
import { accessLogQuestion, type LogPlace } from '../../../../src/core/accessLogs/accessLogQuestion';
import { findPlaces } from '../../../../src/core/accessLogs/findPlaces';
import { openEngineCatalog } from '../../../../src/core/search/engine/engineCatalog';
import { openSearchClient, type SearchClient } from '../../../../src/core/search/engine/searchClient';
import { searchOf } from '../../../../src/core/search/query/searchOf';
import { searchPath } from '../../../../src/core/search/wire/searchPath';
import { readRecordings } from '../../../recordings/read';
import { type EngineName, startSearchEngine } from '../../../servers/search/index';
import { endedAfterEach } from '../base/http/fixtures';
import { listedIn, recorded } from '../proxy/model/given';
import { fakeHttpClient, json } from '../search/fakeHttpClient';
import { recentLines, recordedLines } from './recentLines';

const elastics = ['6.8.23', '7.17.29', '8.11.0', '8.19.0', '9.1.0'].map((version) => `elasticsearch-${version}`);

/** The engine as recorded; what was not is refused. */
function recordedClient(engine: string, cases: readonly string[]): SearchClient {
  const answers = new Map(
    cases.flatMap((name) => {
      const recording = readRecordings(engine).get(name);
      return recording === undefined ? [] : [[recording.request.path, recording.response]];
    }),
  );
  const client = fakeHttpClient(
    ({ path }) => answers.get(path) ?? json({ error: { type: 'security_exception' } }, 403),
  );
  return openSearchClient(async () => client);
}

const describePlace = ({ index, layout: { router, service, status, time } }: LogPlace): string =>
  [index, `${router.field} by ${router.by}`, service?.field, status, time].join(' / ');

const found = 'access-logs / RouterName by term / ServiceName / DownstreamStatus / @timestamp';

describe('engine: access logs in recorded engines', () => {
  for (const engine of [...elastics, 'opensearch-2.19.0', 'opensearch-3.0.0']) {
    it(`are found by the fields that ${engine} tells`, async () => {
      const cases = ['resolve-index', 'alias', 'cat-indices-json', 'field-caps', 'field-caps-products'];
      const { places } = await findPlaces(openEngineCatalog(recordedClient(engine, cases)));
      assert.deepEqual(places.map(describePlace), [found]);
    });
  }
});

const lineSchema = z.object({
  RouterName: z.string(),
  ServiceName: z.optional(z.string()),
  DownstreamStatus: z.number(),
});
const answerSchema = z.object({
  hits: z.object({ hits: z.array(z.object({ _id: z.string(), _source: lineSchema })) }),
});

describe('engine: the question for access logs, asked of an engine', () => {
  const test = endedAfterEach();
  const lines = recordedLines().map((line) => lineSchema.parse(JSON.parse(line)));

  /** The hits of a question, newest first, all on one page. */
  async function ask(client: SearchClient, subject: LogSubject, place: LogPlace) {
    const question = accessLogQuestion(subject, place);
    const { body, index } = searchOf({ ...question, size: 1_000 }, 0, new Date());
    const reply = await client.search({
      path: searchPath(index),
      body: JSON.stringify({ ...JSON.parse(body), size: 1_000 }),
    });
    assert.equal(reply.status, 200, reply.body);
    return answerSchema.parse(JSON.parse(reply.body)).hits.hits;
  }

  const engines: readonly EngineName[] = ['elasticsearch-8.19.0', 'elasticsearch-6.8.23', 'opensearch-3.0.0'];
  for (const name of engines) {
    it(`finds the lines of each router and service of a recorded Traefik, and no others, on ${name}`, async () => {
      const inventory = await recorded('3.7');
      const engine = await startSearchEngine({ engine: name, documents: 100 });
      try {
        engine.addDocuments('access-logs', recentLines());
        const opened = test.client(engine.url);
        const client = openSearchClient(async () => opened);
        const { places } = await findPlaces(openEngineCatalog(client));
        const place = places.find(({ index }) => index === 'access-logs') ?? assert.fail();
        let seen = 0;
        for (const router of listedIn(inventory.groups.http.routers)) {
          const hits = await ask(client, accessLogName(router, inventory), place);
          const own = lines.filter(({ RouterName }) => RouterName.split(' -> ').includes(router.name));
          assert.equal(hits.length, own.length, router.name);
          seen += own.length;
        }
        // Lines of nested routers belong to two.
        assert.equal(seen, lines.length + 50);
        const shop =
          listedIn(inventory.groups.http.services).find((one) => one.name === 'shop-api@file') ?? assert.fail();
        const hits = await ask(client, accessLogName(shop, inventory), place);
        assert.equal(hits.length, lines.filter(({ ServiceName }) => ServiceName === 'shop-api@file').length);
        const down =
          listedIn(inventory.groups.http.services).find((one) => one.name === 'all-down@file') ?? assert.fail();
        const unserved = await ask(client, accessLogName(down, inventory), place);
        assert.equal(unserved.length, 20);
        for (const { _source } of unserved) assert.equal(_source.DownstreamStatus, 503);
        const order = hits.map(({ _id }) => Number(_id.replace('line-', '')));
        assert.deepEqual(
          order,
          order.toSorted((one, other) => other - one),
        );
      } finally {
        await engine.close();
      }
    });
  }

  it('finds them by words where the engine mapped the names itself', async () => {
    const engine = await startSearchEngine({ documents: 10 });
    try {
      const nested = recentLines().map(({ id, source }) => ({ id, source: `{"json":${source}}` }));
      engine.createIndex('filebeat-7.17.0-2026.11.21-000001', nested);
      const opened = test.client(engine.url);
      const client = openSearchClient(async () => opened);
      const { places } = await findPlaces(openEngineCatalog(client));
      const place = places.find(({ index }) => index === 'filebeat-7.17.0-*') ?? assert.fail();
      assert.equal(place.layout.router.field, 'json.RouterName.keyword');
      const inventory = await recorded('3.7');
      const child = listedIn(inventory.groups.http.routers).find((one) => one.name === 'child-b@file') ?? assert.fail();
      const words: LogPlace = {
        ...place,
        layout: { ...place.layout, router: { field: 'json.RouterName', by: 'phrase', path: 'json.RouterName' } },
      };
      for (const each of [place, words]) {
        const question = accessLogQuestion(accessLogName(child, inventory), each);
        const { body, index } = searchOf(question, 0, new Date());
        const reply = await client.search({ path: searchPath(index), body });
        assert.match(reply.body, /"total":\{"value":26,"relation":"eq"\}/, reply.body);
      }
    } finally {
      await engine.close();
    }
  });
});
