import type { Endpoint } from './endpoint';

/**
 * Whether requests to both go to the same server, in the same way and as the same user, so that the connections of one can be
 * used for the other. Every field counts unless it is known not to matter.
 */
export function isSameConnection(one: Endpoint, other: Endpoint): boolean {
  return wayTo(one) === wayTo(other);
}

/** Records come from their schema, so their fields have a fixed order. */
function wayTo({ name, order, origins, ignored, searchMethod, edits, ...way }: Endpoint): string {
  return JSON.stringify(way);
}
