import * as z from 'zod/mini';
import { jsonOrNothing } from '../json/parse';

const draggedSchema = z.strictObject({ endpointId: z.uuid() });

/** The text that a drag of an endpoint's row carries. */
export function draggedEndpointText(endpointId: string): string {
  return JSON.stringify({ endpointId });
}

/** The id of the endpoint whose row was dropped; undefined for any other text that the user drops. */
export function readDraggedEndpoint(text: string): string | undefined {
  if (text.length > longestText) return undefined;
  return draggedSchema.safeParse(jsonOrNothing(text)).data?.endpointId;
}

/** Characters: more than an id needs. */
const longestText = 200;
