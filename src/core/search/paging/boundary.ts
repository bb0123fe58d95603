import { arrayItems } from '../../base/json/scan';
import type { Hit } from '../wire/searchAnswer';
import type { SearchCursor } from './cursors';

/** For a result by score: the boundary between hits by `from` and `size`, which have no sort, and hits by cursor. */
export interface ScoreBoundary {
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
export function queryWithoutGroup(query: string | undefined, { clause }: PassedGroup): string {
  return `{"bool":{"must":[${query ?? '{"match_all":{}}'}],"must_not":[${clause}]}}`;
}

/** Whether a cursor is past a group, so that none of its hits can be repeated. */
export function isBehindGroup({ after }: SearchCursor, { score }: PassedGroup): boolean {
  const [first] = arrayItems(after ?? '[]');
  return first !== undefined && Number(first) < score;
}
