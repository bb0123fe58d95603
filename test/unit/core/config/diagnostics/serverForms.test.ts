import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';

function toldOf(url: string): readonly string[] {
  const text = `http: { routers: { r: { rule: Host(\`a.test\`), service: s } }, services: { s: { loadBalancer: { servers: [{ url: '${url}' }] } } } }\n`;
  return checkConfigGroups(readConfigFiles([{ path: 'dyn.yml', text }]), {}).map(
    ({ severity, range }) => `${severity} ${text.slice(range.start, range.end)}`,
  );
}

describe('serverForms: the URL of a server', () => {
  for (const url of ['10.0.0.1:80', 'my_app:80', ':80', '[::1]:80']) {
    it(`is refused by Go without a scheme: ${url}`, () => {
      assert.deepEqual(toldOf(url), ['error s', `error ${url}`]);
    });
  }

  for (const url of ['app:80', 'localhost:8080/x', 'app', '10.0.0.1', 'app/x']) {
    it(`is accepted, and leads nowhere: ${url}`, () => {
      assert.deepEqual(toldOf(url), [`warning ${url}`]);
    });
  }

  for (const url of [
    'http://10.0.0.1:80',
    'https://app',
    'h2c://app:80/',
    'HTTP://a',
    'http://[::1]:80',
    '',
    '@@URL@@',
    'BACKEND_URL',
    '@@HOST@@:80',
    '%URL%',
    '{{ env "A" }}:80',
  ]) {
    it(`is right: ${url}`, () => {
      assert.deepEqual(toldOf(url), []);
    });
  }
});

describe('serverForms: the address of a TCP or UDP server', () => {
  const toldOfAddress = (protocol: 'tcp' | 'udp', address: string): readonly string[] => {
    const text = `${protocol}: { services: { s: { loadBalancer: { servers: [{ address: '${address}' }] } } } }\n`;
    return checkConfigGroups(readConfigFiles([{ path: 'dyn.yml', text }]), {}).map(
      ({ severity, range }) => `${severity} ${text.slice(range.start, range.end)}`,
    );
  };
  for (const protocol of ['tcp', 'udp'] as const) {
    it(`has a port, or the server is left out: ${protocol}`, () => {
      for (const address of ['10.0.0.1', 'db', 'tcp://db:5432', '::1', 'db:5432/x:1'])
        assert.deepEqual(toldOfAddress(protocol, address), [`warning ${address}`]);
      for (const address of ['10.0.0.1:53', 'db:5432', ':53', '[::1]:53', 'db:', '@@DB@@', '{{ env "DB" }}'])
        assert.deepEqual(toldOfAddress(protocol, address), []);
    });
  }
});
