import assert from 'node:assert/strict';
import { publishedPorts } from '../../../../../src/core/config/compose/publishedPorts';

const portsIn = (text: string): readonly number[] => publishedPorts({ path: 'compose.yml', text });
const ofItems = (...items: readonly unknown[]): readonly number[] =>
  portsIn(`services:\n  a:\n    ports:\n${items.map((item) => `      - ${JSON.stringify(item)}\n`).join('')}`);

describe('publishedPorts: the ports that a compose file publishes on this machine', () => {
  it('are those of the host in the short syntax', () => {
    assert.deepEqual(ofItems('8080:80', '9443:443/tcp', ' 81:80 '), [8080, 9443, 81]);
    assert.deepEqual(
      ofItems('127.0.0.1:8001:80', '0.0.0.0:8002:80', '[::1]:8003:80', '::1:8004:80', ':::8005:80'),
      [8001, 8002, 8003, 8004, 8005],
    );
    assert.deepEqual(portsIn('services:\n  a:\n    ports: [22:22, "8080:80", 8080:81]\n'), [22, 8080]);
  });

  it('are those of the host in the long syntax', () => {
    assert.deepEqual(
      ofItems(
        { target: 80, published: '8080' },
        { target: 80, published: 8081, host_ip: '127.0.0.1', protocol: 'tcp', mode: 'host' },
        { target: 80, published: '8090-8092' },
      ),
      [8080, 8081, 8090, 8091, 8092],
    );
  });

  it('may be a range of at most twenty', () => {
    assert.deepEqual(ofItems('9090-9091:8080-8081'), [9090, 9091]);
    assert.equal(ofItems('9000-9019:9000-9019').length, 20);
    assert.deepEqual(ofItems('9000-9020:9000-9020', '1-65535:1-65535', '9002-9001:1-2'), []);
  });

  it('are not those that are unknown, chosen by Docker, for UDP, or of other addresses', () => {
    assert.deepEqual(
      ofItems(`\${PORT}:80`, `\${PORT:-8080}:80`, '$PORT:80', `\${IP}:8080:80`, `127.0.0.1:\${P}:80`),
      [],
    );
    assert.deepEqual(ofItems('80', '80-81', '127.0.0.1::80', ':80', ''), []);
    assert.deepEqual(ofItems('53:53/udp', '192.168.1.2:8080:80', '10.0.0.1:8080:80', '127.0.0.2:8080:80'), []);
    assert.deepEqual(ofItems('0:80', '65536:80', '-1:80', '8o80:80', 'a:b:c:d', ['8080:80'], null, true), []);
    assert.deepEqual(
      ofItems(
        { target: 80 },
        { published: '8080', protocol: 'udp' },
        { published: '8080', host_ip: '192.168.1.2' },
        { published: `\${PORT}` },
        { published: '8080', host_ip: `\${IP}` },
      ),
      [],
    );
  });

  it('are none of other files, nor of what is reset', () => {
    assert.deepEqual(portsIn(''), []);
    assert.deepEqual(portsIn('spec: { ports: ["8080:80"] }'), []);
    assert.deepEqual(portsIn('services: [ { ports: ["8080:80"] } ]'), []);
    assert.deepEqual(portsIn('services: { a: { ports: !reset ["8080:80"] } }'), []);
    assert.deepEqual(portsIn('services: { a: { ports: ["8080:80"] } }\n---\nservices: {}\n'), []);
  });

  it('come with anchors and merges, each once, and no more than fifty', () => {
    const text = `x-web: &web\n  ports: ["8080:80"]\nservices:\n  a: { <<: *web }\n  b: *web\n  c: { ports: ["8081:80"] }\n`;
    assert.deepEqual(portsIn(text), [8080, 8081]);
    assert.equal(ofItems(...Array.from({ length: 100 }, (_, at) => `${1_000 + at}:80`)).length, 50);
  });
});
