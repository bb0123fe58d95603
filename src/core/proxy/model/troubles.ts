import { type LazySteps, lazySteps, type Steps } from '../../base/async/steps';
import { type Condition, certificateConditions, conditionSeverity, itemCondition } from './condition';
import { type Inventory, type InventoryGroups, itemsOfKinds, knownItems } from './inventory';
import { itemGraphOf } from './itemGraph';
import { itemKinds } from './model';

/** The conditions that need attention, worst first. */
export const troubleConditions = [
  'configError',
  'allDown',
  'expired',
  'configWarning',
  'partlyDown',
  'expiring',
] as const satisfies readonly Condition[];
export type Trouble = (typeof troubleConditions)[number];

/** The numbers of routers, services, middlewares, and certificates in each condition that needs attention. */
export type TroubleCounts = Readonly<Record<Trouble, number>>;

/** The worst severity among them. */
export type WorstTrouble = 'error' | 'warning';

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

/** Whether the condition needs attention. */
export function isTrouble(condition: Condition): condition is Trouble {
  const severity = conditionSeverity[condition];
  return severity === 'error' || severity === 'warning';
}

export function sumOfTroubles(parts: readonly TroubleCounts[]): TroubleCounts {
  const sum = { ...openTroubleTally().counts };
  for (const part of parts) for (const trouble of troubleConditions) sum[trouble] += part[trouble];
  return sum;
}

/** The worst severity; undefined if there is none. */
export function worstTrouble(counts: TroubleCounts): WorstTrouble | undefined {
  const worst = troubleConditions.find((trouble) => counts[trouble] > 0);
  if (worst === undefined) return undefined;
  return conditionSeverity[worst] === 'error' ? 'error' : 'warning';
}

/** The number of errors, which a badge shows. */
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

/** Counts the troubles of all items of a proxy, once for each content. */
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

/** The counts, if they were computed before. */
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
