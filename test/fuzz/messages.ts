import type { Feeding } from './linear/feed';
import type { Shortfall } from './watch';

/** What the worker is to do. */
export type Task =
  /** Rounds from this seed on, until so many are done or the time is over. */
  | {
      readonly kind: 'rounds';
      readonly seed: number;
      readonly rounds: number;
      readonly untilMs: number;
      readonly only?: string | undefined;
    }
  /** Long texts for readers, from the one with this number on; see `Feeding`. */
  | ({ readonly kind: 'linear'; readonly from: number } & Feeding);

/** What the worker tells. */
export type Told =
  /** Where it is, for whoever ends it when it hangs: the seed of a round, or the number of a reader. */
  | { readonly kind: 'at'; readonly number: number; readonly what: string }
  | {
      readonly kind: 'shortfalls';
      readonly seed: number;
      readonly target: string;
      readonly shortfalls: readonly Shortfall[];
    }
  | { readonly kind: 'growth'; readonly number: number; readonly what: string; readonly said: readonly string[] }
  | { readonly kind: 'done'; readonly rounds: number };
