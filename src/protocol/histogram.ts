import * as z from 'zod/mini';

/** The most bars that the host requests for the times of a search's hits. */
export const mostBars = 80;
/** Clock changes, and bars that do not begin at an hour or a day, may add some. */
const mostDrawn = 200;

/** The latest moment of a `Date`, in milliseconds since 1970; the earliest is as long before 1970. */
export const latestMoment = 8.64e15;

/** The tone of a part of a bar, which has its own pattern besides its color, and of a hit's status or level. */
export const toneSchema = z.enum(['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'gray']);
export type BarTone = z.infer<typeof toneSchema>;

const count = z.number().check(z.gte(0));

export const momentSchema = z.number().check(z.gte(-latestMoment), z.lte(latestMoment));

const barSchema = z.object({
  /** Milliseconds since 1970; the bar is of [start, end). */
  start: momentSchema,
  end: momentSchema,
  count,
  /** The number of these in each stack, in the order of `stacks`. */
  parts: z.readonly(z.array(count).check(z.maxLength(20))),
});
export type HistogramBar = z.infer<typeof barSchema>;

export const histogramSchema = z.object({
  field: z.string(),
  /** The usual length of a bar in milliseconds. */
  interval: z.number().check(z.gte(1)),
  bars: z.readonly(z.array(barSchema).check(z.maxLength(mostDrawn))),
  /** The parts of the bars, from the bottom up; empty: they are not divided. Server text: hostile. */
  stacks: z.readonly(z.array(z.object({ label: z.string(), tone: toneSchema })).check(z.maxLength(20))),
  /** The field that the bars are divided by; absent: by none. */
  stackField: z.optional(z.string()),
  /** The fields by which the user may divide them. */
  stackFields: z.readonly(z.array(z.string()).check(z.maxLength(100))),
  /** Whether parts of the index did not respond, so that there may be more. */
  isPartial: z.boolean(),
});
export type Histogram = z.infer<typeof histogramSchema>;

/** A time zone by its name or offset, as engines accept it: `Europe/Berlin`, `+02:00`. */
export const zoneSchema = z.string().check(z.regex(/^[A-Za-z0-9_+\-/:]{1,64}$/));
