import assert from 'node:assert/strict';
import { certificateSource } from '../../../../../src/core/proxy/api/certificates';
import type { Certificate } from '../../../../../src/core/proxy/model/model';

const read = (text: string): Certificate | undefined => certificateSource.read(JSON.parse(text), text);

describe('certificates: a certificate', () => {
  it('has what the API says', () => {
    const text =
      '{"name":"ab12","sans":["a.test","*.a.test"],"notAfter":"2027-01-01T00:00:00Z","notBefore":"2026-01-01T00:00:00Z","serialNumber":"40226457481842831629","commonName":"a.test","issuerOrg":"Org","issuerCN":"CA","version":"v3","keySize":2048,"status":"warning"}';
    assert.deepEqual(read(text), {
      name: 'ab12',
      commonName: 'a.test',
      sans: ['a.test', '*.a.test'],
      notBefore: '2026-01-01T00:00:00Z',
      notAfter: '2027-01-01T00:00:00Z',
      issuer: 'CA',
      status: 'warning',
      unread: [],
      text,
    });
  });

  it('names its issuer by the organization where that is all there is', () => {
    assert.equal(read('{"name":"a","issuerOrg":"Org"}')?.issuer, 'Org');
    assert.equal(read('{"name":"a"}')?.issuer, undefined);
  });

  it('takes only statuses that it knows', () => {
    const statuses = ['"enabled"', '"warning"', '"expired"', '"disabled"', '"toString"', '7'].map(
      (status) => read(`{"name":"a","status":${status}}`)?.status,
    );
    assert.deepEqual(statuses, ['enabled', 'warning', 'expired', 'unknown', 'unknown', 'unknown']);
  });

  it('loses a field of the wrong type and says which', () => {
    const certificate = read('{"name":"a","sans":"a.test","notAfter":7,"status":"enabled"}');
    assert.deepEqual([...(certificate?.unread ?? [])].sort(), ['notAfter', 'sans']);
    assert.deepEqual([certificate?.sans, certificate?.status], [[], 'enabled']);
  });

  it('needs a name', () => {
    for (const text of ['{}', '{"name":1}', '[]', 'null']) assert.equal(read(text), undefined);
  });
});
