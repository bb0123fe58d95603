import assert from 'node:assert/strict';
import { isRequestFailure } from '../../../../../src/core/base/errors/failure';
import type { HttpClient } from '../../../../../src/core/base/http/httpClient';
import { readOverview } from '../../../../../src/core/proxy/api/overview';
import { askOf, fakeHttpClient, json, pageNotFound } from '../model/fakeHttpClient';

const readFrom = (client: HttpClient) => readOverview(client, askOf(client));
const some = { total: 3, warnings: 1, errors: 0 };
const read = (body: unknown) => readFrom(fakeHttpClient(() => json(body)));

describe('overview: the overview', () => {
  it('has counts, features and providers', async () => {
    const body = {
      http: { routers: some, services: some, middlewares: some },
      tcp: { routers: some, services: some, middlewares: some },
      udp: { routers: some, services: some },
      certificates: some,
      features: { tracing: '', metrics: 'Prometheus', accessLog: false },
      providers: ['Docker', 'plugin-test'],
    };
    const client = fakeHttpClient(() => json(body));
    assert.deepEqual(await readFrom(client), {
      counts: { http: body.http, tcp: body.tcp, udp: body.udp, certificates: some },
      features: { tracing: undefined, metrics: 'Prometheus', accessLog: false },
      providers: ['Docker', 'plugin-test'],
      unread: [],
      text: JSON.stringify(body),
    });
    assert.deepEqual(client.paths, ['/api/overview']);
  });

  it('does without what a version does not tell', async () => {
    const { counts, features, providers } = await read({ http: { routers: some } });
    assert.deepEqual(counts, { http: { routers: some }, tcp: {}, udp: {}, certificates: undefined });
    assert.deepEqual(features, { tracing: undefined, metrics: undefined, accessLog: undefined });
    assert.deepEqual(providers, []);
  });

  it('loses a field of the wrong type and says which', async () => {
    const { counts, providers, unread } = await read({
      http: { routers: 3 },
      tcp: { routers: some },
      providers: 'Docker',
    });
    assert.deepEqual([counts.http, counts.tcp, providers], [{}, { routers: some }, []]);
    assert.deepEqual([...unread].sort(), ['http', 'providers']);
  });

  it('fails where there is none', async () => {
    const kinds: string[] = [];
    for (const answer of [pageNotFound, json([]), json('null'), json('{"http'), { ...json({}), status: 500 }]) {
      await assert.rejects(readFrom(fakeHttpClient(() => answer)), (error) => {
        assert.ok(isRequestFailure(error));
        kinds.push(error.failure.kind);
        return true;
      });
    }
    assert.deepEqual(kinds, ['notFound', 'notAnApi', 'notAnApi', 'malformed', 'serverError']);
  });
});
