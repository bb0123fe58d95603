import type { Inventory } from '../model/inventory';
import { queryPairs } from '../rules/checkMatcher';
import { canonicalHeader } from '../rules/httpTests';
import { matchersIn } from '../rules/rule';
import type { RouteQuestion } from './routeAnswer';
import { type RoutingTable, type RoutingTableEntry, routingTableOf } from './routingTable';

/** The inputs that the rules of an entry point check, apart from host and path. */
export interface RequiredInputs {
  /** Names of headers as Go writes them, in alphabetical order. */
  readonly headers: readonly string[];
  /** Names of parameters, in alphabetical order. */
  readonly query: readonly string[];
  readonly method: boolean;
  readonly clientIp: boolean;
  /** The protocols that TCP rules name. */
  readonly alpn: readonly string[];
}

/** Avoids checking all rules again for the next URL. The table is a new object if the routers have changed. */
const known = new WeakMap<RoutingTable, Map<string, RequiredInputs>>();

/** The inputs that the user should enter for an entry point; without `isTls`, for both kinds of its routers. */
export function requiredInputs(
  inventory: Inventory,
  { protocol, entryPoint, isTls }: Pick<RouteQuestion, 'entryPoint'> & { protocol: 'http' | 'tcp'; isTls?: boolean },
): RequiredInputs {
  const table = routingTableOf(inventory, protocol);
  const sides = isTls === undefined ? [false, true] : [isTls];
  const ofTable = known.get(table) ?? new Map<string, RequiredInputs>();
  known.set(table, ofTable);
  const key = `${isTls} ${entryPoint}`;
  const found = ofTable.get(key) ?? inputsIn(sides.flatMap((side) => table.on(entryPoint, side)));
  ofTable.set(key, found);
  return found;
}

function inputsIn(entries: readonly RoutingTableEntry[]): RequiredInputs {
  const headers = new Set<string>();
  const query = new Set<string>();
  const alpn = new Set<string>();
  const names = new Set<string>();
  /** A router may have several parents, and these may have parents too. */
  const nested = new Set<RoutingTableEntry>();
  const look = ({ rule, children }: RoutingTableEntry): void => {
    for (const child of children) nested.add(child);
    if (rule.kind !== 'rule') return;
    for (const { name, values } of matchersIn(rule.root)) {
      names.add(name);
      if (name === 'Header' || name === 'HeaderRegexp') headers.add(canonicalHeader(values[0] ?? ''));
      if (name === 'Headers' || name === 'HeadersRegexp') {
        for (const [at, value] of values.entries()) if (at % 2 === 0) headers.add(canonicalHeader(value));
      }
      if (name === 'ALPN') for (const value of values) alpn.add(value);
      if (name !== 'Query' && name !== 'QueryRegexp') continue;
      if (rule.syntax === 'v3') query.add(values[0] ?? '');
      else for (const pair of queryPairs(values) ?? []) query.add(pair.slice(0, pair.indexOf('=')));
    }
  };
  for (const entry of entries) look(entry);
  // The set grows during the loop.
  for (const entry of nested) look(entry);
  return {
    headers: [...headers].sort(),
    query: [...query].sort(),
    method: names.has('Method'),
    clientIp: names.has('ClientIP'),
    alpn: [...alpn].sort(),
  };
}
