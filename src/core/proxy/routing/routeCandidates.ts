import * as l10n from '@vscode/l10n';
import type { Inventory } from '../model/inventory';
import { itemGraphOf } from '../model/itemGraph';
import type { Middleware, Router } from '../model/model';
import { judgeRule, type RuleJudgement, verdictOf } from '../rules/judgeRule';
import type { MatcherResult } from '../rules/matcherTests';
import type { NormalizedInput } from '../rules/normalizedRequest';
import type { RouteCandidate } from './routeAnswer';
import type { RoutingTableEntry } from './routingTable';

/** The most child routers that are evaluated for one request. A listing may nest thousands in each of thousands. */
const mostNested = 200_000;

/** The routers in an answer: all that were evaluated, or only those that match or may match. */
export type ConsideredRouters = 'all' | 'matching';

/** The verdicts of entries on a request, in order. */
export function routeCandidates(
  entries: readonly RoutingTableEntry[],
  seen: NormalizedInput,
  inventory: Inventory,
  considers: ConsideredRouters,
): readonly RouteCandidate[] {
  /** By the reason why they are uncertain: a child of several parents is evaluated once. */
  const nested = new Map<string | undefined, Map<RoutingTableEntry, RouteCandidate>>();
  let count = 0;
  /** @param above the reason why this router is uncertain */
  const parentOf = (entry: RoutingTableEntry, above: string | undefined, result: MatcherResult): RouteCandidate => {
    count += entry.children.length;
    if (count > mostNested) {
      return new Asked(entry, seen, { doubt: l10n.t('There are too many child routers to evaluate.') }, undefined);
    }
    const behind = above ?? doubtBehind(entry.router, inventory);
    const known = nested.get(behind) ?? new Map<RoutingTableEntry, RouteCandidate>();
    nested.set(behind, known);
    const children: RouteCandidate[] = [];
    for (const child of entry.children) {
      let candidate = known.get(child);
      if (candidate === undefined) {
        const its = resultOf(child, seen, behind);
        candidate = isLeaf(child, its) ? new Asked(child, seen, its, undefined) : parentOf(child, behind, its);
        known.set(child, candidate);
      }
      children.push(candidate);
    }
    return new Asked(entry, seen, result, children);
  };
  const candidates: RouteCandidate[] = [];
  for (const entry of entries) {
    const result = resultOf(entry, seen, undefined);
    if (!isLeaf(entry, result)) candidates.push(parentOf(entry, undefined, result));
    else if (result !== false || considers === 'all') candidates.push(new Asked(entry, seen, result, undefined));
  }
  return candidates;
}

/** Whether no child router has to be evaluated for a request. */
function isLeaf({ children }: RoutingTableEntry, result: MatcherResult): boolean {
  return result === false || children.length === 0;
}

function resultOf(
  { takes, rule, doubt }: RoutingTableEntry,
  seen: NormalizedInput,
  above: string | undefined,
): MatcherResult {
  if (above !== undefined) return { doubt: above };
  if (rule.kind === 'fault') {
    const sentence = l10n.t('Traefik serves this router, but Proxy Scout cannot read its rule.');
    return { doubt: `${sentence} ${rule.message}` };
  }
  const result = takes(seen);
  // A router that matches passes the request to its children, so it is uncertain if they are.
  return result === false || doubt === undefined ? result : { doubt };
}

/**
 * The failing parts of its rule are computed on demand, because only a few of thousands are shown. A class, because
 * objects with their own accessors are much slower to create.
 */
class Asked implements RouteCandidate {
  readonly router: RouteCandidate['router'];
  readonly priority: bigint;
  readonly verdict: RouteCandidate['verdict'];
  readonly doubt: string | undefined;
  readonly children: readonly RouteCandidate[] | undefined;
  readonly #entry: RoutingTableEntry;
  readonly #seen: NormalizedInput;
  #judgement: RuleJudgement | undefined;

  constructor(
    entry: RoutingTableEntry,
    seen: NormalizedInput,
    result: MatcherResult,
    children: readonly RouteCandidate[] | undefined,
  ) {
    this.router = entry.router;
    this.priority = entry.priority;
    this.verdict = verdictOf(result);
    this.doubt = typeof result === 'boolean' ? undefined : result.doubt;
    this.children = children;
    this.#entry = entry;
    this.#seen = seen;
  }

  get failing(): RouteCandidate['failing'] {
    return this.verdict === 'no' ? (this.#judged()?.failing ?? []) : [];
  }

  get passing(): RouteCandidate['passing'] {
    return this.#judged()?.passing ?? [];
  }

  #judged(): RuleJudgement | undefined {
    const { rule } = this.#entry;
    if (rule.kind === 'rule') this.#judgement ??= judgeRule(rule, this.#seen);
    return this.#judgement;
  }
}

/** Middlewares that pass the request on unchanged or respond themselves. Types as Traefik documents them. */
const harmless: ReadonlySet<string> = new Set(
  'accessLog buffering circuitBreaker compress contentType errors inFlightReq ipAllowList ipWhiteList rateLimit retry responseHeaderModifier encodedCharacters'
    .split(' ')
    .map((type) => type.toLowerCase()),
);

/** Why the children of this router are uncertain: its middlewares change their requests. Undefined if they do not. */
function doubtBehind(router: Router, inventory: Inventory): string | undefined {
  for (const { role, name, target } of itemGraphOf(inventory).referencesOf(router)) {
    if (role !== 'middleware') continue;
    if (target?.kind !== 'middlewares') return l10n.t('The effect of the middleware {0} is unknown.', name);
    if (!isHarmless(target))
      return l10n.t('The middleware {0} may change the request before it reaches this router.', name);
  }
  return undefined;
}

function isHarmless({ type, isPlugin }: Middleware): boolean {
  return !isPlugin && type !== undefined && harmless.has(type.toLowerCase());
}
