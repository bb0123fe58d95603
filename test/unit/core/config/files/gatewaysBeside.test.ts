import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';

function toldOf(files: Readonly<Record<string, string>>): readonly string[] {
  const read = Object.entries(files).map(([path, text]) => ({ path, text }));
  return checkConfigGroups(readConfigFiles(read), {}).map(
    ({ severity, range }) => `${severity} ${range.path} ${files[range.path]?.slice(range.start, range.end)}`,
  );
}

const version = 'apiVersion: gateway.networking.k8s.io/v1\n';
const gateway = (listener: string, name = 'gw', className = 'traefik'): string =>
  `${version}kind: Gateway\nmetadata: { name: ${name}, namespace: a }\nspec:\n  gatewayClassName: ${className}\n  listeners: [{ port: 80, protocol: HTTP, ${listener} }]\n`;
const route = (parent: string, more = '', namespace = 'a'): string =>
  `${version}kind: HTTPRoute\nmetadata: { name: r, namespace: ${namespace} }\nspec:\n  parentRefs: [{ ${parent} }]\n${more}  rules: [{ backendRefs: [{ name: s, port: 80 }] }]\n`;

describe('gatewaysBeside: a route whose gateway is in another file of the folder', () => {
  for (const [what, text, at] of [
    ['a listener of another name', route('name: gw, sectionName: wbe'), 'wbe'],
    ['another port', route('name: gw, port: 443'), '443'],
    ['a namespace that is not allowed', route('name: gw, namespace: a', '', 'b'), 'gw'],
    ['a hostname that no listener takes', route('name: gw', '  hostnames: [b.test]\n'), 'b.test'],
  ] as const) {
    it(`is attached to nothing: ${what}`, () => {
      const listener = 'name: web, hostname: "*.a.test"';
      assert.deepEqual(toldOf({ 'k/a.yml': gateway(listener), 'k/b.yml': text }), [`error k/b.yml ${at}`]);
      assert.deepEqual(toldOf({ 'k/b.yml': text, 'k/z.yml': gateway(listener) }), [`error k/b.yml ${at}`]);
      assert.deepEqual(toldOf({ 'other/a.yml': gateway(listener), 'k/b.yml': text }), []);
    });
  }

  it('is attached to what takes it, or may', () => {
    const other = route('name: gw, sectionName: other');
    assert.deepEqual(toldOf({ 'a.yml': gateway('name: web'), 'b.yml': route('name: gw, sectionName: web') }), []);
    assert.deepEqual(toldOf({ 'a.yml': gateway('name: web', 'gate'), 'b.yml': other }), []);
    assert.deepEqual(toldOf({ 'a.yml': gateway('name: web', 'gw', 'nginx'), 'b.yml': other }), []);
    // The folder has two gateways of that name: which one is used, nobody knows.
    const both = { 'a.yml': gateway('name: web'), 'c.yml': gateway('name: other') };
    assert.deepEqual(toldOf({ ...both, 'b.yml': other }), []);
    assert.deepEqual(toldOf({ 'c.yml': gateway('name: other'), 'b.yml': `${gateway('name: web')}---\n${other}` }), []);
    assert.equal(toldOf({ 'b.yml': `${gateway('name: web')}---\n${other}` }).length, 1);
  });
});
