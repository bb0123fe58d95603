import { notJson } from '../../base/http/answers';
import { memberText } from '../../base/json/scan';
import { runJob } from '../../base/worker/runJob';
import type { SearchDoor } from '../engine/searchDoor';
import { withMembers } from '../query/bodyText';
import type { Hit, SearchAnswer, Total } from '../wire/answer';
import { type Anchors, createAnchors } from './anchors';
import { type Answered, EngineRefusal, OthersAnswer, type Replied, readHits, replyWithin } from './ask';
import { beginning, type Cursor, cursorAfter, goesOnFrom, inAnotherPointInTime, isEarlier } from './cursor';
import { groupOf, isBehind, type PassedGroup, without } from './group';
import { readHopJob } from './hop';
import { documentOrder, isWithoutTie, type PointInTime } from './pointInTime';
import { trackingBehind } from './tracking';
import { hitsOnly, orderWith, type Traits } from './traits';

/** How one page is asked for. */
export interface Way {
  readonly signal: AbortSignal;
  readonly onProgress?: ((passed: number, of: number) => void) | undefined;
}

interface FrozenOptions {
  readonly door: SearchDoor;
  readonly pointInTime: PointInTime;
  readonly traits: Traits;
  /** Milliseconds that one request may take. */
  readonly timeoutMs: number | undefined;
  /** The body that shows hits, without `from` and `size`. */
  body(): string;
  /** Where `from + size` ends, as far as is known. */
  window(): number;
  /** Whether hits are counted to the end, because they were before. */
  readonly isCounted: boolean;
}

/** A result that stays as it is: the hits of a point in time, in its order. */
export interface Frozen {
  /**
   * The hits behind `from`, as answers to be shown one behind the other: mostly one. Where there are not so many, an answer
   * without hits. Rejects as the engine refuses, with `isLost` when the point in time is gone.
   */
  page(from: number, size: number, way: Way): Promise<readonly Answered[]>;
  /**
   * Makes `from` the place where the hits by `from` and `size` end, which have no sort, and those by cursor begin.
   *
   * @returns false where the result has not so many hits
   */
  cross(from: number, signal: AbortSignal): Promise<boolean>;
  /** What the body asks for besides hits, and how many there are. */
  withoutHits(signal: AbortSignal): Promise<Answered>;
  /** The hits that a search without a sort gives here. */
  unsorted(from: number, size: number, signal: AbortSignal): Promise<readonly Hit[]>;
  /** Whether a page can be had with one request. */
  isNear(from: number, size: number): boolean;
  /** Whether hits were passed in an earlier point in time, so that how many are before a page is no longer exact. */
  readonly isShifted: boolean;
  /** Whether the engine left hits out between others, or gave them in another order than before. */
  readonly isUnsteady: boolean;
  /** As told by the first whole answer. */
  readonly total: Total | undefined;
  count(signal: AbortSignal): Promise<Total>;
  /** The nearest place at or below `from` for a later point in time; undefined where the order is by score. */
  placeFor(from: number): readonly [offset: number, cursor: Cursor] | undefined;
}

/** Of a hop only what leads on; without `error` and `status` a failure would be an empty object. */
const hopFilter = 'hits.hits.sort,pit_id,_shards,timed_out,error,status';

/** @param start where to go on from in this point in time, besides its beginning */
export function freeze(options: FrozenOptions, start: readonly (readonly [number, Cursor])[] = []): Frozen {
  const { door, pointInTime, traits, timeoutMs, body, window } = options;
  const hasSort = traits.sort.length > 0;
  const anchors: Anchors = createAnchors(hasSort ? [[0, beginning], ...start] : []);
  let tie = pointInTime.tie;
  let total: Total | undefined;
  /** Whether all shards counted. */
  let isTotalWhole = false;
  let isUnsteady = false;
  /** Where hits by cursor begin, for a result by score. */
  let entered: number | undefined;
  let group: PassedGroup | undefined;

  const send = (text: string, signal: AbortSignal, filterPath?: string): Promise<Replied> =>
    replyWithin(door, timeoutMs, signal, (either) =>
      pointInTime.search(text, { signal: either, ...(filterPath !== undefined && { filterPath }) }),
    );

  /** Takes the total from the first whole answer that has one; later ones need not count again. */
  async function ask(text: string, signal: AbortSignal, cursor: Cursor = beginning): Promise<Answered> {
    const tracking = isTotalWhole ? uncounted(cursor) : options.isCounted ? 'true' : counting(cursor, text);
    const asked = tracking === undefined ? text : withMembers(text, { track_total_hits: tracking });
    const answered = await readHits(door, await send(asked, signal), signal);
    // One is what was counted there, and no more.
    if (tracking !== '1') learnTotal(answered.answer);
    return answered;
  }

  /** `track_total_hits` where the hits were counted before. */
  const uncounted = ({ after }: Cursor): string =>
    after === undefined ? 'false' : trackingBehind(pointInTime.dialect, traits.sort);

  /** `track_total_hits` where they were not; undefined: as the body has it. */
  function counting(cursor: Cursor, text: string): string | undefined {
    const needed = uncounted(cursor);
    if (needed === 'false') return undefined;
    return needed === 'true' || memberText(text, 'track_total_hits') === 'false' ? needed : undefined;
  }

  function learnTotal({ total: told, partial }: SearchAnswer): void {
    if (told === undefined || isTotalWhole) return;
    // Shards that did not answer were not counted either.
    isTotalWhole = partial.length === 0;
    total = isTotalWhole ? told : countOf(told, partial);
  }

  /** Runs what sorts with the tie-break, and again with the other one where the engine has not the first. */
  async function sorted<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      const isRefused = error instanceof EngineRefusal && isWithoutTie(error.error) && tie.isUnique;
      if (!isRefused) throw error;
      tie = documentOrder;
      return run();
    }
  }

  /** The query that a cursor goes on in. */
  function queryAt(cursor: Cursor): string | undefined {
    const query = memberText(body(), 'query');
    return group === undefined || isBehind(cursor, group) ? query : without(query, group);
  }

  function sortedBody(text: string, cursor: Cursor, size: number): string {
    return withMembers(text, {
      query: queryAt(cursor),
      from: undefined,
      size: String(size + cursor.skip),
      sort: orderWith(traits.sort, tie.sort),
      search_after: cursor.after,
    });
  }

  /** The cursor behind the first `offset` hits, by their number; undefined where there are not so many. */
  async function rank(offset: number, signal: AbortSignal): Promise<Step> {
    // Hits of one shard never share the tie-break: so one more than there are shards shows the last equals whole.
    const back = tie.isUnique ? 1 : Math.min(offset, (pointInTime.shards ?? unknownShards) + 1);
    const { answer } = await ask(
      withMembers(hitsOnly(body()), {
        from: String(offset - back),
        size: String(back),
        sort: orderWith(traits.sort, tie.sort),
        _source: 'false',
      }),
      signal,
    );
    const sorts = answer.hits.flatMap(({ sort }) => sort ?? []);
    checkPlace(beginning, sorts, back);
    const cursor = sorts.length < back ? undefined : cursorAfter(beginning, sorts, tie.isUnique);
    return { cursor, ...coverageOf(answer) };
  }

  /** Goes over `size` hits without seeing their documents. */
  async function hop(cursor: Cursor, size: number, signal: AbortSignal): Promise<Step> {
    const text = sortedBody(hitsOnly(body()), cursor, size);
    // Hits within hits need what belongs to their documents.
    const bare = text.includes('"inner_hits"') ? {} : { stored_fields: '"_none_"' };
    const asked = withMembers(text, { ...bare, _source: 'false', track_total_hits: uncounted(cursor) });
    const { reply } = await send(asked, signal, hopFilter);
    const endpoint = await door.endpoint();
    const read = await runJob(readHopJob, [reply.body, endpoint], { length: reply.body.length, signal });
    if (read === undefined) throw notJson(reply, endpoint);
    const { sorts, ...about } = read;
    checkPlace(cursor, sorts, size);
    return {
      cursor: sorts.length < size + cursor.skip ? undefined : cursorAfter(cursor, sorts, tie.isUnique),
      ...about,
    };
  }

  /** @throws OthersAnswer */
  function checkPlace(cursor: Cursor, sorts: readonly string[], size: number): void {
    if (sorts.length > size + cursor.skip || isEarlier(cursor, sorts)) throw new OthersAnswer();
    if (!goesOnFrom(cursor, sorts)) isUnsteady = true;
  }

  /** The cursor behind the first `from` hits; undefined where there are not so many. */
  async function cursorAt(from: number, { signal, onProgress }: Way): Promise<Step> {
    let [offset, cursor] = anchors.atOrBelow(from) ?? [0, undefined];
    const partial = new Set<string>();
    let isLost = false;
    const take = (step: Step): void => {
      cursor = step.cursor;
      for (const sentence of step.partial) partial.add(sentence);
      isLost ||= step.hasLostContexts;
      keep(offset, step);
    };
    const near = Math.min(from, window());
    if (cursor === undefined || (offset < near && entered === undefined)) {
      if (near === 0) return fromBeginning;
      offset = near;
      take(await rank(near, signal));
    }
    while (cursor !== undefined && offset < from) {
      onProgress?.(offset, from);
      // Never none, or this would go on without end: where more hits tie than the window is wide, the engine refuses.
      const size: number = Math.max(1, Math.min(window() - cursor.skip, from - offset));
      const step: Step = await hop(cursor, size, signal);
      offset += size;
      take(step);
    }
    return { cursor, partial: [...partial], hasLostContexts: isLost };
  }

  /** Hits missing from a partial answer would be missing behind its cursor for good. */
  function keep(offset: number, { cursor, partial }: Omit<Step, 'hasLostContexts'>): void {
    if (partial.length === 0 && cursor !== undefined) anchors.set(offset, cursor);
  }

  async function byCursor(from: number, size: number, way: Way): Promise<Answered[]> {
    const start = await cursorAt(from, way);
    if (start.cursor === undefined) return [reachedBy(start, await withoutHits(way.signal))];
    const parts: Answered[] = [];
    let { cursor } = start;
    let passed = 0;
    while (passed < size) {
      // The engine's window is also the most hits of one request.
      const wanted = Math.min(size - passed, window() - cursor.skip);
      const part = await ask(sortedBody(body(), cursor, wanted), way.signal, cursor);
      const { hits, partial } = part.answer;
      const sorts = hits.flatMap(({ sort }) => sort ?? []);
      checkPlace(cursor, sorts, wanted);
      const shown = hits.slice(cursor.skip);
      parts.push(reachedBy(start, { ...part, answer: { ...part.answer, hits: shown } }));
      passed += shown.length;
      if (shown.length === 0 || sorts.length < hits.length) break;
      cursor = cursorAfter(cursor, sorts, tie.isUnique);
      keep(from + passed, { cursor, partial });
      if (shown.length < wanted || partial.length > 0) break;
    }
    return parts;
  }

  const unsortedPage = (text: string, from: number, size: number, signal: AbortSignal): Promise<Answered> =>
    ask(withMembers(text, { from: String(from), size: String(size) }), signal);

  function withoutHits(signal: AbortSignal): Promise<Answered> {
    [total, isTotalWhole] = [undefined, false];
    return ask(withMembers(body(), { from: undefined, size: '0', track_total_hits: 'true' }), signal);
  }

  return {
    async page(from, size, way) {
      if (entered === undefined || from >= entered) return sorted(() => byCursor(from, size, way));
      const above = await unsortedPage(body(), from, Math.min(size, entered - from), way.signal);
      const rest = from + size - entered;
      if (rest <= 0 || above.answer.hits.length < entered - from) return [above];
      return [above, ...(await sorted(() => byCursor(entered ?? from, rest, way)))];
    },
    async cross(from, signal) {
      entered = from;
      group = undefined;
      const step = await sorted(async () => {
        if (from === 0) return fromBeginning;
        if (tie.isUnique || pointInTime.shards === 1) return rank(from, signal);
        return crossByGroup(from, signal);
      });
      if (step.cursor !== undefined) anchors.set(from, step.cursor);
      return step.cursor !== undefined;
    },
    withoutHits,
    async unsorted(from, size, signal) {
      const text = withMembers(hitsOnly(body()), { _source: 'false' });
      return (await unsortedPage(text, from, size, signal)).answer.hits;
    },
    isNear(from, size) {
      if (entered !== undefined && from < entered) return from + size <= entered;
      return anchors.get(from) !== undefined;
    },
    isShifted: start.length > 0,
    get isUnsteady() {
      return isUnsteady;
    },
    get total() {
      return total;
    },
    async count(signal) {
      const text = withMembers(hitsOnly(body()), { size: '0', track_total_hits: 'true' });
      const { answer } = await readHits(door, await send(text, signal), signal);
      const counted = countOf(answer.total, answer.partial);
      if (answer.total !== undefined) [total, isTotalWhole] = [counted, answer.partial.length === 0];
      return counted;
    },
    placeFor(from) {
      if (!hasSort) return undefined;
      const [offset, cursor] = anchors.atOrBelow(from) ?? [0, beginning];
      return [offset, inAnotherPointInTime(cursor)];
    },
  };

  async function crossByGroup(from: number, signal: AbortSignal): Promise<Step> {
    const text = withMembers(hitsOnly(body()), { _source: 'false' });
    const { answer } = await unsortedPage(text, 0, from, signal);
    const { partial, hasLostContexts: isLost } = coverageOf(answer);
    if (answer.hits.length < from) return { cursor: undefined, partial, hasLostContexts: isLost };
    const passed = groupOf(answer.hits);
    const step = passed.above === 0 ? fromBeginning : await rank(passed.above, signal);
    group = passed;
    return { ...step, partial: [...step.partial, ...partial], hasLostContexts: isLost || step.hasLostContexts };
  }
}

/** A way to a place, and what was missing on it: hits that were not counted make the place another one. */
interface Step {
  readonly cursor: Cursor | undefined;
  readonly partial: readonly string[];
  readonly hasLostContexts: boolean;
}

const fromBeginning: Step = { cursor: beginning, partial: [], hasLostContexts: false };

function coverageOf({ partial, hasLostContexts: isLost = false }: SearchAnswer): Omit<Step, 'cursor'> {
  return { partial, hasLostContexts: isLost };
}

/** An answer along with what was missing on the way to it. */
function reachedBy(way: Step, answered: Answered): Answered {
  if (way.partial.length === 0) return answered;
  const { answer } = answered;
  const partial = [...new Set([...way.partial, ...answer.partial])];
  return { ...answered, answer: { ...answer, partial, ...(way.hasLostContexts && { hasLostContexts: true }) } };
}

/** Where an engine does not say how many shards it keeps. Elasticsearch before 8.19 does not, and needs it only before 7.12. */
const unknownShards = 100;

/** What an exact count says: a lower bound where not all could be asked. */
export function countOf(total: Total | undefined, partial: readonly string[]): Total {
  return { value: total?.value ?? 0, relation: total?.relation === 'eq' && partial.length === 0 ? 'eq' : 'gte' };
}
