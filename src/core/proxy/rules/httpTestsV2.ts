import { queryPairs } from './checkMatcher';
import { clientTest, headerTest, onPath, patternOf } from './httpTests';
import type { Matcher } from './rule';
import type { SeenRequest } from './seen';
import { bytesOf } from './target';
import { templateOf } from './template';
import { all, any, NO, type Test, unsure, YES } from './tests';

/**
 * What a matcher of v2 asks of a request: pkg/muxer/http/matcher_v2.go, and pkg/muxer/http/mux.go of Traefik 2. Of several values one is enough, but
 * of pairs all are wanted.
 */
export function httpTestV2({ name, values }: Matcher): Test<SeenRequest> {
  switch (name) {
    case 'Host':
    case 'HostHeader':
      return any(values.map(hostTest));
    case 'HostRegexp':
      return any(values.map(hostPatternTest));
    case 'Path':
      return any(values.map((value) => pathTest(value, 'path')));
    case 'PathPrefix':
      return any(values.map((value) => pathTest(value, 'prefix')));
    case 'Method': {
      const methods = values.map((value) => value.toUpperCase());
      return ({ method }) => (methods.includes(method) ? YES : NO);
    }
    case 'Headers':
      return all(
        lastOfEach(values).map(([name, value]) =>
          headerTest(name, (found) => (value === '' || found.includes(bytesOf(value)) ? YES : NO)),
        ),
      );
    case 'HeadersRegexp':
      return all(lastOfEach(values).map(([name, value]) => headerTest(name, patternOf(value))));
    case 'Query':
      return all((queryPairs(values) ?? []).map(queryTest));
    case 'ClientIP':
      return clientTest(values);
    default:
      return () => unsure(`It is not known here what ${name} asks for.`);
  }
}

/** Pairs of names and values; of a name that is written twice the same way the last one counts (mapFromPairsToString). */
function lastOfEach(values: readonly string[]): readonly (readonly [string, string])[] {
  const pairs = new Map<string, string>();
  for (let index = 0; index + 1 < values.length; index += 2) pairs.set(values[index] ?? '', values[index + 1] ?? '');
  return [...pairs];
}

function hostTest(value: string): Test<SeenRequest> {
  const wanted = value.toLowerCase();
  return ({ host }) => {
    if (host === '') return NO;
    const isOne =
      host === wanted ||
      (wanted.endsWith('.') && host === wanted.slice(0, -1)) ||
      (host.endsWith('.') && host.slice(0, -1) === wanted);
    return isOne ? YES : NO;
  };
}

function hostPatternTest(value: string): Test<SeenRequest> {
  const template = templateOf(value, 'host');
  if (template === undefined) return () => unsure(`The braces of HostRegexp cannot be read: ${value}`);
  const wanted = patternOf(template.pattern);
  return (request) => wanted([request.sentHost], request);
}

function pathTest(value: string, kind: 'path' | 'prefix'): Test<SeenRequest> {
  const template = templateOf(value, kind);
  if (template === undefined) return () => unsure(`The braces of this path cannot be read: ${value}`);
  const pathOf = (request: SeenRequest): string => (request.version === 2 ? request.decodedPath : request.routingPath);
  if (template.literal !== undefined) {
    const wanted = bytesOf(template.literal);
    return onPath((request) => {
      const path = pathOf(request);
      return (kind === 'path' ? path === wanted : path.startsWith(wanted)) ? YES : NO;
    });
  }
  const wanted = patternOf(template.pattern);
  return onPath((request) => wanted([pathOf(request)], request));
}

/** Only the first of several values of a parameter counts (getURLQuery in mux/regexp.go). */
function queryTest(text: string): Test<SeenRequest> {
  const template = templateOf(text, 'query');
  if (template === undefined) return () => unsure(`The braces of Query cannot be read: ${text}`);
  const name = bytesOf(text.slice(0, text.indexOf('=')));
  const found = ({ query }: SeenRequest): string => {
    const value = query.get(name)?.[0];
    return value === undefined ? '' : `${name}=${value}`;
  };
  if (template.literal !== undefined) {
    const wanted = bytesOf(template.literal);
    return (request) => (found(request) === wanted ? YES : NO);
  }
  const wanted = patternOf(template.pattern);
  return (request) => wanted([found(request)], request);
}
