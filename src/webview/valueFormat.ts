import { numberText } from '../l10n/numbers';
import type { HitCell, HitPage } from '../protocol/resultPage';

const short = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** `812 bytes`, `34 KB`, `1.25 MB`; a KB is 1,000 bytes. */
export function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 999_500 ? `${short.format(bytes / 1_000)} KB` : `${short.format(bytes / 1_000_000)} MB`;
}

/** What the page cost: `12 ms` inside the engine where it says so, `34 KB`. */
export function pageCost({ tookMs, bytes }: Pick<HitPage, 'tookMs' | 'bytes'>): string[] {
  return [...(tookMs === undefined ? [] : [`${numberText(tookMs)} ms`]), bytesText(bytes)];
}

const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');

/** A moment in the person's own time zone: `2026-11-20 14:03:12.123`. Undefined where it is none that a clock can show. */
export function localTime(at: number): string | undefined {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return undefined;
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
  return `${day} ${time}.${pad(date.getMilliseconds(), 3)}`;
}

/** What stands in a cell. Of a date the time in the person's zone, of what is absent nothing. */
export function cellText({ kind, text, at, isCut }: HitCell): string {
  if (kind === 'absent') return '';
  const shown = (kind === 'date' && at !== undefined && localTime(at)) || text;
  return isCut === true && !shown.endsWith('…') ? `${shown}…` : shown;
}

/** What a cell says when it is pointed at: only what it does not show itself. */
export function cellTitle({ kind, text, at, isCut }: HitCell): string | undefined {
  if (kind === 'absent') return 'absent';
  if (kind === 'date' && at !== undefined) return text;
  return isCut === true ? 'Shortened. Unfold the hit to read more.' : undefined;
}

/**
 * The beginning of a long value, for where many stand below each other; undefined where it is no long one. It ends with whole
 * characters.
 */
export function beginningOf(cell: HitCell, longest: number): HitCell | undefined {
  if (cell.text.length <= longest) return undefined;
  return { ...cell, text: cell.text.slice(0, longest).replace(/[\ud800-\udbff]$/, ''), isCut: true };
}

/** A stretch of a text, and whether the engine marked it. */
interface Stretch {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Cuts a text at its marks. Joined, the stretches are the text, whatever the marks say. */
export function markedStretches(text: string, marks: readonly (readonly [number, number])[]): Stretch[] {
  const cut: Stretch[] = [];
  let done = 0;
  for (const [from, to] of marks) {
    const start = Math.min(Math.max(from, done), text.length);
    const end = Math.min(Math.max(to, start), text.length);
    if (end === start) continue;
    if (start > done) cut.push({ text: text.slice(done, start), isMarked: false });
    cut.push({ text: text.slice(start, end), isMarked: true });
    done = end;
  }
  if (done < text.length) cut.push({ text: text.slice(done), isMarked: false });
  return cut;
}

/** A field's path for reading: what would break, hide or reorder it stands there as its escape. */
export function pathText(path: string): string {
  return path.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (sign) => {
    const code = (sign.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
}
