import assert from 'node:assert/strict';
import { readRememberedPlaces } from '../../../../src/core/accessLogs/logLayouts';

const place = {
  searchEndpointId: 's1',
  index: 'traefik-*',
  layout: {
    router: { field: 'RouterName', by: 'term', path: 'RouterName' },
    isServiceOftenMissing: false,
    columns: [],
  },
};

describe('rememberedPlaces: where access logs are, as remembered', () => {
  it('is read as it was kept', () => {
    assert.deepEqual(readRememberedPlaces({ p1: place }), new Map([['p1', place]]));
  });

  it('is forgotten where it is not understood, and only there', () => {
    const broken = { ...place, layout: { ...place.layout, router: { field: 'RouterName', by: 'magic' } } };
    assert.deepEqual(
      [...readRememberedPlaces({ p1: broken, p2: place, p3: 7, p4: { ...place, index: '' } }).keys()],
      ['p2'],
    );
    for (const nothing of [undefined, null, 'x', []]) assert.equal(readRememberedPlaces(nothing).size, 0);
  });

  it('keeps no credential and no address that somebody slipped in', () => {
    const [kept] = readRememberedPlaces({ p1: { ...place, password: 'canary', url: 'http://canary' } }).values();
    assert.ok(!JSON.stringify(kept).includes('canary'));
  });
});
