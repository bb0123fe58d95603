/** One line of the table that `npm run bench` prints: something that was measured, and the most it may be. */
export interface Row {
  /** What was measured, and with how much: `5,000 routers: request to model`. */
  readonly what: string;
  readonly value: number;
  readonly goal: number;
  /** Of value and goal: `ms`, `× the floor`, `requests`. */
  readonly unit: string;
  /** What the value is held against, measured in the same run, in words. */
  readonly floor?: string;
}

/** What a `*.bench.ts` exports as `measure`: its rows, as they are measured. It runs in a process of its own. */
export type Measure = () => AsyncIterable<Row>;

/** A duration in words. */
export const inMs = (milliseconds: number): string => `${milliseconds.toFixed(milliseconds < 10 ? 2 : 1)} ms`;
