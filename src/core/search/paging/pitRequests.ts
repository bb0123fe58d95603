import { memberText } from '../../base/json/scan';
import type { SearchDoor } from '../engine/searchDoor';
import { withMembers } from '../query/bodyText';
import type { SearchAnswer, Total } from '../wire/answer';
import { type Answered, type Replied, readHits, replyWithin } from './ask';
import { countOf } from './count';
import { beginning, type Cursor } from './cursors';
import type { PointInTime } from './pointInTime';
import { trackingBehind } from './tracking';
import type { Traits } from './traits';

/** Searches in one point in time. The engine counts the hits in them no more often than it has to. */
export interface PitRequests {
  /**
   * Asks for hits.
   *
   * @param cursor what `body` goes on behind
   */
  ask(body: string, signal: AbortSignal, cursor?: Cursor): Promise<Answered>;
  /** Asks for hits that are passed without being shown, and of the answer only what is in `filterPath`. */
  pass(body: string, signal: AbortSignal, filter: { readonly cursor: Cursor; readonly path: string }): Promise<Replied>;
  /** Asks for all that `body` asks for but hits, and counts them anew. */
  askWithoutHits(body: string, signal: AbortSignal): Promise<Answered>;
  /** Counts the hits of `body` to the end. */
  count(body: string, signal: AbortSignal): Promise<Total>;
  /** How many hits there are, as told by the first answer of all shards, or else by the last one. */
  readonly total: Total | undefined;
}

interface PitRequestOptions {
  readonly door: SearchDoor;
  readonly pointInTime: PointInTime;
  readonly traits: Traits;
  /** Milliseconds that one request may take. */
  readonly timeoutMs: number | undefined;
  /** Whether hits are counted to the end, because they were before. */
  readonly isCounted: boolean;
}

export function createPitRequests(options: PitRequestOptions): PitRequests {
  const { door, pointInTime, traits, timeoutMs, isCounted } = options;
  /** What was counted, and whether all shards took part in it. */
  let counted: { readonly total: Total; readonly isWhole: boolean } | undefined;

  const send = (text: string, signal: AbortSignal, filterPath?: string): Promise<Replied> =>
    replyWithin(door, timeoutMs, signal, (either) =>
      pointInTime.search(text, { signal: either, ...(filterPath !== undefined && { filterPath }) }),
    );

  async function ask(text: string, signal: AbortSignal, cursor: Cursor = beginning): Promise<Answered> {
    const isWhole = counted?.isWhole === true;
    const tracking = isWhole ? uncounted(cursor) : isCounted ? 'true' : counting(cursor, text);
    const asked = tracking === undefined ? text : withMembers(text, { track_total_hits: tracking });
    const answered = await readHits(door, await send(asked, signal), signal);
    // One is what was counted there, and no more.
    if (tracking !== '1') learnTotal(answered.answer);
    return answered;
  }

  /** `track_total_hits` where the hits need not be counted. */
  const uncounted = ({ after }: Cursor): string =>
    after === undefined ? 'false' : trackingBehind(pointInTime.dialect, traits.sort);

  /** `track_total_hits` where the hits were not counted yet; undefined: as the body has it. */
  function counting(cursor: Cursor, text: string): string | undefined {
    const needed = uncounted(cursor);
    if (needed === 'false') return undefined;
    return needed === 'true' || memberText(text, 'track_total_hits') === 'false' ? needed : undefined;
  }

  function learnTotal({ total, partial }: SearchAnswer): void {
    if (total === undefined || counted?.isWhole === true) return;
    const isWhole = partial.length === 0;
    // Shards that did not answer were not counted either.
    counted = { total: isWhole ? total : countOf(total, partial), isWhole };
  }

  return {
    ask,
    pass: (body, signal, { cursor, path }) =>
      send(withMembers(body, { track_total_hits: uncounted(cursor) }), signal, path),
    askWithoutHits(body, signal) {
      counted = undefined;
      return ask(withMembers(body, { from: undefined, size: '0', track_total_hits: 'true' }), signal);
    },
    async count(body, signal) {
      const text = withMembers(body, { size: '0', track_total_hits: 'true' });
      const { answer } = await readHits(door, await send(text, signal), signal);
      const total = countOf(answer.total, answer.partial);
      if (answer.total !== undefined) counted = { total, isWhole: answer.partial.length === 0 };
      return total;
    },
    get total() {
      return counted?.total;
    },
  };
}
