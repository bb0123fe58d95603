import assert from 'node:assert/strict';
import { readRule } from '../../../../../src/core/proxy/rules/readRule';
import type { RuleProtocol, RuleSyntax } from '../../../../../src/core/proxy/rules/rule';
import { isForV2, matchersInV3, ruleWithMatchers } from '../../../../../src/core/proxy/rules/ruleInV3';

function inV3(text: string, protocol: RuleProtocol = 'http', syntax: RuleSyntax = 'v2'): string | undefined {
  const rule = readRule(text, { protocol, syntax });
  assert.ok(rule.kind === 'rule', text);
  const matchers = matchersInV3(rule);
  return matchers && ruleWithMatchers(text, matchers);
}

describe('ruleInV3: a rule of v2 in v3', () => {
  for (const [before, after] of [
    ['Host(`a`)', 'Host(`a`)'],
    ['Host(`a`,`b`)', 'Host(`a`) || Host(`b`)'],
    ['!Host(`a`,`b`)', '!(Host(`a`) || Host(`b`))'],
    ['Host(`a`,`b`) || Path(`/c`,`/d`)', 'Host(`a`) || Host(`b`) || Path(`/c`) || Path(`/d`)'],
    ['(Host(`a`,`b`)) && Path(`/c`)', '(Host(`a`) || Host(`b`)) && Path(`/c`)'],
    ['hostheader("a")', 'Host(`a`)'],
    ['Method(`GET`,`POST`) && Host(`a`)', '(Method(`GET`) || Method(`POST`)) && Host(`a`)'],
    ['ClientIP(`10.0.0.0/8`,`::1`)', 'ClientIP(`10.0.0.0/8`) || ClientIP(`::1`)'],
    ['Headers(`A`,`b`,`C`,`d`) && Host(`a`)', 'Header(`A`, `b`) && Header(`C`, `d`) && Host(`a`)'],
    ['!Headers(`A`,`b`,`C`,`d`)', '!(Header(`A`, `b`) && Header(`C`, `d`))'],
    ['HeadersRegexp(`A`,`^b`)', 'HeaderRegexp(`A`, `^b`)'],
    ['Query(`a=b`,`c=`)', 'Query(`a`, `b`) && Query(`c`)'],
    ['HostRegexp(`a.test`)', 'HostRegexp(`^a\\.test$`)'],
    ['HostRegexp(`{sub}.a.test`)', 'HostRegexp(`^[^.]+\\.a\\.test$`)'],
    ['HostRegexp(`{sub:a|b}.a.test`)', 'HostRegexp(`^(?:a|b)\\.a\\.test$`)'],
    ['HostRegexp(`{sub:(a)?b}.a.test`)', 'HostRegexp(`^(?:(a)?b)\\.a\\.test$`)'],
    ['HostRegexp(`{sub:[)]a}.test`)', 'HostRegexp(`^(?:[)]a)\\.test$`)'],
    ['HostRegexp(`{sub:[A-Z]+}.a.test`)', 'HostRegexp(`(?i)^[A-Z]+\\.a\\.test$`)'],
    ['Path(`/a/{id:[0-9]+}`)', 'PathRegexp(`^/a/[0-9]+$`)'],
    ['PathPrefix(`/a/{id}`,`/b`)', 'PathRegexp(`^/a/[^/]+`) || PathPrefix(`/b`)'],
  ] as const) {
    it(`is ${after}`, () => assert.equal(inV3(before), after));
  }

  it('is the same for TCP', () => {
    assert.equal(inV3('HostSNI(`a`,`b`)', 'tcp'), 'HostSNI(`a`) || HostSNI(`b`)');
    assert.equal(inV3('HostSNIRegexp(`{a:[a-z]+}.b`)', 'tcp'), 'HostSNIRegexp(`^[a-z]+\\.b$`)');
    assert.equal(inV3('ALPN(`h2`,`http/1.1`)', 'tcp'), 'ALPN(`h2`) || ALPN(`http/1.1`)');
  });

  it('is not known where it may mean something else', () => {
    for (const text of [
      'HostRegexp(`^a\\.test$`)',
      'Headers(`A`,`b`,`a`,`c`)',
      'Query(`a={b:c}`)',
      'Host("a`b", `c`)',
      `Host(\`a\`,\`${'b'.repeat(20_000)}\`)`,
    ]) {
      assert.equal(inV3(text), undefined, text.slice(0, 50));
    }
  });

  it('changes of a rule of v3 only the matchers that are for v2', () => {
    const text = 'Header(`A`, `b`) && PathPrefix(`/{id:[0-9]+}`) && HostRegexp(`^a{2,3}\\p{L}$`)';
    assert.equal(
      inV3(text, 'http', 'v3'),
      'Header(`A`, `b`) && PathRegexp(`^/[0-9]+`) && HostRegexp(`^a{2,3}\\p{L}$`)',
    );
  });
});

describe('ruleInV3: a matcher that v3 accepts and that is for v2', () => {
  const isOld = (name: string, ...values: readonly string[]): boolean =>
    isForV2({ kind: 'matcher', name, values, start: 0, end: 0 });

  it('has named parts in braces, or a name and a value in one', () => {
    assert.ok(isOld('HostRegexp', '{a:[a-z]+}.b'));
    assert.ok(isOld('Path', '/{id}'));
    assert.ok(isOld('Query', 'a=b'));
  });

  it('is no expression with braces of its own', () => {
    assert.ok(!isOld('HostRegexp', '^[a-z]{2,3}\\p{Greek}\\x{AF}$'));
    assert.ok(!isOld('Query', 'a', 'b=c'));
    assert.ok(!isOld('PathRegexp', '{a}'));
  });
});
