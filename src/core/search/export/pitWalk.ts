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
          const { hits, total, partial } = await textsOf(door, reply, signal);
          return {
            hits: hits.slice(from.skip),
            total,
            partial,
            isLast: hits.length < asked && partial.length === 0,
            length: reply.body.length,
            pass() {
              counts = false;
              // Where no two hits share them, the sort values of the last one say where it goes on.
              const counted = tie.isUnique ? hits.slice(-1) : hits;
              cursor = cursorAfter(from, counted.map(sortOf), tie.isUnique);
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
