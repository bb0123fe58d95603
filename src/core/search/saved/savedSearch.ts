import * as z from 'zod/mini';
import { questionSchema } from '../../../protocol/question';

/** The version of the stored record. One with another version was written by another Proxy Scout and is left alone. */
export const savedVersion = 1;

export const longestSavedName = 200;

/** A name that a person gave a search: one that says something. */
export const savedNameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(longestSavedName));

/** A search with a name, as it is stored: never with a credential. Unknown fields survive a rewrite. */
export const savedSearchSchema = z.looseObject({
  version: z.literal(savedVersion),
  id: z.uuid(),
  endpointId: z.uuid(),
  name: savedNameSchema,
  question: questionSchema,
});
export type SavedRecord = z.infer<typeof savedSearchSchema>;

/** Where a search is kept: with the workspace that is open, or on this computer for all of them. */
const savedPlaces = ['workspace', 'everywhere'] as const;
export type SavedPlace = (typeof savedPlaces)[number];

/** A stored search and where it is stored. */
export interface SavedSearch extends SavedRecord {
  readonly place: SavedPlace;
}
