import assert from 'node:assert/strict';
import { splitQualifiedName } from '../../../../../src/core/config/names/objectNames';

describe('qualifiedName: a name with its provider', () => {
  it('is split at its last @', () => {
    assert.deepEqual(splitQualifiedName('auth@file'), { own: 'auth', provider: 'file' });
    assert.deepEqual(splitQualifiedName('a@b@docker'), { own: 'a@b', provider: 'docker' });
    assert.deepEqual(splitQualifiedName('auth'), { own: 'auth', provider: '' });
    assert.deepEqual(splitQualifiedName('@file'), { own: '', provider: 'file' });
  });
});
