import type { Service } from './model';

/** A server of a load balancer. */
export type ServiceServer = NonNullable<NonNullable<Service['loadBalancer']>['servers']>[number];

/**
 * Whether a server responds to its health checks. `notChecked` where the API reports nothing, and also where it says UP
 * without a health check: every server starts as UP, and only a check changes that.
 */
export type ServerHealth = 'up' | 'down' | 'notChecked';

/** Whether what stands behind a service or router answers its health checks. */
export interface ServiceHealth {
  /**
   * `up` and `down`: all of it; `partly`: some is down; `notChecked`: nothing is known to be down, but not all is known to
   * be up either.
   */
  readonly state: 'up' | 'down' | 'partly' | 'notChecked';
  /** How many of the servers below it are up: 0 where none is checked. */
  readonly up: number;
  /** How many servers are below it, those of each service counted once, however many ways lead there. */
  readonly total: number;
}

/**
 * The health of one of a service's servers, from `serverStatus` of `GET /api/{protocol}/services`. DOWN is believed
 * whatever the configuration says; UP only where there is a health check.
 */
export function healthOfServer(service: Service, server: ServiceServer): ServerHealth {
  const reported = reportOf(service, server);
  if (reported === 'DOWN') return 'down';
  return reported === 'UP' && service.loadBalancer?.healthCheck !== undefined ? 'up' : 'notChecked';
}

/** What the API reports of a server. Its keys are Go's spelling of the URL, which is not always the configuration's. */
function reportOf({ serverStatus }: Service, { url, address }: ServiceServer): string | undefined {
  if (serverStatus === undefined) return undefined;
  const written = url ?? address ?? '';
  if (Object.hasOwn(serverStatus, written)) return serverStatus[written];
  const spelling = spellingOf(written);
  return spelling === undefined ? undefined : reportsBySpelling(serverStatus).get(spelling);
}

type Reports = NonNullable<Service['serverStatus']>;

/** Spares normalizing every reported address again for each server of the service. */
const spelled = new WeakMap<Reports, ReadonlyMap<string, string | undefined>>();

/** What is reported of each server, by the spelling that its keys have in common; undefined where they contradict. */
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

/** One spelling for a URL's case of scheme and host, default port, escapes and slash at the end; undefined for no URL. */
function spellingOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).href.replace(/\/$/, '') : undefined;
}

type State = ServiceHealth['state'];

/** The state of several that share the work: adding one that is in it already changes nothing, nor does their order. */
export function combinedHealth(one: State | undefined, other: State): State {
  if (one === undefined || one === other) return other;
  // Up and not checked: what is known is not all. Any other two that differ have something down between them.
  return isUpOrUnknown(one) && isUpOrUnknown(other) ? 'notChecked' : 'partly';
}

function isUpOrUnknown(state: State): boolean {
  return state === 'up' || state === 'notChecked';
}

/** The health of a load balancer: that of its servers. Without any there is nothing to check. */
export function healthOfServers(service: Service): ServiceHealth {
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
