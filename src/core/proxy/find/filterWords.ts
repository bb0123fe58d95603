import type { ServiceHealth } from '../model/health';
import { type ItemStatus, type TraefikProtocol, traefikProtocols } from '../model/model';

/** What a filter can ask of an item besides words, each with the values it may have. */
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
  /** The same. */
  readonly services: readonly string[];
  /** Hosts or domains in lower case; a star stands for any text. */
  readonly hosts: readonly string[];
}

/** What a router does with TLS. One that passes it through has it on, too. */
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

/** What is asked of routers alone: nothing else passes such a condition, not even where a minus excludes it. */
export const routerFacets = ['tls', 'middlewares', 'services', 'hosts'] as const;

/** Conditions that are still being read. */
type FilterConditionsDraft = { readonly [F in FilterFacet]: FilterConditions[F][number][] };

/** Conditions that ask nothing yet, to be added to. */
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

/** How each is written before its colon; of several words for one the first is offered. */
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

/** What is written for the values of the closed sets; of several words for one value the first is offered. */
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

/** The values of a closed set in the order in which a person wants to hear of them; undefined for names. */
export function facetValuesInOrder(facet: FilterFacet): readonly string[] | undefined {
  const known = words[facet];
  return known === undefined ? undefined : [...new Set(known.values())];
}

/**
 * A condition as a person would type it: `status:error`.
 *
 * @param value a value of a closed set, or a name
 * @returns undefined for a name that cannot be written
 */
export function filterConditionText(facet: FilterFacet, value: string): string | undefined {
  const word = filterWordOf(facet, value);
  if (word === '' || /["\p{Cc}]/u.test(word)) return undefined;
  return `${firstKeyOf(filterFacetKeys, facet) ?? facet}:${/[\s,]/u.test(word) ? `"${word}"` : word}`;
}

/** What is written after the colon: `error`. */
export function filterWordOf(facet: FilterFacet, value: string): string {
  return firstKeyOf(words[facet], value) ?? value;
}

function firstKeyOf(map: ReadonlyMap<string, string> | undefined, value: string): string | undefined {
  for (const [key, one] of map ?? []) if (one === value) return key;
  return undefined;
}
