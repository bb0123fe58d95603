import assert from 'node:assert/strict';
import { findLocalServers } from '../../../../src/core/addressProbe/tryAddress';
import type { Endpoint } from '../../../../src/core/base/endpoints/endpoint';
import { isRequestFailure } from '../../../../src/core/base/errors/failure';
import type { HttpClientOptions } from '../../../../src/core/base/http/httpClient';
import { openHttpClient } from '../../../../src/core/base/http/openHttpClient';
import { startSearchEngine } from '../../../servers/search/index';
import { listen } from '../../../servers/shared/listen';
import { startTraefik } from '../../../servers/traefik/index';
import { makeSelfSigned } from '../base/http/certificates';

const open = async (endpoint: Endpoint, limits: HttpClientOptions) => openHttpClient(endpoint, limits);
const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Hello</title>' };

describe('findLocalServers: a look at this machine', () => {
  const running: { close(): Promise<void> }[] = [];
  const closes = async <T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const started = await starting;
    running.push(started);
    return started;
  };
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.close()));
  });

  it('finds what it knows on the ports that it is given, and asks with GET and without credentials', async () => {
    const traefik = await closes(startTraefik());
    const guarded = await closes(
      startTraefik({ auth: { type: 'basic', username: 'reader', password: 'x' }, tls: makeSelfSigned(['localhost']) }),
    );
    const login = await closes(startTraefik({ auth: { type: 'basic', username: 'reader', password: 'x' } }));
    const routed = await closes(startTraefik({ host: 'traefik.example.test' }));
    const engine = await closes(startSearchEngine());
    const website = await closes(listen(() => page));
    const closed = await listen(() => page);
    await closed.close();
    const servers = [traefik, guarded, login, routed, engine, website];

    const ports = [...servers, closed, traefik].map(({ port }) => port);
    const seen = await findLocalServers(ports, open, AbortSignal.timeout(30_000));

    assert.deepEqual(
      seen.map(({ url, outcome }) => [url, outcome.type]),
      [
        [`http://localhost:${traefik.port}`, 'found'],
        [`https://localhost:${guarded.port}`, 'certificate'],
        [`http://localhost:${login.port}`, 'credentials'],
        [`http://localhost:${routed.port}`, 'host'],
        [`http://localhost:${engine.port}`, 'found'],
      ],
    );
    const requests = servers.flatMap((one) => one.requests);
    assert.deepEqual([...new Set(requests.map(({ method }) => method))], ['GET']);
    assert.deepEqual([...new Set(requests.map(({ headers }) => headers.authorization))], [undefined]);
    assert.equal(traefik.requests.length, 1);
  });

  it('can be canceled', async () => {
    const server = await closes(listen(() => page));
    server.faults.add({ path: { prefix: '/' }, fault: { kind: 'hang' } });
    const cancel = new AbortController();
    const arrived = server.nextRequest();
    const looking = findLocalServers([server.port], open, cancel.signal);
    await arrived;
    cancel.abort();
    await assert.rejects(looking, (error) => isRequestFailure(error) && error.failure.kind === 'canceled');
  });
});
