import { invalidBraces, queryPairs } from './checkMatcher';
import { hostTemplateOf, isHostMatched } from './hosts';
import { clientTest, headerTest, noStars, patternOf, requestPathTest, unknownMatcher } from './httpTests';
import { allTests, anyTest, type MatcherTest, unsureResult } from './matcherTests';
import type { NormalizedRequest } from './normalizedRequest';
import { bytesOf } from './requestTarget';
import type { RuleMatcher } from './rule';

/**
 * The test of a v2 matcher: pkg/muxer/http/matcher_v2.go, and pkg/muxer/http/mux.go of Traefik 2. One matching value is
 * enough, but all pairs have to match.
 */
export function httpTestV2({ name, values }: RuleMatcher): MatcherTest<NormalizedRequest> {
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
