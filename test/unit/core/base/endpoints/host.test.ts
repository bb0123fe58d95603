import assert from 'node:assert/strict';
import { readHost, readServerName } from '../../../../../src/core/base/endpoints/endpointUrl';

describe('host: the host that requests name', () => {
  const read: readonly (readonly [text: string, host: string])[] = [
    ['traefik.example.test', 'traefik.example.test'],
    [' Traefik.Example.TEST ', 'traefik.example.test'],
    ['traefik.example.test:8443', 'traefik.example.test:8443'],
    ['traefik.example.test:80', 'traefik.example.test:80'],
    ['https://traefik.example.test/dashboard/#/', 'traefik.example.test'],
    ['my_container', 'my_container'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['10.0.0.7:8080', '10.0.0.7:8080'],
    ['fd00::1', '[fd00::1]'],
    ['[FD00::1]:8080', '[fd00::1]:8080'],
  ];
  for (const [text, host] of read) it(`${text} is ${host}`, () => assert.deepEqual(readHost(text), { host }));

  const refused = [
    '',
    '  ',
    ':80',
    'a b',
    'a\r\nX: y',
    'user@host',
    'a:port',
    'a:0',
    'a:65536',
    '[::1',
    '-',
    'a;b',
    'ftp://a',
  ];
  for (const text of refused) {
    it(`is not ${JSON.stringify(text)}`, () => assert.ok('problem' in readHost(text)));
  }

  it('has no port where it is the name that a certificate is for', () => {
    assert.deepEqual(readServerName('Traefik.example.test'), { host: 'traefik.example.test' });
    assert.deepEqual(readServerName('10.0.0.7'), { host: '10.0.0.7' });
    for (const text of ['a.test:443', '[::1]', '']) assert.ok('problem' in readServerName(text), text);
  });
});
