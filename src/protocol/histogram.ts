import * as z from 'zod/mini';

/** When the hits of a search were: their number in each stretch of time, for the time bar. */

/** The most bars that are asked for. */
export const mostBars = 80;
/** Clocks that are changed, and stretches that do not begin with an hour or a day, may add some. */
const mostDrawn = 200;

/** The last moment that a `Date` has, in milliseconds since 1970; the first one is as long before 1970. */
export const latestMoment = 8.64e15;

/** How a part of a bar is drawn, with a pattern of its own besides its color, and how a status or level of a hit is. */
export const toneSchema = z.enum(['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'gray']);
export type BarTone = z.infer<typeof toneSchema>;

const count = z.number().check(z.gte(0));

const moment = z.number().check(z.gte(-latestMoment), z.lte(latestMoment));

const barSchema = z.object({
  /** Milliseconds since 1970; the bar is of [start, end). */
  start: moment,
  end: moment,
  count,
  /** How many of these are of each stack, in the order of `stacks`. */
  parts: z.readonly(z.array(count).check(z.maxLength(20))),
});
export type HistogramBar = z.infer<typeof barSchema>;

export const histogramSchema = z.object({
  /** The date field. */
  field: z.string(),
  /** The usual length of a bar in milliseconds. */
  interval: z.number().check(z.gte(1)),
  bars: z.readonly(z.array(barSchema).check(z.maxLength(mostDrawn))),
  /** What the bars are made of, from the bottom up; empty: they are not divided. Server text: hostile. */
  stacks: z.readonly(z.array(z.object({ label: z.string(), tone: toneSchema })).check(z.maxLength(20))),
  /** The field that the bars are divided by; absent: by none. */
  stackField: z.optional(z.string()),
  /** The fields that they could be divided by. */
  stackFields: z.readonly(z.array(z.string()).check(z.maxLength(100))),
  /** Whether parts of the index did not answer, so that there may be more. */
  isPartial: z.boolean(),
});
export type Histogram = z.infer<typeof histogramSchema>;

/** A time zone by its name or offset, as engines take it: `Europe/Berlin`, `+02:00`. */
export const zoneSchema = z.string().check(z.regex(/^[A-Za-z0-9_+\-/:]{1,64}$/));
