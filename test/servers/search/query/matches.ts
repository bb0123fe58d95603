import type { Value } from '../store/column';
import type { Field } from '../store/mapping';
import type { Shard } from '../store/shard';

/** Which documents of a shard a query matched, by their place in it, and how well. */
export interface Matches {
  /** 1 where it matched. */
  readonly hit: Uint8Array;
  readonly score: Float32Array;
}

/** No document. To be filled in. */
export function nothing(shard: Shard): Matches {
  return { hit: new Uint8Array(shard.documents.length), score: new Float32Array(shard.documents.length) };
}

const unmatched = new WeakMap<Shard, Matches>();

/** No document. Shared, never to be filled in: thousands of clauses may find none. */
function none(shard: Shard): Matches {
  const found = unmatched.get(shard) ?? nothing(shard);
  unmatched.set(shard, found);
  return found;
}

/** Every document, as well as any other. */
export function everything(shard: Shard): Matches {
  const matches = nothing(shard);
  matches.hit.fill(1);
  matches.score.fill(1);
  return matches;
}

/** The documents that pass the test. */
export function matching(shard: Shard, test: (document: number) => boolean): Matches {
  const matches = nothing(shard);
  for (let document = 0; document < shard.documents.length; document += 1) {
    if (test(document)) {
      matches.hit[document] = 1;
      matches.score[document] = 1;
    }
  }
  return matches;
}

/** The documents of which one value passes the test. */
export function where(shard: Shard, field: Field, test: (value: Value) => boolean): Matches {
  const column = shard.column(field);
  return matching(shard, (document) => column[document]?.some(test) ?? false);
}

/** The documents that have this value. */
export function having(shard: Shard, field: Field, value: Value): Matches {
  const documents = shard.holders(field).get(value);
  if (documents === undefined) return none(shard);
  const matches = nothing(shard);
  for (const document of documents) {
    matches.hit[document] = 1;
    matches.score[document] = 1;
  }
  return matches;
}

/** Sums what `must` and `should` find; a document needs all of the first and `minimum` of the second. */
export function combined(shard: Shard, must: readonly Matches[], should: readonly Matches[], minimum: number): Matches {
  const matches = nothing(shard);
  const met = new Uint16Array(shard.documents.length);
  const optional = new Uint16Array(shard.documents.length);
  const add = (found: Matches, counts: Uint16Array) => {
    if (found === none(shard)) return;
    const { hit, score } = found;
    for (let document = 0; document < hit.length; document += 1) {
      if (hit[document] !== 1) continue;
      counts[document] = (counts[document] ?? 0) + 1;
      matches.score[document] = (matches.score[document] ?? 0) + (score[document] ?? 0);
    }
  };
  for (const each of must) add(each, met);
  for (const each of should) add(each, optional);
  for (let document = 0; document < matches.hit.length; document += 1) {
    if (met[document] === must.length && (optional[document] ?? 0) >= minimum) matches.hit[document] = 1;
  }
  return matches;
}

export function best(shard: Shard, all: readonly Matches[]): Matches {
  const matches = nothing(shard);
  for (const each of all) {
    each.hit.forEach((hit, document) => {
      if (hit === 0) return;
      matches.hit[document] = 1;
      matches.score[document] = Math.max(matches.score[document] ?? 0, each.score[document] ?? 0);
    });
  }
  return matches;
}
