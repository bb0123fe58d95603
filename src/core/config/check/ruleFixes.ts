import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { readRule } from '../../proxy/rules/readRule';
import type { Rule, RuleProtocol } from '../../proxy/rules/rule';
import { matchersInV3, ruleWithMatchers } from '../../proxy/rules/ruleInV3';
import type { ConfigProblem } from '../model/configProblem';
import { type PlacedText, partOf, rangeOf, withPlaces } from '../source/placedText';
import { writtenAs } from '../source/writtenAs';

/**
 * Puts the matchers of v2 in a rule into the syntax of v3: only the one that is wrong if there is one, otherwise the whole rule.
 *
 * @param compose whether the rule is in a compose file
 * @returns undefined if it is not certain that the rule would mean the same
 */
export function fixLegacyRule(text: PlacedText, rule: Rule, compose: boolean): ConfigProblem['fix'] {
  const matchers = matchersInV3(rule);
  const [first, ...more] = matchers ?? [];
  if (matchers === undefined || first === undefined) return undefined;
  const isOne = more.length === 0;
  const place = isOne ? partOf(text, first.start, first.end) : text;
  const written = writtenAs(place, isOne ? first.text : ruleWithMatchers(text.value, matchers), compose);
  // It may have values of headers, which no message quotes.
  const title = l10n.t('Write it for Traefik 3');
  return written === undefined ? undefined : { range: rangeOf(place), text: written, title };
}

/**
 * The line break that Traefik stumbles over, if a fault of a rule is one: at its place, or before the operator at its place.
 *
 * @param at the place of a fault
 */
export function lineBreakAt(rule: string, at: number): number | undefined {
  if (rule[at] === '\n') return at;
  if (!rule.startsWith('&&', at) && !rule.startsWith('||', at)) return undefined;
  let before = at - 1;
  while (rule[before] === ' ' || rule[before] === '\t') before--;
  return rule[before] === '\n' ? before : undefined;
}

/** An operator that begins a line, and everything before it from the end of the line above. */
const breakPattern = /\n[ \t]*(&&|\|\|)[ \t]*/y;
/** Longer rules, and those with more lines, get no quick fix. */
const longest = 10_000;
const mostBreaks = 100;

/**
 * Moves operators from the beginning of a line to the end of the line above, where Traefik reads on.
 *
 * @param at where the first line break is that Traefik stumbles over
 * @returns undefined if something else is wrong as well
 */
export function fixBrokenLines(text: PlacedText, at: number, protocol: RuleProtocol): ConfigProblem['fix'] {
  const placed = withPlaces(text);
  const { file } = text;
  if (text.value.length > longest) return undefined;
  const moves: { readonly from: number; readonly to: number; readonly sign: string }[] = [];
  let value = text.value;
  let next: number | undefined = at;
  while (next !== undefined) {
    breakPattern.lastIndex = next;
    const [found, sign] = breakPattern.exec(value) ?? [];
    if (found === undefined || sign === undefined || moves.length >= mostBreaks) return undefined;
    moves.push({ from: next, to: next + found.length, sign });
    // Of the same length, so that places stay what they are.
    value = `${value.slice(0, next)}${sign}${' '.repeat(found.length - sign.length)}${value.slice(next + found.length)}`;
    const read = readRule(value, { protocol, syntax: 'v3' });
    if (read.kind === 'rule') break;
    next = read.place && lineBreakAt(value, read.place.start);
    if (next === undefined) return undefined;
  }
  let [start, end, made] = [-1, -1, ''];
  for (const { from, to, sign } of moves) {
    const part = partOf(placed, from, to);
    const begin = file.text[part.start - 1] === '\r' ? part.start - 1 : part.start;
    const written = file.text.slice(begin, part.end);
    const [, spaces] = /^(\s*)(?:&&|\|\|)[ \t]*$/.exec(written) ?? [];
    // Where the file writes it otherwise, its places are not known.
    if (spaces === undefined) return undefined;
    if (start < 0) start = begin;
    else made += file.text.slice(end, begin);
    made += ` ${sign}${spaces}`;
    end = part.end;
  }
  const title = l10n.t('Move “{0}” to the end of the line above', quoted(moves[0]?.sign ?? ''));
  return { range: { path: file.path, start, end }, text: made, title };
}
