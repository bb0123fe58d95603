import type { ServerHealth, ServiceHealth } from './health';
import { type CertificateStatus, type Item, isInternal, type Router, type Service } from './model';

/** The severity of a condition. Only what is known to work is good; unknown is neutral. */
type Severity = 'error' | 'warning' | 'neutral' | 'good';

/**
 * The worst known condition of an item, in its configuration (Traefik's status) and in the health of the servers that
 * it leads to. Worst first. It decides the icon and the order; the texts of the row keep the two apart.
 *
 * - `configError`: Traefik disabled it. `allDown`: no server is up. `expired`: a certificate.
 * - `configWarning`: Traefik warns. `partlyDown`: some servers are down. `expiring`: a certificate, in less than 30
 * days.
 * - `notChecked`: no error is known, but no health check proves that it works. `unknownStatus`: not even Traefik's
 * status is known.
 * - `up`: all servers pass their health checks. `configured`: has no servers, and Traefik has no complaint.
 */
export type Condition = keyof typeof conditionSeverity;

export const conditionSeverity = {
  configError: 'error',
  allDown: 'error',
  expired: 'error',
  configWarning: 'warning',
  partlyDown: 'warning',
  expiring: 'warning',
  notChecked: 'neutral',
  unknownStatus: 'neutral',
  up: 'good',
  configured: 'good',
} as const satisfies Readonly<Record<string, Severity>>;

/**
 * The rank of a condition in an order by severity: 0 for the worst. All conditions without trouble are equal, so that
 * sorting does not separate checked from unchecked items.
 */
export const conditionRank: Readonly<Record<Condition, number>> = {
  configError: 0,
  allDown: 1,
  expired: 2,
  configWarning: 3,
  partlyDown: 4,
  expiring: 5,
  notChecked: 6,
  unknownStatus: 6,
  up: 6,
  configured: 6,
};

/**
 * The condition of a router, service, or middleware. A router has the condition of its service.
 *
 * @param healthOf the health of routers and services, as in `ItemGraph`
 */
export function itemCondition(item: Item, healthOf: (item: Router | Service) => ServiceHealth): Condition {
  if (item.status === 'disabled') return 'configError';
  const health = leadsToServers(item) ? healthOf(item).state : undefined;
  if (health === 'down') return 'allDown';
  if (item.status === 'warning') return 'configWarning';
  if (health === 'partly') return 'partlyDown';
  if (health === 'up') return 'up';
  if (item.status === 'unknown') return 'unknownStatus';
  return health === undefined ? 'configured' : 'notChecked';
}

/** Whether there are servers whose health counts. Traefik itself serves built-in items. */
export function leadsToServers(item: Item): item is Router | Service {
  if (item.kind === 'middlewares') return false;
  return item.kind === 'services' ? !isInternal(item) : item.service?.endsWith('@internal') !== true;
}

export const serverConditions: Readonly<Record<ServerHealth, Condition>> = {
  up: 'up',
  down: 'allDown',
  notChecked: 'notChecked',
};

/** The condition of a certificate: its status proves that it is valid. */
export const certificateConditions: Readonly<Record<CertificateStatus, Condition>> = {
  enabled: 'up',
  warning: 'expiring',
  expired: 'expired',
  unknown: 'unknownStatus',
};

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
