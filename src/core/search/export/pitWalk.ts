import { isRequestFailure } from '../../http/failure';
import { withMembers } from '../ask/bodyText';
import type { SearchDoor } from '../engine/searchDoor';
import { beginning, type Cursor, cursorAfter } from '../paging/cursor';
import { documentOrder, isWithoutTie, type PointInTime } from '../paging/pointInTime';
import { orderWith } from '../paging/traits';
import { sortOf, textsOf, type Walk } from './walk';

/**
 * Goes through all hits of a point in time with `search_after`.
 *
 * @param body without `from`, `size` and `sort`
 * @param order entries of the sort as JSON texts, to which a tie-break is added; empty: by score; `index`: what costs least
 */
export function pitWalk(door: SearchDoor, open: PointInTime, body: string, order: readonly string[] | 'index'): Walk {
  let { tie } = open;
  let cursor: Cursor = beginning;
  /** Only the first answer need count the hits: in a point in time they stay as many. */
  let counts = true;

  return {
    notes: open.missing === undefined ? [] : [open.missing],
    canRepeat: true,
    async look(size, signal) {
      for (;;) {
        const from = cursor;
        const asked = size + from.skip;
        const members = {
          size: String(asked),
          sort: order === 'index' ? `[${tie.sort}]` : orderWith(order, tie.sort),
          track_total_hits: String(counts),
          ...(from.after !== undefined && { search_after: from.after }),
        };
        try {
          const { reply } = await open.search(withMembers(body, members), { signal });
          const texts = await textsOf(door, reply, signal);
          const { total, partial, last } = texts;
          // Where no two hits share them, the sort values of the last one say where it goes on.
          const passing = (): readonly string[] => {
            if (!tie.isUnique) return texts.hits();
            return last === undefined ? texts.hits().slice(-1) : [last];
          };
          return {
            asked: size,
            hits: () => texts.hits().slice(from.skip),
            total,
            partial,
            isLast: () => texts.hits().length < asked && partial.length === 0,
            length: reply.body.length,
            passesUnread: tie.isUnique && last !== undefined,
            pass() {
              counts = false;
              cursor = cursorAfter(from, passing().map(sortOf), tie.isUnique);
            },
          };
        } catch (error) {
          if (!tie.isUnique || from !== beginning || !isTieRefused(error)) throw error;
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
