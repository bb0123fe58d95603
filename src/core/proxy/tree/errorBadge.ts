import * as l10n from '@vscode/l10n';
import { worstTroubleText } from '../describe/labels';
import { errorsAmong, sumOfTroubles, type TroubleCounts } from '../model/troubles';

/** The badge on the icon of the view. */
interface ErrorBadge {
  readonly value: number;
  readonly tooltip: string;
}

/**
 * The number of errors, and their kinds; undefined if there are none.
 *
 * @param proxies the troubles of each proxy that was read
 */
export function errorBadge(proxies: readonly TroubleCounts[]): ErrorBadge | undefined {
  const all = sumOfTroubles(proxies);
  const value = errorsAmong(all);
  return value === 0
    ? undefined
    : { value, tooltip: l10n.t('{0} in the proxies that were read', worstTroubleText(all)) };
}
