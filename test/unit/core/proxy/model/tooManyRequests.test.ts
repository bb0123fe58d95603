import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isRequestFailure } from '../../../../../src/core/base/errors/failure';
import type { HttpClient } from '../../../../../src/core/base/http/httpClient';
import { openHttpClient } from '../../../../../src/core/base/http/openHttpClient';
import { readInventory } from '../../../../../src/core/proxy/api/readInventory';
import { inventoryGroups } from '../../../../../src/core/proxy/model/inventory';
import { proxyEndpoint } from './fakeHttpClient';

const bodies: Readonly<Record<string, string>> = {
  '/api/version': '{"Version":"3.7.9"}',
  '/api/overview': '{}',
};
const { signal } = new AbortController();

describe('tooManyRequests: a proxy that answers 429', () => {
  let server: Server;
  let client: HttpClient;
  /** Whether a request is refused, and how long it should wait. */
  let refuses: (underWay: number, path: string) => string | boolean;
  let asked: string[];

  beforeEach(async () => {
    asked = [];
    let underWay = 0;
    server = createServer(({ url = '' }, response) => {
      const path = url.replace(/\?.*/, '');
      asked.push(path);
      underWay++;
      const refusal = refuses(underWay, path);
      setTimeout(() => {
        underWay--;
        if (refusal === false) {
          response.writeHead(200, { 'x-next-page': '1' }).end(bodies[path] ?? `[{"name":"a@file"}]`);
        } else {
          response.writeHead(429, refusal === true ? {} : { 'retry-after': refusal }).end('Too Many Requests');
        }
      }, 5);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    client = openHttpClient({ ...proxyEndpoint, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
  afterEach(async () => {
    await client.close();
    server.close();
  });

  it('is asked one thing after the other, once more, where it lets one in at a time', async () => {
    refuses = (underWay) => underWay > 1;
    const inventory = await readInventory(client, signal);
    assert.ok(inventoryGroups(inventory).every(({ group }) => group.state === 'read'));
    assert.equal(inventory.version?.number, '3.7.9');
    assert.ok(inventory.overview !== undefined);

    asked = [];
    await readInventory(client, signal, inventory);
    assert.equal(asked.length, 12, 'it is known by now');
  });

  it('is waited for as long as it asks', async () => {
    let until = 0;
    refuses = (_, path) => {
      if (path !== '/api/tcp/routers') return false;
      until ||= Date.now() + 1_000;
      return Date.now() < until - 20 ? '1' : false;
    };
    const inventory = await readInventory(client, signal);
    assert.equal(inventory.groups.tcp.routers?.state, 'read');
    assert.equal(asked.filter((path) => path === '/api/tcp/routers').length, 2);
  });

  it('is left alone where that would take too long, and the next step says how long', async () => {
    refuses = (_, path) => (path === '/api/tcp/routers' ? '120' : false);
    const { routers } = (await readInventory(client, signal)).groups.tcp;
    assert.ok(routers?.state === 'failed');
    assert.match(routers.failure.sentence, /\(status 429\)\.$/);
    assert.equal(routers.failure.nextStep, 'Try again in 2 minutes.');
    assert.equal(routers.failure.retryAfterSeconds, 120);
    assert.equal(asked.filter((path) => path === '/api/tcp/routers').length, 1);
  });

  it('can be left while it is waited for', async () => {
    const controller = new AbortController();
    refuses = () => {
      setTimeout(() => controller.abort(), 20);
      return '20';
    };
    await assert.rejects(
      readInventory(client, controller.signal),
      (error) => isRequestFailure(error) && error.failure.kind === 'canceled',
    );
    assert.equal(asked.length, 1);
  });
});
