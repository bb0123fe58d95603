import { isRequestFailure } from '../../base/errors/failure';
import type { SearchClient } from '../engine/searchClient';
import { cursorAfter, goesOnFrom, isEarlier, type SearchCursor, startOfResult } from '../paging/cursors';
import { unsteadyNote } from '../paging/pageNotes';
import { documentOrder, isWithoutTie, type PointInTime } from '../paging/pointInTime';
import { orderWith } from '../paging/searchTraits';
import { ForeignAnswer } from '../paging/sendSearch';
import { trackingAt } from '../paging/tracking';
import { withMembers } from '../query/bodyText';
import { type HitScan, hitTextsOf } from './hitScan';
import { sortValuesOf } from './sortValues';

/**
 * Reads all hits of a point in time with `search_after`.
 *
 * @param body without `from`, `size` and `sort`
 * @param order entries of the sort as JSON texts, to which a tie-break is added; empty: by score; `index`: the cheapest
 * order
 */
export function pitScan(
  client: SearchClient,
  open: PointInTime,
  body: string,
  order: readonly string[] | 'index',
): HitScan {
  let { tie } = open;
  let cursor: SearchCursor = startOfResult;
  /** Only the first response has to count the hits: their number in a point in time is constant. */
  let counts = true;
  let isUnsteady = false;
  const uncounted = (from: SearchCursor): string => trackingAt(from, open.dialect, order === 'index' ? [] : order);

  return {
    get notes() {
      return [...(open.missing === undefined ? [] : [open.missing]), ...(isUnsteady ? [unsteadyNote()] : [])];
    },
    canRepeat: true,
    async page(size, signal) {
      for (;;) {
        const from = cursor;
        // Skipped hits count for the engine's window, too.
        const asked = Math.max(size, from.skip + 1);
        const members = {
          size: String(asked),
          sort: order === 'index' ? `[${tie.sort}]` : orderWith(order, tie.sort),
          track_total_hits: counts ? 'true' : uncounted(from),
          ...(from.after !== undefined && { search_after: from.after }),
        };
        try {
          const { reply } = await open.search(withMembers(body, members), { signal });
          const texts = await hitTextsOf(client, reply, signal);
          const { total, partial, last } = texts;
          // If sort values are unique, those of the last hit are the cursor for the next page.
          const passing = (): readonly string[] => {
            if (!tie.isUnique) return texts.hits();
            return last === undefined ? texts.hits().slice(-1) : [last];
          };
          const sorts = passing().map(sortValuesOf);
          if (sorts.length > asked || isEarlier(from, sorts)) {
            if (client.suspectCache()) continue;
            throw new ForeignAnswer();
          }
          if (!goesOnFrom(from, sorts)) isUnsteady = true;
          return {
            asked: asked - from.skip,
            hits: () => texts.hits().slice(from.skip),
            // A later value is no more than a lower bound.
            total: counts ? total : undefined,
            partial,
            isLast: () => texts.hits().length < asked && partial.length === 0,
            length: reply.body.length,
            passesUnread: tie.isUnique && last !== undefined,
            pass() {
              counts = false;
              cursor = cursorAfter(from, sorts, tie.isUnique);
            },
          };
        } catch (error) {
          if (!tie.isUnique || from !== startOfResult || !isTieRefused(error)) throw error;
          tie = documentOrder;
        }
      }
    },
    close: () => open.close(),
  };
}

function isTieRefused(error: unknown): boolean {
  return isRequestFailure(error) && isWithoutTie({ reason: error.failure.detail ?? '' });
}
