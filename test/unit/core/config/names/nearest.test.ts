import assert from 'node:assert/strict';
import { nearestTo } from '../../../../../src/core/config/names/nearName';

describe('nearest: the name that was meant', () => {
  it('has one letter more, less, or another, or two swapped; of long names up to a third differ', () => {
    const known = ['Host', 'HostRegexp', 'PathPrefix', 'tls', 'middlewares'];
    for (const [typed, meant] of [
      ['Hots', 'Host'],
      ['Hos', 'Host'],
      ['tsl', 'tls'],
      ['PathPerfix', 'PathPrefix'],
      ['middelware', 'middlewares'],
      ['HOST', 'Host'],
    ] as const) {
      assert.equal(nearestTo(typed, known), meant, typed);
    }
  });

  it('is none where nothing is near', () => {
    assert.equal(nearestTo('Xyz', ['Host', 'tls']), undefined);
    assert.equal(nearestTo('x'.repeat(1_000), ['x'.repeat(999)]), undefined);
  });
});
