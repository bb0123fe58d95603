import type { Endpoint } from './endpoint';

/**
 * Whether requests to both go to the same place, on the same way and as the same user: then the connections of one will do
 * for the other. What is not known to be of no concern to them is.
 */
export function isSameConnection(one: Endpoint, other: Endpoint): boolean {
  return wayTo(one) === wayTo(other);
}

/** Records come out of their schema, so their fields stand in one order. */
function wayTo({ name, order, origins, searchMethod, edits, ...way }: Endpoint): string {
  return JSON.stringify(way);
}
