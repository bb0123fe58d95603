import type { PageTarget } from '../../../protocol/hitPlace';
import { RequestFailure } from '../../base/errors/failure';
import type { SearchPage } from './pager';

/** Hits before the page to go to; undefined where there is none. */
export function targetOf(page: SearchPage, to: PageTarget): number | undefined {
  const { from, hasNext, hasPrevious, search, hits, total } = page;
  if (typeof to === 'object') return to.offset;
  if (to === 'first') return 0;
  if (to === 'next') return hasNext ? from + page.size : undefined;
  if (!hasPrevious) return undefined;
  // From behind the end to the last page, by whole pages.
  const behind = hits.length === 0 && total?.relation === 'eq' && search.size > 0 ? from - total.value + 1 : 1;
  return Math.max(0, from - Math.max(1, Math.ceil(behind / Math.max(1, search.size))) * search.size);
}

/** There is no such page. */
export function noTarget(to: PageTarget): RequestFailure {
  const place = typeof to === 'object' ? 'page to turn' : `${to} page`;
  return new RequestFailure({
    kind: 'invalid',
    sentence: `There is no ${place}.`,
    nextStep:
      to === 'next'
        ? 'This is the end of the result.'
        : to === 'previous'
          ? 'This is the beginning of the result.'
          : 'Run a search first.',
  });
}
