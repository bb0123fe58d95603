import * as l10n from '@vscode/l10n';
import type { Inventory } from '../../model/inventory';
import type { Router } from '../../model/model';
import { originalOfCopy } from '../../model/originalOfCopy';
import { type PageCell, sentenceCell, untrustedText } from '../page';

/** The original of a router that Traefik copied for an entry point; empty for routers that a provider configured. */
export function copyCell(router: Router, inventory: Inventory): PageCell {
  const copy = originalOfCopy(router, inventory);
  return copy === undefined ? [] : sentenceCell(l10n.t('copy of {0}'), [untrustedText(copy.of)], 'label');
}
