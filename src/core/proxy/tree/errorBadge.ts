import * as l10n from '@vscode/l10n';
import { worstTroubleText } from '../describe/labels';
import { errorsAmong, sumOfTroubles, type TroubleCounts } from '../model/troubles';

/** What the icon of the view shows without anybody looking into it. */
interface ErrorBadge {
  readonly value: number;
  readonly tooltip: string;
}

/**
 * The number of errors, and what they are; undefined where there are none.
 *
 * @param proxies what is wrong in each proxy that was read
 */
export function errorBadge(proxies: readonly TroubleCounts[]): ErrorBadge | undefined {
  const all = sumOfTroubles(proxies);
  const value = errorsAmong(all);
  return value === 0
    ? undefined
    : { value, tooltip: l10n.t('{0} in the proxies that were read', worstTroubleText(all)) };
}
