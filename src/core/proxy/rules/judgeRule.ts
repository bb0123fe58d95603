import * as l10n from '@vscode/l10n';
import { invalidBraces, queryPairs } from './checkMatcher';
import { hostTemplateOf, isHostMatched, isSameHost } from './hosts';
import {
  clientTest,
  headerTest,
  httpTest,
  noStars,
  patternOf,
  requestPathTest,
  unknownMatcher,
  wildcardTest,
} from './httpTests';
import {
  allTests,
  anyTest,
  combinedResult,
  type MatcherResult,
  type MatcherTest,
  oppositeResult,
  unsureResult,
} from './matcherTests';
import type { NormalizedConnection, NormalizedInput, NormalizedRequest } from './normalizedRequest';
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

/**
 * The test of a v2 matcher: pkg/muxer/http/matcher_v2.go, and pkg/muxer/http/mux.go of Traefik 2. One matching value is
 * enough, but all pairs have to match.
 */
function httpTestV2({ name, values }: RuleMatcher): MatcherTest<NormalizedRequest> {
  switch (name) {
    case 'Host':
    case 'HostHeader':
      return anyTest(values.map(hostTest));
    case 'HostRegexp':
      return anyTest(values.map(hostPatternTest));
    case 'Path':
      return anyTest(values.map((value) => pathTest(value, 'path')));
    case 'PathPrefix':
      return anyTest(values.map((value) => pathTest(value, 'prefix')));
    case 'Method': {
      const methods = values.map((value) => value.toUpperCase());
      return ({ method }) => methods.includes(method);
    }
    case 'Headers':
      return allTests(
        lastOfEach(values).map(([name, value]) =>
          headerTest(name, (found) => value === '' || found.includes(bytesOf(value))),
        ),
      );
    case 'HeadersRegexp':
      return allTests(lastOfEach(values).map(([name, value]) => headerTest(name, patternOf(value))));
    case 'Query':
      return allTests((queryPairs(values) ?? []).map(queryTest));
    case 'ClientIP':
      return clientTest(values);
    default:
      return () => unknownMatcher(name);
  }
}

/** Pairs of names and values; of several with the same spelling, the last one counts (mapFromPairsToString). */
function lastOfEach(values: readonly string[]): readonly (readonly [string, string])[] {
  const pairs = new Map<string, string>();
  for (let index = 0; index + 1 < values.length; index += 2) pairs.set(values[index] ?? '', values[index + 1] ?? '');
  return [...pairs];
}

function hostTest(value: string): MatcherTest<NormalizedRequest> {
  const wanted = value.toLowerCase();
  return ({ host }) => isHostMatched(host, wanted, noStars);
}

function hostPatternTest(value: string): MatcherTest<NormalizedRequest> {
  const template = hostTemplateOf(value, 'host');
  if (template === undefined) return () => unsureResult(invalidBraces(value));
  const wanted = patternOf(template.pattern);
  return (request) => wanted([request.sentHost], request);
}

function pathTest(value: string, kind: 'path' | 'prefix'): MatcherTest<NormalizedRequest> {
  const template = hostTemplateOf(value, kind);
  if (template === undefined) return () => unsureResult(invalidBraces(value));
  const pathOf = (request: NormalizedRequest): string =>
    request.version === 2 ? request.decodedPath : request.routingPath;
  if (template.literal !== undefined) {
    const wanted = bytesOf(template.literal);
    return requestPathTest((request) => {
      const path = pathOf(request);
      return kind === 'path' ? path === wanted : path.startsWith(wanted);
    });
  }
  const wanted = patternOf(template.pattern);
  return requestPathTest((request) => wanted([pathOf(request)], request));
}

/** Only the first of several values of a parameter counts (getURLQuery in mux/regexp.go). */
function queryTest(text: string): MatcherTest<NormalizedRequest> {
  const template = hostTemplateOf(text, 'query');
  if (template === undefined) return () => unsureResult(invalidBraces(text));
  const name = bytesOf(text.slice(0, text.indexOf('=')));
  const found = ({ query }: NormalizedRequest): string => {
    const value = query.get(name)?.[0];
    return value === undefined ? '' : `${name}=${value}`;
  };
  if (template.literal !== undefined) {
    const wanted = bytesOf(template.literal);
    return (request) => found(request) === wanted;
  }
  const wanted = patternOf(template.pattern);
  return (request) => wanted([found(request)], request);
}
