import * as l10n from '@vscode/l10n';
import { isSecretHeader, secretMask } from '../../base/secrets/secretsInText';
import type { HttpQuestion, RouteQuestion } from '../routing/routeAnswer';
import { unnamedClient } from '../routing/uncertainty';
import { hostTemplateOf } from '../rules/hosts';
import type { NormalizedInput } from '../rules/normalizedRequest';
import { bytesOf } from '../rules/requestTarget';
import { isMatcherMet } from './literalImplication';
import { type LiteralSubject, literalSubject, type MatcherDialect, requestWith } from './literalSubjects';
import type { RuleAlternativeInContext } from './ruleShape';

/** The entry point of the sample request. */
export interface SampleArrival {
  readonly entryPoint: string;
  readonly isTls: boolean;
}

/** The most requests that are tried for two alternatives. */
const mostTried = 60;

/** Requests that are made one at a time, because usually the first one serves. */
export interface SampleRequests {
  readonly count: number;
  at(index: number): RouteQuestion;
}

/** Guesses of requests that satisfy two alternatives, from their literals. The caller evaluates them. */
export function sampleRequests(
  one: RuleAlternativeInContext,
  other: RuleAlternativeInContext,
  arrival: SampleArrival,
): SampleRequests {
  const alternative = [...one, ...other];
  const make = alternative.some(({ dialect }) => dialect.protocol === 'tcp') ? tcpConnections : httpRequests;
  const { count, at } = make(alternative, arrival);
  return { count: Math.min(count, mostTried), at };
}

/** The candidates for one subject that no literal about it rejects, because trying all combinations would take long. */
function fitting(
  candidates: readonly string[],
  alternative: RuleAlternativeInContext,
  subject: LiteralSubject,
  seenOf: (candidate: string, dialect: MatcherDialect) => NormalizedInput,
): readonly string[] {
  const literals = alternative.filter((literal) => literalSubject(literal) === subject);
  return candidates.filter((candidate) =>
    literals.every((literal) => isMatcherMet(literal, seenOf(candidate, literal.dialect)) !== literal.isNegated),
  );
}

function httpRequests(alternative: RuleAlternativeInContext, arrival: SampleArrival): SampleRequests {
  const asked = alternative.filter(({ isNegated }) => !isNegated);
  const hosts = fitting(orElse(hostsFor(asked), 'host.test'), alternative, 'host', (candidate, dialect) => {
    const host = candidate.toLowerCase();
    return requestWith(dialect, { host, sentHost: host });
  });
  const paths = fitting(pathsFor(asked), alternative, 'path', (candidate, dialect) => {
    const path = bytesOf(candidate);
    return requestWith(dialect, { routingPath: path, decodedPath: path });
  });
  const headers = headersFor(asked);
  const query = queryFor(asked);
  const methods = orElse(valuesOf(asked, 'Method'), 'GET', 'POST');
  const clients = orElse(clientsFor(asked), unnamedClient);
  return {
    count: methods.length * paths.length * hosts.length * clients.length,
    at(index) {
      const [method = '', byMethod] = partAt(methods, index);
      const [path = '', byPath] = partAt(paths, byMethod);
      const [host = '', byHost] = partAt(hosts, byPath);
      const [clientIp] = partAt(clients, byHost);
      const target = `${encodedPath(path)}${query === '' ? '' : `?${query}`}`;
      return { kind: 'http', ...arrival, method: method.toUpperCase(), host, target, headers, clientIp };
    },
  };
}

/** The value of a list in the combination with this index, and the index in the combinations of the other lists. */
function partAt(values: readonly string[], index: number): readonly [value: string | undefined, rest: number] {
  return [values[index % values.length], Math.floor(index / values.length)];
}

function tcpConnections(alternative: RuleAlternativeInContext, arrival: SampleArrival): SampleRequests {
  const asked = alternative.filter(({ isNegated }) => !isNegated);
  const names = orElse(
    [...valuesOf(asked, 'HostSNI').filter((name) => name !== '*'), ...examplesOf(asked, 'HostSNIRegexp', 'host')].map(
      firstLabelFor,
    ),
    'host.test',
  );
  const clients = orElse(clientsFor(asked), unnamedClient);
  return {
    count: names.length * clients.length,
    at(index) {
      const [serverName, byName] = partAt(names, index);
      const [clientIp] = partAt(clients, byName);
      return { kind: 'tcp', ...arrival, serverName, alpn: valuesOf(asked, 'ALPN'), clientIp };
    },
  };
}

function orElse(found: readonly string[], ...others: readonly string[]): readonly string[] {
  return found.length === 0 ? others : [...new Set(found)];
}

function valuesOf(asked: RuleAlternativeInContext, ...names: readonly string[]): readonly string[] {
  return asked.flatMap(({ matcher }) => (names.includes(matcher.name) ? matcher.values.slice(0, 1) : []));
}

/** Texts that the expressions of a matcher probably match. */
function examplesOf(
  asked: RuleAlternativeInContext,
  name: string,
  kind: 'host' | 'path' | 'prefix',
): readonly string[] {
  return asked.flatMap(({ matcher, dialect }) => {
    if (matcher.name !== name) return [];
    const [value = ''] = matcher.values;
    return exampleMatch(dialect.syntax === 'v2' ? (hostTemplateOf(value, kind)?.pattern ?? value) : value) ?? [];
  });
}

function hostsFor(asked: RuleAlternativeInContext): readonly string[] {
  const examples = examplesOf(asked, 'HostRegexp', 'host');
  const named = valuesOf(asked, 'Host', 'HostHeader').filter((host) => host !== '*');
  return [...named.map(firstLabelFor), ...examples, ...examples.map((example) => `${example}.test`)];
}

/** A name that a wildcard matches, for `*.a.test`. */
function firstLabelFor(host: string): string {
  return host.startsWith('*.') ? `any${host.slice(1)}` : host;
}

function pathsFor(asked: RuleAlternativeInContext): readonly string[] {
  const named = (name: 'Path' | 'PathPrefix'): readonly string[] =>
    asked.flatMap(({ matcher, dialect }) => {
      if (matcher.name !== name) return [];
      const [value = ''] = matcher.values;
      if (dialect.syntax === 'v3' || !value.includes('{')) return [value];
      return exampleMatch(hostTemplateOf(value, name === 'Path' ? 'path' : 'prefix')?.pattern ?? '') ?? [];
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

function headersFor(asked: RuleAlternativeInContext): HttpQuestion['headers'] {
  return asked.flatMap(({ matcher }) => {
    const isPattern = matcher.name === 'HeaderRegexp' || matcher.name === 'HeadersRegexp';
    if (!isPattern && matcher.name !== 'Header' && matcher.name !== 'Headers') return [];
    return pairsOf(matcher.values).map(
      ([name, value]) => [name, isPattern ? (exampleMatch(value) ?? '') : value] as const,
    );
  });
}

function queryFor(asked: RuleAlternativeInContext): string {
  return asked
    .flatMap(({ matcher, dialect }): readonly (readonly [string, string])[] => {
      const [name = '', value = ''] = matcher.values;
      if (matcher.name === 'QueryRegexp') return [[name, exampleMatch(value) ?? '']];
      if (matcher.name !== 'Query') return [];
      if (dialect.syntax === 'v3') return [[name, value]];
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

function clientsFor(asked: RuleAlternativeInContext): readonly string[] {
  return valuesOf(asked, 'ClientIP').map((block) => block.split('/', 1)[0] ?? '');
}

/** Escapes everything that is not a plain character of a path; existing escapes stay. */
function encodedPath(path: string): string {
  return encodeURI(path.replace(/\p{Cs}/gu, '\ufffd'))
    .replaceAll('%25', '%')
    .replace(/[?#]/g, encodeURIComponent);
}

/** A request in words: `GET http://a.test/x with X-Beta: 1`. */
export function sampleRequestText(question: RouteQuestion, isClientAsked: boolean): string {
  const from = isClientAsked ? question.clientIp : undefined;
  if (question.kind === 'tcp') {
    const name = question.isTls ? question.serverName : undefined;
    if (name === undefined) {
      return from === undefined ? l10n.t('a connection') : l10n.t('a connection from {0}', from);
    }
    return from === undefined
      ? l10n.t('a connection to {0}', name)
      : l10n.t('a connection to {0} from {1}', name, from);
  }
  const headers = question.headers.map(([name, value]) => `${name}: ${isSecretHeader(name) ? secretMask : value}`);
  const { method, isTls, host, target } = question;
  const request = `${method} ${isTls ? 'https' : 'http'}://${host}${target}`;
  if (headers.length === 0) return from === undefined ? request : l10n.t('{0} from {1}', request, from);
  return from === undefined
    ? l10n.t('{0} with {1}', request, headers.join(', '))
    : l10n.t('{0} with {1} from {2}', request, headers.join(', '), from);
}

/** Maximum length of an expression, and of the text made from it. */
const longest = 500;

/**
 * A text that a regular expression probably matches: the first alternative of each choice, one of each repetition. The
 * caller has to test this guess. Undefined if the expression uses syntax that is not supported here.
 */
export function exampleMatch(pattern: string): string | undefined {
  if (pattern.length > longest) return undefined;
  const reader: Reader = { text: pattern, at: 0 };
  const example = alternatives(reader);
  return example === undefined || reader.at < pattern.length ? undefined : example.slice(0, longest);
}

interface Reader {
  readonly text: string;
  at: number;
}

/** The first alternative; the others are skipped. */
function alternatives(reader: Reader): string | undefined {
  const first = sequence(reader);
  while (first !== undefined && reader.text[reader.at] === '|') {
    reader.at++;
    if (sequence(reader) === undefined) return undefined;
  }
  return first;
}

function sequence(reader: Reader): string | undefined {
  let made = '';
  while (reader.at < reader.text.length && reader.text[reader.at] !== '|' && reader.text[reader.at] !== ')') {
    const part = one(reader);
    if (part === undefined) return undefined;
    // Nested repetitions multiply.
    const fitting = Math.ceil(longest / Math.max(1, part.length));
    made = (made + part.repeat(Math.min(times(reader), fitting))).slice(0, longest);
  }
  return made;
}

function one(reader: Reader): string | undefined {
  const sign = reader.text[reader.at++] ?? '';
  switch (sign) {
    case '^':
    case '$':
      return '';
    case '.':
      return 'a';
    case '(':
      return group(reader);
    case '[':
      return ofClass(reader);
    case '\\':
      return escaped(reader.text[reader.at++] ?? '');
    default:
      return sign;
  }
}

function group(reader: Reader): string | undefined {
  const [opening = ''] = /^\?(?:[a-zA-Z]*[:)]|P?<\w+>)/.exec(reader.text.slice(reader.at)) ?? [];
  if (opening === '' && reader.text[reader.at] === '?') return undefined;
  reader.at += opening.length;
  // Flags for the rest of the expression.
  if (opening.endsWith(')')) return '';
  const made = alternatives(reader);
  if (made === undefined || reader.text[reader.at] !== ')') return undefined;
  reader.at++;
  return made;
}

function ofClass(reader: Reader): string | undefined {
  const [whole, negation, first] = /^(\^?)(\\?[^\]]|\])[^\]]*\]/.exec(reader.text.slice(reader.at)) ?? [];
  if (whole === undefined || first === undefined || first.startsWith('[')) return undefined;
  reader.at += whole.length;
  if (negation === '^') return whole.includes('a') ? '0' : 'a';
  return first.startsWith('\\') ? escaped(first.slice(1)) : first;
}

function escaped(sign: string): string | undefined {
  const known = classes[sign];
  if (known !== undefined) return known;
  return /[A-Za-z0-9]/.test(sign) ? undefined : sign;
}

const classes: Readonly<Record<string, string>> = { d: '0', D: 'a', w: 'a', W: '-', S: 'a', b: '', A: '', z: '' };

/** The minimum number of repetitions, but at least one. */
function times(reader: Reader): number {
  const [whole = '', count] = /^(?:[*+?]|\{(\d{1,3})(?:,\d*)?\})\??/.exec(reader.text.slice(reader.at)) ?? [];
  reader.at += whole.length;
  return Math.max(1, Number(count ?? 1));
}
