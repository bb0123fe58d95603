import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { matcherNamed, matcherNames } from '../../proxy/rules/matcherNames';
import { readRule } from '../../proxy/rules/readRule';
import { matchersIn, type Rule, type RuleMatcher, type RuleProtocol, type RuleSyntax } from '../../proxy/rules/rule';
import { isForV2 } from '../../proxy/rules/ruleInV3';
import { unmatchableValue } from '../../proxy/rules/unmatchable';
import { type ConfigProblem, renameFix } from '../model/configProblem';
import { nearestTo } from '../names/nearName';
import { fromLetters, inLetters, isAllMarked } from '../source/markedHoles';
import { isKnown, type PlacedText, partOf, rangeOf } from '../source/placedText';
import type { PatternChecks } from './patternChecks';
import { fixBrokenLines, fixLegacyRule, lineBreakAt } from './ruleFixes';

/** `warning`: Traefik accepts the rule, but it does something else. `information`: it probably does. */
interface RuleProblem extends Pick<ConfigProblem, 'code' | 'severity' | 'message' | 'fix'> {
  readonly at: PlacedText;
}

/** Real rules are shorter, and reading a longer one takes some hundredths of a second. */
const longestRule = 200_000;

/** Per rule. */
const mostOfRule = 20;

/**
 * Checks a rule as Traefik does when it reads it, then each matcher for values that never match.
 *
 * @param hasTls whether the router has TLS, which a TCP rule with a server name needs
 * @param compose whether the rule is in a compose file
 */
export function checkRule(text: PlacedText, settings: RuleSettings): readonly RuleProblem[] {
  if (isKnown(text.value)) return checkKnownRule(text, settings);
  if (!isAllMarked(text.value)) return [];
  // `withoutValues` compares these problems with those of the real values.
  const told = checkKnownRule({ ...text, value: inLetters(text.value) }, settings);
  return told.map((one) => ({ ...one, message: fromLetters(one.message), fix: undefined }));
}

interface RuleSettings {
  readonly protocol: RuleProtocol;
  readonly syntax: RuleSyntax;
  /** False if a star in front of a host certainly means nothing else. */
  readonly hasWildcards: boolean | undefined;
  readonly hasTls: boolean;
  readonly compose: boolean;
  readonly patterns: PatternChecks;
}

function checkKnownRule(
  text: PlacedText,
  { protocol, syntax, hasWildcards, hasTls, compose, patterns }: RuleSettings,
): readonly RuleProblem[] {
  if (text.value.length > longestRule) {
    const message = l10n.t('This rule is too long to be checked.');
    return [{ code: 'text.tooLarge', severity: 'warning', at: text, message }];
  }
  const rule = readRule(text.value, { protocol, syntax });
  if (rule.kind === 'fault') {
    const { message, place } = rule;
    const lineBreak = place && lineBreakAt(text.value, place.start);
    const at = place === undefined || place.end <= place.start ? text : partOf(text, place.start, place.end);
    const words = place === undefined || !isInHeader(text.value, place.start) ? message : unreadableValues();
    const legacy = syntax === 'v3' ? readRule(text.value, { protocol, syntax: 'v2' }) : undefined;
    if (legacy?.kind === 'rule') {
      const known = `${words} ${l10n.t('This is the syntax of Traefik 2.')}`;
      return [
        { code: 'rule.legacy', severity: 'error', at, message: known, fix: fixLegacyRule(text, legacy, compose) },
      ];
    }
    if (lineBreak !== undefined) {
      const fix = fixBrokenLines(text, lineBreak, protocol);
      return [{ code: 'rule.newline', severity: 'error', at, message: brokenLine(), fix }];
    }
    const isName = /^\w+$/.test(at.value) && matcherNamed(at.value, protocol, syntax) === undefined;
    const meant = isName ? nearestTo(at.value, matcherNames(protocol, syntax)) : undefined;
    if (meant !== undefined) {
      const asked = `${words} ${l10n.t('Did you mean “{0}”?', quoted(meant))}`;
      const fix = { range: rangeOf(at), text: meant };
      return [{ code: 'rule.syntax', severity: 'error', at, message: asked, fix }];
    }
    return [{ code: 'rule.syntax', severity: 'error', at, message: words }];
  }
  const matchers = [...matchersIn(rule.root)];
  const problems: RuleProblem[] = [];
  for (const matcher of matchers) {
    const message = faultOfMatcher(matcher, rule, (pattern) => patterns.isInvalid(pattern, text));
    const at = partOf(text, matcher.start, matcher.end);
    const problem: RuleProblem | undefined =
      message === undefined
        ? (unmatchableMatcher(at, rule, matcher, hasWildcards, compose) ?? plainPath(at, rule, matcher))
        : { code: 'rule.syntax', severity: 'error', at, message };
    if (problem !== undefined) problems.push(problem);
    if (problems.length === mostOfRule) break;
  }
  // Traefik uses only the first server name.
  const named = protocol === 'tcp' && !hasTls ? matchers.find(({ name }) => name === 'HostSNI') : undefined;
  if (named !== undefined && named.values[0] !== '*') {
    const message = l10n.t('{0} needs TLS on the router, unless it is {1}.', 'HostSNI', 'HostSNI(`*`)');
    problems.push({ code: 'router.tls', severity: 'error', at: partOf(text, named.start, named.end), message });
  }
  const legacy = legacyMatcher(text, rule, matchers, compose);
  // Its fix replaces the whole rule.
  return legacy === undefined || problems.some(({ severity }) => severity === 'error') ? problems : [legacy];
}

/** A matcher that v3 accepts, but reads differently from v2. */
function legacyMatcher(
  text: PlacedText,
  rule: Rule,
  matchers: readonly RuleMatcher[],
  compose: boolean,
): RuleProblem | undefined {
  const found = rule.syntax === 'v3' ? matchers.find(isForV2) : undefined;
  if (found === undefined) return undefined;
  const message =
    found.name === 'Query'
      ? l10n.t('Traefik 3 looks for a parameter that is named “name=value”. Write the name and the value apart.')
      : text.places === 'none'
        ? l10n.t(
            'To Traefik 3, these braces are plain characters. Match a regular expression instead: “{0}” for an Ingress, “{1}” for a route.',
            'router.pathmatcher: PathRegexp',
            'type: RegularExpression',
          )
        : l10n.t('To Traefik 3, these braces are plain characters. Write a regular expression instead.');
  const at = partOf(text, found.start, found.end);
  return { code: 'rule.legacy', severity: 'warning', at, message, fix: fixLegacyRule(text, rule, compose) };
}

/** A matcher that Traefik accepts and no request can satisfy. */
function unmatchableMatcher(
  at: PlacedText,
  { syntax }: Rule,
  matcher: RuleMatcher,
  hasWildcards: boolean | undefined,
  compose: boolean,
): RuleProblem | undefined {
  const found = unmatchableValue(matcher, syntax, hasWildcards);
  if (found === undefined) return undefined;
  const message = `${l10n.t('{0} never matches.', quoted(matcher.name))} ${found.reason}`;
  return { code: 'rule.never', severity: 'warning', at, message, fix: fixValue(at, matcher, found.meant, compose) };
}

function fixValue(
  at: PlacedText,
  { values: [old = ''] }: RuleMatcher,
  meant: string | undefined,
  compose: boolean,
): ConfigProblem['fix'] {
  if (meant === undefined || /[`"\\\n]/.test(meant) || (compose && meant.includes('$'))) return undefined;
  return at.value.split(old).length === 2
    ? renameFix(
        at,
        at.value.replace(old, () => meant),
      )
    : undefined;
}

/** Signs of a regular expression or of a wildcard in a path that Traefik compares literally. */
const patternPattern = /\.\*|\.\+|\[[^\]]*\]|\\|\*$|[|^]|\$$/;

/** A path that looks like a pattern: Traefik takes it literally, which users hardly ever mean. */
function plainPath(
  at: PlacedText,
  { syntax }: Rule,
  { name, values: [value = ''] }: RuleMatcher,
): RuleProblem | undefined {
  if ((name !== 'Path' && name !== 'PathPrefix') || syntax !== 'v3') return undefined;
  if (value.length >= longestPath || !patternPattern.test(value)) return undefined;
  const message = l10n.t(
    '{0} compares paths letter by letter: this pattern is plain text. Use PathRegexp for a regular expression.',
    quoted(name),
  );
  return { code: 'rule.never', severity: 'information', at, message };
}

/** UTF-16 units. */
const longestPath = 1_000;

function brokenLine(): string {
  return l10n.t(
    'A rule cannot be continued by an operator at the beginning of a line. Move it to the end of the line above.',
  );
}

/** Real names of matchers are shorter. */
const longestName = 30;

/** Whether a place is among the values of a header, which no message quotes. */
function isInHeader(rule: string, place: number): boolean {
  const open = rule.lastIndexOf('(', place - 1);
  if (open < 0 || rule.slice(open, place).includes(')')) return false;
  return /header/i.test(rule.slice(Math.max(0, open - longestName), open));
}

function unreadableValues(): string {
  return l10n.t('These values cannot be read. Write each in backticks, separated by commas.');
}

/** The check that reading a rule does not do: regular expressions. */
function faultOfMatcher(
  { name, values }: RuleMatcher,
  { syntax }: Rule,
  isInvalid: (pattern: string) => boolean,
): string | undefined {
  const broken = patternsIn(name, values, syntax).find(isInvalid);
  return broken === undefined ? undefined : l10n.t('The regular expression in {0} is not valid.', quoted(name));
}

/** A part of a path of v2 with an expression: `{id:[0-9]+}`. */
const template = /\{[^:{}]*:((?:[^{}]|\{[^{}]*\})*)\}/g;

function patternsIn(name: string, values: readonly string[], syntax: RuleSyntax): readonly string[] {
  if (syntax === 'v2' && name.startsWith('Path')) {
    return values.flatMap((value) => [...value.matchAll(template)].map(([, pattern = '']) => pattern));
  }
  // Traefik does not check these in v2.
  if (!name.endsWith('Regexp') || (syntax === 'v2' && name.startsWith('Host'))) return [];
  return name.startsWith('Header') || name.startsWith('Query') ? values.slice(-1) : values;
}
