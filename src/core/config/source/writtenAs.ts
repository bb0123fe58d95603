import type { PlacedText } from './placedText';

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
export function writtenAs(text: PlacedText, value: string, compose: boolean): string | undefined {
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
