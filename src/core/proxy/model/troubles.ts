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

export type WorstTrouble = 'error' | 'warning';

export class TroubleTally {
  readonly counts = { configError: 0, allDown: 0, expired: 0, configWarning: 0, partlyDown: 0, expiring: 0 };

  add(condition: Condition): void {
    if (isTrouble(condition)) this.counts[condition]++;
  }
}

/** Whether the condition needs attention. */
export function isTrouble(condition: Condition): condition is Trouble {
  const severity = conditionSeverity[condition];
  return severity === 'error' || severity === 'warning';
}

export function sumOfTroubles(parts: readonly TroubleCounts[]): TroubleCounts {
  const { counts: sum } = new TroubleTally();
  for (const part of parts) for (const trouble of troubleConditions) sum[trouble] += part[trouble];
  return sum;
}

/** The worst severity; undefined if there is none. */
export function worstTrouble(counts: TroubleCounts): WorstTrouble | undefined {
  const worst = troubleConditions.find((trouble) => counts[trouble] > 0);
  return worst && conditionSeverity[worst];
}

/** The number of errors, which a badge shows. */
export function errorsAmong(counts: TroubleCounts): number {
  return troubleConditions.reduce((sum, one) => sum + (conditionSeverity[one] === 'error' ? counts[one] : 0), 0);
}

type Counted = Pick<Inventory, 'certificates' | 'entryPoints'> & { readonly counts: TroubleCounts };

/** Avoids counting the same content again for each row and badge. */
const counted = new WeakMap<InventoryGroups, Counted>();

/** Counts the troubles of all items of a proxy, once for each content. Frees the event loop in between. */
export async function countTroubles(inventory: Inventory): Promise<TroubleCounts> {
  const { groups, certificates, entryPoints } = inventory;
  await itemGraphOf(inventory).prepare();
  const counts = knownTroubles(inventory) ?? count(inventory);
  counted.set(groups, { certificates, entryPoints, counts });
  return counts;
}

/** The counts, if they were computed before. */
export function knownTroubles({ groups, certificates, entryPoints }: Inventory): TroubleCounts | undefined {
  const present = counted.get(groups);
  return present?.certificates === certificates && present.entryPoints === entryPoints ? present.counts : undefined;
}

function count(inventory: Inventory): TroubleCounts {
  const { healthOf } = itemGraphOf(inventory);
  const tally = new TroubleTally();
  for (const item of itemsOfKinds(inventory, ...itemKinds)) tally.add(itemCondition(item, healthOf));
  for (const { status } of knownItems(inventory.certificates)) tally.add(certificateConditions[status]);
  return tally.counts;
}
