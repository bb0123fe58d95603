import { createScanner, printParseErrorCode, visit } from 'jsonc-parser';
import { numberText } from '../../../l10n/numbers';
import { largestSize } from '../../../protocol/question';
import { DEEPEST_BODY, tooDeepAt } from './depth';

/** What is wrong with a request body, and where: to be marked in the editor. */
export interface BodyProblem {
  /** From 0 up, as are the columns, in UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** In UTF-16 units, on the same line; 0 at the end of the text. */
  readonly length: number;
  /** One plain sentence. */
  readonly message: string;
}

type Problem = readonly [offset: number, length: number, message: string];

/** More would not be read. */
const mostProblems = 20;

const notJson = 'This is no JSON.';
const wordsByCode: Readonly<Record<string, string>> = {
  InvalidSymbol: notJson,
  InvalidNumberFormat: 'This is no number of JSON.',
  PropertyNameExpected: 'A name in double quotes is missing here.',
  ValueExpected: 'A value is missing here.',
  ColonExpected: 'A colon is missing here.',
  CommaExpected: 'A comma is missing here.',
  CloseBraceExpected: 'A closing brace is missing here.',
  CloseBracketExpected: 'A closing bracket is missing here.',
  EndOfFileExpected: 'The body ends before this.',
  UnexpectedEndOfComment: 'This comment has no end.',
  UnexpectedEndOfString: 'This string has no end.',
  UnexpectedEndOfNumber: 'This number has no end.',
  InvalidUnicode: 'This is no escaped character of JSON.',
  InvalidEscapeCharacter: 'This is no escaped character of JSON.',
  InvalidCharacter: 'This character must be escaped.',
};

/** What the pages are made with, so that a body cannot bring its own. */
const ownCursors: Readonly<Record<string, string>> = {
  pit: 'Points in time are opened and closed by the paging itself: leave pit out.',
  search_after: 'The paging itself says after which hit a page begins: leave search_after out.',
  scroll: 'The paging needs no scroll: leave it out.',
};

const numberLimits: ReadonlyMap<string, readonly [most: number, words: string]> = new Map([
  ['from', [Number.MAX_SAFE_INTEGER, 'from is a whole number from 0 up.']],
  ['size', [largestSize, `size is a whole number from 0 to ${numberText(largestSize)}.`]],
]);

/**
 * Looks for what keeps a body written by hand from being searched with. Comments are fine, as they are for all engines
 * (recorded: json-comment). Names that come twice are refused, as they are by all engines (recorded: json-duplicate-key).
 *
 * @returns in the order of the text; empty for a good body
 */
export function checkBody(body: string): BodyProblem[] {
  const plain = withoutComments(body);
  const deep = tooDeepAt(plain);
  // Also a text that is no JSON at all must not reach a parser that calls itself for each level.
  const problems: readonly Problem[] =
    deep === undefined
      ? problemsIn(plain)
      : [[deep, 1, `The body is nested more than ${DEEPEST_BODY} levels deep, which some engines do not survive.`]];
  return [...problems]
    .sort(([a], [b]) => a - b)
    .slice(0, mostProblems)
    .map(([offset, length, message]) => placed(body, offset, length, message));
}

/**
 * A body with blank space where comments were, so that all else stays in its line and column. (The library's own
 * `stripComments` makes each comment one character longer.)
 */
export function withoutComments(body: string): string {
  const scanner = createScanner(body);
  const pieces: string[] = [];
  let at = 0;
  // Not by the token's length: behind a comment that the text breaks off in, the scanner's last one has no end.
  for (scanner.scan(); scanner.getTokenOffset() < body.length; scanner.scan()) {
    const start = scanner.getTokenOffset();
    if (!body.startsWith('//', start) && !body.startsWith('/*', start)) continue;
    const end = start + scanner.getTokenLength();
    pieces.push(body.slice(at, start), body.slice(start, end).replace(/[^\r\n]/g, ' '));
    at = end;
  }
  return pieces.join('') + body.slice(at);
}

function problemsIn(body: string): Problem[] {
  if (body.trim() === '') return [[0, 0, 'The body is empty: {} asks for everything.']];
  const problems: Problem[] = [];
  /** What follows the first mistake is mostly a consequence of it. */
  let isBroken = false;
  const names: Set<string>[] = [];
  let depth = 0;
  /** The top-level member whose value comes next. */
  let member: string | undefined;
  let kind: 'nothing' | 'object' | 'else' = 'nothing';

  /** @param value of a number or another literal; of an object or a list nothing */
  const beginValue = (offset: number, length: number, value?: unknown, isObject = false): void => {
    if (depth === 0 && kind === 'nothing') {
      kind = isObject ? 'object' : 'else';
      if (kind === 'else') problems.push([offset, length, 'A request body is a JSON object: { … }.']);
    }
    if (depth === 1 && member !== undefined) {
      const [most, words] = numberLimits.get(member) ?? [];
      const isInRange = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= (most ?? 0);
      if (words !== undefined && !isInRange) problems.push([offset, length, words]);
    }
    member = undefined;
  };

  visit(body, {
    onObjectBegin(offset, length) {
      beginValue(offset, length, undefined, true);
      depth++;
      names.push(new Set());
    },
    onObjectEnd() {
      depth--;
      names.pop();
    },
    onArrayBegin(offset, length) {
      beginValue(offset, length);
      depth++;
    },
    onArrayEnd: () => void depth--,
    onObjectProperty(name, offset, length) {
      const known = names.at(-1);
      if (known?.has(name)) problems.push([offset, length, 'This name comes twice.']);
      known?.add(name);
      if (depth !== 1 || kind !== 'object') return;
      member = name;
      if (Object.hasOwn(ownCursors, name)) problems.push([offset, length, ownCursors[name] ?? '']);
    },
    onLiteralValue: (value, offset, length) => beginValue(offset, length, value),
    onError(code, offset, length) {
      if (!isBroken) problems.push([offset, length, wordsByCode[printParseErrorCode(code)] ?? notJson]);
      isBroken = true;
    },
  });
  return problems;
}

const LINE_BREAK = /\r\n|\r|\n/g;

/** The place of an offset as VS Code counts lines and columns. */
function placed(body: string, offset: number, length: number, message: string): BodyProblem {
  const before = body.slice(0, offset).split(LINE_BREAK);
  const column = before.at(-1)?.length ?? 0;
  const [onLine = ''] = body.slice(offset, offset + length).split(LINE_BREAK, 1);
  return { line: before.length - 1, column, length: onLine.length, message };
}
