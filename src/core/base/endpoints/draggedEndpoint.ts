import * as z from 'zod/mini';
import { jsonOrNothing } from '../json/parse';

const draggedSchema = z.strictObject({ endpointId: z.uuid() });

/** What is carried while an endpoint's row is dragged. */
export function draggedEndpointText(endpointId: string): string {
  return JSON.stringify({ endpointId });
}

/** The id of the endpoint whose row was dropped; undefined for anything else that may be dropped on a view. */
export function readDraggedEndpoint(text: string): string | undefined {
  if (text.length > longestText) return undefined;
  return draggedSchema.safeParse(jsonOrNothing(text)).data?.endpointId;
}

/** Characters: more than an id needs. */
const longestText = 200;
