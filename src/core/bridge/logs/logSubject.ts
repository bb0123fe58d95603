/** Whose access logs are looked for, by the names that Traefik writes into them. Names are server text as received. */
export interface LogSubject {
  readonly kind: 'router' | 'service';
  readonly name: string;
  /** The routers that it may be logged under: of a router itself and what was made of it, of a service those that lead to it. */
  readonly routers: LoggedRouters;
  /** The services by whose names its lines can be told. Empty for a router, and for a service that no line ever names. */
  readonly services: readonly string[];
}

/** How routers are named in access logs. */
export interface LoggedRouters {
  /** How many there are, each counted once however many names it has. */
  readonly count: number;
  /** Whole values, the routers' own first: `web@docker`, `websecure-web@docker`, `parent@file -> child@file`. */
  readonly names: readonly string[];
  /** Routers that also stand in longer values, which are not known or are too many: somewhere between the arrows. */
  readonly nested: readonly string[];
}

/** What stands between the routers that a request went through, one nested in the other. */
export const arrow = ' -> ';

/** The routers that a logged name may mean: itself, and of a nested one the last, which answered. */
export function routersMeant(logged: string): readonly string[] {
  const last = logged.slice(logged.lastIndexOf(arrow) + arrow.length);
  return logged.includes(arrow) ? [logged, last] : [logged];
}
