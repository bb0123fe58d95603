import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';

/** What is told of the rules of a file, each with the text that it is about and what the fix puts there. */
function toldOf(path: string, text: string): readonly string[] {
  return checkConfigGroups(readConfigFiles([{ path, text }]), {}).map(({ severity, code, range, fix }) => {
    const fixText = fix === undefined ? '' : ` → ${fix.text}`;
    return `${severity} ${code} ${text.slice(range.start, range.end)}${fixText}`;
  });
}

const dynamic = (rule: string): string =>
  `http:\n  routers:\n    r:\n      rule: ${rule}\n      service: api@internal\n`;
const ingress = (path: string): string =>
  `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: { name: i, namespace: a, annotations: { traefik.ingress.kubernetes.io/router.entrypoints: web } }\nspec: { rules: [{ host: a.test, http: { paths: [{ path: '${path}', pathType: Prefix, backend: { service: { name: s, port: { number: 80 } } } }] } }] }\n`;
const httpRoute = (match: string): string =>
  `apiVersion: gateway.networking.k8s.io/v1\nkind: Gateway\nmetadata: { name: g, namespace: a }\nspec: { gatewayClassName: traefik, listeners: [{ name: web, port: 80, protocol: HTTP }] }\n---\napiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: { name: r, namespace: a }\nspec: { parentRefs: [{ name: g }], hostnames: [a.test], rules: [{ matches: [${match}], backendRefs: [{ name: s, port: 80 }] }] }\n`;

describe('unmatchableRules: a rule of a file that can match nothing', () => {
  it('is told at the matcher, with what is certainly meant', () => {
    assert.deepEqual(toldOf('a.yml', dynamic('Host(`http://a.test:80/x`) && PathPrefix(`/b`)')), [
      'warning rule.never Host(`http://a.test:80/x`) → Host(`a.test`)',
    ]);
    assert.deepEqual(toldOf('a.yml', dynamic('Host(`b.test`) || Host(`.*-example.test`)')), [
      'warning rule.never Host(`.*-example.test`)',
    ]);
    assert.deepEqual(toldOf('a.yml', dynamic('HostRegexp(`{.*}`)')), [
      'warning rule.never HostRegexp(`{.*}`) → HostRegexp(`.*`)',
    ]);
    // All of them at once.
    assert.deepEqual(
      toldOf('a.yml', dynamic('Host(`a.test:80`) && (PathPrefix(`/b?c`) || Path(`/d/*`) || Method(`A,B`))')),
      [
        'warning rule.never Host(`a.test:80`) → Host(`a.test`)',
        'warning rule.never PathPrefix(`/b?c`)',
        'information rule.never Path(`/d/*`)',
        'warning rule.never Method(`A,B`)',
      ],
    );
    assert.deepEqual(toldOf('a.yml', dynamic('Host(`a.test:80`) && PathRegexp(`[`) && HostRegexp(`(`)')), [
      'warning rule.never Host(`a.test:80`) → Host(`a.test`)',
      'error rule.syntax PathRegexp(`[`)',
      'error rule.syntax HostRegexp(`(`)',
    ]);
    // A name in the braces is the syntax of Traefik 2.
    assert.deepEqual(
      toldOf('a.yml', dynamic('HostRegexp(`{any:.*}`)')).map((one) => one.slice(0, 20)),
      ['warning rule.legacy '],
    );
  });

  it('is one in labels, in which a fix has no dollar signs', () => {
    const text =
      'services:\n  a:\n    image: a\n    ports: [80]\n    labels:\n      - traefik.http.routers.r.rule=Host(`a.test:80`)\n';
    assert.deepEqual(toldOf('compose.yml', text), ['warning rule.never Host(`a.test:80`) → Host(`a.test`)']);
  });

  it('is one that Traefik makes of a route or an Ingress', () => {
    const header = (name: string): string => httpRoute(`{ headers: [{ name: ${name}, value: a.test }] }`);
    assert.deepEqual(
      toldOf('r.yml', header('Host')).map((one) => one.split(' ', 2).join(' ')),
      ['warning rule.never'],
    );
    assert.deepEqual(toldOf('r.yml', header('X-Host')), []);
    assert.deepEqual(toldOf('i.yml', ingress('/a?b')), ['warning rule.never /a?b']);
    assert.deepEqual(toldOf('i.yml', ingress('/users/{id}')), ['warning rule.legacy /users/{id}']);
    assert.deepEqual(toldOf('i.yml', ingress('/a(/|$)(.*)')), ['information rule.never /a(/|$)(.*)']);
    assert.deepEqual(toldOf('i.yml', ingress('/a')), []);
  });

  it('is information where it could match what hardly anybody sends', () => {
    for (const path of ['/api/*', '/api/.*', '^/api', '/a/[0-9]+', '/a\\d', '/a$', '/(a|b)']) {
      const rule = `PathPrefix(\`${path}\`)`;
      const told = toldOf('a.yml', dynamic(rule));
      assert.deepEqual(told, path.startsWith('/') ? [`information rule.never ${rule}`] : told, path);
    }
    for (const path of ['/a.b', '/a+b', '/a(b)', '/~a', '/a*b', '/$a', '/.well-known/x']) {
      assert.deepEqual(toldOf('a.yml', dynamic(`PathPrefix(\`${path}\`)`)), [], path);
    }
    assert.deepEqual(toldOf('a.yml', dynamic('PathRegexp(`^/a(/|$)(.*)`)')), []);
  });

  it('is none with an unknown part', () => {
    assert.deepEqual(toldOf('a.yml', dynamic('Host(`{{ env "H" }}:80`)')), []);
  });
});
