import { amountText, exactAmountText } from '../../../protocol/amounts';
import { localTime } from '../../../protocol/localTime';
import type { HitCell } from '../../../protocol/resultPage';
import type { ReadCell } from './hitCell';

/**
 * A value as the page shows it: dates in the person's zone, amounts in a fitting unit. Only this writes a number shorter,
 * so that no copy or export can.
 */
export function shownCell(read: ReadCell, zone: string | undefined): HitCell {
  const { kind, text, isCut } = read;
  if (read.unit === undefined && read.at === undefined) {
    return isCut === true && !text.endsWith('…') ? { ...read, text: `${text}…` } : read;
  }
  const { unit, at, ...cell } = read;
  if (unit !== undefined) {
    const [shown, stored] = [amountText(Number(text), unit), exactAmountText(text, unit)];
    return { ...cell, text: shown, ...(stored !== shown && { stored }) };
  }
  const time = kind === 'date' && at !== undefined ? localTime(at, zone) : undefined;
  return time === undefined ? cell : { ...cell, text: time, stored: text };
}
