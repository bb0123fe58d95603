import * as z from 'zod/mini';

const groupings = ['kind', 'provider', 'entryPoint'] as const;
export type Grouping = (typeof groupings)[number];

const sortings = ['status', 'name', 'priority'] as const;
export type Sorting = (typeof sortings)[number];

export interface ViewOptions {
  readonly grouping: Grouping;
  readonly sorting: Sorting;
  /** The endpoint's filter as written (see `parseFilter`); empty for none. */
  readonly filter: string;
}

/** The values in the settings file, which may have any type. */
export type RawViewOptions = Readonly<Record<'groupBy' | 'sortBy', unknown>>;

const settingsSchema = z.object({
  groupBy: z.catch(z.enum(groupings), 'kind'),
  sortBy: z.catch(z.enum(sortings), 'status'),
});

/** Reads the settings. An invalid value becomes the default. */
export function viewOptionsOf(raw: RawViewOptions, filter: string): ViewOptions {
  const { groupBy, sortBy } = settingsSchema.parse(raw);
  return { grouping: groupBy, sorting: sortBy, filter };
}
