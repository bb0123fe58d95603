import * as z from 'zod/mini';
import { questionSchema } from '../../../protocol/question';

/** The version of the stored record. Another Proxy Scout wrote a record with another version, which is not changed. */
export const savedVersion = 1;

export const longestSavedName = 200;

/** The name that the user gave a search; not blank. */
export const savedNameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(longestSavedName));

/** A saved search as stored: never with a credential. A rewrite keeps unknown fields. */
export const savedSearchSchema = z.looseObject({
  version: z.literal(savedVersion),
  id: z.uuid(),
  endpointId: z.uuid(),
  name: savedNameSchema,
  question: questionSchema,
});
export type SavedRecord = z.infer<typeof savedSearchSchema>;

/** The place of a saved search: the open workspace, or this computer for all workspaces. */
const savedPlaces = ['workspace', 'everywhere'] as const;
export type SavedPlace = (typeof savedPlaces)[number];

/** A stored search and its place. */
export interface SavedSearch extends SavedRecord {
  readonly place: SavedPlace;
}
