/** Characters that break a line or control a terminal or screen reader: each run becomes one space. */
const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Invisible characters, and those that reorder visible ones: bidirectional controls, zero-width, fillers, tags. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;
const loneSurrogate = /\p{Cs}/gu;
const printableAscii = /^[\x20-\x7e]*$/;

/**
 * Makes one safe line of server text, in which every character is visible. It may still contain Markdown, HTML and
 * codicon syntax, which must be escaped where it is rendered.
 *
 * @param longest the maximum number of code points; a longer text ends in `…`
 */
export function plainText(text: string, longest: number): string {
  // A code point has at most two code units, so this prefix is long enough and limits the work below.
  const head = text.slice(0, 2 * longest + spareLength);
  const line = onOneLine(head);
  return truncate(line.trim(), longest, head.length < text.length);
}

/** `plainText` for a part of a line. Nothing is trimmed or cut, so that parts can be joined with known indices. */
export function onOneLine(text: string): string {
  return printableAscii.test(text)
    ? text
    : text.replace(lineBreaks, ' ').replace(unseen, '').replace(loneSurrogate, '\ufffd');
}

/** Room for characters that are removed. */
const spareLength = 1_000;

function truncate(line: string, longest: number, cut: boolean): string {
  if (line.length <= longest) return cut ? `${line}…` : line;
  const points = [...line];
  if (points.length <= longest) return cut ? `${line}…` : line;
  return `${points.slice(0, longest - 1).join('')}…`;
}

/**
 * Keeps VS Code from drawing an icon for `$(name)` in server text, in places that support codicon syntax. Puts an
 * invisible character between dollar and bracket: a backslash would be visible where the syntax is not supported.
 */
export function withoutCodicons(text: string): string {
  return text.replaceAll('$(', '$\u200b(');
}
