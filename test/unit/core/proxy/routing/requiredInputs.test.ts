import assert from 'node:assert/strict';
import { requiredInputs } from '../../../../../src/core/proxy/routing/requiredInputs';
import { listed, router } from './listed';

const nothing = { headers: [], query: [], method: false, clientIp: false, alpn: [] };

describe('requiredInputs: what there is to ask about a request', () => {
  it('is nothing where rules look only at host and path', async () => {
    const inventory = await listed({ http: { routers: [router('a', 'Host(`a.test`) && PathPrefix(`/`)')] } });
    assert.deepEqual(requiredInputs(inventory, { protocol: 'http', entryPoint: 'web' }), nothing);
  });

  it('is what any rule of the entry point looks at, nested ones too', async () => {
    const inventory = await listed({
      http: {
        routers: [
          router('a', 'Header(`x-beta`, `1`) || !HeaderRegexp(`accept`, `html`)'),
          router('b', 'Query(`page`) && QueryRegexp(`a`, `1`)', { tls: {} }),
          router('c', '!(ClientIP(`10.0.0.1`))'),
          router('d', 'Method(`GET`)', { parentRefs: ['c@file'] }),
          router('e', 'Header(`X-Elsewhere`, `1`)', { using: ['other'] }),
          router('f', 'Header(`X-Disabled`, `1`)', { status: 'disabled' }),
        ],
      },
    });
    assert.deepEqual(requiredInputs(inventory, { protocol: 'http', entryPoint: 'web' }), {
      headers: ['Accept', 'X-Beta'],
      query: ['a', 'page'],
      method: true,
      clientIp: true,
      alpn: [],
    });
    assert.deepEqual(requiredInputs(inventory, { protocol: 'http', entryPoint: 'web', isTls: true }), {
      ...nothing,
      query: ['a', 'page'],
    });
    assert.deepEqual(requiredInputs(inventory, { protocol: 'http', entryPoint: 'none' }), nothing);
  });

  it('is read from rules of v2 too', async () => {
    const rule = 'Headers(`x-one`, `1`, `x-two`, `2`) && HeadersRegexp(`x-three`, `3`) && Query(`q=1`, `r`, `2`)';
    const inventory = await listed({ http: { routers: [router('a', rule)] } }, '2.11.53');
    assert.deepEqual(requiredInputs(inventory, { protocol: 'http', entryPoint: 'web' }), {
      ...nothing,
      headers: ['X-One', 'X-Three', 'X-Two'],
      query: ['q', 'r'],
    });
  });

  it('is of connections their protocols and their client', async () => {
    const rule = 'HostSNI(`*`) && (ALPN(`mqtt`) || ALPN(`h2`)) && ClientIP(`10.0.0.1`)';
    const inventory = await listed({ tcp: { routers: [router('a', rule, { tls: {} })] } });
    const asks = { ...nothing, alpn: ['h2', 'mqtt'], clientIp: true };
    assert.deepEqual(requiredInputs(inventory, { protocol: 'tcp', entryPoint: 'web' }), asks);
  });
});
