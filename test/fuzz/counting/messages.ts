import type { GrowthFigures, SizeFigures } from './figures';

/** What a process that reads one hostile file is to do. */
export interface ReaderTask {
  readonly name: string;
  /** In UTF-16 units, from the least on. */
  readonly sizes: readonly number[];
  /** Those from which on it is measured how the time grows to twice the text. */
  readonly growths: readonly number[];
}

/** What it tells. */
export type ReaderTold =
  /** Where it is, for whoever ends it when it hangs. */
  | { readonly kind: 'at'; readonly size: number }
  | { readonly kind: 'size'; readonly figures: SizeFigures }
  | { readonly kind: 'growth'; readonly figures: GrowthFigures }
  | { readonly kind: 'threw'; readonly what: string }
  | { readonly kind: 'done'; readonly heldMB: number };
