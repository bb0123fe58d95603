import * as l10n from '@vscode/l10n';
import { invalidBraces } from './checkMatcher';
import { hostTemplateOf, isSameHost } from './hosts';
import { clientTest, httpTest, patternOf, unknownMatcher, wildcardTest } from './httpTests';
import { httpTestV2 } from './httpTestsV2';
import {
  anyTest,
  combinedResult,
  type MatcherResult,
  type MatcherTest,
  oppositeResult,
  unsureResult,
} from './matcherTests';
import type { NormalizedConnection, NormalizedInput } from './normalizedRequest';
import { bytesOf } from './requestTarget';
import type { Rule, RuleMatcher, RuleNode, RulePlace, RuleSyntax } from './rule';

/** Whether a rule matches a request; `unknown` if that is not certain. */
export type RuleVerdict = 'yes' | 'no' | 'unknown';

export interface RuleJudgement {
  readonly verdict: RuleVerdict;
  /** The smallest parts that cause a `no`, in order; for `!`, the whole part. */
  readonly failing: readonly RulePlace[];
  /** The matching parts among those joined by `&&` at the top level. Without `&&` there, the rule itself. */
  readonly passing: readonly RulePlace[];
  /** The reason why it is `unknown`. */
  readonly doubt?: string | undefined;
}

type Dialect = Pick<Rule, 'protocol' | 'syntax'>;

/** Tests of rules and of their parts, so that they are not built again for each request. */
const tests = new WeakMap<RuleNode, MatcherTest<NormalizedInput>>();

/** Whether a rule matches a request. Like Traefik's muxer, stops at the first part that decides the result. */
export function decideRule(rule: Rule, seen: NormalizedInput): MatcherResult {
  return testOf(rule.root, rule)(seen);
}

/** Returns the test, for callers that keep it: looking it up takes longer than most tests. */
export function testOfRule({ root, ...dialect }: Rule): MatcherTest<NormalizedInput> {
  return makeTest(root, dialect);
}

/** Evaluates all parts of a rule for a request. */
export function judgeRule(rule: Rule, seen: NormalizedInput): RuleJudgement {
  const result = decideRule(rule, seen);
  const tops = rule.root.kind === 'and' ? rule.root.parts : [rule.root];
  return {
    verdict: verdictOf(result),
    failing: result === false ? failingIn(rule.root, rule, seen) : [],
    passing: tops.filter((part) => testOf(part, rule)(seen) === true).map(placeOf),
    doubt: typeof result === 'boolean' ? undefined : result.doubt,
  };
}

export function verdictOf(result: MatcherResult): RuleVerdict {
  if (typeof result !== 'boolean') return 'unknown';
  return result ? 'yes' : 'no';
}

function failingIn(node: RuleNode, dialect: Dialect, seen: NormalizedInput): readonly RulePlace[] {
  if (node.kind === 'matcher' || node.kind === 'not') return [placeOf(node)];
  return node.parts
    .filter((part) => node.kind === 'or' || testOf(part, dialect)(seen) === false)
    .flatMap((part) => failingIn(part, dialect, seen));
}

function placeOf({ start, end }: RulePlace): RulePlace {
  return { start, end };
}

function testOf(node: RuleNode, dialect: Dialect): MatcherTest<NormalizedInput> {
  let test = tests.get(node);
  if (test === undefined) {
    test = makeTest(node, dialect);
    tests.set(node, test);
  }
  return test;
}

function foreign(): MatcherResult {
  return unsureResult(l10n.t('This rule belongs to another protocol.'));
}

function makeTest(node: RuleNode, { protocol, syntax }: Dialect): MatcherTest<NormalizedInput> {
  if (protocol === 'tcp') {
    const test = testWith(node, (matcher) => tcpTest(matcher, syntax));
    return (seen) => (seen.kind === 'tcp' ? test(seen) : foreign());
  }
  const test = testWith(node, syntax === 'v2' ? httpTestV2 : httpTest);
  return (seen) => (seen.kind === 'http' ? test(seen) : foreign());
}

function testWith<S>(node: RuleNode, testOfMatcher: (matcher: RuleMatcher) => MatcherTest<S>): MatcherTest<S> {
  switch (node.kind) {
    case 'matcher':
      return testOfMatcher(node);
    case 'not': {
      const part = testWith(node.part, testOfMatcher);
      return (seen) => oppositeResult(part(seen));
    }
    default:
      return combinedResult(node.parts, (part) => testWith(part, testOfMatcher), node.kind === 'or');
  }
}

/** The test of a TCP matcher: pkg/muxer/tcp/matcher.go and matcher_v2.go. */
function tcpTest({ name, values }: RuleMatcher, syntax: RuleSyntax): MatcherTest<NormalizedConnection> {
  switch (name) {
    case 'HostSNI':
      // Matches connections without TLS or server name too, but only if it comes first.
      if (values[0] === '*') return () => true;
      return anyTest(values.map((value) => serverNameTest(value, syntax)));
    case 'HostSNIRegexp':
      return anyTest(values.map((value) => serverNamePatternTest(value, syntax)));
    case 'ALPN':
      return ({ alpn }) => values.some((value) => alpn.includes(value));
    case 'ClientIP':
      return clientTest(values);
    default:
      return () => unknownMatcher(name);
  }
}

function serverNameTest(value: string, syntax: RuleSyntax): MatcherTest<NormalizedConnection> {
  const written = value.toLowerCase();
  const wanted = written.replace(/\.$/, '');
  return wildcardTest('HostSNI', ({ serverName }, { hasWildcards }) => {
    if (serverName === '') return false;
    if (value === '*') return true;
    if (syntax === 'v2') return serverName === wanted || serverName === written;
    return isSameHost(serverName, wanted, hasWildcards);
  });
}

function serverNamePatternTest(value: string, syntax: RuleSyntax): MatcherTest<NormalizedConnection> {
  const pattern = syntax === 'v2' ? hostTemplateOf(value, 'host')?.pattern : value;
  if (pattern === undefined) return () => unsureResult(invalidBraces(value));
  const wanted = patternOf(pattern);
  return (connection) => wanted([bytesOf(connection.serverName)], connection);
}
