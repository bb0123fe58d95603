import assert from 'node:assert/strict';
import { accessLogName, listedRouter, routersMeant } from '../../../../src/core/accessLogs/accessLogNames';
import { routerInHit } from '../../../../src/core/accessLogs/requestInHit';
import { listedIn, recorded } from '../proxy/model/given';
import { recordedLines } from './recentLines';

function hit(source: object): string {
  return JSON.stringify({ _index: 'i', _id: '1', _source: source });
}

const lines = recordedLines();

describe('routerInHit: the router that a hit names', () => {
  it('is one that the proxy lists, of every recorded access log line', async () => {
    const inventory = await recorded('3.7');
    assert.equal(lines.length, 400);
    const names = new Set<string>();
    for (const line of lines) {
      const logged = routerInHit(`{"_source":${line}}`, []) ?? assert.fail(line);
      const found = listedRouter(routersMeant(logged), inventory) ?? assert.fail(`${logged} is not found`);
      assert.ok(logged.endsWith(found));
      names.add(found);
    }
    assert.ok(names.has('child-a@file') && names.has('child-b@file') && names.has('team a / blue@file'));
  });

  it('finds every recorded line again by its router, and by its service', async () => {
    const inventory = await recorded('3.7');
    const values = lines.map((line) => JSON.parse(line));
    const found = new Set<unknown>();
    for (const router of listedIn(inventory.groups.http.routers)) {
      const { names } = accessLogName(router, inventory).routers;
      for (const value of values) if (names.includes(value.RouterName)) found.add(value);
    }
    assert.equal(found.size, values.length);
    const services = listedIn(inventory.groups.http.services).flatMap((one) => accessLogName(one, inventory).services);
    for (const { ServiceName } of values) if (ServiceName !== undefined) assert.ok(services.includes(ServiceName));
  });

  it('is found wherever shippers put it, with dots or objects', () => {
    for (const path of [
      'RouterName',
      'attributes.RouterName',
      'Attributes.RouterName',
      'json.RouterName',
      'labels.RouterName',
      'log.attributes.RouterName',
      'traefik.access.router.name',
      'traefik.access.frontend_name',
    ]) {
      const nested = path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), 'web@docker');
      assert.equal(routerInHit(hit(Object(nested)), []), 'web@docker', path);
      assert.equal(routerInHit(hit({ [path]: ['web@docker'] }), []), 'web@docker', path);
    }
  });

  it('is looked for first where a person said', () => {
    const source = { route: 'mine@file', RouterName: 'web@docker' };
    assert.equal(routerInHit(hit(source), ['route']), 'mine@file');
    assert.equal(routerInHit(hit(source), ['nowhere']), 'web@docker');
  });

  it('is none where there is no name', () => {
    for (const source of [{}, { RouterName: '' }, { RouterName: 7 }, { RouterName: null }, { RouterName: {} }]) {
      assert.equal(routerInHit(hit(source), []), undefined);
    }
    assert.equal(routerInHit('{"_id":"1"}', []), undefined);
  });

  it('may be the last of those that a request went through, or one with an arrow in its name', () => {
    assert.deepEqual(routersMeant('web@docker'), ['web@docker']);
    assert.deepEqual(routersMeant('a@file -> b@file -> c@file'), ['a@file -> b@file -> c@file', 'c@file']);
  });
});
