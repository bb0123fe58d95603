import * as l10n from '@vscode/l10n';
import { nextTurn } from '../../base/async/nextTurn';
import { once } from '../../base/async/once';
import { forEachInTurns } from '../../base/async/pauses';
import { addToList } from '../../base/lists/addToList';
import { computedOnce, type Inventory, listedRouters } from '../model/inventory';
import { itemGraphOf } from '../model/itemGraph';
import { entryPointsOf, type Router } from '../model/model';
import { testOfRule } from '../rules/judgeRule';
import { type MatcherTest, unsureResult } from '../rules/matcherTests';
import type { NormalizedInput } from '../rules/normalizedRequest';
import { isCatchAll } from '../rules/priority';
import { readRule } from '../rules/readRule';
import type { Rule, RuleFault, RuleSyntax } from '../rules/rule';
import { ruleSyntaxOn, serverTraitsOf } from '../rules/serverTraits';
import type { SkippedRouter } from './routeAnswer';

/** A router that is evaluated for requests. */
export interface RoutingTableEntry {
  readonly router: Router;
  readonly rule: Rule | RuleFault;
  /** Whether the rule matches a request; never certain if the rule cannot be read. */
  readonly takes: MatcherTest<NormalizedInput>;
  readonly priority: bigint;
  /** Its child routers that are served, in the order in which they are evaluated. */
  readonly children: readonly RoutingTableEntry[];
  /** The reason why its child routers are uncertain. */
  readonly doubt?: string | undefined;
}

/** The routers of a protocol, as entry points evaluate them. */
export type RoutingTable = ReturnType<typeof makeTable>;

const tables = {
  http: computedOnce((inventory) => makeTable(inventory, 'http')),
  tcp: computedOnce((inventory) => makeTable(inventory, 'tcp')),
};

/** The table of an inventory: the same object as long as its content is the same. */
export function routingTableOf(inventory: Inventory, protocol: 'http' | 'tcp'): RoutingTable {
  return tables[protocol](inventory);
}

/**
 * Computes what `findRoute` needs of an inventory, and frees the event loop in between, so that no answer takes long.
 *
 * @throws RequestFailure `canceled`, once the signal aborts
 */
export async function prepareRouting(inventory: Inventory, signal?: AbortSignal): Promise<void> {
  await itemGraphOf(inventory).prepare(signal);
  for (const protocol of ['http', 'tcp'] as const) await routingTableOf(inventory, protocol).prepare(signal);
}

/** The deepest level of child routers: real listings have far fewer, but a listing is not trusted. */
const deepest = 50;
/** The most paths from a router to all its descendants: their number may double with each level. */
const mostNested = 20_000;

function makeTable(inventory: Inventory, protocol: 'http' | 'tcp') {
  const server = serverTraitsOf(inventory);
  const entries = new Map<Router, RoutingTableEntry>();
  const sizes = new Map<RoutingTableEntry, number>();
  const places = new Map<string, Place>();
  const placeKey = (entryPoint: string, isTls: boolean): string => `${isTls} ${entryPoint}`;
  let isPrepared = false;
  // Hardly any proxy has nested routers, whose graph need not be computed then.
  const hasNested = once(() => protocol === 'http' && listedRouters(inventory, 'http').some(isNested));
  /** @param above the ancestors of this router on the current path */
  const entryOf = (router: Router, above: readonly Router[]): RoutingTableEntry => {
    let entry = entries.get(router);
    if (entry === undefined) {
      const all = hasNested() ? itemGraphOf(inventory).childrenOf(router) : [];
      const children =
        all.length > 0 && above.length < deepest
          ? all
              .filter((child) => isServed(child) && child !== router && !above.includes(child))
              .map((child) => entryOf(child, [...above, router]))
              .sort(byPriority)
          : none;
      const size = children.reduce((sum, child) => sum + (sizes.get(child) ?? 1), 1);
      const isTooMuch = size > mostNested || (all.length > 0 && above.length >= deepest);
      entry = {
        ...readRouter(router, protocol, ruleSyntaxOn(server, router.ruleSyntax)),
        children: isTooMuch ? none : children,
        doubt: isTooMuch ? l10n.t('{0} has too many child routers to evaluate.', router.name) : undefined,
      };
      if (size > 1 && !isTooMuch) sizes.set(entry, size);
      entries.set(router, entry);
    }
    return entry;
  };
  const top = once(() => listedRouters(inventory, protocol).filter((router) => isServed(router) && !isNested(router)));

  const placeOf = (entryPoint: string, isTls: boolean): Place => {
    const key = placeKey(entryPoint, isTls);
    let place = places.get(key);
    if (place === undefined) {
      const asked = top().filter((router) => hasTls(router) === isTls && entryPointsOf(router).includes(entryPoint));
      const isAsked = new Set(asked);
      const others = listedRouters(inventory, protocol).filter((router) => !isAsked.has(router));
      const entries = asked.map((router) => entryOf(router, [])).sort(byPriority);
      const skipped = others.map((router) => passed(router, entryPoint));
      place = {
        asked: entries,
        passed: skipped,
        disabled: skipped.filter(({ why }) => why === 'disabled'),
        byHost: once(() => entriesByHost(entries)),
      };
      places.set(key, place);
    }
    return place;
  };

  return {
    server,
    /** The routers of an entry point that serve requests with TLS, or without, by descending priority. */
    on: (entryPoint: string, isTls: boolean) => placeOf(entryPoint, isTls).asked,
    /** Those of `on` that may match a request for a host, in the same order: others require another one. */
    onForHost: (entryPoint: string, isTls: boolean, host: string) => {
      const { byHost, anyHost } = placeOf(entryPoint, isTls).byHost();
      const own = byHost.get(hostKey(host));
      return (own === undefined ? anyHost : [...own, ...anyHost].sort(byPlace)).map(({ entry }) => entry);
    },
    /** Those of `besides` that Traefik disabled. */
    disabledBesides: (entryPoint: string, isTls: boolean) => placeOf(entryPoint, isTls).disabled,
    /** All other routers of the protocol, and the reasons why they are not evaluated. */
    besides: (entryPoint: string, isTls: boolean) => placeOf(entryPoint, isTls).passed,
    /** The entry of a router, independent of where it is evaluated. */
    entryOf: (router: Router) => entryOf(router, []),
    /** Reads all rules in advance. */
    async prepare(signal: AbortSignal | undefined): Promise<void> {
      if (!isPrepared) await forEachInTurns(top(), (router) => entryOf(router, []), signal);
      isPrepared = true;
    },
    /** Does in two turns of the event loop what the first call of `onForHost` for an entry point would do at once. */
    async prepareOn(entryPoint: string, isTls: boolean): Promise<void> {
      if (places.has(placeKey(entryPoint, isTls))) return;
      await nextTurn();
      const { byHost } = placeOf(entryPoint, isTls);
      await nextTurn();
      byHost();
      await nextTurn();
    },
  };
}

type ReadRouter = Pick<RoutingTableEntry, 'router' | 'rule' | 'takes' | 'priority'>;

/** What does not depend on the inventory: a refresh, and a plan, leave most routers as they are. */
const readRouters = new WeakMap<Router, { readonly syntax: RuleSyntax; readonly read: ReadRouter }>();

function readRouter(router: Router, protocol: 'http' | 'tcp', syntax: RuleSyntax): ReadRouter {
  const known = readRouters.get(router);
  if (known?.syntax === syntax) return known.read;
  const rule = readRule(router.rule ?? '', { protocol, syntax });
  const takes = rule.kind === 'rule' ? testOfRule(rule) : () => unsureResult(rule.message);
  const read = { router, rule, takes, priority: effectivePriorityOf(router) };
  readRouters.set(router, { syntax, read });
  return read;
}

/** The routers evaluated at an entry point, with TLS or without, and those skipped. */
interface Place {
  readonly asked: readonly RoutingTableEntry[];
  readonly passed: readonly SkippedRouter[];
  readonly disabled: readonly SkippedRouter[];
  readonly byHost: () => EntriesByHost;
}

interface PlacedEntry {
  readonly entry: RoutingTableEntry;
  readonly at: number;
}

/** Routers by the hosts that their rules require, in order, and those that may take several hosts. */
interface EntriesByHost {
  readonly byHost: ReadonlyMap<string, readonly PlacedEntry[]>;
  readonly anyHost: readonly PlacedEntry[];
}

function entriesByHost(entries: readonly RoutingTableEntry[]): EntriesByHost {
  const byHost = new Map<string, PlacedEntry[]>();
  const anyHost: PlacedEntry[] = [];
  for (const [at, entry] of entries.entries()) {
    const hosts = requiredHosts(entry.rule);
    if (hosts === undefined) anyHost.push({ entry, at });
    else for (const host of hosts) addToList(byHost, host, { entry, at });
  }
  return { byHost, anyHost };
}

function byPlace(one: PlacedEntry, other: PlacedEntry): number {
  return one.at - other.at;
}

/** Hosts without a star, in whose comparison nothing but case and dots at the end is lost. */
const plainHost = /^[\w-][\w.-]*$/;

/**
 * The hosts of which a rule requires one, once each, in lower case and without a dot at the end. Undefined if it may match
 * others, or if that takes more than a look at its outer parts.
 */
export function requiredHosts(rule: Rule | RuleFault): readonly string[] | undefined {
  if (rule.kind !== 'rule') return undefined;
  const { root } = rule;
  for (const part of root.kind === 'and' ? root.parts : [root]) {
    if (part.kind === 'matcher' && part.name === 'Host' && part.values.every((host) => plainHost.test(host))) {
      return [...new Set(part.values.map(hostKey))];
    }
  }
  return undefined;
}

function hostKey(host: string): string {
  let end = host.length;
  while (host[end - 1] === '.') end--;
  return host.slice(0, end).toLowerCase();
}

const none: readonly RoutingTableEntry[] = [];

function passed(router: Router, entryPoint: string): SkippedRouter {
  const detail = router.errors[0];
  if (!isServed(router)) {
    const isRule = detail?.startsWith('error while parsing rule') === true;
    return { router, why: isRule ? 'badRule' : 'disabled', ...(detail !== undefined && { detail }) };
  }
  if (isNested(router)) return { router, why: 'nested' };
  return { router, why: entryPointsOf(router).includes(entryPoint) ? 'tls' : 'otherEntryPoint' };
}

/** Whether Traefik serves it. A status that Proxy Scout does not know counts as served. */
function isServed({ status }: Router): boolean {
  return status !== 'disabled';
}

function isNested({ parentRefs }: Router): boolean {
  return (parentRefs?.length ?? 0) > 0;
}

export function hasTls({ tls }: Router): boolean {
  return tls !== undefined;
}

export function byPriority(one: { readonly priority: bigint }, other: { readonly priority: bigint }): number {
  if (one.priority === other.priority) return 0;
  return one.priority > other.priority ? -1 : 1;
}

/**
 * The priority that Traefik sorts by: the configured one, otherwise the length of the rule in bytes, or -1 for a TCP
 * rule that is only ``HostSNI(`*`)`` (GetRulePriority in pkg/muxer/{http,tcp}/mux.go).
 */
export function effectivePriorityOf({
  protocol,
  priority,
  rule = '',
}: Pick<Router, 'protocol' | 'priority' | 'rule'>): bigint {
  if (priority !== undefined && priority !== 0n) return priority;
  if (protocol === 'tcp' && isCatchAll(rule)) return -1n;
  return BigInt(Buffer.byteLength(rule, 'utf8'));
}
