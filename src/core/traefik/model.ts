/** The protocols Traefik routes. UDP has no middlewares. */
export const protocols = ['http', 'tcp', 'udp'] as const;
export type Protocol = (typeof protocols)[number];

/** What the API lists for a protocol, by the word of its path: `/api/http/routers`. */
export const kinds = ['routers', 'services', 'middlewares'] as const;
export type Kind = (typeof kinds)[number];
