import assert from 'node:assert/strict';
import { ruleTargetsOf } from '../../../../../src/core/proxy/publicUrls/ruleTargets';
import type { RuleSyntax } from '../../../../../src/core/proxy/rules/rule';

/** The targets in one string each: `shop.example.test/api?debug=true`, with `*` for any host. */
function said(rule: string | readonly string[], syntax: RuleSyntax = 'v3'): readonly string[] | undefined {
  return ruleTargetsOf(typeof rule === 'string' ? [rule] : rule, syntax)?.targets.map(
    ({ host = '*', path, query }) =>
      `${host}${path}${query.map(([name, value], index) => `${index === 0 ? '?' : '&'}${name}=${value}`).join('')}`,
  );
}

function kept(rule: string, syntax: RuleSyntax = 'v3'): readonly string[] | undefined {
  return ruleTargetsOf([rule], syntax)?.obstacles;
}

describe('ruleTargets: rules that say plainly what to open', () => {
  const cases: readonly [rule: string, targets: readonly string[]][] = [
    ['Host(`shop.example.test`)', ['shop.example.test/']],
    ['Host("shop.example.test")', ['shop.example.test/']],
    ['host(`Shop.Example.Test`)', ['shop.example.test/']],
    ['PathPrefix(`/api`) || PathPrefix(`/dashboard`)', ['*/api', '*/dashboard']],
    ['Host(`shop.example.test`) && PathPrefix(`/api`)', ['shop.example.test/api']],
    ['Host(`a.test`) && Path(`/one`) && PathPrefix(`/`)', ['a.test/one']],
    ['Host(`a.test`) && (PathPrefix(`/a`) || PathPrefix(`/b`))', ['a.test/a', 'a.test/b']],
    ['(Host(`a.test`) || Host(`b.test`)) && PathPrefix(`/x`)', ['a.test/x', 'b.test/x']],
    ['Host(`a.test`) || Host(`b.test`) && Path(`/b`)', ['a.test/', 'b.test/b']],
    ['Host(`a.test`) && PathPrefix(`/api/v2`) && (Method(`GET`) || Method(`HEAD`))', ['a.test/api/v2']],
    ['Host(`a.test`) && PathPrefix(`/api`) && PathPrefix(`/api/v2`)', ['a.test/api/v2']],
    ['Host(`a.test`) && Query(`debug`, `true`)', ['a.test/?debug=true']],
    ['Host(`127.0.0.1`) || Host(`::1`)', ['127.0.0.1/', '::1/']],
    ['Host(`xn--exmple-cua.test`) && Path(`/münchen`)', ['xn--exmple-cua.test/münchen']],
    ['Host(`a.test`) && Host(`b.test`)', []],
    ['Host(`a.test`) && Path(`/a`) && PathPrefix(`/b`)', []],
  ];
  for (const [rule, targets] of cases) it(rule, () => assert.deepEqual(said(rule), targets));

  it('takes several values of one matcher as Traefik 2 does', () => {
    assert.deepEqual(said('Host(`a.test`, `b.test`) && Path(`/x`,`/y`)', 'v2'), [
      'a.test/x',
      'a.test/y',
      'b.test/x',
      'b.test/y',
    ]);
    assert.deepEqual(said('Host(`a.test`) && Query(`debug=true`, `page=2`)', 'v2'), ['a.test/?debug=true&page=2']);
  });

  it('reads a nested router’s rule together with those above it', () => {
    assert.deepEqual(said(['Host(`layers.test`)', 'PathPrefix(`/a`) || Host(`other.test`)']), ['layers.test/a']);
  });

  it('reads sixty-one hosts, each of them', () => {
    const hosts = Array.from({ length: 61 }, (_, index) => `t${index}.example.test`);
    assert.deepEqual(
      said(hosts.map((host) => `Host(\`${host}\`)`).join(' || ')),
      hosts.map((host) => `${host}/`),
    );
  });
});

describe('ruleTargets: rules that do not', () => {
  const cases: readonly [rule: string, obstacles: readonly string[], targets: readonly string[]][] = [
    ['HostRegexp(`^.+$`)', ['HostRegexp'], []],
    ['Host(`a.test`) || HostRegexp(`^.+$`)', ['HostRegexp'], ['a.test/']],
    ['Host(`a.test`) && Header(`X-Beta`, `1`)', ['Header'], []],
    ['Host(`a.test`) && !ClientIP(`10.0.0.0/8`)', ['!'], []],
    ['Host(`a.test`) && !(Path(`/x`) || Path(`/y`))', ['!'], []],
    ['Host(`a.test`) && Method(`POST`)', ['method POST'], []],
    ['Host(`a.test`) && PathRegexp(`\\.css$`)', ['PathRegexp'], []],
    ['Host(`a.test`) && Query(`v`)', ['Query'], []],
    ['Host(`a.test`) && Query(`token`, `t`)', ['a secret in Query'], []],
    ['Path(`/{file:.*}`)', ['Path with a pattern'], []],
    ['Host(`*.a.test`) || Host(`*`) || Host(`b.test`)', ['Host with a wildcard'], ['b.test/']],
  ];
  for (const [rule, obstacles, targets] of cases) {
    it(rule, () => {
      assert.deepEqual(kept(rule), obstacles);
      assert.deepEqual(said(rule), targets);
    });
  }

  const noRules = [
    '',
    'Host(`a.test`',
    'Host(`a.test`))',
    'Host()',
    'Host(a.test)',
    'Hostname(`a.test`)',
    'Host(`a.test`) &&',
    'Host(`a.test`) Host(`b.test`)',
    'Host(`a.test`) ; Path(`/`)',
    '("a.test")',
    'Host("\\xff.test")',
    'Host(`ａ.test`)',
    'Host(``)',
    'Path(`x`)',
    'Path(``)',
  ];
  for (const rule of noRules) it(`no rule: ${rule}`, () => assert.equal(said(rule), undefined));
});

describe('ruleTargets: rules that would lead elsewhere than they say', () => {
  const hosts = [
    'user@evil.test',
    'a.test:80@evil.test',
    'a.test/evil',
    'a.test#x',
    'a.test?x',
    'a.test\\evil',
    '0x7f.1',
    '2130706433',
    '1',
    '127.1',
    'a%2etest',
    'a .test',
    'a\n.test',
    '[::1]:80',
    '::1]@evil.test/[',
    'a:80',
    'a.*.test',
    '{sub:[a-z]+}.example.test',
    'javascript:alert(1)',
    'a'.repeat(300),
  ];
  for (const host of hosts) {
    it(`Host(\`${host.slice(0, 40)}\`)`, () => {
      assert.deepEqual(said(`Host(\`${host}\`)`), []);
      assert.deepEqual(kept(`Host(\`${host}\`)`), ['Host with an invalid host name']);
    });
  }
  const paths = ['//../x', '/../etc', '/a/./b', '/%2e%2e/x', '/a?b=c', '/a#b', '/a\\b', '/a b', '/a\u202eb'];
  for (const path of paths) {
    it(`Path(\`${path}\`)`, () => assert.deepEqual(said(`Host(\`a.test\`) && Path(\`${path}\`)`), []));
  }

  it('repeats no word of a rule that cannot be a method', () => {
    assert.deepEqual(kept('Method(`![x](http://evil.test/)`)'), ['a custom method']);
  });
});

describe('ruleTargets: rules made to keep a reader busy', () => {
  const busy: readonly [what: string, rule: string][] = [
    ['brackets within brackets', '('.repeat(40_000)],
    ['negations within negations', `${'!'.repeat(40_000)}Host(\`a\`)`],
    ['alternatives times alternatives', Array(40).fill('(Host(`a`) || Path(`/b`))').join(' && ')],
    ['a quote that does not end', `Host("${'\\'.repeat(50_000)}`],
    ['a megabyte', `Host(\`${'a'.repeat(1_000_000)}\`)`],
  ];
  for (const [what, rule] of busy) it(what, () => assert.equal(said(rule), undefined));
});
