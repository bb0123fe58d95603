/** Characters that break a line or steer a terminal or screen reader: each run becomes one space. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Characters that cannot be seen, or that reorder what can: bidirectional controls, zero-width ones, fillers, tags. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;
const LONE_SURROGATE = /\p{Cs}/gu;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/**
 * Makes one safe line of a text that a server wrote: what looks like a line is one, and every character of it is to be
 * seen. It stays hostile as Markdown, HTML and codicon syntax: whoever renders it escapes it.
 *
 * @param longest the most code points to keep; a longer text ends in `…`
 */
export function plainText(text: string, longest: number): string {
  // A surrogate pair at most makes two code units of a code point, so this keeps enough and bounds the work below.
  const head = text.slice(0, 2 * longest + SPARE);
  const line = onOneLine(head);
  return truncate(line.trim(), longest, head.length < text.length);
}

/** `plainText` of a piece of a line: nothing is trimmed or cut, so that pieces can be joined and their places are known. */
export function onOneLine(text: string): string {
  return PRINTABLE_ASCII.test(text)
    ? text
    : text.replace(BREAKS, ' ').replace(UNSEEN, '').replace(LONE_SURROGATE, '\ufffd');
}

/** Room for characters that go without being shown. */
const SPARE = 1_000;

function truncate(line: string, longest: number, cut: boolean): string {
  if (line.length <= longest) return cut ? `${line}…` : line;
  const points = [...line];
  if (points.length <= longest) return cut ? `${line}…` : line;
  return `${points.slice(0, longest - 1).join('')}…`;
}

/**
 * Keeps VS Code from drawing an icon where a server wrote `$(name)`, in places that read codicon syntax. An invisible
 * character parts dollar and bracket: a backslash would be seen wherever the syntax is not read.
 */
export function withoutCodicons(text: string): string {
  return text.replaceAll('$(', '$\u200b(');
}
