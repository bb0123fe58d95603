import * as l10n from '@vscode/l10n';
import { type LazySteps, lazySteps, type Steps, sortSteps } from '../../base/async/steps';
import { type Inventory, type InventoryGroups, listedRouters } from '../model/inventory';
import { itemGraphOf } from '../model/itemGraph';
import { entryPointsOf, type Router } from '../model/model';
import { testOfRule } from '../rules/judgeRule';
import { type MatcherTest, unsureResult } from '../rules/matcherTests';
import type { NormalizedInput } from '../rules/normalizedRequest';
import { isCatchAll } from '../rules/priority';
import { readRule } from '../rules/readRule';
import type { Rule, RuleFault } from '../rules/rule';
import { ruleSyntaxOn, type ServerTraits, serverTraitsOf } from '../rules/serverTraits';
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
export interface RoutingTable {
  readonly server: ServerTraits;
  /** The routers of an entry point that serve requests with TLS, or without, by descending priority. */
  on(entryPoint: string, isTls: boolean): readonly RoutingTableEntry[];
  /** All other routers of the protocol, and the reasons why they are not evaluated. */
  besides(entryPoint: string, isTls: boolean): readonly SkippedRouter[];
  /** The entry of a router, independent of where it is evaluated. */
  entryOf(router: Router): RoutingTableEntry;
  /** Prepares both lists in advance. */
  prepare(entryPoint: string, isTls: boolean): Steps<void>;
}

/** Avoids reading and sorting all rules again for the next question about the same inventory. */
const tables = new WeakMap<
  InventoryGroups,
  { readonly version: Inventory['version']; readonly http: RoutingTable; readonly tcp: RoutingTable }
>();

/** The table of an inventory: the same object as long as its content is the same. */
export function routingTableOf(inventory: Inventory, protocol: 'http' | 'tcp'): RoutingTable {
  const known = tables.get(inventory.groups);
  if (known !== undefined && known.version === inventory.version) return known[protocol];
  const server = serverTraitsOf(inventory);
  const made = {
    version: inventory.version,
    http: makeTable(inventory, 'http', server),
    tcp: makeTable(inventory, 'tcp', server),
  };
  tables.set(inventory.groups, made);
  return made[protocol];
}

/** The deepest level of child routers: real listings have far fewer, but a listing is not trusted. */
const deepest = 50;
/** The most paths from a router to all its descendants: their number may double with each level. */
const mostNested = 20_000;

function makeTable(inventory: Inventory, protocol: 'http' | 'tcp', server: ServerTraits): RoutingTable {
  const entries = new Map<Router, RoutingTableEntry>();
  const sizes = new Map<RoutingTableEntry, number>();
  const places = new Map<string, Place>();
  let nested: ReadonlyMap<Router, ReadonlySet<Router>> | undefined;

  const childrenOf = (router: Router): readonly Router[] => {
    const found = nested?.get(router);
    return found === undefined ? noRouters : [...found];
  };
  /** @param above the ancestors of this router on the current path */
  const entryOf = (router: Router, above: readonly Router[]): RoutingTableEntry => {
    let entry = entries.get(router);
    if (entry === undefined) {
      const all = childrenOf(router);
      const children =
        all.length > 0 && above.length < deepest
          ? all
              .filter((child) => isServed(child) && child !== router && !above.includes(child))
              .map((child) => entryOf(child, [...above, router]))
              .sort(byPriority)
          : none;
      const size = children.reduce((sum, child) => sum + (sizes.get(child) ?? 1), 1);
      const isTooMuch = size > mostNested || (all.length > 0 && above.length >= deepest);
      const rule = readRule(router.rule ?? '', { protocol, syntax: ruleSyntaxOn(server, router.ruleSyntax) });
      entry = {
        router,
        rule,
        takes: rule.kind === 'rule' ? testOfRule(rule) : () => unsureResult(rule.message),
        priority: effectivePriorityOf(router),
        children: isTooMuch ? none : children,
        doubt: isTooMuch ? l10n.t('{0} has too many child routers to evaluate.', router.name) : undefined,
      };
      if (size > 1 && !isTooMuch) sizes.set(entry, size);
      entries.set(router, entry);
    }
    return entry;
  };
  const isAsked = (router: Router, entryPoint: string, isTls: boolean): boolean =>
    isServed(router) && !isNested(router) && hasTls(router) === isTls && entryPointsOf(router).includes(entryPoint);

  function* askedAt(entryPoint: string, isTls: boolean): Steps<readonly RoutingTableEntry[]> {
    const asked: RoutingTableEntry[] = [];
    if (protocol === 'http') nested ??= yield* nestedIn(inventory);
    for (const router of listedRouters(inventory, protocol)) {
      if (isAsked(router, entryPoint, isTls)) asked.push(entryOf(router, []));
      yield 5;
    }
    return yield* sortSteps(asked, byPriority);
  }
  function* passedAt(entryPoint: string, isTls: boolean): Steps<readonly SkippedRouter[]> {
    const besides: SkippedRouter[] = [];
    for (const router of listedRouters(inventory, protocol)) {
      if (!isAsked(router, entryPoint, isTls)) besides.push(passed(router, entryPoint));
      yield 0.5;
    }
    return besides;
  }
  const placeOf = (entryPoint: string, isTls: boolean): Place => {
    const key = `${isTls} ${entryPoint}`;
    const place = places.get(key) ?? {
      asked: lazySteps(() => askedAt(entryPoint, isTls)),
      passed: lazySteps(() => passedAt(entryPoint, isTls)),
    };
    places.set(key, place);
    return place;
  };

  return {
    server,
    on: (entryPoint, isTls) => placeOf(entryPoint, isTls).asked.get(),
    besides: (entryPoint, isTls) => placeOf(entryPoint, isTls).passed.get(),
    entryOf: (router) => entryOf(router, []),
    *prepare(entryPoint, isTls) {
      const place = placeOf(entryPoint, isTls);
      yield* place.asked.steps();
      yield* place.passed.steps();
    },
  };
}

/** The routers evaluated at an entry point, with TLS or without, and those skipped. */
interface Place {
  readonly asked: LazySteps<readonly RoutingTableEntry[]>;
  readonly passed: LazySteps<readonly SkippedRouter[]>;
}

const none: readonly RoutingTableEntry[] = [];
const noRouters: readonly Router[] = [];

/** The child routers by their parent. */
function* nestedIn(inventory: Inventory): Steps<ReadonlyMap<Router, ReadonlySet<Router>>> {
  const nested = new Map<Router, Set<Router>>();
  for (const child of listedRouters(inventory, 'http')) {
    yield 0.2;
    if (!isNested(child)) continue;
    for (const { role, target } of itemGraphOf(inventory).referencesOf(child)) {
      if (role !== 'parent' || target?.kind !== 'routers') continue;
      const children = nested.get(target);
      if (children === undefined) nested.set(target, new Set([child]));
      else children.add(child);
    }
  }
  return nested;
}

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

function byPriority(one: RoutingTableEntry, other: RoutingTableEntry): number {
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
