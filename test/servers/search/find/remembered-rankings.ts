import type { Query } from '../query/query';
import type { Shard } from '../store/shard';
import type { Ranking } from './rank';
import type { SortField } from './request';

const keptRankings = 8;

interface Remembered {
  readonly key: string;
  readonly shards: readonly Shard[];
  readonly ranking: Ranking;
}

function writable(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof RegExp) return String(value);
  return value instanceof Set ? [...value] : value;
}

/** The latest rankings, since a person who turns pages asks for the same one again and again. */
export interface RememberedRankings {
  /** The ranking of this query in just these shards, made with `make` where it is not there. */
  find(
    shards: readonly Shard[],
    query: Query,
    sort: readonly SortField[],
    minScore: number | undefined,
    make: () => Ranking,
  ): Ranking;
}

export function rememberRankings(): RememberedRankings {
  let kept: readonly Remembered[] = [];
  return {
    find(shards, query, sort, minScore, make) {
      const key = JSON.stringify([query, sort, minScore], writable);
      const isSame = (each: Remembered) =>
        each.key === key &&
        each.shards.length === shards.length &&
        each.shards.every((shard, at) => shard === shards[at]);
      const isMoving = key.includes('"now');
      const ranking = (isMoving ? undefined : kept.find(isSame))?.ranking ?? make();
      kept = [{ key, shards, ranking }, ...kept.filter((each) => !isSame(each))].slice(0, keptRankings);
      return ranking;
    },
  };
}
