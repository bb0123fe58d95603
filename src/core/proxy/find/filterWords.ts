import type { ServiceHealth } from '../model/health';
import { type ItemStatus, type TraefikProtocol, traefikProtocols } from '../model/model';

/** The conditions of a filter besides words, each with its possible values. */
export interface FilterConditions {
  readonly statuses: readonly ItemStatus[];
  readonly health: readonly ServiceHealth['state'][];
  readonly tls: readonly TlsUse[];
  /** Names in lower case. */
  readonly entryPoints: readonly string[];
  /** Names in lower case. */
  readonly providers: readonly string[];
  readonly protocols: readonly TraefikProtocol[];
  /** Names in lower case, with or without their provider; a star stands for any text. */
  readonly middlewares: readonly string[];
  /** Names in lower case, with or without their provider; a star stands for any text. */
  readonly services: readonly string[];
  /** Hosts or domains in lower case; a star stands for any text. */
  readonly hosts: readonly string[];
}

/** A router's use of TLS. A router with passthrough has TLS on, too. */
export type TlsUse = 'on' | 'off' | 'passthrough';

export type FilterFacet = keyof FilterConditions;

export const filterFacets: readonly FilterFacet[] = [
  'statuses',
  'health',
  'tls',
  'providers',
  'entryPoints',
  'protocols',
  'middlewares',
  'services',
  'hosts',
];

/** Facets of routers only: no other item matches such a condition, not even with a minus. */
export const routerFacets = ['tls', 'middlewares', 'services', 'hosts'] as const;

type FilterConditionsDraft = { readonly [F in FilterFacet]: FilterConditions[F][number][] };

/** Conditions without values, to be filled. */
export function emptyFilterConditions(): FilterConditionsDraft {
  return {
    statuses: [],
    health: [],
    tls: [],
    entryPoints: [],
    providers: [],
    protocols: [],
    middlewares: [],
    services: [],
    hosts: [],
  };
}

/** The key of each facet before its colon. If a facet has several keys, the first is offered. */
export const filterFacetKeys: ReadonlyMap<string, FilterFacet> = new Map([
  ['status', 'statuses'],
  ['health', 'health'],
  ['provider', 'providers'],
  ['entrypoint', 'entryPoints'],
  ['ep', 'entryPoints'],
  ['protocol', 'protocols'],
  ['tls', 'tls'],
  ['middleware', 'middlewares'],
  ['mw', 'middlewares'],
  ['service', 'services'],
  ['host', 'hosts'],
]);

/** The words for the values of the closed sets. If a value has several words, the first is offered. */
export const statusFilterWords: ReadonlyMap<string, ItemStatus> = new Map([
  ['error', 'disabled'],
  ['disabled', 'disabled'],
  ['warning', 'warning'],
  ['enabled', 'enabled'],
  ['ok', 'enabled'],
  ['unknown', 'unknown'],
]);
export const healthFilterWords: ReadonlyMap<string, ServiceHealth['state']> = new Map([
  ['down', 'down'],
  ['partly', 'partly'],
  ['up', 'up'],
  ['unchecked', 'notChecked'],
]);
export const tlsFilterWords: ReadonlyMap<string, TlsUse> = new Map([
  ['on', 'on'],
  ['yes', 'on'],
  ['off', 'off'],
  ['no', 'off'],
  ['passthrough', 'passthrough'],
]);
export const protocolFilterWords: ReadonlyMap<string, TraefikProtocol> = new Map(
  traefikProtocols.map((name) => [name, name]),
);

/** The words of the closed sets; names stand for themselves. */
const words: Readonly<Record<FilterFacet, ReadonlyMap<string, string> | undefined>> = {
  statuses: statusFilterWords,
  health: healthFilterWords,
  tls: tlsFilterWords,
  protocols: protocolFilterWords,
  entryPoints: undefined,
  providers: undefined,
  middlewares: undefined,
  services: undefined,
  hosts: undefined,
};

/** The values of a closed set in the order of interest to the user; undefined for names. */
export function facetValuesInOrder(facet: FilterFacet): readonly string[] | undefined {
  const known = words[facet];
  return known === undefined ? undefined : [...new Set(known.values())];
}

/**
 * A condition as the user would type it: `status:error`.
 *
 * @param value a value of a closed set, or a name
 * @returns undefined for a name that cannot be written
 */
export function filterConditionText(facet: FilterFacet, value: string): string | undefined {
  const word = filterWordOf(facet, value);
  if (word === '' || /["\p{Cc}]/u.test(word)) return undefined;
  return `${firstKeyOf(filterFacetKeys, facet) ?? facet}:${/[\s,]/u.test(word) ? `"${word}"` : word}`;
}

/** The text after the colon: `error`. */
export function filterWordOf(facet: FilterFacet, value: string): string {
  return firstKeyOf(words[facet], value) ?? value;
}

function firstKeyOf(map: ReadonlyMap<string, string> | undefined, value: string): string | undefined {
  for (const [key, one] of map ?? []) if (one === value) return key;
  return undefined;
}
