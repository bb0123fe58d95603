import { wordsOf } from '../store/analysis';
import type { Field } from '../store/mapping';
import type { Shard } from '../store/shard';
import { combined, type Matches, nothing } from './matches';

/** What the evaluation needs to know besides the shard. */
export interface Circumstances {
  /** Milliseconds since 1970: what `now` means. */
  readonly now: number;
  /** OpenSearch 3 dropped the factor (k1 + 1) that made scores 2.2 times larger. */
  readonly scoreFactor: number;
  /** The nested field whose objects are looked into: fields elsewhere are not seen there, nor these from outside. */
  readonly nested?: string;
}

const k1 = 1.2;

const b = 0.75;

/** Documents that hold a word, by BM25 over this shard alone. */
export function words(shard: Shard, field: Field, word: string, { scoreFactor }: Circumstances): Matches {
  const matches = nothing(shard);
  const postings = shard.postings(field);
  const posting = postings.words.get(word);
  if (posting === undefined) return matches;
  const found = posting.documents.length;
  const rarity = Math.log(1 + (postings.documents - found + 0.5) / (found + 0.5));
  posting.documents.forEach((document, at) => {
    const frequency = posting.frequencies[at] ?? 0;
    const length = (postings.lengths[document] ?? 0) / postings.averageLength;
    matches.hit[document] = 1;
    matches.score[document] = (scoreFactor * rarity * frequency) / (frequency + k1 * (1 - b + b * length));
  });
  return matches;
}

function holdsPhrase(text: string, phrase: readonly string[], lastIsPrefix: boolean): boolean {
  const found = wordsOf(text);
  return found.some((_, start) =>
    phrase.every((word, at) => {
      const here = found[start + at];
      if (lastIsPrefix && at === phrase.length - 1) return here?.startsWith(word) ?? false;
      return here === word;
    }),
  );
}

/** Documents in which these words stand in this order, scored by their words. */
export function phrase(shard: Shard, field: Field, text: string, lastIsPrefix: boolean, about: Circumstances): Matches {
  const wordsWanted = wordsOf(text);
  const whole = lastIsPrefix ? wordsWanted.slice(0, -1) : wordsWanted;
  const candidates = combined(
    shard,
    whole.map((word) => words(shard, field, word, about)),
    [],
    0,
  );
  if (wordsWanted.length === 0) return nothing(shard);
  const column = shard.column(field);
  candidates.hit.forEach((hit, document) => {
    const texts = hit === 1 ? (column[document] ?? []) : [];
    if (!texts.some((each) => holdsPhrase(String(each), wordsWanted, lastIsPrefix))) {
      candidates.hit[document] = 0;
      candidates.score[document] = 0;
    }
  });
  return candidates;
}
