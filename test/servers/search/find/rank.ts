import type { SortRules } from '../dialect';
import { evaluate, unassignedShard } from '../query/evaluate';
import type { Circumstances } from '../query/find-words';
import type { Query } from '../query/query';
import { ShardFailure } from '../query/shard-failure';
import type { Shard } from '../store/shard';
import { type FailedShard, typeClash } from './failures';
import type { SortField } from './request';
import { compareKeys, type KeySource, keySource, type SortKey } from './sort-keys';

/** A document that matched. */
export interface Candidate {
  readonly shard: Shard;
  /** The shard's place among those searched. */
  readonly place: number;
  /** The document's place in its shard. */
  readonly document: number;
  readonly score: number;
  /** In the order of the sort's fields; the score alone where nothing else is asked for. */
  readonly keys: readonly SortKey[];
}

/** Everything that a query matched, best first. */
export interface Ranking {
  readonly candidates: readonly Candidate[];
  readonly failed: readonly FailedShard[];
  /** For each field of the sort, how its keys are read and shown, by the shard's place. */
  readonly sources: ReadonlyMap<number, readonly KeySource[]>;
  /** Shards that could be told to hold nothing. */
  readonly empty: number;
}

export interface RankOptions {
  readonly about: Circumstances;
  readonly rules: SortRules;
  readonly minScore?: number;
  readonly isBroken: (shard: Shard) => boolean;
}

const byScore: readonly SortField[] = [{ field: '_score', order: 'desc', missing: '_last' }];

function checkKinds(sort: readonly SortField[], sources: ReadonlyMap<number, readonly KeySource[]>): void {
  sort.forEach(({ field }, at) => {
    const kinds = new Set([...sources.values()].map((each) => each[at]?.kind));
    const [first, second] = kinds;
    if (first !== undefined && second !== undefined) throw typeClash(field, [first, second]);
  });
}

/**
 * Finds and sorts what matches in these shards. Ties are broken by the shard's place and the document's in it.
 *
 * @param sort by score where it is empty
 * @throws EngineError where the shards' fields cannot be compared
 */
export function rank(
  shards: readonly Shard[],
  query: Query,
  sort: readonly SortField[],
  { about, rules, isBroken, minScore = Number.NEGATIVE_INFINITY }: RankOptions,
): Ranking {
  const candidates: Candidate[] = [];
  const failed: FailedShard[] = [];
  const sources = new Map<number, readonly KeySource[]>();
  const fields = sort.length === 0 ? byScore : sort;
  let empty = 0;

  shards.forEach((shard, place) => {
    try {
      if (!shard.assigned || isBroken(shard)) throw unassignedShard();
      const { hit, score } = evaluate(shard, query, about);
      const keySources = fields.map((field) => keySource(shard, place, field, rules));
      sources.set(place, keySources);
      const before = candidates.length;
      for (let document = 0; document < hit.length; document += 1) {
        const own = score[document] ?? 0;
        if (hit[document] !== 1 || own < minScore) continue;
        const keys = keySources.map((source) => source.key(document, own));
        candidates.push({ shard, place, document, score: own, keys });
      }
      if (candidates.length === before) empty += 1;
    } catch (failure) {
      if (!(failure instanceof ShardFailure)) throw failure;
      failed.push({ shard, failure });
    }
  });

  if (sort.length > 0) checkKinds(sort, sources);
  candidates.sort((a, b) => {
    for (let at = 0; at < fields.length; at += 1) {
      const field = fields[at];
      const order = field === undefined ? 0 : compareKeys(a.keys[at] ?? null, b.keys[at] ?? null, field);
      if (order !== 0) return order;
    }
    return a.place - b.place || a.document - b.document;
  });
  return { candidates, failed, sources, empty };
}
