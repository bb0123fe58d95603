import assert from 'node:assert/strict';
import { endpointSchema } from '../../../src/core/endpoint';

describe('a stored endpoint', () => {
  it('keeps fields that this version does not know', () => {
    const record = {
      version: 1,
      id: '0b7cbd7a-2f6e-4f0e-9a3c-6f6e0f4a1d11',
      kind: 'proxy',
      name: 'edge',
      url: 'http://127.0.0.1:8080',
      auth: { type: 'none' },
      headers: {},
      order: 0,
      fromTheFuture: { kept: true },
    };
    assert.deepEqual(endpointSchema.parse(record), record);
  });
});
