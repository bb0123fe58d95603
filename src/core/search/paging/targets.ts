import * as l10n from '@vscode/l10n';
import type { PageTarget } from '../../../protocol/hitPlace';
import { RequestFailure } from '../../base/errors/failure';
import type { SearchPage } from './pager';

/** The number of hits before the target page; undefined if there is no such page. */
export function targetOf(page: SearchPage, to: PageTarget): number | undefined {
  const { from, hasNext, hasPrevious, search, hits, total } = page;
  if (typeof to === 'object') return to.offset;
  if (to === 'first') return 0;
  if (to === 'next') return hasNext ? from + page.size : undefined;
  if (!hasPrevious) return undefined;
  // From beyond the end to the last page, by whole pages.
  const behind = hits.length === 0 && total?.relation === 'eq' && search.size > 0 ? from - total.value + 1 : 1;
  return Math.max(0, from - Math.max(1, Math.ceil(behind / Math.max(1, search.size))) * search.size);
}

/** The failure for a page that does not exist. */
export function noTarget(to: PageTarget): RequestFailure {
  const [sentence, nextStep] = noTargetWords(to);
  return new RequestFailure({ kind: 'invalid', sentence, nextStep });
}

function noTargetWords(to: PageTarget): readonly [sentence: string, nextStep: string] {
  switch (to) {
    case 'next':
      return [l10n.t('There is no next page.'), l10n.t('This is the end of the result.')];
    case 'previous':
      return [l10n.t('There is no previous page.'), l10n.t('This is the beginning of the result.')];
    default:
      return [l10n.t('There are no pages yet.'), l10n.t('Run a search first.')];
  }
}
