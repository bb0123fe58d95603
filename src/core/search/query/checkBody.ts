import * as l10n from '@vscode/l10n';
import { createScanner, printParseErrorCode, visit } from 'jsonc-parser';
import { numberText } from '../../../l10n/numbers';
import { largestSize } from '../../../protocol/question';
import { deepestBody, tooDeepAt } from './depth';

/** A problem of a request body, and its place in the editor. */
export interface BodyProblem {
  /** From 0 up, as are the columns, in UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** In UTF-16 units, on the same line; 0 at the end of the text. */
  readonly length: number;
  /** One translated sentence. */
  readonly message: string;
}

type Problem = readonly [offset: number, length: number, message: string];

/** Users do not read more. */
const mostProblems = 20;

const notJson = (): string => l10n.t('Invalid JSON.');

/** The messages of VS Code for JSON. */
const wordsByCode: Readonly<Record<string, () => string>> = {
  InvalidSymbol: notJson,
  InvalidNumberFormat: () => l10n.t('Invalid number format.'),
  PropertyNameExpected: () => l10n.t('Property name in double quotes expected.'),
  ValueExpected: () => l10n.t('Value expected.'),
  ColonExpected: () => l10n.t('Colon expected.'),
  CommaExpected: () => l10n.t('Comma expected.'),
  CloseBraceExpected: () => l10n.t('Closing brace expected.'),
  CloseBracketExpected: () => l10n.t('Closing bracket expected.'),
  EndOfFileExpected: () => l10n.t('End of the body expected.'),
  UnexpectedEndOfComment: () => l10n.t('Unexpected end of comment.'),
  UnexpectedEndOfString: () => l10n.t('Unexpected end of string.'),
  UnexpectedEndOfNumber: () => l10n.t('Unexpected end of number.'),
  InvalidUnicode: () => l10n.t('Invalid Unicode sequence in string.'),
  InvalidEscapeCharacter: () => l10n.t('Invalid escape character in string.'),
  InvalidCharacter: () => l10n.t('Control characters must be escaped.'),
};

/** Members that paging sets itself, so that a body cannot bring its own. */
const ownCursors: Readonly<Record<string, () => string>> = {
  pit: () => l10n.t('Remove pit: Proxy Scout opens and closes points in time itself.'),
  search_after: () => l10n.t('Remove search_after: Proxy Scout sets it for each page.'),
  scroll: () => l10n.t('Remove scroll: paging does not use it.'),
};

/** A negative size is ten hits on some engines (docs/engines.md, "Negative sizes"). */
const numberLimits: ReadonlyMap<string, readonly [most: number, words: () => string]> = new Map([
  ['from', [Number.MAX_SAFE_INTEGER, () => l10n.t('from must be a whole number, 0 or greater.')]],
  ['size', [largestSize, () => l10n.t('size must be a whole number from 0 to {0}.', numberText(largestSize))]],
]);

/**
 * Checks whether a handwritten body can be sent. Comments are fine, as they are for all engines (recorded:
 * json-comment). Duplicate keys are refused, as they are by all engines (recorded: json-duplicate-key).
 *
 * @returns the problems in the order of the text; empty for a valid body
 */
export function checkBody(body: string): BodyProblem[] {
  const plain = withoutComments(body);
  const deep = tooDeepAt(plain);
  // Even a text that is not JSON must not reach a parser that recurses for each level.
  const problems: readonly Problem[] =
    deep === undefined
      ? problemsIn(plain)
      : [
          [
            deep,
            1,
            l10n.t('The body is nested more than {0} levels deep, which can crash servers.', numberText(deepestBody)),
          ],
        ];
  return [...problems]
    .sort(([a], [b]) => a - b)
    .slice(0, mostProblems)
    .map(([offset, length, message]) => placed(body, offset, length, message));
}

/**
 * A body with spaces in place of comments, so that the rest keeps its lines and columns. (The library's own
 * `stripComments` makes each comment one character longer.)
 */
export function withoutComments(body: string): string {
  const scanner = createScanner(body);
  const pieces: string[] = [];
  let at = 0;
  // Not by the token's length: after an unfinished comment the scanner's last token has no end.
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
  if (body.trim() === '') return [[0, 0, l10n.t('The body is empty. Use {0} to match all documents.', '{}')]];
  const problems: Problem[] = [];
  /** Errors after the first one are usually consequences of it. */
  let isBroken = false;
  const names: Set<string>[] = [];
  let depth = 0;
  /** The top-level member whose value comes next. */
  let member: string | undefined;
  let kind: 'nothing' | 'object' | 'else' = 'nothing';

  /** @param value the value of a number or another literal; undefined for objects and lists */
  const beginValue = (offset: number, length: number, value?: unknown, isObject = false): void => {
    if (depth === 0 && kind === 'nothing') {
      kind = isObject ? 'object' : 'else';
      if (kind === 'else') problems.push([offset, length, l10n.t('The request body must be a JSON object.')]);
    }
    if (depth === 1 && member !== undefined) {
      const [most, words] = numberLimits.get(member) ?? [];
      const isInRange = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= (most ?? 0);
      if (words !== undefined && !isInRange) problems.push([offset, length, words()]);
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
      if (known?.has(name)) problems.push([offset, length, l10n.t('Duplicate key.')]);
      known?.add(name);
      if (depth !== 1 || kind !== 'object') return;
      member = name;
      if (Object.hasOwn(ownCursors, name)) problems.push([offset, length, ownCursors[name]?.() ?? '']);
    },
    onLiteralValue: (value, offset, length) => beginValue(offset, length, value),
    onError(code, offset, length) {
      if (!isBroken) problems.push([offset, length, (wordsByCode[printParseErrorCode(code)] ?? notJson)()]);
      isBroken = true;
    },
  });
  return problems;
}

const lineBreak = /\r\n|\r|\n/g;

/** The place of an offset, with lines and columns as VS Code counts them. */
function placed(body: string, offset: number, length: number, message: string): BodyProblem {
  const before = body.slice(0, offset).split(lineBreak);
  const column = before.at(-1)?.length ?? 0;
  const [onLine = ''] = body.slice(offset, offset + length).split(lineBreak, 1);
  return { line: before.length - 1, column, length: onLine.length, message };
}
