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
  const lexer = new Lexer(text);
  const actions: TemplateAction[] = [];
  for (let start = text.indexOf('{{'); start >= 0; ) {
    const action = actionAt(lexer, start);
    actions.push(action);
    start = text.indexOf('{{', action.end);
  }
  return actions;
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

const name = /^[\p{L}_]/u;
/** Fields, a variable or a parenthesis with its fields, a name, a number, or any other sign. */
const wordPattern = /(?:\$\w*|\))?(?:\.[\p{L}_]\w*)+|\$\w*|[\p{L}_]\w*|[-+]?\d[\w.]*|[^\s]/gu;
const strings: ReadonlyMap<string, RegExp> = new Map([
  ['`', /`[^`]*`/y],
  ['"', /"(?:[^"\\\n]|\\.)*"/y],
  ["'", /'(?:[^'\\\n]|\\.)*'/y],
]);

class Lexer {
  /** Many comments may begin before the same end, which is found once: where it was looked for, and found. */
  private from = Number.POSITIVE_INFINITY;
  private sign = -1;
  private end: number | undefined;
  /** By quotes: the index up to which none begins a string, because an earlier one has no end. */
  private readonly unclosed = new Map<string, number>();

  constructor(readonly text: string) {}

  /** The end of a comment that begins before an offset, with its braces; undefined if it does not end. */
  commentEnd(at: number): number | undefined {
    if (at >= this.from && at <= this.sign) return this.end;
    const found = this.text.indexOf('*/', at);
    this.from = at;
    this.sign = found < 0 ? Number.POSITIVE_INFINITY : found;
    commentEndPattern.lastIndex = found + 2;
    this.end = found >= 0 && commentEndPattern.test(this.text) ? commentEndPattern.lastIndex : undefined;
    return this.end;
  }

  /** The next word from an offset: also a string as written. A quote that begins no string is itself a word. */
  word(from: number): Word | undefined {
    wordPattern.lastIndex = from;
    const found = wordPattern.exec(this.text);
    if (found === null) return undefined;
    const { index } = found;
    const [sign] = found;
    const string = strings.get(sign);
    if (string === undefined || index < (this.unclosed.get(sign) ?? 0)) return { text: sign, start: index };
    string.lastIndex = index;
    const whole = string.exec(this.text);
    if (whole !== null) return { text: whole[0], start: index };
    const line = sign === '`' ? -1 : this.text.indexOf('\n', index);
    this.unclosed.set(sign, line < 0 ? this.text.length : line);
    return { text: sign, start: index };
  }
}
