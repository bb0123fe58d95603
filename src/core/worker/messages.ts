import type { Jobs } from './jobs';

/** A job for a worker thread. */
export interface Asked {
  readonly name: keyof Jobs;
  readonly args: readonly unknown[];
}

/** What came of it. */
export type Done = { readonly result: unknown } | { readonly error: unknown };
