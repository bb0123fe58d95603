import type { Service } from './model';

export type ServiceServer = NonNullable<NonNullable<Service['loadBalancer']>['servers']>[number];

/**
 * Whether a server passes its health checks. `notChecked` if the API reports nothing, or if it reports UP without a
 * health check (docs/traefik.md, "Server status").
 */
export type ServerHealth = 'up' | 'down' | 'notChecked';

/** Whether the servers behind a service or router pass their health checks. */
export interface ServiceHealth {
  /**
   * `up`, `down`: all of them. `partly`: some are down. `notChecked`: none is known to be down, some are not known to
   * be up.
   */
  readonly state: 'up' | 'down' | 'partly' | 'notChecked';
  /** The number of its servers that are up. 0 if none is checked. Undefined if it was not counted: see `healthRollUp`. */
  readonly up: number | undefined;
  /** The number of its servers. The servers of each service count once, even if several paths lead to it. */
  readonly total: number | undefined;
}

/** The servers of a service or router that were counted. */
export type ServerCounts = { readonly [Count in 'up' | 'total']: number };

/**
 * The health of one of a service's servers, from `serverStatus` of `GET /api/{protocol}/services`. DOWN always counts;
 * UP counts only if there is a health check.
 */
export function healthOfServer(service: Service, server: ServiceServer): ServerHealth {
  const reported = reportOf(service, server);
  if (reported === 'DOWN') return 'down';
  return reported === 'UP' && service.loadBalancer?.healthCheck !== undefined ? 'up' : 'notChecked';
}

/** The API's report about a server. Its keys are URLs as Go writes them, not always as in the configuration. */
function reportOf({ serverStatus }: Service, { url, address }: ServiceServer): string | undefined {
  if (serverStatus === undefined) return undefined;
  const written = url ?? address ?? '';
  if (Object.hasOwn(serverStatus, written)) return serverStatus[written];
  const spelling = spellingOf(written);
  return spelling === undefined ? undefined : reportsBySpelling(serverStatus).get(spelling);
}

type Reports = NonNullable<Service['serverStatus']>;

/** Avoids normalizing all reported addresses again for each server of the service. */
const spelled = new WeakMap<Reports, ReadonlyMap<string, string | undefined>>();

/** The reports about each server, by normalized URL. Undefined where they contradict each other. */
function reportsBySpelling(reports: Reports): ReadonlyMap<string, string | undefined> {
  const known = spelled.get(reports);
  if (known !== undefined) return known;
  const bySpelling = new Map<string, string | undefined>();
  for (const [key, report] of Object.entries(reports)) {
    const spelling = spellingOf(key);
    if (spelling === undefined) continue;
    bySpelling.set(spelling, !bySpelling.has(spelling) || bySpelling.get(spelling) === report ? report : undefined);
  }
  spelled.set(reports, bySpelling);
  return bySpelling;
}

/** Normalizes the case of scheme and host, default port, escapes, and trailing slash. Undefined if it is not a URL. */
function spellingOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).href.replace(/\/$/, '') : undefined;
}

type State = ServiceHealth['state'];

/** The combined state of services that share the work. The order and repetitions do not matter. */
export function combinedHealth(one: State | undefined, other: State): State {
  if (one === undefined || one === other) return other;
  // Up and not checked: not everything is known. In any other combination of two states, something is down.
  return isUpOrUnknown(one) && isUpOrUnknown(other) ? 'notChecked' : 'partly';
}

function isUpOrUnknown(state: State): boolean {
  return state === 'up' || state === 'notChecked';
}

/** The health of a load balancer: that of its servers. If it has none, there is nothing to check. */
export function healthOfServers(service: Service): ServiceHealth & ServerCounts {
  const servers = service.loadBalancer?.servers ?? [];
  let state: State | undefined;
  let up = 0;
  for (const server of servers) {
    const health = healthOfServer(service, server);
    state = combinedHealth(state, health);
    if (health === 'up') up++;
  }
  return { state: state ?? 'notChecked', up, total: servers.length };
}
