import { type LazySteps, lazySteps, type Steps } from '../../base/async/steps';
import { type Condition, certificateConditions, conditionSeverity, itemCondition } from './condition';
import { type Inventory, type InventoryGroups, itemsOfKinds, knownItems } from './inventory';
import { itemGraphOf } from './itemGraph';
import { itemKinds } from './model';

/** The conditions that call for attention, worst first. */
export const troubleConditions = [
  'configError',
  'allDown',
  'expired',
  'configWarning',
  'partlyDown',
  'expiring',
] as const satisfies readonly Condition[];
export type Trouble = (typeof troubleConditions)[number];

/** How many routers, services, middlewares, and certificates are in each condition that calls for attention. */
export type TroubleCounts = Readonly<Record<Trouble, number>>;

/** How bad the worst of them is. */
export type WorstTrouble = 'error' | 'warning';

/** Counts while it is filled. */
interface TroubleTally {
  readonly counts: TroubleCounts;
  add(condition: Condition): void;
}

export function openTroubleTally(): TroubleTally {
  const counts = { configError: 0, allDown: 0, expired: 0, configWarning: 0, partlyDown: 0, expiring: 0 };
  return {
    counts,
    add(condition) {
      if (isTrouble(condition)) counts[condition]++;
    },
  };
}

/** Whether it calls for attention. */
export function isTrouble(condition: Condition): condition is Trouble {
  const severity = conditionSeverity[condition];
  return severity === 'error' || severity === 'warning';
}

/** All of them together. */
export function sumOfTroubles(parts: readonly TroubleCounts[]): TroubleCounts {
  const sum = { ...openTroubleTally().counts };
  for (const part of parts) for (const trouble of troubleConditions) sum[trouble] += part[trouble];
  return sum;
}

/** How bad the worst is; undefined where there is none. */
export function worstTrouble(counts: TroubleCounts): WorstTrouble | undefined {
  const worst = troubleConditions.find((trouble) => counts[trouble] > 0);
  if (worst === undefined) return undefined;
  return conditionSeverity[worst] === 'error' ? 'error' : 'warning';
}

/** How many are errors: what a badge counts. */
export function errorsAmong(counts: TroubleCounts): number {
  return troubleConditions.reduce((sum, one) => sum + (conditionSeverity[one] === 'error' ? counts[one] : 0), 0);
}

interface Counted {
  readonly certificates: Inventory['certificates'];
  readonly entryPoints: Inventory['entryPoints'];
  readonly work: LazySteps<TroubleCounts>;
  isDone: boolean;
}

/** Avoids counting the same content again for each row and badge. */
const counted = new WeakMap<InventoryGroups, Counted>();

/** Counts all that a proxy lists, once for each content. */
export function* countTroubles(inventory: Inventory): Steps<TroubleCounts> {
  const present = countedIn(inventory) ?? {
    certificates: inventory.certificates,
    entryPoints: inventory.entryPoints,
    work: lazySteps(() => count(inventory)),
    isDone: false,
  };
  counted.set(inventory.groups, present);
  const counts = yield* present.work.steps();
  present.isDone = true;
  return counts;
}

/** The same if it was counted before. */
export function knownTroubles(inventory: Inventory): TroubleCounts | undefined {
  const present = countedIn(inventory);
  return present?.isDone === true ? present.work.get() : undefined;
}

function countedIn({ groups, certificates, entryPoints }: Inventory): Counted | undefined {
  const present = counted.get(groups);
  return present?.certificates === certificates && present.entryPoints === entryPoints ? present : undefined;
}

function* count(inventory: Inventory): Steps<TroubleCounts> {
  const graph = itemGraphOf(inventory);
  yield* graph.prepare();
  const tally = openTroubleTally();
  for (const item of itemsOfKinds(inventory, ...itemKinds)) {
    tally.add(itemCondition(item, graph.healthOf));
    yield 0.5;
  }
  for (const { status } of knownItems(inventory.certificates)) tally.add(certificateConditions[status]);
  return tally.counts;
}
