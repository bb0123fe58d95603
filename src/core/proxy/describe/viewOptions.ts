import * as z from 'zod/mini';

/** How the view groups what a proxy reports. */
const groupings = ['kind', 'provider', 'entryPoint'] as const;
export type Grouping = (typeof groupings)[number];

/** How the view sorts routers, services and middlewares. */
const sortings = ['status', 'name', 'priority'] as const;
export type Sorting = (typeof sortings)[number];

/** How a person wants to see what a proxy reports. */
export interface ViewOptions {
  readonly grouping: Grouping;
  readonly sorting: Sorting;
  /** Whether what is built into the proxy itself is shown. */
  readonly showsInternal: boolean;
  /** The endpoint's filter as written (see `parseFilter`); empty for none. */
  readonly filter: string;
}

/** What the settings hold; anything at all, since a person writes them by hand. */
export type RawViewOptions = Readonly<Record<'groupBy' | 'sortBy' | 'showInternal', unknown>>;

const settingsSchema = z.object({
  groupBy: z.catch(z.enum(groupings), 'kind'),
  sortBy: z.catch(z.enum(sortings), 'status'),
  showInternal: z.catch(z.boolean(), true),
});

/** Reads the settings. What they cannot be is the default. */
export function viewOptionsOf(raw: RawViewOptions, filter: string): ViewOptions {
  const { groupBy, sortBy, showInternal } = settingsSchema.parse(raw);
  return { grouping: groupBy, sorting: sortBy, showsInternal: showInternal, filter };
}
