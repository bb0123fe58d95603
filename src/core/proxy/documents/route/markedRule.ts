import * as l10n from '@vscode/l10n';
import { allOf } from '../../../../l10n/lists';
import { type PluralForms, plural } from '../../../../l10n/plural';
import { maskText, secretMask } from '../../../base/secrets/secretsInText';
import { plainText } from '../../../base/text/plainText';
import { joinedParts } from '../../describe/labels';
import type { RulePlace } from '../../rules/rule';
import { ownRow, ownText, type PagePiece, type PageRow, untrustedPart } from '../page';
import { ruleLines } from '../ruleLines';

/** Code points of a part of a rule that a sentence repeats. */
const longestPart = 120;

/** A rule as the page may show it, with secrets masked, and the places of its parts in that text. */
export function shownRule(rule: string) {
  const text = maskText(rule);
  const move = text === rule ? (index: number) => index : moved(rule, text);
  const at = ({ start, end }: RulePlace): RulePlace | undefined => {
    const [from, to] = [move(start), move(end)];
    return from === undefined || to === undefined || from >= to ? undefined : { start: from, end: to };
  };
  return {
    text,
    /** The place of a part of the rule in `text`; undefined if masking makes it unknown. */
    at,
    /** A part of the rule in one line; undefined if its place is unknown. */
    part(place: RulePlace): string | undefined {
      const found = at(place);
      return found && plainText(text.slice(found.start, found.end), longestPart);
    },
  };
}

/** The place of an index of the rule in its masked text. The text between two masks is the same in both. */
function moved(rule: string, text: string): (index: number) => number | undefined {
  const kept: { readonly from: number; readonly to: number; readonly end: number }[] = [];
  const pieces = text.split(secretMask);
  let from = 0;
  let to = 0;
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    const found = index === 0 ? 0 : isLast ? rule.length - piece.length : rule.indexOf(piece, from);
    if (found < from || rule.slice(found, found + piece.length) !== piece) return () => undefined;
    kept.push({ from: found, to, end: found + piece.length });
    from = found + piece.length;
    to += piece.length + secretMask.length;
  }
  return (index) => {
    const piece = kept.find((one) => one.from <= index && index <= one.end);
    return piece && piece.to + index - piece.from;
  };
}

/** UTF-16 units of a rule in a list. Real ones with sixty hosts have about 2,700. */
const longestRule = 6_000;
/** Lines of a rule in a list; a longer rule is cut to its start and some of the parts that fail. */
const mostLines = 12;

/**
 * The lines of a rule with the failing parts marked, by color and in words at the end of the line.
 *
 * @param failing the parts of the rule that do not match
 */
export function ruleRows(rule: string, failing: readonly RulePlace[], indent: number): readonly PageRow[] {
  const shown = shownRule(rule);
  const text = shown.text.slice(0, longestRule);
  const marks = failing.flatMap((place) => shown.at(place) ?? []);
  let from = 0;
  const lines = ruleLines(text).map((line): Line => {
    const words = line.trim();
    const start = text.indexOf(words, from);
    const end = start + words.length;
    from = end;
    const inLine = marks.filter((mark) => mark.start < end && start < mark.end);
    return { before: line.slice(0, line.length - line.trimStart().length), start, end, marks: inLine };
  });
  const kept = keptLines(lines);
  const rows = kept.map((line): PageRow => {
    return { indent, cells: [[ownText(line.before), ...pieces(text, line), ...remark(text, line)]] };
  });
  const more = lines.length - kept.length;
  if (more > 0) rows.push(ownRow(plural(more, moreLines), 'faint', indent));
  else if (shown.text.length > longestRule) rows.push(ownRow(l10n.t('… and more'), 'faint', indent));
  return rows;
}

const moreLines: PluralForms = { one: '… and {0} more line', other: '… and {0} more lines' };

/** A line of a rule with its place in the rule's text. */
interface Line extends RulePlace {
  readonly before: string;
  readonly marks: readonly RulePlace[];
}

function keptLines(lines: readonly Line[]): readonly Line[] {
  if (lines.length <= mostLines) return lines;
  const kept = new Set([...lines.slice(0, mostLines / 3), ...lines.filter(({ marks }) => marks.length > 0)]);
  // The last failing part, often behind a long list of hosts, decides the result, so it is kept.
  const first = [...kept].slice(0, mostLines - 1);
  const last = [...kept].at(-1);
  const chosen = new Set(last === undefined ? first : [...first, last]);
  return lines.filter((line) => chosen.has(line));
}

function pieces(text: string, { marks, ...line }: Line): readonly PagePiece[] {
  const found: PagePiece[] = [];
  let from = line.start;
  const put = (to: number, isMarked: boolean): void => {
    if (to > from) found.push(untrustedPart(text.slice(from, to), isMarked ? 'bad' : undefined));
    from = Math.max(from, to);
  };
  for (const { start, end } of marks) {
    put(Math.max(start, line.start), false);
    put(Math.min(end, line.end), true);
  }
  put(line.end, false);
  return found;
}

/** Brackets that may close after the only part of a line. */
const closing = 3;

/** Words for users who do not see colors. For a negated part, what matches: a double negation is confusing. */
function remark(text: string, { marks, ...line }: Line): readonly PagePiece[] {
  const ending = marks.filter(({ end }) => end <= line.end);
  const [only, ...others] = ending;
  if (only === undefined) return [];
  if (only.start < line.start) return [remarkPiece(l10n.t('{0} does not match', '!(…)'))];
  const parts = ending.map(({ start, end }) => text.slice(start, end));
  const missed = parts.filter((part) => !part.startsWith('!'));
  const denied = parts.filter((part) => part.startsWith('!')).map((part) => part.slice(1).trim());
  const whole = text.slice(line.start, line.end).replace(/^(?:&&|\|\|)?\s*\(*/, '');
  const isWhole = others.length === 0 && only.end - only.start >= whole.length - closing;
  if (denied.length === 0 && (isWhole || parts.length > 2)) return [remarkPiece(l10n.t('does not match'))];
  return [remarkPiece(joinedParts(partsText(missed, missForms), partsText(denied, matchForms)))];
}

function remarkPiece(text: string): PagePiece {
  return ownText(`   ← ${text}`, 'bad');
}

/** `{1}` stands for the parts of a rule. */
export const matchForms: PluralForms = { one: '{1} matches', other: '{1} match' };
export const missForms: PluralForms = { one: '{1} does not match', other: '{1} do not match' };

function partsText(parts: readonly string[], forms: PluralForms): string {
  if (parts.length === 0) return '';
  return plural(parts.length, forms, allOf(parts.map((part) => plainText(part, longestPart))));
}
