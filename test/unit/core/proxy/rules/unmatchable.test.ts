import assert from 'node:assert/strict';
import { readRule } from '../../../../../src/core/proxy/rules/readRule';
import { matchersIn, type RuleProtocol, type RuleSyntax } from '../../../../../src/core/proxy/rules/rule';
import { requiredCharacters, unmatchableValue } from '../../../../../src/core/proxy/rules/unmatchable';

type Unmatchable = ReturnType<typeof unmatchableValue>;

function judged(text: string, protocol: RuleProtocol = 'http', syntax: RuleSyntax = 'v3'): Unmatchable | undefined {
  const rule = readRule(text, { protocol, syntax });
  assert.ok(rule.kind === 'rule', text);
  const [first] = [...matchersIn(rule.root)];
  return first && unmatchableValue(first, syntax);
}

describe('unmatchable: a matcher that nothing can match', () => {
  for (const [rule, meant] of [
    ['Host(`http://a.test`)', 'a.test'],
    ['Host(`https://a.test:8443/path?x`)', 'a.test'],
    ['Host(`a.test:8080`)', 'a.test'],
    ['Host(`a.test/path`)', 'a.test'],
    ['Host(` a.test`)', 'a.test'],
    ['Host(`*.a.test:443`)', '*.a.test'],
    ['Host(`a.test, b.test`)', undefined],
    ['Host(`.*-example.test`)', undefined],
    ['Host(`^a.test$`)', undefined],
    ['Host(`a.*.test`)', undefined],
    ['Host(`*a.test`)', undefined],
    ['Host(`{sub}.a.test`)', undefined],
    ['Host(`.a.test`)', undefined],
    ['Host(`a..test`)', undefined],
    ['Host(`[::1]`)', undefined],
    ['HostRegexp(`{.*}`)', '.*'],
    ['HostRegexp(`{[a-z]+}.a.test`)', undefined],
    ['HostRegexp(`^https?://a.test`)', undefined],
    ['HostRegexp(`^a\\.test:8080$`)', undefined],
    ['HostRegexp(`^a\\.test/x`)', undefined],
    ['HostRegexp(`^API\\.a\\.test$`)', '(?i)^API\\.a\\.test$'],
    ['Path(`/a?b=c`)', undefined],
    ['PathPrefix(`/#/a`)', undefined],
    ['Path(`/a%20b`)', '/a b'],
    ['Path(`/a%2fb`)', undefined],
    ['Path(`/100%`)', undefined],
    ['PathRegexp(`^/a\\?b`)', undefined],
    ['PathRegexp(`^api`)', '^/api'],
    ['Method(`GET, POST`)', undefined],
    ['Header(`Host`, `a.test`)', undefined],
    ['Header(`host`, `a.test`)', undefined],
    ['HeaderRegexp(`HOST`, `.*`)', undefined],
    ['Header(`X-A:`, `b`)', undefined],
    ['Header(`X-A`, ` b`)', undefined],
    ['Header(`Transfer-Encoding`, `chunked`)', undefined],
  ] as const) {
    it(`is ${rule}`, () => {
      const found = judged(rule);
      assert.ok(found !== undefined);
      assert.equal(found.meant, meant);
    });
  }

  for (const rule of [
    'Host(`a.test`)',
    'Host(`A.Test.`)',
    'Host(`*.a.test`)',
    'Host(`*`)',
    'Host(`my_app-1.local`)',
    'Host(`localhost`)',
    'Host(`10.0.0.1`)',
    'Host(`::1`)',
    'Host(`2001:db8::1`)',
    'Host(`xn--mnchen-3ya.test`)',
    'HostRegexp(`.+`)',
    'HostRegexp(`^[a-z{}]+\\.a\\.test$`)',
    'HostRegexp(`^a{2,3}\\.test$`)',
    'HostRegexp(`^(a|{b})\\.test$`)',
    'HostRegexp(`^a/?\\.test$`)',
    'HostRegexp(`^(https://)?a\\.test$`)',
    'HostRegexp(`(?i)^API\\.test$`)',
    'HostRegexp(`^[A-Z]?a\\.test$`)',
    'HostRegexp(`^fd00::1$`)',
    'HostRegexp(`\\pL+`)',
    'HostRegexp(`^[[:alnum:]-]+\\.a\\.test$`)',
    'HostRegexp(`^[^[:^alpha:]_]+$`)',
    'HostRegexp(`^\\Qa/b\\E|a`)',
    'Path(`/a`)',
    'Path(`/a b`)',
    'Path(`/a%2Fb%25`)',
    'PathPrefix(`/{id}`)',
    'PathRegexp(`^/a\\??b`)',
    'PathRegexp(`^a?/b`)',
    'PathRegexp(`api`)',
    'PathRegexp(`[?]`)',
    'Method(`get`)',
    'Header(`X-Host`, `a b`)',
    'Header(`X-A`, ``)',
    'HeaderRegexp(`X-A`, ` b`)',
    'Query(`a`, `b?`)',
    'ClientIP(`10.0.0.0/8`)',
  ]) {
    it(`is not ${rule}`, () => {
      const read = readRule(rule, { protocol: 'http', syntax: 'v3' });
      if (read.kind === 'rule') assert.equal(judged(rule), undefined);
      else assert.match(rule, /``/);
    });
  }

  it('is one of TCP by the name of a server', () => {
    assert.equal(judged('HostSNI(`a.test:443`)', 'tcp')?.meant, 'a.test');
    assert.ok(judged('HostSNI(`.a.test`)', 'tcp') !== undefined);
    assert.ok(judged('HostSNIRegexp(`^{.*}$`)', 'tcp') !== undefined);
    for (const rule of ['HostSNI(`*`)', 'HostSNI(`*.a.test`)', 'HostSNI(`A.test.`)', 'HostSNI(`::1`)', 'ALPN(`h2`)']) {
      assert.equal(judged(rule, 'tcp'), undefined, rule);
    }
  });

  it('is one of the syntax of Traefik 2 only if no value can match', () => {
    assert.ok(judged('Host(`http://a`, `b c`)', 'http', 'v2') !== undefined);
    assert.equal(judged('Host(`http://a`, `b`)', 'http', 'v2'), undefined);
    assert.ok(judged('Host(`*.a.test`)', 'http', 'v2') !== undefined);
    assert.equal(judged('HostRegexp(`{any:.*}`)', 'http', 'v2'), undefined);
    assert.ok(judged('Headers(`Host`, `a`)', 'http', 'v2') !== undefined);
  });
});

describe('unmatchable: what every match of an expression has', () => {
  for (const [pattern, signs] of [
    ['^ab.c$', 'abc'],
    ['ab*c?d+', 'ad'],
    ['a{0,2}b{1}{', 'b{'],
    ['(ab)+c', 'abc'],
    ['(?i)a(?:b)(?P<n>c)', 'abc'],
    ['[/{]\\.\\d\\/', './'],
    ['[[:alpha:]?]b[]:]', 'b'],
    ['(ab)?c', undefined],
    ['(ab){0,1}c', undefined],
    ['a|b', undefined],
    ['\\x2f', undefined],
    ['a'.repeat(3_000), undefined],
  ] as const) {
    it(`is ${signs} for ${pattern.slice(0, 20)}`, () => {
      assert.equal(requiredCharacters(pattern)?.characters, signs);
    });
  }
});
