import { isJsonSpace, JsonCode } from './scan';

/** A formatted text is at most this many times as long as the original, */
const mostGrowth = 4;
/** or this many bytes longer, so that text written by hand is formatted completely. */
const freeGrowth = 65_536;
/** Deeper items never get their own lines. */
const deepestLines = 1_000;

/**
 * Formats a JSON document for reading, two spaces per level, without changing anything in it: numbers, strings and
 * their escapes, and the order of members stay as received. `JSON.stringify` would round large integers and rewrite
 * escapes.
 *
 * A text grows at most four-fold, or by 64 KiB; deeper levels stay on one line. Otherwise, nested brackets would grow
 * with the square of their number.
 *
 * @param text a text that `JSON.parse` has accepted; the result for any other text is unspecified, but it ends
 */
export function indentJson(text: string): string {
  return Buffer.from(indentedJson(Buffer.from(text)).buffer).toString();
}

/** Formats like `indentJson`, for long texts as UTF-8 bytes: much faster, with no memory besides the result. */
export function indentedJson(json: Uint8Array): Uint8Array<ArrayBuffer> {
  const added = new Float64Array(deepestLines + 1);
  let length = layOut(json, 0, added);
  let room = Math.max(mostGrowth * json.length, json.length + freeGrowth) - length;
  let deepest = 0;
  for (; deepest < deepestLines; deepest++) {
    const more = added[deepest + 1] ?? 0;
    if (more > room) break;
    room -= more;
    length += more;
  }
  const bytes = new Uint8Array(length);
  layOut(json, deepest, added, bytes);
  return bytes;
}

/**
 * @param deepest the last level, counted from 1, whose items get their own lines
 * @param added receives the number of bytes that the line breaks of each level take
 * @param out receives the text; without it, only the length is computed
 */
function layOut(json: Uint8Array, deepest: number, added: Float64Array, out?: Uint8Array): number {
  let length = 0;
  let level = 0;

  const put = (code: number): void => {
    if (out !== undefined) out[length] = code;
    length++;
  };
  const breakLine = (of: number, indent: number): void => {
    if (of > deepestLines) return;
    added[of] = (added[of] ?? 0) + 1 + 2 * indent;
    if (of > deepest) return;
    put(JsonCode.LineFeed);
    out?.fill(JsonCode.Space, length, length + 2 * indent);
    length += 2 * indent;
  };

  for (let at = 0; at < json.length; at++) {
    const code = json[at] ?? 0;
    switch (code) {
      case JsonCode.Space:
      case JsonCode.LineFeed:
      case JsonCode.CarriageReturn:
      case JsonCode.Tab:
        break;
      case JsonCode.Quote: {
        const end = endOfString(json, at);
        for (; at < end; at++) put(json[at] ?? 0);
        at--;
        break;
      }
      case JsonCode.OpenBrace:
      case JsonCode.OpenBracket: {
        put(code);
        const next = json[skipSpace(json, at + 1)];
        if (next === JsonCode.CloseBrace || next === JsonCode.CloseBracket) {
          at = skipSpace(json, at + 1);
          put(next);
        } else {
          level++;
          breakLine(level, level);
        }
        break;
      }
      case JsonCode.CloseBrace:
      case JsonCode.CloseBracket:
        breakLine(Math.max(1, level), Math.max(0, level - 1));
        level = Math.max(0, level - 1);
        put(code);
        break;
      case JsonCode.Comma:
        put(code);
        breakLine(Math.max(1, level), level);
        break;
      case JsonCode.Colon:
        put(code);
        put(JsonCode.Space);
        break;
      default:
        put(code);
    }
  }
  return length;
}

/** The index after the string that starts with the quote at `at`. */
function endOfString(json: Uint8Array, at: number): number {
  for (let index = at + 1; index < json.length; index++) {
    const code = json[index];
    if (code === JsonCode.Backslash) index++;
    else if (code === JsonCode.Quote) return index + 1;
  }
  return json.length;
}

function skipSpace(json: Uint8Array, at: number): number {
  let index = at;
  while (isJsonSpace(json[index] ?? 0)) index++;
  return index;
}
