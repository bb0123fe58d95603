import { numberText } from '../../../protocol/numbers';
import { plainText } from '../../base/text/plainText';
import type { Scene } from './scene';

/** What the view says of an endpoint's filter: `edge: 12 of 340 shown for “shop status:warning”`. */
export function filterText(endpoint: string, { look, census }: Scene): string {
  const { shown, total } = census;
  return `${endpoint}: ${numberText(shown)} of ${numberText(total)} shown for “${plainText(look.filter, 100)}”`;
}
