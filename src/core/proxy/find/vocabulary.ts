import type { Health } from '../model/health';
import { type Protocol, protocols, type Status } from '../model/model';

/** What a filter can ask of an item besides words, each with the values it may have. */
export interface Conditions {
  readonly statuses: readonly Status[];
  readonly health: readonly Health['state'][];
  /** Names in lower case. */
  readonly entryPoints: readonly string[];
  /** Names in lower case. */
  readonly providers: readonly string[];
  readonly protocols: readonly Protocol[];
}

export type Facet = keyof Conditions;

export const facets: readonly Facet[] = ['statuses', 'health', 'providers', 'entryPoints', 'protocols'];

/** What asks nothing. */
export const noConditions: Conditions = { statuses: [], health: [], entryPoints: [], providers: [], protocols: [] };

/** How each is written before its colon; of several words for one the first is offered. */
export const facetKeys: ReadonlyMap<string, Facet> = new Map([
  ['status', 'statuses'],
  ['health', 'health'],
  ['provider', 'providers'],
  ['entrypoint', 'entryPoints'],
  ['ep', 'entryPoints'],
  ['protocol', 'protocols'],
]);

/** What is written for the values of the closed sets; of several words for one value the first is offered. */
export const statusWords: ReadonlyMap<string, Status> = new Map([
  ['error', 'disabled'],
  ['disabled', 'disabled'],
  ['warning', 'warning'],
  ['enabled', 'enabled'],
  ['ok', 'enabled'],
  ['unknown', 'unknown'],
]);
export const healthWords: ReadonlyMap<string, Health['state']> = new Map([
  ['down', 'down'],
  ['partly', 'partly'],
  ['up', 'up'],
  ['unchecked', 'notChecked'],
]);
export const protocolWords: ReadonlyMap<string, Protocol> = new Map(protocols.map((name) => [name, name]));

/** The words of the closed sets; names stand for themselves. */
const words: Readonly<Record<Facet, ReadonlyMap<string, string> | undefined>> = {
  statuses: statusWords,
  health: healthWords,
  protocols: protocolWords,
  entryPoints: undefined,
  providers: undefined,
};

/** The values of a closed set in the order in which a person wants to hear of them; undefined for names. */
export function valuesInOrder(facet: Facet): readonly string[] | undefined {
  const known = words[facet];
  return known === undefined ? undefined : [...new Set(known.values())];
}

/**
 * A condition as a person would type it: `status:error`.
 *
 * @param value a value of a closed set, or the name of an entry point or provider
 * @returns undefined for a name that cannot be written
 */
export function conditionText(facet: Facet, value: string): string | undefined {
  const word = firstKeyOf(words[facet], value) ?? value;
  if (word === '' || /["\p{Cc}]/u.test(word)) return undefined;
  return `${firstKeyOf(facetKeys, facet) ?? facet}:${/[\s,]/u.test(word) ? `"${word}"` : word}`;
}

function firstKeyOf(map: ReadonlyMap<string, string> | undefined, value: string): string | undefined {
  for (const [key, one] of map ?? []) if (one === value) return key;
  return undefined;
}
