import assert from 'node:assert/strict';
import { hasChange, type TraefikVersionChange, versionChanges } from '../../../../../src/core/proxy/model/versions';

const has = (number: string | undefined, change: TraefikVersionChange): boolean | undefined =>
  hasChange(number === undefined ? undefined : { number }, change);

describe('versions: the dates of Traefik', () => {
  it('are ascending releases, one of each branch, each with its commit', () => {
    for (const [name, { since, commit }] of Object.entries<TraefikVersionChange>(versionChanges)) {
      const branches = since.map((release) => release.replace(/\.\d+$/, ''));
      assert.equal(new Set(branches).size, branches.length, name);
      const parts = since.map((release) =>
        release
          .split('.')
          .map((part) => part.padStart(3, '0'))
          .join(),
      );
      assert.deepEqual(parts, [...parts].sort(), name);
      assert.match(commit, /^[\da-f]{10}$/, name);
    }
  });

  it('are those of each branch, and of the ones after the last', () => {
    const { refusesStripped } = versionChanges;
    const expected: Readonly<Record<string, boolean>> = {
      '2.11.46': false,
      '2.11.47': true,
      'v2.11.53': true,
      '2.10.99': false,
      '3.0.0': false,
      '3.5.6': false,
      '3.6.17': false,
      '3.6.18': true,
      '3.7.0': false,
      '3.7.1': false,
      '3.7.2': true,
      '3.8.0': true,
      '3.10.0': true,
      '4.0.0': true,
    };
    for (const [number, wanted] of Object.entries(expected)) assert.equal(has(number, refusesStripped), wanted, number);
  });

  it('are not known of what is not told, of builds of one’s own, and of what comes before a release', () => {
    const { refusesStripped, wildcardHosts } = versionChanges;
    for (const number of [undefined, 'dev', '3', '3.7', '', 'v3.x', '3.7.2-rc.1', '3.8.0-ea.1']) {
      assert.equal(has(number, refusesStripped), undefined, number);
    }
    assert.equal(has('3.7.0-rc.2', wildcardHosts), undefined);
    assert.equal(has('3.7.1-rc.1', wildcardHosts), true);
    assert.equal(has('3.8.0-ea.1', wildcardHosts), true);
    assert.equal(has('3.9.0-ea.1', refusesStripped), true);
    assert.equal(has('3.6.0-rc.1', refusesStripped), false);
  });
});
