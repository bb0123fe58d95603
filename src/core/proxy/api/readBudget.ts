import { numberText } from '../../../l10n/numbers';
import type { Failure } from '../../base/errors/failure';

/** What one refresh may take, over all that it asks. */
export interface ReadLimits {
  /** Bytes of all answers, after decompression. */
  readonly maxBytes: number;
  /** Entries of all listings. */
  readonly maxItems: number;
}

/** What is taken where nobody says otherwise. */
const READ_LIMITS: ReadLimits = { maxBytes: 256 * 2 ** 20, maxItems: 500_000 };

/**
 * What a value takes in memory at least. A text of brackets only is small and comes to many objects, so that the bytes of
 * the answers alone would not bound the memory.
 */
const BYTES_OF_VALUE = 24;

/** What is left of what a refresh may take. Once something was too much, nothing more is let in. */
export interface ReadBudget {
  /** Takes bytes of an answer as they arrive. False where they are too many. */
  takeBytes(count: number): boolean;
  /** Takes an entry of so many characters and JSON values. False where it is too much. */
  takeEntry(length: number, values: number): boolean;
  /** What of it was too much, if anything was. */
  readonly spent: keyof ReadLimits | undefined;
  readonly limits: ReadLimits;
}

/** The budget of one refresh. */
export function openBudget(limits: ReadLimits = READ_LIMITS): ReadBudget {
  let bytes = 0;
  let items = 0;
  let spent: keyof ReadLimits | undefined;
  const takeBytes = (count: number): boolean => {
    bytes += count;
    if (bytes > limits.maxBytes) spent ??= 'maxBytes';
    return spent === undefined;
  };
  return {
    takeBytes,
    takeEntry(length, values) {
      items += 1;
      if (items > limits.maxItems) spent ??= 'maxItems';
      return takeBytes(Math.max(0, values * BYTES_OF_VALUE - length));
    },
    get spent() {
      return spent;
    },
    limits,
  };
}

/** Why a listing was not read to its end: all of them together are more than a refresh may take. */
export function overBudget(origin: string, what: string, { spent, limits }: ReadBudget): Failure {
  const isItems = spent === 'maxItems';
  return {
    kind: 'tooLarge',
    sentence: isItems
      ? `${origin} lists more than ${numberText(limits.maxItems)} items, so ${what} were not read to their end.`
      : `The listings of ${origin} are larger than ${Math.floor(limits.maxBytes / 2 ** 20)} MiB together, so ${what} were not read to their end.`,
    nextStep: isItems
      ? 'If it is meant to list so many, raise the setting proxyScout.request.maxRefreshItems.'
      : 'If it is meant to list so much, raise the setting proxyScout.request.maxRefreshSizeMiB.',
  };
}
