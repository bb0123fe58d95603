import assert from 'node:assert/strict';
import type { Endpoint } from '../../../../src/core/base/endpoints/endpoint';
import type { EndpointStore } from '../../../../src/core/base/endpoints/endpointStore';
import type { LearnedFacts } from '../../../../src/core/base/endpoints/learnedFacts';
import type { HttpClient } from '../../../../src/core/base/http/httpClient';
import { openEngines } from '../../../../src/vscode/search/engines';
import type { ClientRegistry } from '../../../../src/vscode/shared/clientRegistry';
import { endpoint, fakeHttpClient, json } from '../../core/search/fakeHttpClient';
import { settled } from './openPanel';

const answer = { took: 1, hits: { total: { value: 0, relation: 'eq' }, hits: [] } };
/** An engine on which bodies arrive: what it does not know it refuses. */
const read = (body = '{}') =>
  Object.keys(JSON.parse(body)).every((key) => ['query', 'from', 'size'].includes(key))
    ? json(answer)
    : json({ error: { type: 'parsing_exception', reason: 'Unknown key' }, status: 400 }, 400);
const whole = () => fakeHttpClient(({ body }) => read(body));
/** A way on which the body of a GET is lost: whatever it asks for, all documents are the answer. */
const everything = { took: 1, hits: { total: { value: 5, relation: 'eq' }, hits: [] } };
const lossy = () => fakeHttpClient(({ method, body }) => (method === 'GET' ? json(everything) : read(body)));

function open(client: HttpClient, stored: Endpoint | null = endpoint) {
  const said: string[] = [];
  const warned: unknown[] = [];
  let record = stored ?? undefined;
  let drop: (id: string) => unknown = () => undefined;
  const store = {
    get: async () => record,
    async learn({ url }: Endpoint, { searchMethod }: LearnedFacts) {
      if (record?.url === url && searchMethod !== undefined) record = { ...record, searchMethod };
    },
  } as unknown as EndpointStore;
  const engines = openEngines(
    {
      store: async () => store,
      client: async () => client,
      onDidDrop: (listener: typeof drop) => {
        drop = listener;
        return { dispose: () => undefined };
      },
    } as unknown as ClientRegistry,
    { warn: (...words) => warned.push(words) },
  );
  engines.onDidSwitchMethod(({ endpointId, why }) => said.push(`${endpointId}: ${why}`));
  const search = async () => {
    const engine = await engines.of(endpoint.id);
    const reply = await engine.client.search({ path: '/logs/_search', body: '{"query":{},"from":0,"size":1}' });
    await settled();
    return reply.method;
  };
  return {
    engines,
    said,
    warned,
    search,
    drop: () => drop(endpoint.id),
    get record() {
      return record;
    },
    edit(fields: Partial<Endpoint>) {
      if (record !== undefined) record = { ...record, ...fields };
    },
  };
}

describe('engines: the engine of a search endpoint', () => {
  it('is the same one for all panels, until the endpoint is reached in another way', async () => {
    const { engines, drop } = open(whole());
    const one = await engines.of(endpoint.id);
    assert.equal(await engines.of(endpoint.id), one);
    drop();
    assert.notEqual(await engines.of(endpoint.id), one);
  });

  it('is asked by GET where bodies arrive, and nothing is said or remembered', async () => {
    const given = open(whole());
    assert.equal(await given.search(), 'GET');
    assert.deepEqual(given.said, []);
    assert.deepEqual(given.record, endpoint);
  });

  it('is asked by POST where bodies are lost, which is said once and remembered with the endpoint', async () => {
    const given = open(lossy());
    assert.equal(await given.search(), 'POST');
    assert.equal(await given.search(), 'POST');
    assert.equal(given.said.length, 1);
    assert.ok(given.said[0]?.startsWith(`${endpoint.id}: `));
    assert.match(given.said[0] ?? '', /POST/);
    assert.equal(given.record?.searchMethod, 'POST');
    given.drop();
    assert.equal(await given.search(), 'POST');
    assert.equal(given.said.length, 1);
  });

  it('is asked by POST from the start where that is remembered', async () => {
    const client = lossy();
    const { search } = open(client, { ...endpoint, searchMethod: 'POST' });
    await search();
    assert.ok(client.asked.filter(({ path }) => path.includes('_search')).every(({ method }) => method === 'POST'));
  });

  it('is not remembered to want POST at an address that the endpoint does not have any more', async () => {
    const given = open(lossy());
    const searching = given.engines.of(endpoint.id);
    await searching;
    given.edit({ url: 'http://127.0.0.1:9201' });
    await given.search();
    assert.equal(given.record?.searchMethod, undefined);
  });

  it('remembers nothing of an endpoint that is gone', async () => {
    const given = open(lossy(), null);
    assert.equal(await given.search(), 'POST');
    assert.deepEqual([given.record, given.warned], [undefined, []]);
  });
});
