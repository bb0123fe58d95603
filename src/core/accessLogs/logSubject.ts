/** The subject of a search in access logs, by its names in them. Names are server text as received. */
export interface LogSubject {
  readonly kind: 'router' | 'service';
  readonly name: string;
  /** The routers in the log: for a router itself and its copies, for a service those that lead to it. */
  readonly routers: LoggedRouters;
  /** The services whose names identify its lines. Empty for a router, and for a service that no line names. */
  readonly services: readonly string[];
}

/** The names of routers in access logs. */
export interface LoggedRouters {
  /** The number of routers, each counted once even if it has several names. */
  readonly count: number;
  /** Whole values, the routers' own first: `web@docker`, `websecure-web@docker`, `parent@file -> child@file`. */
  readonly names: readonly string[];
  /** Routers that also occur in longer values, between arrows, because those are unknown or too many. */
  readonly nested: readonly string[];
}

/** The separator between the nested routers of a request. */
export const arrow = ' -> ';

/** The routers that a logged name may mean: itself, and the last one of nested routers, which handled the request. */
export function routersMeant(logged: string): readonly string[] {
  const last = logged.slice(logged.lastIndexOf(arrow) + arrow.length);
  return logged.includes(arrow) ? [logged, last] : [logged];
}
