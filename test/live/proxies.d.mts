/** What the suites use of proxies.mjs. */
export type ProxyName =
  | 'nginx that caches'
  | 'nginx that takes bodies off'
  | 'HAProxy that caches'
  | 'HAProxy that refuses a GET with a body'
  | 'Varnish that caches';

export function isInstalled(name: ProxyName): boolean;

export function startProxy(
  name: ProxyName,
  engineOrigin: string,
): Promise<{ readonly origin: string; stop(): Promise<void> }>;
