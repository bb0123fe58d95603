import assert from 'node:assert/strict';
import { decideRule, judgeRule } from '../../../../../src/core/proxy/rules/judgeRule';
import type { NormalizedInput } from '../../../../../src/core/proxy/rules/normalizedRequest';
import type { Rule, RuleProtocol, RuleSyntax } from '../../../../../src/core/proxy/rules/rule';
import { matchersInV3, ruleWithMatchers } from '../../../../../src/core/proxy/rules/ruleInV3';
import { roundsOf } from '../../../rounds';
import { randomFrom } from '../model/randomApi';
import { answerOf, newest, ruleOf, seenConnection, seenRequest, two } from './asking';
import { choiceOf, type Dialect, type Parts, randomParts, randomRule, serverName, targetOf } from './slowly';

const seeds = Array.from({ length: roundsOf(150, 400) }, (_, seed) => seed);
const requests = 20;

/** What rules see of a request on the newest Traefik, or on 2. */
function seen(parts: Parts, protocol: RuleProtocol, server = newest): NormalizedInput {
  if (protocol === 'tcp') return seenConnection({ ...parts, name: serverName(parts) }, server);
  const { method, host, headers, client } = parts;
  return (
    seenRequest({ method, host: `${host}:8443`, target: targetOf(parts), headers, client }, server) ?? assert.fail()
  );
}

/** Every rule of a dialect with every request that is made for it. */
function forEach(dialect: Dialect, check: (rule: Rule, parts: Parts, meant: boolean | undefined) => void): void {
  const [protocol, syntax] = dialect.split(' ') as [RuleProtocol, RuleSyntax];
  const heard = new Map<boolean | undefined, number>();
  for (const seed of seeds) {
    const choice = choiceOf(randomFrom(seed));
    const meant = randomRule(dialect, choice, 3);
    const rule = ruleOf(meant.text, protocol, syntax);
    for (let count = 0; count < requests; count++) {
      const parts = randomParts(choice);
      const meaning = meant.takes(parts);
      heard.set(meaning, (heard.get(meaning) ?? 0) + 1);
      check(rule, parts, meaning);
    }
  }
  // Enough of each kind, or little is shown by all this.
  for (const meaning of [true, false, undefined]) {
    assert.ok((heard.get(meaning) ?? 0) > seeds.length / 2, `${dialect}: ${meaning}`);
  }
}

describe('rules.random: random rules', () => {
  for (const dialect of ['http v3', 'http v2', 'tcp v3', 'tcp v2'] as const) {
    const protocol = dialect.startsWith('http') ? 'http' : 'tcp';
    const servers = dialect.endsWith('v2') ? [newest, two] : [newest];

    it(`take what they mean: ${dialect}`, () => {
      forEach(dialect, (rule, parts, meant) => {
        for (const server of servers) {
          const answer = answerOf(rule, seen(parts, protocol, server));
          const said = typeof answer === 'string' ? undefined : answer;
          assert.equal(said, meant, `Traefik ${server.major}: ${rule.text} of ${JSON.stringify(parts)}: ${answer}`);
        }
      });
    });

    if (dialect.endsWith('v2')) {
      it(`mean the same when they are written for v3: ${dialect}`, () => {
        const written = new Map<Rule, Rule | undefined>();
        forEach(dialect, (rule, parts) => {
          if (!written.has(rule)) {
            const matchers = matchersInV3(rule);
            written.set(rule, matchers && ruleOf(ruleWithMatchers(rule.text, matchers), protocol, 'v3'));
          }
          const inV3 = written.get(rule);
          if (inV3 === undefined) return;
          // Of a parameter that is there twice, v2 looks at the first value only, which nobody means.
          const names = parts.query.map(([name]) => name);
          if (new Set(names).size < names.length) return;
          const request = seen(parts, protocol);
          const [before, after] = [answerOf(rule, request), answerOf(inV3, request)];
          // Words of doubt may differ.
          if (typeof before === 'string' && typeof after === 'string') return;
          assert.equal(after, before, `${rule.text}\n${inV3.text}\n${JSON.stringify(parts)}`);
        });
        const rewritten = [...written.values()].filter((rule) => rule !== undefined).length;
        assert.ok(rewritten > seeds.length / 4, `${rewritten} of ${seeds.length}`);
      });
    }

    it(`mark parts that fail and parts that do not: ${dialect}`, () => {
      const alone = (rule: Rule, { start, end }: { readonly start: number; readonly end: number }): Rule =>
        ruleOf(rule.text.slice(start, end), rule.protocol, rule.syntax);
      forEach(dialect, (rule, parts, meant) => {
        const request = seen(parts, protocol);
        const { verdict, failing, passing } = judgeRule(rule, request);
        assert.equal(verdict, meant === undefined ? 'unknown' : meant ? 'yes' : 'no');
        assert.equal(failing.length > 0, verdict === 'no');
        for (const place of failing) assert.equal(decideRule(alone(rule, place), request), false, rule.text);
        for (const place of passing) assert.equal(decideRule(alone(rule, place), request), true, rule.text);
      });
    });
  }
});
