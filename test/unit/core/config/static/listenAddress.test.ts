import assert from 'node:assert/strict';
import { areInConflict, readListenAddress } from '../../../../../src/core/config/static/listenAddress';

function listening(address: string) {
  const read = readListenAddress(address);
  assert.ok('port' in read, address);
  return read;
}

describe('listenAddress: addresses of entry points', () => {
  it('are read with names of ports, protocols in any case, and all addresses as one', () => {
    for (const host of ['', '0.0.0.0', '[::]']) assert.equal(listening(`${host}:80`).host, '');
    assert.deepEqual(listening(':http'), { kind: 'listens', protocol: 'tcp', port: 80, host: '' });
    assert.deepEqual(listening(':53/UDP'), { kind: 'listens', protocol: 'udp', port: 53, host: '' });
    assert.equal(listening('').port, 0);
    assert.equal(listening(':').port, 0);
    assert.equal(listening('[::1]:80').kind, 'listens');
    assert.equal(listening('192.0.2.1:80').kind, 'foreign');
    assert.equal(listening('example.test:80').kind, 'name');
  });

  it('are refused for what Go refuses', () => {
    assert.equal(readListenAddress('80').kind, 'noPort');
    assert.equal(readListenAddress('::80').kind, 'colons');
    assert.equal(readListenAddress(':65536').kind, 'port');
    assert.equal(readListenAddress(':-1').kind, 'port');
    assert.equal(readListenAddress(':80 ').kind, 'port');
    assert.equal(readListenAddress('http://:80').kind, 'protocol');
    assert.equal(readListenAddress('[::1:80').kind, 'brackets');
  });

  it('conflict on one port of one protocol, unless that is a random one', () => {
    assert.ok(areInConflict(listening(':80'), listening('127.0.0.1:80')));
    assert.ok(!areInConflict(listening('127.0.0.1:80'), listening('127.0.0.2:80')));
    assert.ok(!areInConflict(listening(':53'), listening(':53/udp')));
    assert.ok(!areInConflict(listening(''), listening('')));
  });
});
