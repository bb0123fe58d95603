import * as l10n from '@vscode/l10n';
import { compileGoPattern, endsOf, mayMatch } from './goPattern';
import { type HostWildcards, ipBlockOf, isHostMatched, isInIpBlock } from './hosts';
import { type MatcherResult, type MatcherTest, unsureResult } from './matcherTests';
import type { NormalizedInput, NormalizedRequest } from './normalizedRequest';
import { bytesOf, utf8TextOf } from './requestTarget';
import type { RuleMatcher } from './rule';

/** The test of a v3 matcher: pkg/muxer/http/matcher.go. */
export function httpTest({ name, values }: RuleMatcher): MatcherTest<NormalizedRequest> {
  const [first = '', second] = values;
  switch (name) {
    case 'Host':
      return hostTest(first);
    case 'HostRegexp':
      // The name behind a CNAME is tested, too. It is empty if Traefik does not look it up.
      return patternTest(first, ({ host }) => [host, '']);
    case 'Path':
      return pathTest(first, (path, wanted) => path === wanted);
    case 'PathPrefix':
      return pathTest(first, (path, wanted) => path.startsWith(wanted));
    case 'PathRegexp':
      return requestPathTest(patternTest(first, ({ routingPath }) => [routingPath]));
    case 'Method': {
      const method = first.toUpperCase();
      return (request) => request.method === method;
    }
    case 'Header':
      return headerTest(first, (values) => values.includes(bytesOf(second ?? '')));
    case 'HeaderRegexp':
      return headerTest(first, patternOf(second ?? ''));
    case 'Query':
      return queryTest(first, second ?? '');
    case 'QueryRegexp': {
      if (second === undefined) return queryTest(first, '');
      const wanted = patternOf(second);
      const name = bytesOf(first);
      return (request) => wanted(request.query.get(name) ?? [], request);
    }
    case 'ClientIP':
      return clientTest(values);
    default:
      return () => unknownMatcher(name);
  }
}

export function unknownMatcher(name: string): MatcherResult {
  return unsureResult(l10n.t('The matcher {0} is unknown.', name));
}

/** The test of ClientIP: whether the client is in one of its blocks. */
export function clientTest(values: readonly string[]): MatcherTest<Pick<NormalizedRequest, 'clientIp'>> {
  const blocks = values.map(ipBlockOf);
  return ({ clientIp }) => {
    if (clientIp === undefined) {
      return unsureResult(l10n.t('ClientIP depends on the client IP address, which is unknown.'));
    }
    if (blocks.includes(undefined)) {
      return unsureResult(l10n.t('ClientIP contains an invalid IP address: {0}.', values.join(', ')));
    }
    return blocks.some((block) => block !== undefined && isInIpBlock(block, clientIp));
  };
}

/** The cost of compiling, per instruction. */
const stepsOfCompiling = 250;
/** The cost of testing, per instruction and character, if all states of an expression are active at once. */
const longestAsking = 10;

/** Whether one of some texts, given as bytes, matches. */
export function patternOf(
  pattern: string,
): (candidates: readonly string[], seen: Pick<NormalizedInput, 'effort'>) => MatcherResult {
  const ends = endsOf(pattern);
  return (candidates, { effort = { left: Number.POSITIVE_INFINITY } }) => {
    if (!candidates.some((bytes) => mayMatch(ends, bytes))) return false;
    if (effort.left <= 0) return tooMuch();
    const compiled = compileGoPattern(pattern);
    effort.left -= (compiled?.size ?? pattern.length) * stepsOfCompiling;
    if (compiled === undefined) return unsureResult(l10n.t('The regular expression cannot be read: {0}', pattern));
    const asking = candidates.reduce((sum, bytes) => sum + compiled.size * bytes.length * longestAsking, 0);
    if (asking > effort.left) return tooMuch();
    effort.left -= asking;
    const isMatched = candidates.some((bytes) => {
      const text = utf8TextOf(bytes);
      return compiled.test(text ?? Buffer.from(bytes, 'latin1'));
    });
    return isMatched;
  };
}

function tooMuch(): MatcherResult {
  return unsureResult(l10n.t('The regular expressions are too large or too many to evaluate.'));
}

function patternTest(
  pattern: string,
  subjects: (request: NormalizedRequest) => readonly string[],
): MatcherTest<NormalizedRequest> {
  const wanted = patternOf(pattern);
  return (request) => wanted(subjects(request), request);
}

function hostTest(value: string): MatcherTest<NormalizedRequest> {
  const wanted = value.toLowerCase();
  if (!wanted.startsWith('*')) return ({ host }) => isHostMatched(host, wanted, noStars);
  return wildcardTest('Host', ({ host }, stars) => isHostMatched(host, wanted, stars));
}

export const noStars: HostWildcards = { hasWildcards: false, isStarEveryHost: false };

/** The test of a name that may begin with a star, whose meaning depends on the version of Traefik. */
export function wildcardTest<S extends Pick<NormalizedInput, 'hasWildcards' | 'isStarEveryHost'>>(
  matcher: string,
  isMatched: (seen: S, stars: HostWildcards) => boolean,
): MatcherTest<S> {
  return (seen) => {
    const results = starsOf(seen).map((stars) => isMatched(seen, stars));
    const [first = false] = results;
    if (results.every((result) => result === first)) return first;
    return unsureResult(l10n.t('The meaning of “*” in {0} depends on the Traefik version, which is unknown.', matcher));
  };
}

/** The possible meanings of a star. */
function starsOf({
  hasWildcards,
  isStarEveryHost,
}: Pick<NormalizedInput, 'hasWildcards' | 'isStarEveryHost'>): readonly HostWildcards[] {
  return starHosts.filter(
    (stars) =>
      (hasWildcards === undefined || stars.hasWildcards === hasWildcards) &&
      (isStarEveryHost === undefined || stars.isStarEveryHost === isStarEveryHost),
  );
}

const starHosts: readonly HostWildcards[] = [
  noStars,
  { hasWildcards: true, isStarEveryHost: false },
  { hasWildcards: true, isStarEveryHost: true },
];

/** The test of a path, which some versions treat differently. */
export function requestPathTest(test: MatcherTest<NormalizedRequest>): MatcherTest<NormalizedRequest> {
  return (request) => (request.unsurePath === undefined ? test(request) : unsureResult(request.unsurePath));
}

function pathTest(value: string, fits: (path: string, wanted: string) => boolean): MatcherTest<NormalizedRequest> {
  const wanted = bytesOf(value);
  return requestPathTest(({ routingPath }) => fits(routingPath, wanted));
}

/** The test of a header's values. A missing header has no values. */
export function headerTest(
  name: string,
  test: (values: readonly string[], request: NormalizedRequest) => MatcherResult,
): MatcherTest<NormalizedRequest> {
  const canonical = canonicalHeader(name);
  return (request) => {
    const { headers, unsureHeaders } = request;
    if (unsureHeaders.has(canonical)) {
      return unsureResult(l10n.t('Traefik may set or remove {0} before it evaluates rules.', canonical));
    }
    const values = headers.get(canonical);
    return values !== undefined && test(values, request);
  };
}

function queryTest(name: string, value: string): MatcherTest<NormalizedRequest> {
  const [wantedName, wanted] = [bytesOf(name), bytesOf(value)];
  return ({ query }) => query.get(wantedName)?.includes(wanted) === true;
}

/** Names of headers, and methods: Go accepts no others (httpguts.ValidHeaderFieldName). */
export const headerToken = /^[\w!#$%&'*+.^`|~-]+$/;

/** A header's name as Go writes it (textproto.CanonicalMIMEHeaderKey): `x-beta` is `X-Beta`. Invalid names stay. */
export function canonicalHeader(name: string): string {
  if (!headerToken.test(name)) return name;
  return name.toLowerCase().replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
