import * as l10n from '@vscode/l10n';
import { numberText } from '../l10n/numbers';
import { bytesText } from '../protocol/amounts';
import type { HitCell, HitPage } from '../protocol/resultPage';

/** What the page cost: `12 ms` on the server, if it tells, and `34 KB`. */
export function pageCost({ tookMs, bytes }: Pick<HitPage, 'tookMs' | 'bytes'>): string[] {
  return [...(tookMs === undefined ? [] : [l10n.t('{0} ms', numberText(tookMs))]), bytesText(bytes)];
}

const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');

/** A moment in the person's time zone: `2026-11-20 14:03:12.123`. Undefined if a Date cannot hold it. */
export function localTime(at: number): string | undefined {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return undefined;
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
  return `${day} ${time}.${pad(date.getMilliseconds(), 3)}`;
}

/** The text of a cell: for a date, the time in the person's zone; for a missing field, nothing. */
export function cellText({ kind, text, at, isCut }: HitCell): string {
  if (kind === 'absent') return '';
  const shown = (kind === 'date' && at !== undefined && localTime(at)) || text;
  return isCut === true && !shown.endsWith('…') ? `${shown}…` : shown;
}

/** A cell's tooltip: only what the cell does not show itself. */
export function cellTitle({ kind, text, at, isCut }: HitCell): string | undefined {
  if (kind === 'absent') return l10n.t('Not in this document');
  if (kind === 'date' && at !== undefined) return text;
  return isCut === true ? l10n.t('Truncated. Expand the hit to see more.') : undefined;
}

/**
 * The beginning of a long value, without half characters at the end; undefined if the value is not long.
 */
export function beginningOf(cell: HitCell, longest: number): HitCell | undefined {
  if (cell.text.length <= longest) return undefined;
  return { ...cell, text: cell.text.slice(0, longest).replace(/[\ud800-\udbff]$/, ''), isCut: true };
}

/** A piece of a text, and whether the engine highlighted it. */
interface Stretch {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Cuts a text at its marks. Joined, the pieces are the text, even if the marks are wrong. */
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

/** A field's path for display: characters that would break, hide, or reorder it are escaped. */
export function pathText(path: string): string {
  return path.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (sign) => {
    const code = (sign.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
}
