import assert from 'node:assert/strict';
import { hashOfRule, hashOfTags, normalizeName } from '../../../../src/core/config/names/objectNames';

describe('names that Traefik makes', () => {
  it('are of letters and digits of all scripts, joined by single dashes', () => {
    assert.equal(normalizeName('web_app_my-proj'), 'web-app-my-proj');
    assert.equal(normalizeName('/web_1.a'), 'web-1-a');
    assert.equal(normalizeName('--bü--ro__'), 'bü-ro');
  });

  it('end with a hash of the rule', () => {
    assert.equal(hashOfRule('Host(`foo.com`) && PathPrefix(`/bar`)'), '6b204d94623b3df4370c');
    assert.equal(hashOfRule('PathPrefix(`/é`)'), 'd4f5e4d4d1eba8e03331');
  });

  it('end with a hash of the sorted tags for canaries', () => {
    assert.equal(hashOfTags(['traefik.nomad.canary=true', 'traefik.enable=true']), '4566568677297612565');
  });
});
