import * as z from 'zod/mini';

/** The settings `proxyScout.search.*` in the settings file, of any type. An invalid value counts as not set. */
const settingsSchema = z.object({
  pageSize: z.catch(z.union([z.literal(10), z.literal(25), z.literal(50), z.literal(100)]), 50),
  timeoutSeconds: z.catch(z.number().check(z.gte(1), z.lte(3600)), 60),
  prefetch: z.catch(z.boolean(), true),
  highlight: z.catch(z.boolean(), true),
});

/** The raw values of the settings, by the names above. */
type RawSearchSettings = Readonly<Record<keyof z.infer<typeof settingsSchema>, unknown>>;

/** The initial values of a new search, and its paging. */
export interface SearchSettings {
  readonly size: number;
  readonly highlight: boolean;
  readonly prefetch: boolean;
  /** Milliseconds that a search may take. */
  readonly timeoutMs: number;
}

export function searchSettingsOf(raw: RawSearchSettings): SearchSettings {
  const { pageSize, timeoutSeconds, prefetch, highlight } = settingsSchema.parse(raw);
  return { size: pageSize, highlight, prefetch, timeoutMs: timeoutSeconds * 1000 };
}
