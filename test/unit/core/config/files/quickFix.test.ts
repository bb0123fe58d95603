import assert from 'node:assert/strict';
import { type NamedObject, namedElsewhere } from '../../../../../src/core/config/files/definition';

const middleware = (name: string): NamedObject => ({ protocol: 'http', kind: 'middleware', name });

describe('namedElsewhere: an object of the same name for another provider', () => {
  const auth = middleware('auth@docker');

  it('is the only one that is declared', () => {
    assert.equal(namedElsewhere(auth, [middleware('auth@file'), middleware('other@file')]), 'auth@file');
    assert.equal(namedElsewhere(auth, [middleware('auth@file'), middleware('auth@file')]), 'auth@file');
  });

  it('is none where several are, or the object itself is, or others of the name are', () => {
    assert.equal(namedElsewhere(auth, [middleware('auth@file'), middleware('auth@nomad')]), undefined);
    assert.equal(namedElsewhere(auth, [middleware('auth@file'), auth]), undefined);
    assert.equal(namedElsewhere(auth, [{ ...middleware('auth@file'), protocol: 'tcp' }]), undefined);
    assert.equal(namedElsewhere(auth, [{ ...middleware('auth@file'), kind: 'service' }]), undefined);
    assert.equal(namedElsewhere(auth, [middleware('auth@x@file')]), undefined);
  });
});
