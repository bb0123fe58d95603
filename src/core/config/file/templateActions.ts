/** The text of a template between two pairs of braces. */
export interface TemplateAction {
  readonly start: number;
  readonly end: number;
  /** The words between the braces and the trim marks; undefined if the action does not end. */
  readonly words: readonly string[] | undefined;
  readonly isComment: boolean;
  /** Names directly before a parenthesis, which Go does not read as a call. */
  readonly called?: readonly string[] | undefined;
}

/** The actions of a text, in order. Takes linear time. */
export function templateActionsIn(text: string): readonly TemplateAction[] {
  const lexer: Lexer = { text, commentEnd: commentEndsIn(text), word: wordsIn(text) };
  const actions: TemplateAction[] = [];
  for (let start = text.indexOf('{{'); start >= 0; ) {
    const action = actionAt(lexer, start);
    actions.push(action);
    start = text.indexOf('{{', action.end);
  }
  return actions;
}

interface Lexer {
  readonly text: string;
  /** The end of a comment that begins before an offset, with its braces; undefined if it does not end. */
  commentEnd(from: number): number | undefined;
  /** The next word from an offset. */
  word(from: number): Word | undefined;
}

interface Word {
  readonly text: string;
  readonly start: number;
}

const comment = /\{\{(?:- )?\s*\/\*/y;

/** Real actions have fewer words: more are text with braces. */
const mostWords = 10_000;

function actionAt(lexer: Lexer, start: number): TemplateAction {
  const { text } = lexer;
  comment.lastIndex = start;
  const end = comment.test(text) ? lexer.commentEnd(comment.lastIndex) : undefined;
  if (end !== undefined) return { start, end, words: [], isComment: true };
  const words: string[] = [];
  const called: string[] = [];
  let before: Word | undefined;
  for (let word = lexer.word(start + 2); word !== undefined; word = lexer.word(word.start + word.text.length)) {
    if (text.startsWith('}}', word.start)) {
      const trimmed = words.filter((one, index) => one !== '-' || (index > 0 && index < words.length - 1));
      return { start, end: word.start + 2, words: trimmed, isComment: false, called };
    }
    if (
      word.text === '(' &&
      before !== undefined &&
      before.start + before.text.length === word.start &&
      name.test(before.text)
    )
      called.push(before.text);
    before = word;
    words.push(word.text);
    if (words.length > mostWords) break;
  }
  return { start, end: text.length, words, isComment: false };
}

const commentEndPattern = /\s*(?: -)?\}\}/y;

/** A comment ends at the first sign for it, or never. Many may begin before the same one, which is found once. */
function commentEndsIn(text: string): Lexer['commentEnd'] {
  let from = Number.POSITIVE_INFINITY;
  let sign = -1;
  let end: number | undefined;
  return (at) => {
    if (at >= from && at <= sign) return end;
    const found = text.indexOf('*/', at);
    from = at;
    sign = found < 0 ? Number.POSITIVE_INFINITY : found;
    commentEndPattern.lastIndex = found + 2;
    end = found >= 0 && commentEndPattern.test(text) ? commentEndPattern.lastIndex : undefined;
    return end;
  };
}

const name = /^[\p{L}_]/u;
/** Fields, a variable or a parenthesis with its fields, a name, a number, or any other sign. */
const wordPattern = /(?:\$\w*|\))?(?:\.[\p{L}_]\w*)+|\$\w*|[\p{L}_]\w*|[-+]?\d[\w.]*|[^\s]/gu;
const strings: ReadonlyMap<string, RegExp> = new Map([
  ['`', /`[^`]*`/y],
  ['"', /"(?:[^"\\\n]|\\.)*"/y],
  ["'", /'(?:[^'\\\n]|\\.)*'/y],
]);

/** Words, and strings as written. A quote that begins no string is itself a word. */
function wordsIn(text: string): Lexer['word'] {
  /** By quotes: the index up to which none begins a string, because an earlier one has no end. */
  const unclosed = new Map<string, number>();
  return (from) => {
    wordPattern.lastIndex = from;
    const found = wordPattern.exec(text);
    if (found === null) return undefined;
    const { index } = found;
    const [sign] = found;
    const string = strings.get(sign);
    if (string === undefined || index < (unclosed.get(sign) ?? 0)) return { text: sign, start: index };
    string.lastIndex = index;
    const whole = string.exec(text);
    if (whole !== null) return { text: whole[0], start: index };
    const line = sign === '`' ? -1 : text.indexOf('\n', index);
    unclosed.set(sign, line < 0 ? text.length : line);
    return { text: sign, start: index };
  };
}
