import { arrayItems } from './slices';

/** The texts of the entries of a JSON array, as received. */
export interface EntryTexts {
  /** The text of an entry; empty where there is none at this index. */
  at(index: number): string;
}

/**
 * Gives the entries' texts of a JSON array that `JSON.parse` has accepted. Where they lie is found out when the first is
 * asked for: for a long list that takes as long as validating it, and mostly nobody asks.
 */
export function entryTexts(array: string): EntryTexts {
  let texts: readonly string[] | undefined;
  return {
    at(index) {
      texts ??= arrayItems(array);
      return texts[index] ?? '';
    },
  };
}
