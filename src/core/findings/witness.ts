import type { HttpQuestion, RouteQuestion, TcpQuestion } from '../routing/question';
import { templateOf } from '../rules/template';
import { isSecretHeader } from '../traefik/secretsInNames';
import { MASK } from '../traefik/secretsInText';
import { exampleOf } from './example';
import type { SaidWay, Shape } from './shape';
import type { Literal, Way } from './ways';

/** Where a request is to arrive. */
export interface Arrival {
  readonly entryPoint: string;
  readonly isTls: boolean;
}

/** Requests that are tried for two ways. */
const MOST_TRIED = 60;

/**
 * Requests that probably meet a way of one rule and a way of another at once: made of what these ask for. Guesses, to be
 * judged by the evaluator.
 */
export function* requestsFor(
  one: { readonly shape: Shape; readonly way: SaidWay },
  other: { readonly shape: Shape; readonly way: SaidWay },
  arrival: Arrival,
): Generator<RouteQuestion, undefined> {
  const asked = [...asksOf(one.way, one.shape), ...asksOf(other.way, other.shape)];
  const make = one.shape.rule.protocol === 'http' ? httpRequests : tcpConnections;
  let tried = 0;
  for (const question of make(asked, arrival)) {
    if (tried++ >= MOST_TRIED) return undefined;
    yield question;
  }
  return undefined;
}

/** A matcher that has to hold, and the dialect of its rule. */
interface Ask {
  readonly literal: Literal;
  readonly isV2: boolean;
}

function asksOf(way: Way, { rule }: Shape): readonly Ask[] {
  return way.filter(({ isNegated }) => !isNegated).map((literal) => ({ literal, isV2: rule.syntax === 'v2' }));
}

function* httpRequests(asked: readonly Ask[], arrival: Arrival): Generator<HttpQuestion, undefined> {
  const headers = headersFor(asked);
  const query = queryFor(asked);
  for (const clientIp of orElse(clientsFor(asked), '192.0.2.1')) {
    for (const host of orElse(hostsFor(asked), 'host.test')) {
      for (const path of pathsFor(asked)) {
        for (const method of orElse(valuesOf(asked, 'Method'), 'GET', 'POST')) {
          const target = `${encodedPath(path)}${query === '' ? '' : `?${query}`}`;
          yield { kind: 'http', ...arrival, method: method.toUpperCase(), host, target, headers, clientIp };
        }
      }
    }
  }
  return undefined;
}

function* tcpConnections(asked: readonly Ask[], arrival: Arrival): Generator<TcpQuestion, undefined> {
  const names = [
    ...valuesOf(asked, 'HostSNI').filter((name) => name !== '*'),
    ...examplesOf(asked, 'HostSNIRegexp', 'host'),
  ];
  for (const clientIp of orElse(clientsFor(asked), '192.0.2.1')) {
    for (const serverName of orElse(names.map(firstLabelFor), 'host.test')) {
      yield { kind: 'tcp', ...arrival, serverName, alpn: valuesOf(asked, 'ALPN'), clientIp };
    }
  }
  return undefined;
}

function orElse(found: readonly string[], ...others: readonly string[]): readonly string[] {
  return found.length === 0 ? others : [...new Set(found)];
}

function valuesOf(asked: readonly Ask[], ...names: readonly string[]): readonly string[] {
  return asked.flatMap(({ literal: { matcher } }) => (names.includes(matcher.name) ? matcher.values.slice(0, 1) : []));
}

/** What the expressions of a matcher probably match. */
function examplesOf(asked: readonly Ask[], name: string, kind: 'host' | 'path' | 'prefix'): readonly string[] {
  return asked.flatMap(({ literal: { matcher }, isV2 }) => {
    if (matcher.name !== name) return [];
    const [value = ''] = matcher.values;
    return exampleOf(isV2 ? (templateOf(value, kind)?.pattern ?? value) : value) ?? [];
  });
}

function hostsFor(asked: readonly Ask[]): readonly string[] {
  const examples = examplesOf(asked, 'HostRegexp', 'host');
  const named = valuesOf(asked, 'Host', 'HostHeader').filter((host) => host !== '*');
  return [...named.map(firstLabelFor), ...examples, ...examples.map((example) => `${example}.test`)];
}

/** For `*.a.test`, a name that it means. */
function firstLabelFor(host: string): string {
  return host.startsWith('*.') ? `any${host.slice(1)}` : host;
}

function pathsFor(asked: readonly Ask[]): readonly string[] {
  const named = (name: 'Path' | 'PathPrefix'): readonly string[] =>
    asked.flatMap(({ literal: { matcher }, isV2 }) => {
      if (matcher.name !== name) return [];
      const [value = ''] = matcher.values;
      if (!isV2 || !value.includes('{')) return [value];
      return exampleOf(templateOf(value, name === 'Path' ? 'path' : 'prefix')?.pattern ?? '') ?? [];
    });
  const exact = named('Path');
  if (exact.length > 0) return exact;
  const [longest = '/'] = [...named('PathPrefix')].sort((a, b) => b.length - a.length);
  const below = longest.endsWith('/') ? longest : `${longest}/`;
  const examples = examplesOf(asked, 'PathRegexp', 'path').flatMap((example) => [
    example,
    `/${example}`,
    `${below}${example.replace(/^\//, '')}`,
    `${longest}${example}`,
  ]);
  return [...examples.filter((example) => example.startsWith('/')), longest, `${below}x`, `${longest}x`];
}

function headersFor(asked: readonly Ask[]): HttpQuestion['headers'] {
  return asked.flatMap(({ literal: { matcher } }) => {
    const isPattern = matcher.name === 'HeaderRegexp' || matcher.name === 'HeadersRegexp';
    if (!isPattern && matcher.name !== 'Header' && matcher.name !== 'Headers') return [];
    return pairsOf(matcher.values).map(
      ([name, value]) => [name, isPattern ? (exampleOf(value) ?? '') : value] as const,
    );
  });
}

function queryFor(asked: readonly Ask[]): string {
  return asked
    .flatMap(({ literal: { matcher }, isV2 }): readonly (readonly [string, string])[] => {
      const [name = '', value = ''] = matcher.values;
      if (matcher.name === 'QueryRegexp') return [[name, exampleOf(value) ?? '']];
      if (matcher.name !== 'Query') return [];
      if (!isV2) return [[name, value]];
      return matcher.values.map((pair) => {
        const cut = pair.indexOf('=');
        return cut < 0 ? [pair, ''] : [pair.slice(0, cut), pair.slice(cut + 1)];
      });
    })
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

function pairsOf(values: readonly string[]): readonly (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < values.length; index += 2) pairs.push([values[index] ?? '', values[index + 1] ?? '']);
  return pairs;
}

function clientsFor(asked: readonly Ask[]): readonly string[] {
  return valuesOf(asked, 'ClientIP').map((block) => block.split('/', 1)[0] ?? '');
}

/** What is no plain character of a path is escaped; escapes stay. */
function encodedPath(path: string): string {
  return encodeURI(path.replace(/\p{Cs}/gu, '\ufffd'))
    .replaceAll('%25', '%')
    .replace(/[?#]/g, encodeURIComponent);
}

/** A request in words: `GET http://a.test/x with X-Beta: 1`. */
export function questionText(question: RouteQuestion, ways: readonly Way[]): string {
  const isClientAsked = ways.some((way) => way.some(({ matcher }) => matcher.name === 'ClientIP'));
  const from = isClientAsked && question.clientIp !== undefined ? ` from ${question.clientIp}` : '';
  if (question.kind === 'tcp') {
    const name = question.isTls && question.serverName !== undefined ? ` for ${question.serverName}` : '';
    return `a connection${name}${from}`;
  }
  const headers = question.headers.map(([name, value]) => `${name}: ${isSecretHeader(name) ? MASK : value}`);
  const withHeaders = headers.length === 0 ? '' : ` with ${headers.join(', ')}`;
  const { method, isTls, host, target } = question;
  return `${method} ${isTls ? 'https' : 'http'}://${host}${target}${withHeaders}${from}`;
}
