import * as z from 'zod/mini';
import { jsonOrNothing } from '../json/parse';
import type { EndpointHint, StoredEndpoint } from './endpointRecord';

/** The new place of an endpoint among those of its kind: past a neighbor, that of another one (by id), or the end. */
export type EndpointPlace = 'up' | 'down' | 'last' | { readonly placeOf: string };

/**
 * The numbers to write so that an endpoint moves among those of the same kind; none if the place does not exist, or the
 * endpoint is already there.
 *
 * @param all in the order in which they are listed
 */
export function ordersAfterMove(
  all: readonly StoredEndpoint[],
  id: string,
  place: EndpointPlace,
): readonly Pick<EndpointHint, 'id' | 'order'>[] {
  const kind = all.find(({ hint }) => hint.id === id)?.hint.kind;
  const same = all.filter((stored) => stored.state === 'ready' && stored.hint.kind === kind);
  const at = same.findIndex(({ hint }) => hint.id === id);
  const to = indexOf(place, at, same);
  if (at < 0 || to < 0 || to >= same.length || to === at) return [];
  const others = same.toSpliced(at, 1);
  const between = orderBetween(others[to - 1]?.hint.order, others[to]?.hint.order);
  if (between !== undefined) return [{ id, order: between }];
  // Orders may be equal (after an import, or an edit in another window).
  const moved = others.toSpliced(to, 0, ...same.slice(at, at + 1));
  return moved.flatMap(({ hint }, order) => (hint.order === order ? [] : [{ id: hint.id, order }]));
}

function indexOf(place: EndpointPlace, at: number, same: readonly StoredEndpoint[]): number {
  if (typeof place === 'object') return same.findIndex(({ hint }) => hint.id === place.placeOf);
  return { up: at - 1, down: at + 1, last: same.length - 1 }[place];
}

/** An order between those of two neighbors, so that only one record has to be written; undefined if there is none. */
function orderBetween(before: number | undefined, after: number | undefined): number | undefined {
  if (before === undefined || after === undefined) return before === undefined ? (after ?? 0) - 1 : before + 1;
  const middle = (before + after) / 2;
  return before < middle && middle < after ? middle : undefined;
}

/** The number for an endpoint after all others. */
export function orderBehind(all: readonly StoredEndpoint[]): number {
  const orders = all.map(({ hint }) => hint.order).filter((order) => order < Number.MAX_SAFE_INTEGER);
  return Math.floor(orders.reduce((last, order) => Math.max(last, order), -1)) + 1;
}

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
