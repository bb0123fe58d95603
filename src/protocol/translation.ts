import type { Translation } from '../l10n/language';

/** The translation that the host put into the page; undefined for English. */
export function parseTranslation(json: string): Translation | undefined {
  return json === '' ? undefined : ((JSON.parse(json) as Translation | null) ?? undefined);
}

/** The page's element with its translation. */
export const translationId = 'translation';
