import assert from 'node:assert/strict';
import { findPlaces, logIndexCandidates } from '../../../../src/core/accessLogs/findPlaces';
import { RequestFailure } from '../../../../src/core/base/errors/failure';
import { failureFrom } from '../search/fakeHttpClient';
import { catalogOf } from './given';

const logs = { '@timestamp': 'date', RouterName: 'keyword' };
const failure = (kind: 'forbidden' | 'canceled'): RequestFailure =>
  new RequestFailure({ kind, sentence: 'No.', nextStep: 'Ask.' });

describe('findPlaces: finding access logs at a search endpoint', () => {
  it('looks at likely names first', () => {
    const names = ['zoo', 'products', 'logs-app', 'logstash-all', 'filebeat-all', 'my-access', 'my-traefik'];
    assert.deepEqual(logIndexCandidates(names.map((name) => ({ name, kind: 'alias' }))), [
      'my-traefik',
      'my-access',
      'filebeat-all',
      'logstash-all',
      'logs-app',
      'products',
      'zoo',
    ]);
  });

  it('takes indices that are made anew by date or number for one', () => {
    const names = [
      'traefik-2026.11.20',
      'traefik-2026.11.21',
      'traefik_2026-11-21',
      'filebeat-8.19.0-2026.11.21-000001',
      'traefik-2026.11',
      'access.20261121',
      'http-000007',
      'proxy-v2',
      '2026.11.21',
    ];
    assert.deepEqual([...logIndexCandidates(names.map((name) => ({ name, kind: 'index' })))].sort(), [
      '2026.11.21',
      'access.*',
      'filebeat-8.19.0-*',
      'http-*',
      'proxy-v2',
      'traefik-*',
      'traefik_*',
    ]);
    assert.deepEqual(logIndexCandidates([{ name: 'logs-traefik.access-default', kind: 'data stream' }]), [
      'logs-traefik.access-default',
    ]);
  });

  it('ends with any name, though it looked like dates nearly to its end', () => {
    const names = [`a${'-2026-11'.repeat(30)}x`, `a${'-2026-11'.repeat(1_000_000)}x`, `a${'-2026-w11'.repeat(20)}`];
    assert.deepEqual(
      logIndexCandidates(names.map((name) => ({ name, kind: 'index' }))).map((each) => each.length),
      [3, 8_000_002, 242],
    );
  });

  it('proposes what has a field for routers, and tells what cannot be searched', async () => {
    const catalog = catalogOf({
      products: { name: 'text' },
      apm: { 'labels.RouterName': '-keyword' },
      traefik: logs,
    });
    const found = await findPlaces(catalog);
    assert.deepEqual(
      found.places.map(({ index, layout }) => [index, layout.router.field]),
      [['traefik', 'RouterName']],
    );
    assert.deepEqual(found.unsearchable, [{ index: 'apm', field: 'labels.RouterName' }]);
    assert.equal(found.isCut, false);
    assert.deepEqual(catalog.asked, ['traefik', 'apm', 'products']);
  });

  it('proposes what has a time before what has none', async () => {
    const found = await findPlaces(catalogOf({ traefik: { RouterName: 'keyword' }, access: logs }));
    assert.deepEqual(
      found.places.map(({ index }) => index),
      ['access', 'traefik'],
    );
  });

  it('looks at usual names where nothing may be listed', async () => {
    const found = await findPlaces(catalogOf({ 'filebeat-*': logs }, []));
    assert.deepEqual(
      found.places.map(({ index }) => index),
      ['filebeat-*'],
    );
  });

  it('does not look at a thousand indices', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`tenant${at}x`, logs]));
    const catalog = catalogOf({ ...many, 'my-traefik': logs });
    const told: string[] = [];
    const found = await findPlaces(catalog, { onProgress: (looked, of) => told.push(`${looked}/${of}`) });
    assert.equal(found.isCut, true);
    assert.equal(catalog.asked.length, 24);
    assert.equal(catalog.asked[0], 'my-traefik');
    assert.deepEqual(told, ['0/24', '4/24', '8/24', '12/24', '16/24', '20/24']);
  });

  it('goes on where one index cannot be looked at', async () => {
    const found = await findPlaces(catalogOf({ traefik: failure('forbidden'), access: logs }));
    assert.deepEqual(
      found.places.map(({ index }) => index),
      ['access'],
    );
  });

  it('fails where nothing could be looked at, and where it was canceled', async () => {
    assert.equal((await failureFrom(() => findPlaces(catalogOf({ a: failure('forbidden') })))).kind, 'forbidden');
    const canceled = catalogOf({ a: logs, b: failure('canceled') });
    assert.equal((await failureFrom(() => findPlaces(canceled))).kind, 'canceled');
  });
});
