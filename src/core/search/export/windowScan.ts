import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { type PluralForms, plural } from '../../../l10n/plural';
import { isRequestFailure } from '../../base/errors/failure';
import type { SearchClient } from '../engine/searchClient';
import { withMembers } from '../query/bodyText';
import { stoppedEarlySentence } from '../wire/partialResults';
import { windowLimit } from '../wire/searchFailure';
import { searchPath } from '../wire/searchPath';
import { endOfScan, type HitScan, hitTextsOf, onlyFirstHits } from './hitScan';

/** `index.max_result_window` unless an index sets another value. */
const defaultWindow = 10_000;

const readableThisWay: PluralForms = {
  one: 'Only the first hit can be read this way.',
  other: 'Only the first {0} hits can be read this way.',
};

/**
 * Reads the first hits of the live result by `from` and `size`, up to the engine's window, if there is neither a point
 * in time nor a scroll. Always uses the same copies of the shards, because others order equal hits differently.
 *
 * @param body without `from` and `size`
 * @param why sentences with the reasons why there is no other way
 * @param start the number of hits that were already read in another way
 */
export function windowScan(
  client: SearchClient,
  index: string,
  body: string,
  why: readonly string[],
  start = 0,
): HitScan {
  const path = searchPath(index, new URLSearchParams({ preference: randomUUID() }));
  let passed = start;
  let window = defaultWindow;
  let isCut = false;
  let hasMoved = false;
  let hasStopped = false;

  return {
    get notes() {
      const isOver = isCut && start > 0 && start >= window;
      const moved = l10n.t(
        'The hits were read page by page from a live index: if documents were written in the meantime, some hits may appear twice or be missing.',
      );
      return [
        ...(isOver ? [plural(start, onlyFirstHits)] : []),
        ...(hasMoved ? [moved] : []),
        ...(hasMoved || isOver ? why : []),
        ...(isCut && !isOver ? [plural(window, readableThisWay)] : []),
        ...(hasStopped ? [stoppedEarlySentence()] : []),
      ];
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
          const { hits, total, partial, stoppedEarly } = await hitTextsOf(client, reply, signal);
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
