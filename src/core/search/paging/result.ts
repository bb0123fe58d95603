import { cancelled, isRequestFailure } from '../../base/errors/failure';
import { memberText } from '../../base/json/scan';
import type { SearchDoor } from '../engine/searchDoor';
import { withMembers } from '../query/bodyText';
import type { Hit, SearchAnswer, Total } from '../wire/answer';
import { windowLimit } from '../wire/failure';
import { refusesHighlight } from '../wire/highlight';
import { searchPath } from '../wire/request';
import type { Search } from '../wire/search';
import { type Answered, EngineRefusal, OthersAnswer, readHits, replyWithin, sendTo } from './ask';
import type { Closings } from './closings';
import { exactCount } from './count';
import { countOf, type Frozen, freeze, type Way } from './frozen';
import {
  absentNote,
  lossNote,
  lostFailure,
  notReopenedNote,
  reopenedNote,
  type Stop,
  seamNote,
  shiftingNote,
  stopFailure,
  stopNote,
  tooManyNote,
  unsteadyNote,
  withoutHighlightNote,
} from './notes';
import type { SearchPage } from './pager';
import {
  hasNoPointInTime,
  isLost,
  isWithoutShards,
  type NoPointInTime,
  openPointInTime,
  type PointInTime,
} from './pointInTime';
import { createRecentPages } from './recentPages';
import { traitsOf } from './traits';
import { isUnexplained, refusedInSilence } from './whyNone';
import { windowSetting } from './windowSetting';

/** The result of one search: its pages in any order. One page is asked for at a time. */
export interface Result {
  readonly search: Search;
  /** The page behind `from` hits. Rejects with `RequestFailure` only. */
  page(from: number, way: Way & { readonly isAhead?: boolean }): Promise<SearchPage>;
  /** That page, where it was seen a short while ago. */
  seen(from: number): SearchPage | undefined;
  /** Whether a page can be asked for before anybody wants it: it takes one request, and the engine would not refuse it. */
  canAskAhead(from: number): boolean;
  /** A page seen before, with what is known of the whole by now. */
  upToDate(page: SearchPage): SearchPage;
  count(signal: AbortSignal): Promise<Total>;
  /** Begins to close its point in time. It can still be asked, and opens another then. */
  close(): void;
}

interface ResultOptions {
  readonly timeoutMs: number | undefined;
  /** Chooses the copies of the shards, the same ones for all pages. */
  readonly preference: string;
  readonly closings: Closings;
}

/** `index.max_result_window` of an index that does not set it. */
const defaultWindow = 10_000;

type Place =
  | { readonly kind: 'live' }
  | { readonly kind: 'frozen'; readonly pointInTime: PointInTime; readonly frozen: Frozen }
  | { readonly kind: 'stopped'; readonly stop: Stop };

/** What the first page of a search tells about all hits; the later ones are spared it. */
const onceMembers = ['aggs', 'aggregations', 'suggest'];

/** @throws RequestFailure (`invalid`) where the search cannot be asked */
export function openResult(door: SearchDoor, search: Search, options: ResultOptions): Result {
  const { size, index } = search;
  const { timeoutMs, closings } = options;
  const traits = traitsOf(search.body);
  const path = searchPath(index);
  const recent = createRecentPages();
  const isSorted = traits.sort.length > 0 && traits.onlyFromSize === undefined && size > 0;

  let place: Place = { kind: 'live' };
  /** What was opened last and is not being closed yet: the place, or what is about to be. */
  let held: PointInTime | undefined;
  let preference: string | undefined = options.preference;
  /** Where `from + size` ends, and whether the engine said so itself. */
  let window = defaultWindow;
  let isWindowKnown = false;
  let isHighlighted = true;
  let aggregations: string | undefined;
  let hasFirst = false;
  let counted: Total | undefined;

  function body(): string {
    const changes: Record<string, undefined> = {};
    if (hasFirst) for (const name of onceMembers) changes[name] = undefined;
    if (!isHighlighted) changes.highlight = undefined;
    return Object.keys(changes).length === 0 ? search.body : withMembers(search.body, changes);
  }

  async function send(text: string, signal: AbortSignal): Promise<Answered> {
    const to = preference === undefined ? path : searchPath(index, new URLSearchParams({ preference }));
    try {
      const replied = await replyWithin(door, timeoutMs, signal, (either) => sendTo(door, to, text, either));
      return await readHits(door, replied, signal);
    } catch (error) {
      const isUnknown =
        error instanceof EngineRefusal && error.error.reason.includes('unrecognized parameter: [preference]');
      if (preference === undefined || !isUnknown) throw error;
      preference = undefined;
      return send(text, signal);
    }
  }

  /** A page by `from` and `size`, as short as the window makes it where paging stops there. */
  async function livePage(from: number, way: Way, notes: readonly string[] = []): Promise<SearchPage> {
    const shown = place.kind === 'stopped' && isWindowKnown ? Math.max(0, Math.min(size, window - from)) : size;
    const text = withMembers(body(), { from: String(from), size: String(shown) });
    const answered = await send(text, way.signal);
    if (from + shown > window) window = Number.POSITIVE_INFINITY;
    const more = goesOn(answered.answer, from, shown);
    if (more && from + shown + size > window) await lookAhead(way.signal);
    return pageOf([answered], { from, size: shown, asked: 'from/size', notes });
  }

  /** Before the last page of the window: whether one can go on behind it, as far as that is known without asking. */
  async function lookAhead(signal: AbortSignal): Promise<void> {
    if (place.kind !== 'live') return;
    if (traits.onlyFromSize !== undefined) await stop({ member: traits.onlyFromSize }, signal);
    else if (hasNoPointInTime(await door.engine(signal))) await stop('unavailable', signal);
    if (signal.aborted) throw cancelled();
  }

  async function stop(why: Stop, signal: AbortSignal): Promise<void> {
    if (!isWindowKnown) {
      const setting = await windowSetting(door, index, signal);
      if (setting !== undefined) [window, isWindowKnown] = [setting, true];
    }
    place = { kind: 'stopped', stop: why };
  }

  async function stoppedPage(from: number, way: Way, why: Stop): Promise<SearchPage> {
    if (isWindowKnown && from >= window) throw stopFailure(window, why);
    return livePage(from, way, isSorted ? [shiftingNote(why)] : []);
  }

  function pageOf(
    parts: readonly Answered[],
    { from, size: full, asked, notes }: Pick<SearchPage, 'from' | 'size' | 'asked' | 'notes'>,
  ): SearchPage {
    const [first] = parts;
    if (first === undefined) throw cancelled();
    const answers = parts.map(({ answer }) => answer);
    const came = answers.flatMap((answer) => answer.hits);
    const hits = came.slice(0, full);
    const partial = [...new Set(answers.flatMap((answer) => answer.partial))];
    if (place.kind === 'frozen' && place.pointInTime.missing !== undefined) partial.push(place.pointInTime.missing);
    if (!hasFirst) aggregations = first.answer.aggregations;
    hasFirst = true;
    const page: SearchPage = {
      ...first.answer,
      hits,
      partial,
      tookMs: sumOf(answers.map(({ tookMs }) => tookMs)),
      ...(aggregations !== undefined && { aggregations }),
      search,
      from,
      size: full,
      asked,
      hasPrevious: from > 0,
      hasNext: false,
      notes: [
        ...notes,
        ...(isHighlighted ? [] : [withoutHighlightNote]),
        ...(came.length > full ? [tooManyNote(came.length, full)] : []),
        ...(asked === 'point in time' && answers.some((answer) => answer.hasAbsentShards) ? [absentNote] : []),
      ],
      bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
      sent: first.sent,
    };
    return upToDate(page);
  }

  function totalOf(page: SearchPage): Total | undefined {
    if (page.asked === 'point in time' && place.kind === 'frozen') return place.frozen.total;
    // Shards that did not answer were not counted either.
    const told = page.total === undefined ? undefined : countOf(page.total, page.partial);
    if (counted === undefined || told?.relation === 'eq') return told;
    return counted.value >= (told?.value ?? 0) ? counted : told;
  }

  function upToDate(page: SearchPage): SearchPage {
    const total = totalOf(page);
    // Where hits came again the end is further on than the total says.
    const isShifted = page.asked === 'point in time' && place.kind === 'frozen' && place.frozen.isShifted;
    const more = goesOn({ ...page, total: isShifted ? undefined : total }, page.from, page.size);
    const end = page.from + page.size;
    const stopped = place.kind === 'stopped' && isWindowKnown && end >= window ? place.stop : undefined;
    const found = [
      ...(more && stopped !== undefined ? [stopNote(window, stopped)] : []),
      ...(page.asked === 'point in time' && !isShifted ? lossNotes(page, total) : []),
    ];
    return {
      ...page,
      total,
      hasNext: more && stopped === undefined,
      notes: [...page.notes, ...found.filter((note) => !page.notes.includes(note))],
    };
  }

  /** What a page in a point in time has to say of hits that the engine counted, and does not give. */
  function lossNotes({ from, hits, size: full, partial }: SearchPage, total: Total | undefined): string[] {
    const end = from + hits.length;
    const isEnd = hits.length < full && partial.length === 0;
    return [
      ...(place.kind === 'frozen' && place.frozen.isUnsteady ? [unsteadyNote] : []),
      ...(isEnd && total !== undefined && total.value > end ? [lossNote(total, end)] : []),
    ];
  }

  /** Opens a point in time in place of the one that is held, or finds out that there is none. */
  async function open(signal: AbortSignal): Promise<PointInTime | Stop> {
    if (traits.onlyFromSize !== undefined) return { member: traits.onlyFromSize };
    close();
    await closings.settled();
    if (signal.aborted) throw cancelled();
    const opening = hold(signal);
    // Whoever opens another waits until it is known whether this one has to be closed.
    closings.add(
      opening.then(
        () => undefined,
        () => undefined,
      ),
    );
    const opened = await opening;
    return opened.kind === 'open' ? opened : opened.why;
  }

  async function hold(signal: AbortSignal): Promise<PointInTime | NoPointInTime> {
    const opened = await openPointInTime(door, index, {
      signal,
      ...(preference !== undefined && { preference }),
      onLeft: closings.add,
    });
    if (opened.kind === 'open') held = opened;
    // Cancelled behind the answer and before this: nobody knows of it yet who would close it.
    if (signal.aborted) close();
    return opened;
  }

  function enter(pointInTime: PointInTime, start?: Parameters<typeof freeze>[1]): Frozen {
    const frozen = freeze(
      { door, pointInTime, traits, timeoutMs, body, window: () => window, isCounted: counted !== undefined },
      start,
    );
    place = { kind: 'frozen', pointInTime, frozen };
    return frozen;
  }

  /** The first page that needs a point in time. */
  async function freezeAt(from: number, way: Way): Promise<SearchPage> {
    const opened = await openOrNot(from, way.signal);
    if (opened === 'live') return livePage(from, way, [shiftingNote(undefined)]);
    if (typeof opened === 'string' || 'member' in opened) {
      await stop(opened, way.signal);
      return stoppedPage(from, way, opened);
    }
    const frozen = enter(opened);
    if (isSorted) return frozenPage(frozen, from, way, []);
    return crossTo(frozen, from, way, []);
  }

  /** `live`: not now, but by `from` and `size` this page can be had all the same. */
  async function openOrNot(from: number, signal: AbortSignal): Promise<PointInTime | Stop | 'live'> {
    const isWithin = from + size <= window;
    try {
      const opened = await open(signal);
      return opened === 'empty' && isWithin ? 'live' : opened;
    } catch (error) {
      const isRefused = isRequestFailure(error) && error.failure.status !== undefined;
      if (isWithin && isRefused && !signal.aborted) return 'live';
      throw error;
    }
  }

  async function crossTo(frozen: Frozen, from: number, way: Way, notes: readonly string[]): Promise<SearchPage> {
    const seam = Math.min(from, window);
    if (!hasFirst && onceMembers.some((name) => memberText(search.body, name) !== undefined)) {
      // Pages by cursor may leave hits out that were shown before the seam.
      aggregations = (await frozen.withoutHits(way.signal)).answer.aggregations;
      hasFirst = true;
    }
    await frozen.cross(seam, way.signal);
    const before = [...recent.all].find((page) => page.asked === 'from/size' && page.from + page.hits.length === seam);
    const inside = before === undefined ? [] : await frozen.unsorted(before.from, before.hits.length, way.signal);
    return frozenPage(frozen, from, way, [...notes, seamNote(seam, before?.hits, inside)]);
  }

  async function frozenPage(frozen: Frozen, from: number, way: Way, notes: readonly string[]): Promise<SearchPage> {
    const parts = await frozen.page(from, size, way);
    if (way.signal.aborted) throw cancelled();
    return pageOf(parts, { from, size, asked: 'point in time', notes });
  }

  /** Goes on in another point in time when the engine has lost the one before. */
  async function reopenAt(from: number, way: Way, lost: Frozen): Promise<SearchPage> {
    const start = lost.placeFor(from);
    const opened = await open(way.signal);
    recent.clear();
    if (typeof opened === 'string' || 'member' in opened) {
      await stop(opened, way.signal);
      return stoppedPage(from, way, opened);
    }
    const frozen = enter(opened, start === undefined ? [] : [start]);
    return isSorted ? frozenPage(frozen, from, way, [reopenedNote]) : crossTo(frozen, from, way, [reopenedNote]);
  }

  function byPlace(from: number, way: Way): Promise<SearchPage> {
    if (place.kind === 'frozen') return frozenPage(place.frozen, from, way, []);
    if (place.kind === 'stopped') return stoppedPage(from, way, place.stop);
    if (size === 0 || (!isSorted && from + size <= window)) return livePage(from, way);
    return freezeAt(from, way);
  }

  /** Goes another way once for each thing that the engine says no to and that there is another way for. */
  async function ask(from: number, way: Way & { readonly isAhead?: boolean }, mayReopen = true): Promise<SearchPage> {
    try {
      const page = await byPlace(from, way);
      const isRefused = page.partial.length > 0 && page.partial.some(refusesHighlight);
      if (page.hasLostContexts === true && mayReopen) return await afterLoss(page, from, way);
      if (!isRefused || !hasHighlight()) return page;
      isHighlighted = false;
      return await ask(from, way, mayReopen);
    } catch (error) {
      if (error instanceof OthersAnswer && !way.signal.aborted && door.suspectCache()) return ask(from, way, mayReopen);
      if (!(error instanceof EngineRefusal) || way.signal.aborted) throw error;
      const limit = windowLimit(error.failure);
      if (limit !== undefined && (limit < window || !isWindowKnown)) {
        [window, isWindowKnown] = [limit, true];
        return ask(from, way, mayReopen);
      }
      if (hasHighlight() && refusesHighlight(error.error.reason)) {
        isHighlighted = false;
        return ask(from, way, mayReopen);
      }
      if (place.kind !== 'frozen' || !mayReopen || way.isAhead === true) throw error;
      if (isLost(error.error)) return await reopenAt(from, way, place.frozen);
      if (!isWithoutShards(error.error, error.failure.status)) throw error;
      return await reopenAt(from, way, place.frozen).catch((again) => {
        throw way.signal.aborted ? again : error;
      });
    }
  }

  /**
   * The page from another point in time, where some shards no longer hold this one: those that came back answer there. Where
   * that cannot be had, the page as it came.
   */
  async function afterLoss(
    page: SearchPage,
    from: number,
    way: Way & { readonly isAhead?: boolean },
  ): Promise<SearchPage> {
    if (place.kind !== 'frozen') return page;
    if (way.isAhead === true) throw lostFailure();
    try {
      return await reopenAt(from, way, place.frozen);
    } catch (error) {
      if (way.signal.aborted) throw error;
      return { ...page, notes: [...page.notes, notReopenedNote] };
    }
  }

  /** The page with what its search has to say of it; one without hits with the reason, as far as the engine tells. */
  async function withReasons(page: SearchPage, signal: AbortSignal): Promise<SearchPage> {
    const { notes = [], ifNone } = search;
    const told = { ...page, notes: [...page.notes, ...notes] };
    if (ifNone === undefined || !isUnexplained(page, page.from)) return told;
    const partial = await refusedInSilence(
      ifNone,
      (body) => send(body, signal),
      () => signal.aborted,
    );
    return { ...told, partial: [...new Set([...page.partial, ...partial])], notes: [...told.notes, ...ifNone.notes] };
  }

  const hasHighlight = (): boolean => isHighlighted && memberText(search.body, 'highlight') !== undefined;

  function close(): void {
    if (held !== undefined) closings.add(held.close());
    held = undefined;
  }

  return {
    search,
    async page(from, way) {
      let page = await ask(from, way);
      if (isRepeated(page, recent.all) && door.suspectCache()) page = await ask(from, way);
      page = await withReasons(page, way.signal);
      recent.keep(page);
      return page;
    },
    seen(from) {
      const page = recent.get(from);
      return page === undefined ? undefined : upToDate(page);
    },
    canAskAhead(from) {
      if (size === 0) return false;
      if (place.kind === 'frozen') return place.frozen.isNear(from, size);
      if (place.kind === 'stopped') return isWindowKnown && from < window;
      return !isSorted && from + size <= window;
    },
    upToDate,
    async count(signal) {
      counted =
        place.kind === 'frozen'
          ? await place.frozen.count(signal)
          : await exactCount({ door, path, body: search.body, timeoutMs, traits }, signal);
      return counted;
    },
    close,
  };
}

/** Whether hits follow, as far as the answer tells: none behind a page that is not full, unless shards left it so. */
function goesOn(
  { total, hits, partial }: Pick<SearchAnswer, 'total' | 'hits' | 'partial'>,
  from: number,
  size: number,
): boolean {
  if (hits.length === 0) return false;
  if (hits.length < size) return partial.length > 0 && total !== undefined && total.value > from + size;
  return total?.relation !== 'eq' || total.value > from + size;
}

/** Whether another page came with the very same hits: then something between answers by the address alone. */
function isRepeated(page: SearchPage, others: Iterable<SearchPage>): boolean {
  if (page.hits.length === 0 || page.hits.some(({ id }) => id === undefined)) return false;
  for (const other of others) {
    const isSame = other.from !== page.from && other.hits.length === page.hits.length;
    if (isSame && other.hits.every((hit, at) => isSameHit(hit, page.hits[at]))) return true;
  }
  return false;
}

const isSameHit = (hit: Hit, other: Hit | undefined): boolean => hit.id === other?.id && hit.index === other?.index;

function sumOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0);
}
