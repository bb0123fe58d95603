import { unitsOfHoles } from '../source/markedHoles';

const holes = new RegExp(`[${unitsOfHoles}]+`);

/** A text with unknown parts, which may differ. */
export interface TextPattern {
  /** Its known beginning. */
  readonly prefix: string;
  /** Its known end. */
  readonly suffix: string;
  /** Whether a text has its known parts in their order, from its beginning to its end. Takes linear time. */
  fits(text: string): boolean;
}

/** @param pattern a name or a rule with a `HOLE` for each unknown part; without one, only the pattern itself fits */
export function textPattern(pattern: string): TextPattern {
  const [prefix = '', ...rest] = pattern.split(holes);
  const last = rest.pop();
  return {
    prefix,
    suffix: last ?? prefix,
    fits(text) {
      if (last === undefined) return text === prefix;
      if (!text.startsWith(prefix)) return false;
      let at = prefix.length;
      for (const part of rest) {
        const found = text.indexOf(part, at);
        if (found < 0) return false;
        at = found + part.length;
      }
      return text.length - last.length >= at && text.endsWith(last);
    },
  };
}
