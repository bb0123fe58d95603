import assert from 'node:assert/strict';
import { proposedName } from '../../../../src/core/addressProbe/tryAddress';

describe('proposedEndpointName: the name proposed for an endpoint', () => {
  it('says what it is and where', () => {
    const at = { url: 'http://localhost:8080' };
    assert.equal(proposedName({ kind: 'proxy', product: 'Traefik' }, at), 'localhost:8080');
    assert.equal(proposedName({ kind: 'search' }, at), 'Search engine (localhost:8080)');
    assert.equal(proposedName({ kind: 'proxy' }, { url: 'https://edge.test/ops' }), 'edge.test/ops');
    const routed = { url: 'http://10.0.0.1/ops', host: 'traefik.example.test' };
    assert.equal(proposedName({ kind: 'proxy', product: 'Traefik' }, routed), 'traefik.example.test/ops');
  });

  it('is never too long to be stored', () => {
    assert.equal(proposedName({ kind: 'proxy' }, { url: `http://edge/${'x'.repeat(2_000)}` }).length, 200);
  });
});
