/** The element of the search page that holds its translation (see translation.ts, which brings zod and is not for the host). */
export const translationId = 'translation';
