import type { Service } from './model';

type Server = NonNullable<NonNullable<Service['loadBalancer']>['servers']>[number];

/**
 * Whether a server answers its health checks. `not checked` where the API reports nothing, and also where it says UP
 * without a health check: every server starts as UP, and only a check changes that.
 */
export type Health = 'up' | 'down' | 'not checked';

/** The health of one of a service's servers. */
export function healthOf({ serverStatus, loadBalancer }: Service, { url, address }: Server): Health {
  const reported = serverStatus?.[url ?? address ?? ''];
  if (reported === 'DOWN') return 'down';
  return reported === 'UP' && loadBalancer?.healthCheck !== undefined ? 'up' : 'not checked';
}
