import { randomUUID } from 'node:crypto';
import { numberText } from '../../../l10n/numbers';
import { isRequestFailure } from '../../base/errors/failure';
import type { SearchClient } from '../engine/searchClient';
import { withMembers } from '../query/bodyText';
import { windowLimit } from '../wire/searchFailure';
import { searchPath } from '../wire/searchPath';
import { endOfScan, type HitScan, textsOf } from './hitScan';

/** `index.max_result_window` unless an index sets another. */
const defaultWindow = 10_000;

const stopped = 'The engine stopped early, as terminate_after asks, so hits may be missing.';

/**
 * Goes through the first hits of the live result by `from` and `size`, up to the window of the engine: where there is neither a
 * point in time nor a scroll. Always the same copies of the shards are asked, as others order equal hits otherwise.
 *
 * @param body without `from` and `size`
 * @param why ends the sentence that this engine gives no more
 * @param start how many hits were had in another way
 */
export function windowScan(client: SearchClient, index: string, body: string, why: string, start = 0): HitScan {
  const path = searchPath(index, new URLSearchParams({ preference: randomUUID() }));
  let passed = start;
  let window = defaultWindow;
  let isCut = false;
  let hasMoved = false;
  let hasStopped = false;

  return {
    get notes() {
      const moved = `The hits were read page by page from a live index, because ${why}: documents that were written meanwhile can make some come twice or not at all.`;
      const cut = `Only the first ${numberText(window)} hits can be read this way.`;
      const ended = `Only the first ${numberText(start)} hits could be read, because ${why}.`;
      const end = start > 0 && start >= window ? ended : cut;
      return [...(hasMoved ? [moved] : []), ...(isCut ? [end] : []), ...(hasStopped ? [stopped] : [])];
    },
    canRepeat: true,
    async page(size, signal) {
      for (;;) {
        const from = passed;
        const asked = Math.min(size, window - from);
        const here = { from: String(from), size: String(Math.max(0, asked)) };
        if (asked <= 0) {
          isCut = true;
          return endOfScan;
        }
        try {
          const reply = await client.search({ path, body: withMembers(body, here), signal });
          const { hits, total, partial, stoppedEarly } = await textsOf(client, reply, signal);
          if (stoppedEarly === true) hasStopped = true;
          if (from > 0) hasMoved = true;
          return {
            asked,
            hits,
            total,
            partial,
            isLast: () => hits().length < asked && partial.length === 0,
            length: reply.body.length,
            passesUnread: false,
            pass() {
              passed = from + hits().length;
            },
          };
        } catch (error) {
          const limit = isRequestFailure(error) ? windowLimit(error.failure) : undefined;
          if (limit === undefined || limit >= window) throw error;
          window = limit;
        }
      }
    },
    async close() {},
  };
}
