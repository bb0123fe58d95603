import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { readRule } from '../../proxy/rules/readRule';
import type { Rule, RuleProtocol } from '../../proxy/rules/rule';
import { matchersInV3, ruleWithMatchers } from '../../proxy/rules/ruleInV3';
import type { ConfigProblem } from '../model/configProblem';
import { type PlacedText, partOf, rangeOf, withPlaces } from '../source/placedText';

/**
 * Rewrites the matchers of v2 in a rule in the syntax of v3: only the wrong one if there is one, otherwise the whole
 * rule.
 *
 * @param compose whether the rule is in a compose file
 * @returns undefined if the rule might then mean something else
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
 * The line break that causes a fault of a rule, if any: at its place, or before the operator at its place.
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

/** An operator at the start of a line, and everything before it from the end of the line above. */
const breakPattern = /\n[ \t]*(&&|\|\|)[ \t]*/y;
/** Limits for the quick fix: longer rules, and rules with more lines, get none. */
const longest = 10_000;
const mostBreaks = 100;

/**
 * Moves operators from the beginning of a line to the end of the line above, where Traefik reads on.
 *
 * @param at the place of the first line break that Traefik rejects
 * @returns undefined if something else is wrong, too
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
    // Of the same length, so that places stay the same.
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
    // If the file writes it in another form, its places are unknown.
    if (spaces === undefined) return undefined;
    if (start < 0) start = begin;
    else made += file.text.slice(end, begin);
    made += ` ${sign}${spaces}`;
    end = part.end;
  }
  const title = l10n.t('Move “{0}” to the end of the line above', quoted(moves[0]?.sign ?? ''));
  return { range: { path: file.path, start, end }, text: made, title };
}

/** Longer beginnings of lines are not read. */
const longestKey = 500;
/** The label or the tag of a value, with the quote before it: in a list, both are one text. */
const labelPattern = /(["']?)traefik\.[^\s"'=]*=$/i;

/** Texts that a plain text of YAML cannot contain, or not at its beginning. */
const notPlain = /^[-?:,[\]{}#&*!|>'"%@`\s]|: | #|[\r\n]|\s$/;
const flow = /[,[\]{}]/;

/**
 * Writes another value instead of a declared one in the file, in the same quotes.
 *
 * @param compose whether the file is a compose file, where `$$` stands for a dollar sign
 * @returns undefined if uncertain: the file must have the current value in exactly this form
 */
function writtenAs(text: PlacedText, value: string, compose: boolean): string | undefined {
  const write = writerAt(text);
  if (write === undefined) return undefined;
  const inFile = (one: string): string | undefined => {
    const written = write(one, text.value);
    return compose ? written?.replaceAll('$', '$$$$') : written;
  };
  return inFile(text.value) === text.file.text.slice(text.start, text.end) ? inFile(value) : undefined;
}

type Writer = (value: string, before: string) => string | undefined;

function writerAt({ file, start }: PlacedText): Writer | undefined {
  const lineStart = file.text.lastIndexOf('\n', start - 1) + 1;
  const before = file.text.slice(Math.max(lineStart, start - longestKey), start);
  const quote = labelPattern.exec(before)?.[1] ?? /["']$/.exec(before)?.[0] ?? '';
  const isToml = /\.toml$/i.test(file.path);
  switch (quote) {
    case '"':
      return inDoubleQuotes;
    case "'":
      return isToml ? (value) => (/['\r\n]/.test(value) ? undefined : value) : inSingleQuotes;
    default:
      return isToml || !/\.ya?ml$/i.test(file.path) ? undefined : plain;
  }
}

function inDoubleQuotes(value: string): string | undefined {
  return /[\r\n]/.test(value) ? undefined : value.replace(/["\\]/g, '\\$&');
}

function inSingleQuotes(value: string): string | undefined {
  return /[\r\n]/.test(value) ? undefined : value.replaceAll("'", "''");
}

/** A comma or a bracket in the current text proves that it is in no list or map in brackets. */
function plain(value: string, before: string): string | undefined {
  return notPlain.test(value) || (flow.test(value) && !flow.test(before)) ? undefined : value;
}
