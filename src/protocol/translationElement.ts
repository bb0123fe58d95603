/** The page's element with its translation. Not in translation.ts, which imports zod and is not for the host. */
export const translationId = 'translation';
