import assert from 'node:assert/strict';
import { ingressOfRouter } from '../../../../src/core/liveConfig/definition';

/** As Traefik 3.7 writes it. */
const of = (metadata: unknown) =>
  ingressOfRouter({
    text: JSON.stringify({ name: 'a@kubernetes', observability: { accessLogs: true, metrics: true, metadata } }),
  });

describe('ingressOfRouter: the Ingress of a router', () => {
  it('is the one that Traefik names', () => {
    const ingress = { namespace: 'apps', ingressName: 'web', serviceName: 'app', servicePort: '80' };
    assert.deepEqual(of({ ingress }), { namespace: 'apps', name: 'web' });
    assert.deepEqual(of({ ingress: { ingressName: 'web' } }), { namespace: '', name: 'web' });
  });

  it('is none where Traefik names none, or something else is there', () => {
    for (const metadata of [
      undefined,
      null,
      {},
      { ingress: {} },
      { ingress: { ingressName: '' } },
      { ingress: 'web' },
    ]) {
      assert.equal(of(metadata), undefined);
    }
    assert.equal(of({ ingress: { namespace: 1, ingressName: 'web' } }), undefined);
    for (const text of ['{}', '[]', '{"observability":', '{"observability":true}']) {
      assert.equal(ingressOfRouter({ text }), undefined);
    }
  });
});
