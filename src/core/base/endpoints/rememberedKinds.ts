/** The key of the endpoints' hints in the global state. */
export const hintsKey = 'endpoints/hints';

/**
 * The kinds of the endpoints that have a hint. Needs no schema, so that a window that starts can tell its menus what there is
 * before anything else is loaded: a damaged hint has no kind.
 */
export function rememberedKinds(state: { get(key: string): unknown }): ReadonlySet<unknown> {
  const hints = state.get(hintsKey);
  if (!Array.isArray(hints)) return new Set();
  return new Set(
    hints.map((hint: unknown) => (typeof hint === 'object' && hint !== null ? Reflect.get(hint, 'kind') : undefined)),
  );
}
