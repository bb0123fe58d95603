import * as z from 'zod/mini';

/**
 * Our settings `proxyScout.search.*` as they stand in a person's settings file: any of them may be of any type. One that
 * cannot be used counts as not set.
 */
const settingsSchema = z.object({
  pageSize: z.catch(z.union([z.literal(10), z.literal(25), z.literal(50), z.literal(100)]), 50),
  timeoutSeconds: z.catch(z.number().check(z.gte(1), z.lte(3600)), 60),
  prefetch: z.catch(z.boolean(), true),
  highlight: z.catch(z.boolean(), true),
});

/** The raw values of the settings, by the names above. */
type RawSearchSettings = Readonly<Record<keyof z.infer<typeof settingsSchema>, unknown>>;

/** How a new search begins, and how it pages. */
export interface SearchSettings {
  /** Hits a page. */
  readonly size: number;
  readonly highlight: boolean;
  readonly prefetch: boolean;
  /** Milliseconds that a search may take. */
  readonly timeoutMs: number;
}

/** Reads the settings. */
export function searchSettingsOf(raw: RawSearchSettings): SearchSettings {
  const { pageSize, timeoutSeconds, prefetch, highlight } = settingsSchema.parse(raw);
  return { size: pageSize, highlight, prefetch, timeoutMs: timeoutSeconds * 1000 };
}
