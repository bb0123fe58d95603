import assert from 'node:assert/strict';
import { openEngineCatalog } from '../../../../../src/core/search/engine/engineCatalog';
import { detailsOfMapping } from '../../../../../src/core/search/engine/fieldList';
import { openSearchClient } from '../../../../../src/core/search/engine/searchClient';
import { readRecordings } from '../../../../recordings/read';
import { fakeHttpClient, json } from '../fakeHttpClient';
import { engines } from '../recordings/engines';

/** As Elasticsearch 9.1 and 7.17 and OpenSearch 2.19 wrote it, measured. */
const measured =
  '{"kk":{"mappings":{"dt":{"full_name":"dt","mapping":{"dt":{"type":"date"}}},"nest.a":{"full_name":"nest.a","mapping":{"a":{"type":"keyword"}}},"dfmt":{"full_name":"dfmt","mapping":{"dfmt":{"type":"date","format":"dd/MM/yyyy HH:mm"}}},"nullv":{"full_name":"nullv","mapping":{"nullv":{"type":"keyword","null_value":"NULL"}}},"txtlow.raw":{"full_name":"txtlow.raw","mapping":{"raw":{"type":"keyword","ignore_above":20}}}}},"plain":{"mappings":{"dfmt":{"full_name":"dfmt","mapping":{"dfmt":{"type":"date"}}},"txtlow.raw":{"full_name":"txtlow.raw","mapping":{"raw":{"type":"keyword","ignore_above":256}}}}}}';

const none = { formats: [undefined], nullValues: [undefined], ignoreAbove: Number.POSITIVE_INFINITY, indices: 1 };

describe('fieldDetails: what a mapping says of single fields', () => {
  it('is read over all indices: formats, values for null, and the least length that is ignored', () => {
    assert.deepEqual(Object.fromEntries(detailsOfMapping(JSON.parse(measured)) ?? []), {
      dt: none,
      'nest.a': none,
      dfmt: { ...none, indices: 2, formats: ['dd/MM/yyyy HH:mm', undefined] },
      nullv: { ...none, nullValues: ['"NULL"'] },
      'txtlow.raw': { ...none, indices: 2, ignoreAbove: 20 },
    });
  });

  for (const engine of engines) {
    it(`is read of ${engine}`, () => {
      const recorded = readRecordings(engine).get('mapping-field')?.response.body ?? '';
      assert.deepEqual(Object.fromEntries(detailsOfMapping(JSON.parse(recorded)) ?? []), {
        '@timestamp': none,
        message: none,
      });
    });
  }

  it('stands below a type up to Elasticsearch 6.8', () => {
    const old = { i: { mappings: { doc: { a: { full_name: 'a', mapping: { a: { format: 'epoch_second' } } } } } } };
    assert.deepEqual(detailsOfMapping(old)?.get('a'), { ...none, formats: ['epoch_second'] });
  });

  it('counts as not told where it has another shape', () => {
    const odd = { full_name: 'a', mapping: { a: { format: 7, null_value: null, ignore_above: 'many' }, b: 1 } };
    assert.deepEqual(detailsOfMapping({ i: { mappings: { a: odd, b: { full_name: 'b' }, c: 3 } } })?.get('a'), none);
    for (const body of [null, [], { i: 1 }, { i: { mappings: [] } }]) assert.equal(detailsOfMapping(body), undefined);
    assert.equal(detailsOfMapping({ i: { mappings: {} } })?.size, 0);
  });

  it('is asked once for a field and those beside it, by names that say nothing else in an address', async () => {
    const fake = fakeHttpClient(() => json(JSON.parse(measured)));
    const catalog = openEngineCatalog(openSearchClient(async () => fake));
    await Promise.all([catalog.details('logs-*,b', 'a/b ?c'), catalog.details('logs-*,b', 'a/b ?c')]);
    assert.deepEqual(
      fake.asked.map(({ method, path }) => [method, path]),
      [['GET', '/logs-*%2Cb/_mapping/field/a%2Fb%20%3Fc,a%2Fb%20%3Fc.*']],
    );
    for (const name of ['', 'a*', 'a,b', 'half \ud800', 'x'.repeat(4_000)]) {
      assert.equal((await catalog.details('logs', name)).size, 0);
    }
    assert.equal((await catalog.details(' ', 'a')).size, 0);
    assert.equal(fake.asked.length, 1);
  });

  it('is nothing where the mapping may not be read', async () => {
    const fake = fakeHttpClient(() => json({ error: { type: 'security_exception', reason: 'no' } }, 403));
    assert.equal((await openEngineCatalog(openSearchClient(async () => fake)).details('logs', 'a')).size, 0);
  });
});
