import type { Inventory } from '../model/inventory';
import { queryPairs } from '../rules/checkMatcher';
import { canonicalHeader } from '../rules/httpTests';
import { matchersIn } from '../rules/rule';
import { type RoutingTableEntry, routingTableOf } from './routingTable';

/** What the rules of an entry point look at, apart from host and path. */
interface Asked {
  /** Names of headers as Go writes them, in alphabetical order. */
  readonly headers: readonly string[];
  /** Names of parameters, in alphabetical order. */
  readonly query: readonly string[];
  readonly method: boolean;
  readonly clientIp: boolean;
  /** The protocols that TCP rules name. */
  readonly alpn: readonly string[];
}

/** What to ask about a request to an entry point; without `isTls`, for both kinds of its routers. */
export function requiredInputs(
  inventory: Inventory,
  {
    protocol,
    entryPoint,
    isTls,
  }: { readonly protocol: 'http' | 'tcp'; readonly entryPoint: string; readonly isTls?: boolean },
): Asked {
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
  const { on } = routingTableOf(inventory, protocol);
  for (const side of isTls === undefined ? [false, true] : [isTls])
    for (const entry of on(entryPoint, side)) look(entry);
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
