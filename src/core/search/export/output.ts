import type { Format } from './format';

/** The text of an export, with no more bytes than may be. */
export interface Output {
  /** Whether hits were left out because they did not fit. */
  readonly isFull: boolean;
  begin(hits: readonly string[]): string;
  /** The text of these hits, or of those of them that fit, and how many those are. */
  lines(hits: readonly string[]): { readonly text: string; readonly written: number };
}

/** @param most bytes of UTF-8, the end of the file included */
export function outputOf(format: Format, most = Number.POSITIVE_INFINITY): Output {
  let room = most - Buffer.byteLength(format.end());
  let isFull = false;

  /** Whether the text fits; then it is taken as written. */
  const fits = (text: string): boolean => {
    const bytes = Buffer.byteLength(text);
    if (bytes > room) return false;
    room -= bytes;
    return true;
  };

  return {
    get isFull() {
      return isFull;
    },
    begin(hits) {
      const text = format.begin(hits);
      fits(text);
      return text;
    },
    lines(hits) {
      if (most === Number.POSITIVE_INFINITY) return { text: format.lines(hits), written: hits.length };
      const texts: string[] = [];
      for (const hit of hits) {
        const text = format.lines([hit]);
        isFull = !fits(text);
        if (isFull) break;
        texts.push(text);
      }
      return { text: texts.join(''), written: texts.length };
    },
  };
}
