import { arrayItems, memberText } from '../../base/json/scan';
import type { SearchClient } from '../engine/searchClient';
import { withMembers } from '../query/bodyText';
import type { Hit } from '../wire/searchAnswer';
import { type CursorCache, goesOnFrom, isEarlier, type SearchCursor } from './cursors';
import type { PageWindow } from './pageWindow';
import type { PitRequests } from './pitRequests';
import { documentOrder, isWithoutTie, type PointInTime, type TieBreak } from './pointInTime';
import { orderWith, type SearchTraits } from './searchTraits';
import { EngineRefusal, ForeignAnswer } from './sendSearch';

/** The paging state of a result in a point in time. */
export interface FrozenState {
  readonly client: SearchClient;
  readonly pointInTime: PointInTime;
  readonly traits: SearchTraits;
  readonly requests: PitRequests;
  readonly window: Pick<PageWindow, 'limit'>;
  readonly cursorCache: CursorCache;
  /** The body that shows hits, without `from` and `size`. */
  body(): string;
  /** The last sort key: another one if the engine refused the first. */
  tie: TieBreak;
  /** Whether the engine skipped hits or changed their order. */
  isUnsteady: boolean;
  /** For a result by score: undefined until its pages by cursor begin (see `PitResult.beginAt`). */
  boundary: ScoreBoundary | undefined;
}

/** The body that requests the hits after a cursor. */
export function sortedBody(state: FrozenState, body: string, cursor: SearchCursor, size: number): string {
  return withMembers(body, {
    query: queryBehind(state, cursor),
    from: undefined,
    size: String(size + cursor.skip),
    sort: orderOf(state),
    search_after: cursor.after,
  });
}

/** The order of the hits, as JSON text. */
export function orderOf({ traits, tie }: FrozenState): string {
  return orderWith(traits.sort, tie.sort);
}

function queryBehind({ body, boundary }: FrozenState, cursor: SearchCursor): string | undefined {
  const query = memberText(body(), 'query');
  const group = boundary?.group;
  return group === undefined || isBehindGroup(cursor, group) ? query : queryWithoutGroup(query, group);
}

/**
 * Checks that the received hits are those after the cursor, and records in the state if the order changed.
 *
 * @param sorts their sort values, including those of hits to be skipped
 * @throws ForeignAnswer if they belong to another request
 */
export function checkPlace(state: FrozenState, cursor: SearchCursor, sorts: readonly string[], size: number): void {
  if (sorts.length > size + cursor.skip || isEarlier(cursor, sorts)) throw new ForeignAnswer();
  if (!goesOnFrom(cursor, sorts)) state.isUnsteady = true;
}

/** Runs a sorted search, and again with the other tie-break if the engine does not know the first. */
export async function withTieBreak<T>(state: FrozenState, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isRefused = error instanceof EngineRefusal && isWithoutTie(error.error) && state.tie.isUnique;
    if (!isRefused) throw error;
    state.tie = documentOrder;
    return run();
  }
}

/** For a result by score: the boundary between hits by `from` and `size`, which have no sort, and hits by cursor. */
interface ScoreBoundary {
  readonly from: number;
  /** Hits before it that are excluded after it, by ID. */
  readonly group: PassedGroup | undefined;
}

/**
 * Passed hits with the same score as hits that were not passed yet. If the tie-break is not unique, a sorted search
 * returns them in another order than one without a sort, so they are excluded by ID.
 */
interface PassedGroup {
  /** Their score. */
  readonly score: number;
  /** The number of hits with a higher score. */
  readonly above: number;
  /** The clause that matches them, as JSON text. */
  readonly clause: string;
}

/** @param passed the first hits of a search without a sort, best first; at least one */
export function scoreGroupOf(passed: readonly Hit[]): PassedGroup {
  const last = passed.at(-1)?.score;
  const first = passed.findIndex(({ score }) => score === last);
  const ids = new Map<string, string[]>();
  for (const { index = '', id = '' } of passed.slice(first)) {
    const same = ids.get(index);
    if (same === undefined) ids.set(index, [id]);
    else same.push(id);
  }
  const clauses = [...ids].map(([index, values]) => ({
    bool: { filter: [{ term: { _index: index } }, { ids: { values } }] },
  }));
  return { score: Number(last ?? 0), above: first, clause: JSON.stringify({ bool: { should: clauses } }) };
}

/** The query without the hits of a group. The others keep their scores. */
function queryWithoutGroup(query: string | undefined, { clause }: PassedGroup): string {
  return `{"bool":{"must":[${query ?? '{"match_all":{}}'}],"must_not":[${clause}]}}`;
}

/** Whether a cursor is past a group, so that none of its hits can be repeated. */
function isBehindGroup({ after }: SearchCursor, { score }: PassedGroup): boolean {
  const [first] = arrayItems(after ?? '[]');
  return first !== undefined && Number(first) < score;
}
