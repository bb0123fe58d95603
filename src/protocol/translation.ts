import * as z from 'zod/mini';
import type { Translation } from '../l10n/language';

const translationSchema: z.ZodMiniType<Translation> = z.object({
  language: z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/)),
  contents: z.record(z.string(), z.string()),
});

/** Parses the translation that the host put into the page; undefined for English and for invalid JSON. */
export function parseTranslation(json: string): Translation | undefined {
  try {
    return translationSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/** The page's element with its translation. */
export const translationId = 'translation';
