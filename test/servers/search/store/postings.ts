import { wordsOf } from './analysis';
import type { Column } from './column';

/** Which documents hold a word, and how often. */
export interface Posting {
  readonly documents: readonly number[];
  readonly frequencies: readonly number[];
}

/** The inverted index of one text field. */
export interface Postings {
  readonly words: ReadonlyMap<string, Posting>;
  /** Words by document. */
  readonly lengths: Uint32Array;
  /** How many documents have the field. */
  readonly documents: number;
  readonly averageLength: number;
}

export function buildPostings(column: Column): Postings {
  const words = new Map<string, { documents: number[]; frequencies: number[] }>();
  const lengths = new Uint32Array(column.length);
  let documents = 0;
  let total = 0;
  column.forEach((values, document) => {
    if (values.length === 0) return;
    documents += 1;
    for (const value of values) {
      for (const word of wordsOf(String(value))) {
        lengths[document] = (lengths[document] ?? 0) + 1;
        total += 1;
        let posting = words.get(word);
        if (posting === undefined) {
          posting = { documents: [], frequencies: [] };
          words.set(word, posting);
        }
        const last = posting.documents.length - 1;
        if (posting.documents[last] === document) posting.frequencies[last] = (posting.frequencies[last] ?? 0) + 1;
        else {
          posting.documents.push(document);
          posting.frequencies.push(1);
        }
      }
    }
  });
  return { words, lengths, documents, averageLength: documents === 0 ? 0 : total / documents };
}
