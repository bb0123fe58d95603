import { compileGoPattern } from './goPattern';
import { hostTemplateOf } from './hosts';
import { matcherNamed } from './matcherNames';
import { readRule } from './readRule';
import type { Rule, RuleMatcher, RuleNode, RulePlace } from './rule';

/** A matcher as the syntax of v3 writes it. */
interface MatcherInV3 extends RulePlace {
  readonly text: string;
}

/** A named part in braces, which v3 reads literally: no repetition like `{2,3}`, no class like `\p{Greek}`. */
const namedPart = /(?<!\\[pPx])\{[A-Za-z_]\w*[:}]/;

/**
 * Whether v3 accepts a matcher that is written for v2, but with another meaning: named parts in braces are plain
 * characters in v3, and its `Query` has name and value as two arguments.
 */
export function isForV2({ name, values }: RuleMatcher): boolean {
  switch (name) {
    case 'HostRegexp':
    case 'HostSNIRegexp':
    case 'Path':
    case 'PathPrefix':
      return values.some((value) => namedPart.test(value));
    case 'Query':
      return values[0]?.includes('=') === true;
    default:
      return false;
  }
}

/** Longer rules are not rewritten: users do not write them by hand. */
const longest = 10_000;

/**
 * The matchers of a rule that v3 writes in another way, in their order, with the text of v3. Empty if v3 writes all of
 * them alike.
 *
 * @param rule a rule that Traefik 2 accepts, or a v3 rule with matchers for v2
 * @returns undefined if it is not certain that the new rule would have the same meaning
 */
export function matchersInV3(rule: Rule): readonly MatcherInV3[] | undefined {
  if (rule.text.length > longest) return undefined;
  const changed: MatcherInV3[] = [];
  if (!collect(rule.root, undefined, rule, changed)) return undefined;
  return changed.length === 0 || isAccepted(rule, changed) ? changed : undefined;
}

export function ruleWithMatchers(text: string, matchers: readonly MatcherInV3[]): string {
  let made = '';
  let at = 0;
  for (const { start, end, text: own } of matchers) {
    made += text.slice(at, start) + own;
    at = end;
  }
  return made + text.slice(at);
}

function isAccepted({ text, protocol }: Rule, changed: readonly MatcherInV3[]): boolean {
  return readRule(ruleWithMatchers(text, changed), { protocol, syntax: 'v3' }).kind === 'rule';
}

type Parent = 'and' | 'or' | 'not' | undefined;

/** @returns whether everything is certain */
function collect(node: RuleNode, parent: Parent, rule: Rule, changed: MatcherInV3[]): boolean {
  if (node.kind === 'not') return collect(node.part, 'not', rule, changed);
  if (node.kind !== 'matcher') return node.parts.every((part) => collect(part, node.kind, rule, changed));
  if (rule.syntax === 'v3' ? !isForV2(node) : isAlike(node, rule)) return true;
  const written = writeMatcher(node);
  if (written === undefined) return false;
  const { parts, sign } = written;
  const joined = parts.join(` ${sign} `);
  const isApart = parts.length > 1 && (parent === 'not' || (parent === 'and' && sign === '||'));
  changed.push({ start: node.start, end: node.end, text: isApart ? `(${joined})` : joined });
  return true;
}

/** Whether v3 reads a matcher of v2 as v2 does. */
function isAlike(node: RuleMatcher, { protocol }: Rule): boolean {
  const { name, values } = node;
  const arity = matcherNamed(name, protocol, 'v3')?.arity;
  // v2 also takes two values for a name and a value.
  if (name === 'Query') return values.length === 2 && !values.some((value) => value.includes('='));
  if (arity === undefined || arity === 'any' || !arity.includes(values.length)) return false;
  return name !== 'HostRegexp' && name !== 'HostSNIRegexp' && !isForV2(node);
}

interface Written {
  readonly parts: readonly string[];
  readonly sign: '||' | '&&';
}

function writeMatcher({ name, values }: RuleMatcher): Written | undefined {
  switch (name) {
    case 'Host':
    case 'HostHeader':
      return written(values.map((value) => call('Host', value)));
    case 'HostRegexp':
    case 'HostSNIRegexp':
      return written(values.map((value) => hostPattern(name, value)));
    case 'Path':
    case 'PathPrefix':
      return written(values.map((value) => pathMatcher(name, value)));
    case 'Method':
    case 'ClientIP':
    case 'HostSNI':
    case 'ALPN':
      return written(values.map((value) => call(name, value)));
    case 'Headers':
    case 'HeadersRegexp':
      return headers(name === 'Headers' ? 'Header' : 'HeaderRegexp', values);
    case 'Query':
      return written(values.map(queryMatcher), '&&');
    default:
      return undefined;
  }
}

function written(parts: readonly (string | undefined)[], sign: Written['sign'] = '||'): Written | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? { parts: known, sign } : undefined;
}

/** Undefined if backticks cannot quote a value. */
function call(name: string, ...values: readonly string[]): string | undefined {
  if (values.some((value) => /[`\r\n]/.test(value))) return undefined;
  return `${name}(${values.map((value) => `\`${value}\``).join(', ')})`;
}

function hostPattern(name: string, value: string): string | undefined {
  const template = hostTemplateOf(value, 'host');
  // A value that looks like an expression without braces may be meant as one, although v2 takes it literally.
  if (template === undefined || (template.literal !== undefined && /[\\^$*+?()|[\]]/.test(value))) return undefined;
  const pattern = plainPattern(template.pattern.replace('(?i)', ''));
  // v3 compares hosts in lower case.
  return patternCall(name, /[A-Z]/.test(pattern.replace(/\\./g, '')) ? `(?i)${pattern}` : pattern);
}

function pathMatcher(name: 'Path' | 'PathPrefix', value: string): string | undefined {
  const template = hostTemplateOf(value, name === 'Path' ? 'path' : 'prefix');
  if (template === undefined) return undefined;
  return template.literal === undefined
    ? patternCall('PathRegexp', plainPattern(template.pattern))
    : call(name, template.literal);
}

function patternCall(name: string, pattern: string): string | undefined {
  return compileGoPattern(pattern) === undefined ? undefined : call(name, pattern);
}

/** A group whose content does not need one. */
const needlessGroup = /\(\?P<v\d+>((?:\\[^()|]|\[[^\]\\()|]*\]|[^()|\\[\]])*)\)/g;

/** The pattern without the names that v2 gives its parts. */
function plainPattern(pattern: string): string {
  return pattern.replace(needlessGroup, '$1').replace(/\(\?P<v\d+>/g, '(?:');
}

function headers(name: 'Header' | 'HeaderRegexp', values: readonly string[]): Written | undefined {
  const names = values.filter((_, at) => at % 2 === 0);
  // If a name occurs twice, v2 takes the last value.
  if (new Set(names.map((one) => one.toLowerCase())).size < names.length) return undefined;
  return written(
    names.map((one, at) => call(name, one, values[2 * at + 1] ?? '')),
    '&&',
  );
}

/** A value `name=value`. */
function queryMatcher(pair: string): string | undefined {
  const cut = pair.indexOf('=');
  if (cut <= 0 || /[{}]/.test(pair)) return undefined;
  const [name, value] = [pair.slice(0, cut), pair.slice(cut + 1)];
  return value === '' ? call('Query', name) : call('Query', name, value);
}
