import { type Condition, conditionSeverity } from './condition';

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

/** The worst severity; undefined if there is none. */
export function worstTrouble(counts: TroubleCounts): WorstTrouble | undefined {
  const worst = troubleConditions.find((trouble) => counts[trouble] > 0);
  return worst && conditionSeverity[worst];
}
