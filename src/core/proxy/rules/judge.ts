import { httpTest } from './httpTests';
import { httpTestV2 } from './httpTestsV2';
import type { Matcher, Place, Rule, RuleNode } from './rule';
import type { Seen } from './seen';
import { tcpTest } from './tcpTests';
import { combined, opposite, type Result, type Test, unsure } from './tests';

/** Whether a rule takes a request; `unknown` where that cannot be said with certainty. */
export type Verdict = 'yes' | 'no' | 'unknown';

/** What comes of asking a rule about a request. */
export interface Judgement {
  readonly verdict: Verdict;
  /** The smallest parts that decide a `no`, in their order; of `!` the whole of it. */
  readonly failing: readonly Place[];
  /** Of the parts that `&&` joins at the top, those that take the request; the rule itself where nothing is joined there. */
  readonly passing: readonly Place[];
  /** Why it is `unknown`. */
  readonly doubt?: string | undefined;
}

type Dialect = Pick<Rule, 'protocol' | 'syntax'>;

/** Tests of rules and of their parts: spares building them again for each request. */
const tests = new WeakMap<RuleNode, Test<Seen>>();

/** Whether a rule takes a request: what Traefik's muxer does, which stops at the first part that decides. */
export function decide(rule: Rule, seen: Seen): Result {
  return testOf(rule.root, rule)(seen);
}

/** The same for who keeps it: to look up the test of a rule takes longer than most tests. */
export function testOfRule({ root, ...dialect }: Rule): Test<Seen> {
  return makeTest(root, dialect);
}

/** Asks all parts of a rule about a request. */
export function judge(rule: Rule, seen: Seen): Judgement {
  const result = decide(rule, seen);
  const tops = rule.root.kind === 'and' ? rule.root.parts : [rule.root];
  return {
    verdict: verdictOf(result),
    failing: result === false ? failingIn(rule.root, rule, seen) : [],
    passing: tops.filter((part) => testOf(part, rule)(seen) === true).map(placeOf),
    doubt: typeof result === 'boolean' ? undefined : result.doubt,
  };
}

export function verdictOf(result: Result): Verdict {
  if (typeof result !== 'boolean') return 'unknown';
  return result ? 'yes' : 'no';
}

function failingIn(node: RuleNode, dialect: Dialect, seen: Seen): readonly Place[] {
  if (node.kind === 'matcher' || node.kind === 'not') return [placeOf(node)];
  return node.parts
    .filter((part) => node.kind === 'or' || testOf(part, dialect)(seen) === false)
    .flatMap((part) => failingIn(part, dialect, seen));
}

function placeOf({ start, end }: Place): Place {
  return { start, end };
}

function testOf(node: RuleNode, dialect: Dialect): Test<Seen> {
  let test = tests.get(node);
  if (test === undefined) {
    test = makeTest(node, dialect);
    tests.set(node, test);
  }
  return test;
}

const foreign = unsure('This rule is of another protocol.');

function makeTest(node: RuleNode, { protocol, syntax }: Dialect): Test<Seen> {
  if (protocol === 'tcp') {
    const test = testWith(node, (matcher) => tcpTest(matcher, syntax));
    return (seen) => (seen.kind === 'tcp' ? test(seen) : foreign);
  }
  const test = testWith(node, syntax === 'v2' ? httpTestV2 : httpTest);
  return (seen) => (seen.kind === 'http' ? test(seen) : foreign);
}

function testWith<S>(node: RuleNode, testOfMatcher: (matcher: Matcher) => Test<S>): Test<S> {
  switch (node.kind) {
    case 'matcher':
      return testOfMatcher(node);
    case 'not': {
      const part = testWith(node.part, testOfMatcher);
      return (seen) => opposite(part(seen));
    }
    default:
      return combined(node.parts, (part) => testWith(part, testOfMatcher), node.kind === 'or');
  }
}
