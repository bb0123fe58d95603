import assert from 'node:assert/strict';
import { describeFound, type FoundText } from '../../../../../src/core/proxy/find/describeFound';
import { type NamedSubject, subjectIn } from '../../../../../src/core/proxy/model/subject';
import { inventoryOf } from '../tree/sample';

async function found(
  listing: string,
  item: { readonly name: string; readonly [field: string]: unknown },
): Promise<FoundText> {
  const [protocol, kind] = listing.split('/');
  const subject = subjectIn(await inventoryOf({ [listing]: [item] }), {
    protocol,
    kind,
    name: item.name,
  } as NamedSubject);
  return subject?.type === 'item' ? describeFound(subject.item) : assert.fail('not listed');
}

describe('a list of things found says', () => {
  it('what a router takes, without the secrets in it', async () => {
    const rule = 'Host(`a`) && Header(`X-Api-Key`, `k-123456`)';
    assert.deepEqual(await found('http/routers', { name: 'r@x', rule, status: 'warning' }), {
      name: 'r@x',
      gist: 'Host(`a`) && Header(`X-Api-Key`, `•••`)',
      what: 'HTTP router · warning',
    });
  });

  it('where a UDP router listens', async () => {
    const text = await found('udp/routers', { name: 'r@x', using: ['dns', 'dns6'], status: 'enabled' });
    assert.deepEqual(text, { name: 'r@x', gist: 'dns, dns6', what: 'UDP router' });
  });

  it('the first server of a service, without credentials, and how many more there are', async () => {
    const servers = [{ url: 'http://reader:secret@10.0.0.1' }, { url: 'http://10.0.0.2' }];
    const text = await found('http/services', { name: 's@x', type: 'loadbalancer', loadBalancer: { servers } });
    assert.deepEqual(text, { name: 's@x', gist: 'http://10.0.0.1 and 1 more', what: 'HTTP service · unknown status' });
  });

  it('the type of a middleware', async () => {
    const text = await found('tcp/middlewares', {
      name: 'm@x',
      status: 'enabled',
      type: 'inflightconn',
      inFlightConn: {},
    });
    assert.deepEqual(text, { name: 'm@x', gist: 'inFlightConn', what: 'TCP middleware' });
  });
});
