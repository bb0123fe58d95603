import { compileGoPattern } from './goPattern';
import { type HostWildcards, ipBlockOf, isHostMatched, isInIpBlock } from './hosts';
import { type MatcherResult, type MatcherTest, NO, unsureResult, YES } from './matcherTests';
import type { NormalizedInput, NormalizedRequest } from './normalizedRequest';
import { endsOf, mayMatch } from './patternEnds';
import { bytesOf, textOf } from './requestTarget';
import type { RuleMatcher } from './rule';

/** What a matcher of v3 asks of a request: pkg/muxer/http/matcher.go. */
export function httpTest({ name, values }: RuleMatcher): MatcherTest<NormalizedRequest> {
  const [first = '', second] = values;
  switch (name) {
    case 'Host':
      return hostTest(first);
    case 'HostRegexp':
      // The name behind a CNAME is asked too, and is empty where Traefik looks none up.
      return patternTest(first, ({ host }) => [host, '']);
    case 'Path':
      return pathTest(first, (path, wanted) => path === wanted);
    case 'PathPrefix':
      return pathTest(first, (path, wanted) => path.startsWith(wanted));
    case 'PathRegexp':
      return requestPathTest(patternTest(first, ({ routingPath }) => [routingPath]));
    case 'Method': {
      const method = first.toUpperCase();
      return (request) => (request.method === method ? YES : NO);
    }
    case 'Header':
      return headerTest(first, (values) => (values.includes(bytesOf(second ?? '')) ? YES : NO));
    case 'HeaderRegexp': {
      const wanted = patternOf(second ?? '');
      return headerTest(first, wanted);
    }
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
      return () => unsureResult(`It is not known here what ${name} asks for.`);
  }
}

/** The block that a ClientIP names. */
export function clientTest(values: readonly string[]): MatcherTest<Pick<NormalizedRequest, 'clientIp'>> {
  const blocks = values.map(ipBlockOf);
  return ({ clientIp }) => {
    if (clientIp === undefined) return unsureResult('ClientIP looks at the address of the client, which is not told.');
    if (blocks.includes(undefined)) return unsureResult(`ClientIP names what is no address: ${values.join(', ')}`);
    return blocks.some((block) => block !== undefined && isInIpBlock(block, clientIp)) ? YES : NO;
  };
}

/** What compiling takes for each instruction, in the unit of `Effort`. */
const COMPILING = 250;
/** What asking takes for each instruction and character, where all of an expression is on its way at once. */
const ASKING = 10;

/** Whether one of some texts, given as bytes, matches. */
export function patternOf(
  pattern: string,
): (candidates: readonly string[], seen: Pick<NormalizedInput, 'effort'>) => MatcherResult {
  const ends = endsOf(pattern);
  return (candidates, { effort = { left: Number.POSITIVE_INFINITY } }) => {
    if (!candidates.some((bytes) => mayMatch(ends, bytes))) return NO;
    const tooMuch = unsureResult('There are more and larger regular expressions here than can be asked.');
    if (effort.left <= 0) return tooMuch;
    const compiled = compileGoPattern(pattern);
    effort.left -= (compiled?.size ?? pattern.length) * COMPILING;
    if (compiled === undefined) return unsureResult(`This is no regular expression that can be read here: ${pattern}`);
    const asking = candidates.reduce((sum, bytes) => sum + compiled.size * bytes.length * ASKING, 0);
    if (asking > effort.left) return tooMuch;
    effort.left -= asking;
    const isMatched = candidates.some((bytes) => {
      const text = textOf(bytes);
      return text === undefined ? compiled.testBytes(Buffer.from(bytes, 'latin1')) : compiled.test(text);
    });
    return isMatched ? YES : NO;
  };
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
  if (!wanted.startsWith('*')) return ({ host }) => isHostMatched(host, wanted, NO_STARS);
  return wildcardTest('Host', ({ host }, stars) => isHostMatched(host, wanted, stars));
}

const NO_STARS: HostWildcards = { hasWildcards: false, isStarEveryHost: false };

/** A test of a name that may begin with a star, and then means something else from one version of Traefik to another. */
export function wildcardTest<S extends Pick<NormalizedInput, 'hasWildcards' | 'isStarEveryHost'>>(
  matcher: string,
  isMatched: (seen: S, stars: HostWildcards) => boolean,
): MatcherTest<S> {
  return (seen) => {
    const results = starsOf(seen).map((stars) => isMatched(seen, stars));
    const [first = false] = results;
    if (results.every((result) => result === first)) return first;
    return unsureResult(`What “*” means in a ${matcher} depends on the version of Traefik, which is not told.`);
  };
}

/** What a star may mean, where it is not known all of it. */
function starsOf({
  hasWildcards,
  isStarEveryHost,
}: Pick<NormalizedInput, 'hasWildcards' | 'isStarEveryHost'>): readonly HostWildcards[] {
  return STARS.filter(
    (stars) =>
      (hasWildcards === undefined || stars.hasWildcards === hasWildcards) &&
      (isStarEveryHost === undefined || stars.isStarEveryHost === isStarEveryHost),
  );
}

const STARS: readonly HostWildcards[] = [
  NO_STARS,
  { hasWildcards: true, isStarEveryHost: false },
  { hasWildcards: true, isStarEveryHost: true },
];

/** A test of the path, which some versions treat in ways of their own. */
export function requestPathTest(test: MatcherTest<NormalizedRequest>): MatcherTest<NormalizedRequest> {
  return (request) => (request.unsurePath === undefined ? test(request) : unsureResult(request.unsurePath));
}

function pathTest(value: string, fits: (path: string, wanted: string) => boolean): MatcherTest<NormalizedRequest> {
  const wanted = bytesOf(value);
  return requestPathTest(({ routingPath }) => (fits(routingPath, wanted) ? YES : NO));
}

/** A test of the values of a header; one that is not there has none. */
export function headerTest(
  name: string,
  test: (values: readonly string[], request: NormalizedRequest) => MatcherResult,
): MatcherTest<NormalizedRequest> {
  const canonical = canonicalHeader(name);
  return (request) => {
    const { headers, unsureHeaders } = request;
    if (unsureHeaders.has(canonical)) {
      return unsureResult(`Traefik may set or remove ${canonical} itself before it asks its routers.`);
    }
    const values = headers.get(canonical);
    return values === undefined ? NO : test(values, request);
  };
}

function queryTest(name: string, value: string): MatcherTest<NormalizedRequest> {
  const [wantedName, wanted] = [bytesOf(name), bytesOf(value)];
  return ({ query }) => (query.get(wantedName)?.includes(wanted) ? YES : NO);
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** A header's name as Go writes it (textproto.CanonicalMIMEHeaderKey): `x-beta` is `X-Beta`. What is no name stays as it is. */
export function canonicalHeader(name: string): string {
  if (!TOKEN.test(name)) return name;
  return name.toLowerCase().replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
