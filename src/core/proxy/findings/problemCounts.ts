import { plural } from '../../../l10n/plural';
import type { WorstTrouble } from '../model/condition';
import { type Item, isInternal } from '../model/model';
import type { Finding, FindingLink } from './finding';
import { findingSeverity } from './findingTexts';

/** How many problems there are, and the worst severity among them. */
export interface ProblemCount {
  readonly count: number;
  readonly worst: WorstTrouble;
}

/**
 * The rows that count problems, each by the key under which it counts them: `http/routers`, `http`, `provider docker`,
 * `provider docker http/routers`, `on web` (an entry point with its routers), `entryPoint web` (itself), `builtIn`,
 * `certificates`. The empty key counts all problems.
 */
type ProblemCounts = ReadonlyMap<string, ProblemCount>;

/**
 * The number of problems with anything below each row: what every number of problems on a screen is taken from. A problem
 * counts once for a row, however much below it is concerned. What is only unused is none.
 */
export function problemCountsOf(list: readonly Finding[]): ProblemCounts {
  const known = counted.get(list) ?? count(list);
  counted.set(list, known);
  return known;
}

const counted = new WeakMap<readonly Finding[], ProblemCounts>();

function count(list: readonly Finding[]): ProblemCounts {
  const counts = new Map<string, ProblemCount>();
  // A service that is down concerns many routers, and a router many services.
  const known = new Map<Item, readonly string[]>();
  for (const finding of list) {
    const severity = findingSeverity(finding);
    if (severity === undefined) continue;
    for (const key of new Set(['', ...concernedLinks(finding).flatMap((link) => keysOf(link, known))])) {
      const { count, worst } = counts.get(key) ?? { count: 0, worst: severity };
      counts.set(key, { count: count + 1, worst: worst === 'error' ? worst : severity });
    }
  }
  return counts;
}

/** What has the problem, or suffers from it: not the routers that win, and what was meant. */
function concernedLinks({ kind, links }: Finding): readonly FindingLink[] {
  if (kind === 'neverWins') return links.slice(0, 1);
  return links.filter((link) => link.to === 'certificate' || link.isMeant !== true);
}

function keysOf(link: FindingLink, known: Map<Item, readonly string[]>): readonly string[] {
  if (link.to === 'certificate') return ['certificates'];
  if (link.to === 'entryPoint') return ['entryPoints', `entryPoint ${link.name}`, `on ${link.name}`];
  const keys = known.get(link.item) ?? keysOfItem(link.item);
  known.set(link.item, keys);
  return keys;
}

/** Only a hostile listing has more. */
const mostEntryPoints = 200;

function keysOfItem(item: Item): readonly string[] {
  if (isInternal(item)) return ['builtIn'];
  const { protocol, kind, provider } = item;
  const listing = `${protocol}/${kind}`;
  const using = item.kind === 'routers' ? (item.using ?? []).slice(0, mostEntryPoints) : [];
  const isUnbound = item.kind === 'routers' && using.length === 0;
  return [
    protocol,
    listing,
    `provider ${provider ?? ''}`,
    `provider ${provider ?? ''} ${listing}`,
    ...using.map((name) => `on ${name}`),
    ...(isUnbound ? ['unbound'] : []),
  ];
}

export function problemCountText(count: number): string {
  return plural(count, { one: '{0} problem', other: '{0} problems' });
}
