import { canceledFailure } from '../../../../../src/core/base/errors/failure';
import type { HttpRequest, HttpResponse } from '../../../../../src/core/base/http/httpClient';
import type { Random } from '../../../../servers/search/data/random';
import { json } from '../fakeHttpClient';
import { type FakeEngine, fakeEngine, refusal } from './fakeEngine';

export interface RacingEngine extends FakeEngine {
  /** How many points in time are open now. */
  readonly open: number;
  /** The most that were open at once. */
  readonly mostOpen: number;
  /** How often each was closed, those that expired left out. */
  readonly closings: readonly number[];
  /** Lets all points in time expire. */
  expire(): void;
}

interface Held {
  isOpen: boolean;
  isExpired: boolean;
  closings: number;
}

interface Body {
  readonly pit?: { readonly id: string };
  readonly from?: number;
  readonly size?: number;
  readonly sort?: unknown;
  readonly search_after?: readonly unknown[];
}

/**
 * An engine with so many documents, `1` being the first in every order, that answers after a while that chance decides, also
 * between two turns of events. What it was asked to do it does, though nobody may hear of it. The id of a point in time is
 * another one in each answer. Now and then it refuses, though never to close.
 */
export function racingEngine(random: Random, documents: number, window: number): RacingEngine {
  const held: Held[] = [];
  let mostOpen = 0;
  let answers = 0;

  const some = async (most: number): Promise<void> => {
    for (let times = random.below(most); times > 0; times--) {
      if (random.below(4) === 0) await new Promise((resolve) => setImmediate(resolve));
      else await undefined;
    }
  };
  const heldBy = (id: string): Held | undefined => held[Number(/^pit (\d+) /.exec(id)?.[1])];
  const isOpen = (each: Held): boolean => each.isOpen && !each.isExpired;

  function act({ method, path, body = '' }: HttpRequest): HttpResponse {
    if (method !== 'DELETE' && random.below(25) === 0)
      return refusal('es_rejected_execution_exception', 'too busy', 429);
    if (method === 'POST' && path.includes('/_pit?')) {
      held.push({ isOpen: true, isExpired: false, closings: 0 });
      mostOpen = Math.max(mostOpen, held.filter(isOpen).length);
      return json({ id: `pit ${held.length - 1} 0` });
    }
    if (path.includes('_settings')) return refusal('security_exception', 'no', 403);
    const asked = JSON.parse(body);
    if (method === 'DELETE') {
      const one = heldBy(asked.id);
      if (one === undefined || !isOpen(one)) return json({ succeeded: true, num_freed: 0 }, 404);
      one.isOpen = false;
      one.closings++;
      return json({ succeeded: true, num_freed: 1 });
    }
    if (path.includes('_count')) return json({ count: documents });
    return search(asked);
  }

  function search({ pit, from = 0, size = 10, sort, search_after: after }: Body): HttpResponse {
    const inside = pit === undefined ? undefined : heldBy(pit.id);
    if (pit !== undefined && (inside === undefined || !isOpen(inside))) {
      return refusal('search_context_missing_exception', 'No search context found', 404);
    }
    if (from + size > window) {
      const reason = `Result window is too large, from + size must be less than or equal to: [${window}] but was [${from + size}].`;
      return refusal('illegal_argument_exception', reason);
    }
    const byScore = JSON.stringify(sort ?? '_score').includes('_score');
    const first = after === undefined ? from : firstBehind(after.map(Number), byScore);
    const hits = Array.from({ length: Math.max(0, Math.min(size, documents - first)) }, (_, at) => ({
      _index: 'logs',
      _id: String(first + at + 1),
      _score: byScore ? 1 : null,
      ...(sort !== undefined && { sort: [byScore ? 1 : first + at, first + at] }),
    }));
    return json({
      ...(inside !== undefined && { pit_id: `pit ${held.indexOf(inside)} ${++answers}` }),
      took: 1,
      _shards: { total: 1, successful: 1, failed: 0 },
      hits: { total: { value: documents, relation: 'eq' }, hits },
    });
  }

  function firstBehind([value = 0, tie = 0]: readonly number[], byScore: boolean): number {
    if (byScore) return tie + 1;
    return tie >= value ? value + 1 : value;
  }

  const engine = fakeEngine(
    async (request) => {
      if (request.signal?.aborted) throw canceledFailure();
      const cut = new Promise<never>((_, reject) =>
        request.signal?.addEventListener('abort', () => reject(canceledFailure()), { once: true }),
      );
      const answering = (async () => {
        await some(6);
        const answer = act(request);
        await some(6);
        return answer;
      })();
      return Promise.race([answering, cut]);
    },
    { family: 'elasticsearch', version: '8.19.0' },
  );
  return Object.defineProperties(engine, {
    open: { get: () => held.filter(isOpen).length },
    mostOpen: { get: () => mostOpen },
    closings: { get: () => held.filter(({ isExpired }) => !isExpired).map(({ closings }) => closings) },
    expire: {
      value: () => {
        for (const each of held) each.isExpired = true;
      },
    },
  }) as RacingEngine;
}
