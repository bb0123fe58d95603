import assert from 'node:assert/strict';
import type { Endpoint } from '../../../../../src/core/base/endpoints/endpoint';
import { openEndpointStore } from '../../../../../src/core/base/endpoints/endpointStore';
import { RequestFailure } from '../../../../../src/core/base/errors/failure';
import { withWorkspace } from '../../../../../src/core/base/workspace/withWorkspace';
import { fakeWindows } from '../endpoints/fakeWindows';

describe('withWorkspace: an edit of an endpoint that the workspace lists', () => {
  const { vault, shelf } = fakeWindows().openWindow();
  const listed: Endpoint = {
    version: 1,
    id: 'workspace/1',
    kind: 'proxy',
    name: 'edge',
    url: 'https://edge.example.com',
    auth: { type: 'none' },
    headers: {},
    order: 0,
  };
  const source: Parameters<typeof withWorkspace>[1] = {
    listed: async () => ({
      list: async () => [],
      get: async () => listed,
      has: async () => true,
      changeAuth: async (_id, auth) => ({ ...listed, auth }),
      forget: async () => {},
    }),
    opened: async () => ({ forget: async () => {} }),
    onDidChange: () => ({ dispose: () => {} }),
  };
  const store = withWorkspace(openEndpointStore(vault, shelf), source);

  it('stores credentials', async () => {
    const auth = { type: 'basic', username: 'ann', password: 'pw' } as const;
    assert.deepEqual(await store.change(listed.id, { auth }, listed), { ...listed, auth });
  });

  for (const [fields, nextStep] of [
    [{ name: 'other' }, /Open Workspace File/],
    [{ url: 'https://other.example.com' }, /Open Workspace File/],
    [{ origins: { web: 'https://localhost:8443' } }, /Add Endpoint/],
    [{ ignored: undefined }, /Add Endpoint/],
  ] as const) {
    it(`rejects ${JSON.stringify(Object.keys(fields))} with the step that stores it`, async () => {
      await assert.rejects(store.change(listed.id, fields, listed), (error) => {
        assert.ok(error instanceof RequestFailure);
        assert.match(error.failure.nextStep ?? '', nextStep);
        return true;
      });
    });
  }
});
