import type { Endpoint } from './endpoint';

/**
 * Whether requests to both endpoints go to the same server, in the same way and as the same user, so that they can
 * share connections. Every field counts unless it is known not to matter. In a file of its own, because it is loaded at
 * activation, which the schemas are not.
 */
export function isSameConnection(one: Endpoint, other: Endpoint): boolean {
  return wayTo(one) === wayTo(other);
}

/** The schema gives records a fixed order of fields. */
function wayTo({ name, order, origins, ignored, searchMethod, edits, ...way }: Endpoint): string {
  return JSON.stringify(way);
}
