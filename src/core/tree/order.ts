import type { Item, Status } from '../traefik/model';

/** What needs attention comes first. */
const RANK: Readonly<Record<Status, number>> = { disabled: 0, warning: 1, enabled: 2, unknown: 2 };

/** One language for all, so that a list does not depend on the editor's; `web-2` comes before `web-10`. */
const names = new Intl.Collator('en', { numeric: true });

/** Sorts items for the tree: with errors, with warnings, the others; each by name. */
export function inOrder<I extends Item>(items: Iterable<I>): I[] {
  return [...items].sort((a, b) => RANK[a.status] - RANK[b.status] || byName(a.name, b.name));
}

/** Sorts names as rows are sorted. */
export function byName(a: string, b: string): number {
  return names.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}
