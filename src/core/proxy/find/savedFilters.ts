import * as z from 'zod/mini';

/** The maximum length of a filter in characters. */
export const longestFilter = 1_000;

const savedSchema = z.record(z.uuid(), z.string().check(z.maxLength(longestFilter)));

const savedForAllSchema = z.object({
  text: z.string().check(z.maxLength(longestFilter)),
  except: z.array(z.uuid()),
});

/** Reads the stored filter for all proxies, and the endpoints that it was removed from. Empty if not valid. */
export function readFilterForAll(kept: unknown): { readonly text: string; readonly except: readonly string[] } {
  const parsed = savedForAllSchema.safeParse(kept);
  return parsed.success && parsed.data.text.trim() !== '' ? parsed.data : { text: '', except: [] };
}

const offeredSchema = z.object({
  endpointId: z.uuid(),
  filter: z.string().check(z.maxLength(longestFilter)),
});

/** The filter that a row offers, from a command's argument. Undefined if the row offers none. */
export function parseOfferedFilter(
  argument: unknown,
): { readonly endpointId: string; readonly filter: string } | undefined {
  return offeredSchema.safeParse(argument).data;
}

/** Reads the stored filters: the text of each endpoint's filter by the endpoint's id. Ignores invalid values. */
export function readSavedFilters(kept: unknown): Map<string, string> {
  return new Map(Object.entries(savedSchema.safeParse(kept).data ?? {}).filter(([, text]) => text.trim() !== ''));
}
