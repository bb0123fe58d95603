import * as z from 'zod/mini';

/** The most bars that the host requests for the times of a search's hits. */
export const mostBars = 80;
/** The latest moment of a `Date`, in milliseconds since 1970; the earliest is as long before 1970. */
export const latestMoment = 8.64e15;

/** The tone of a part of a bar, and of a hit's status or level. */
export type BarTone = 'red' | 'orange' | 'yellow' | 'green' | 'blue' | 'purple' | 'gray';

export const momentSchema = z.number().check(z.gte(-latestMoment), z.lte(latestMoment));

export interface HistogramBar {
  /** Milliseconds since 1970; the bar is of [start, end). */
  readonly start: number;
  readonly end: number;
  readonly count: number;
  /** The number of these in each stack, in the order of `stacks`. */
  readonly parts: readonly number[];
}

export interface Histogram {
  readonly field: string;
  /** The usual length of a bar in milliseconds. */
  readonly interval: number;
  readonly bars: readonly HistogramBar[];
  /** The parts of the bars, from the bottom up; empty: they are not divided. Server text: hostile. */
  readonly stacks: readonly { readonly label: string; readonly tone: BarTone }[];
  /** The field that the bars are divided by; absent: by none. */
  readonly stackField?: string | undefined;
  /** The fields by which the user may divide them. */
  readonly stackFields: readonly string[];
  /** Whether parts of the index did not respond, so that there may be more. */
  readonly isPartial: boolean;
}

/** A time zone by its name or offset, as engines accept it: `Europe/Berlin`, `+02:00`. */
export const zoneSchema = z.string().check(z.regex(/^[A-Za-z0-9_+\-/:]{1,64}$/));
