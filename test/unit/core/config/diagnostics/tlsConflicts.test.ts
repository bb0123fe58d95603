import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';

/** The options that are told, and the messages, of routers by name: `rule; entry points; TLS`. */
function toldOf(routers: Readonly<Record<string, string>>): readonly string[] {
  const lines = Object.entries(routers).map(([name, written]) => {
    const [rule = '', entryPoints = '', tls = ''] = written.split(';').map((part) => part.trim());
    const places = entryPoints === '' ? '' : `, entryPoints: [${entryPoints}]`;
    return `    ${name}: { rule: '${rule}', service: api@internal${places}${tls === '' ? '' : `, tls: ${tls}`} }\n`;
  });
  const text = `http:\n  routers:\n${lines.join('')}tls:\n  options:\n    strict: { sniStrict: true }\n    loose: { minVersion: VersionTLS12 }\n`;
  return checkConfigGroups(readConfigFiles([{ path: 'dyn.yml', text }]), {}).map(
    ({ severity, code, range }) => `${severity} ${code} ${text.slice(range.start, range.end)}`,
  );
}

const strictProblem = 'warning tls.conflict strict';
const looseProblem = 'warning tls.conflict loose';

describe('tlsConflicts: TLS options that differ for one host', () => {
  it('are told of each router that names some', () => {
    const one = 'Host(`a.test`) && Path(`/1`); ; { options: strict }';
    assert.deepEqual(toldOf({ one, two: 'Host(`A.Test`); ; { options: loose }' }), [strictProblem, looseProblem]);
    assert.deepEqual(toldOf({ one, two: 'Host(`b.test`) || Host(`a.test`); ; {}' }), [strictProblem]);
    assert.deepEqual(toldOf({ one, two: 'Host(`a.test`); ; { options: default }' }), [strictProblem]);
  });

  it('are told where the routers have an entry point in common', () => {
    const one = 'Host(`a.test`); web, secure; { options: strict }';
    assert.deepEqual(toldOf({ one, two: 'Host(`a.test`); secure; { options: loose }' }), [strictProblem, looseProblem]);
    assert.deepEqual(toldOf({ one, two: 'Host(`a.test`); other; { options: loose }' }), []);
    // Which ones it has by default is not known.
    assert.deepEqual(toldOf({ one, two: 'Host(`a.test`); ; { options: loose }' }), []);
  });

  it('are none for the same options, for other hosts, and without TLS', () => {
    const one = 'Host(`a.test`); ; { options: strict }';
    assert.deepEqual(toldOf({ one, two: 'Host(`a.test`); ; { options: strict@file }' }), []);
    assert.deepEqual(toldOf({ one, two: 'Host(`b.test`); ; { options: loose }' }), []);
    assert.deepEqual(toldOf({ one, two: 'Host(`a.test`)' }), []);
    assert.deepEqual(toldOf({ one, two: 'HostRegexp(`a.test`); ; {}' }), []);
  });

  it('cannot be chosen by a rule without a host', () => {
    assert.deepEqual(toldOf({ one: 'PathPrefix(`/a`); ; { options: strict }' }), [strictProblem]);
    assert.deepEqual(toldOf({ one: 'HostRegexp(`.+`); ; { options: strict }' }), [strictProblem]);
    assert.deepEqual(toldOf({ one: 'PathPrefix(`/a`); ; {}' }), []);
  });

  it('are those of labels of several containers as well', () => {
    const labels = (name: string, options: string): string =>
      `  ${name}:\n    image: a\n    ports: [80]\n    labels:\n      - traefik.http.routers.${name}.rule=Host(\`a.test\`)\n      - traefik.http.routers.${name}.tls.options=${options}\n`;
    const text = `services:\n${labels('a', 'strict@file')}${labels('b', 'loose@file')}`;
    const told = checkConfigGroups(readConfigFiles([{ path: 'compose.yml', text }]), {});
    assert.deepEqual(
      told.map(({ code }) => code),
      ['tls.conflict', 'tls.conflict'],
    );
    assert.match(told[0]?.message ?? '', /The router “b” has other TLS options for the host “a\.test”/);
  });
});
