import { numberText } from '../../../../l10n/numbers';
import { MASK, maskText } from '../../../base/secrets/secretsInText';
import { plainText } from '../../../base/text/plainText';
import type { RulePlace } from '../../rules/rule';
import { ownText, type PagePiece, type PageRow, untrustedPart } from '../page';
import { ruleLines } from '../ruleLines';

/** A rule as it may be shown, and where its parts are in that. */
interface ShownRule {
  /** With secrets masked. */
  readonly text: string;
  /** Where a part of the rule stands in `text`; undefined where masking has moved it too far to tell. */
  at(place: RulePlace): RulePlace | undefined;
  /** A part of the rule in one line; undefined where it cannot be told apart. */
  part(place: RulePlace): string | undefined;
}

/** Code points of a part of a rule that is repeated in a sentence. */
const LONGEST_PART = 120;

/** Masks a rule and follows its parts through that. */
export function shownRule(rule: string): ShownRule {
  const text = maskText(rule);
  const move = text === rule ? (index: number) => index : moved(rule, text);
  const at = ({ start, end }: RulePlace): RulePlace | undefined => {
    const [from, to] = [move(start), move(end)];
    return from === undefined || to === undefined || from >= to ? undefined : { start: from, end: to };
  };
  return {
    text,
    at,
    part(place) {
      const found = at(place);
      return found && plainText(text.slice(found.start, found.end), LONGEST_PART);
    },
  };
}

/** Where an index of the rule is in its masked text. What stands between two masks is the same in both. */
function moved(rule: string, text: string): (index: number) => number | undefined {
  const kept: { readonly from: number; readonly to: number; readonly end: number }[] = [];
  const pieces = text.split(MASK);
  let from = 0;
  let to = 0;
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    const found = index === 0 ? 0 : isLast ? rule.length - piece.length : rule.indexOf(piece, from);
    if (found < from || rule.slice(found, found + piece.length) !== piece) return () => undefined;
    kept.push({ from: found, to, end: found + piece.length });
    from = found + piece.length;
    to += piece.length + MASK.length;
  }
  return (index) => {
    const piece = kept.find((one) => one.from <= index && index <= one.end);
    return piece && piece.to + index - piece.from;
  };
}

/** UTF-16 units of a rule in a list. Real ones with sixty hosts have about 2,700. */
const LONGEST_RULE = 6_000;
/** Lines of a rule in a list; of a longer one its beginning is shown, and some of what fails. */
const MOST_LINES = 12;

/**
 * The lines of a rule, with what fails in it marked: by colour, and in words at the end of the line.
 *
 * @param failing parts of the rule
 */
export function ruleRows(rule: string, failing: readonly RulePlace[], indent: number): readonly PageRow[] {
  const shown = shownRule(rule);
  const text = shown.text.slice(0, LONGEST_RULE);
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
  const rows = kept.map(
    (line): PageRow => ({
      indent,
      cells: [[ownText(line.before), ...pieces(text, line), ...remark(text, line)]],
    }),
  );
  const more = lines.length - kept.length;
  if (more > 0) rows.push({ indent, cells: [[ownText(`… and ${numberText(more)} more lines`, 'faint')]] });
  else if (shown.text.length > LONGEST_RULE) rows.push({ indent, cells: [[ownText('… and so on', 'faint')]] });
  return rows;
}

/** A line of a rule as it stands in the rule's text. */
interface Line extends RulePlace {
  /** The spaces that show what it is a part of. */
  readonly before: string;
  readonly marks: readonly RulePlace[];
}

function keptLines(lines: readonly Line[]): readonly Line[] {
  if (lines.length <= MOST_LINES) return lines;
  const kept = new Set([...lines.slice(0, MOST_LINES / 3), ...lines.filter(({ marks }) => marks.length > 0)]);
  // What fails behind a long list of hosts is what decides.
  const first = [...kept].slice(0, MOST_LINES - 1);
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

/** Brackets that may close behind the only part of a line. */
const CLOSING = 3;

/** Colour alone is not for everyone. What is denied is told by what it denies: two noes in one sentence confuse. */
function remark(text: string, { marks, ...line }: Line): readonly PagePiece[] {
  const ending = marks.filter(({ end }) => end <= line.end);
  const [only, ...others] = ending;
  if (only === undefined) return [];
  if (only.start < line.start) return [ownText('   ← !(…) does not match', 'bad')];
  const parts = ending.map(({ start, end }) => text.slice(start, end));
  const missed = parts.filter((part) => !part.startsWith('!'));
  const denied = parts.filter((part) => part.startsWith('!')).map((part) => part.slice(1).trim());
  const whole = text.slice(line.start, line.end).replace(/^(?:&&|\|\|)?\s*\(*/, '');
  const isWhole = others.length === 0 && only.end - only.start >= whole.length - CLOSING;
  if (denied.length === 0 && (isWhole || parts.length > 2)) return [ownText('   ← does not match', 'bad')];
  const sentences = [sentence(missed, 'does not match', 'do not match'), sentence(denied, 'matches', 'match')];
  return [ownText(`   ← ${sentences.filter((one) => one !== '').join(', ')}`, 'bad')];
}

function sentence(parts: readonly string[], ofOne: string, ofSome: string): string {
  if (parts.length === 0) return '';
  const named = parts.map((part) => plainText(part, LONGEST_PART));
  return `${named.join(' and ')} ${parts.length === 1 ? ofOne : ofSome}`;
}
