import * as z from 'zod/mini';
import { headerValue } from '../endpoints/endpoint';
import type { HttpClientOptions } from './httpClient';

/**
 * VS Code's `http.*` settings and ours (`proxyScout.request.*`), as they stand in a person's settings file: any of them may
 * be of any type. One that cannot be used counts as not set.
 */
const settingsSchema = z.object({
  proxySupport: z.catch(z.string(), 'override'),
  proxy: z.catch(z.string(), ''),
  /** One that is no string takes none of the others away. */
  noProxy: z.catch(z.array(z.catch(z.string(), '')), []),
  /** What VS Code sends as `Proxy-Authorization`. */
  proxyAuthorization: z.catch(headerValue, ''),
  proxyStrictSSL: z.catch(z.boolean(), true),
  systemCertificates: z.catch(z.boolean(), true),
  /** `proxyScout.request.timeoutSeconds`, 1 to 600. */
  timeoutSeconds: z.catch(z.number().check(z.gte(1), z.lte(600)), 30),
  /** `proxyScout.request.maxSizeMiB`, 1 to 1,024. */
  maxSizeMiB: z.catch(z.number().check(z.gte(1), z.lte(1024)), 64),
  /** `proxyScout.request.maxRefreshSizeMiB`, 1 to 4,096. */
  maxRefreshSizeMiB: z.catch(z.number().check(z.gte(1), z.lte(4096)), 256),
  /** `proxyScout.request.maxRefreshItems`, 1,000 to 10,000,000. */
  maxRefreshItems: z.catch(z.number().check(z.gte(1_000), z.lte(10_000_000)), 500_000),
});

/** The raw values of the settings, by the names above. */
export type RawNetworkSettings = Readonly<Record<keyof z.infer<typeof settingsSchema>, unknown>>;

/**
 * How an endpoint is reached, by the settings and, where they name no proxy, by the environment's `HTTP_PROXY`,
 * `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`.
 *
 * @param certificates the system's; read only where they are needed, as that takes some 50 ms
 */
export function httpClientOptionsOf(
  raw: RawNetworkSettings,
  environment: Readonly<Record<string, string | undefined>>,
  target: URL,
  certificates: () => readonly string[] | undefined,
): HttpClientOptions {
  const settings = settingsSchema.parse(raw);
  const proxy =
    settings.proxySupport === 'off' ? '' : settings.proxy.trim() || proxyOfEnvironment(environment, target.protocol);
  const isSecure = target.protocol === 'https:' || proxy.startsWith('https:');
  const extraCertificates = isSecure && settings.systemCertificates ? certificates() : undefined;
  return {
    proxy,
    noProxy: [...settings.noProxy.filter((one) => one !== ''), ...noProxyOfEnvironment(environment)],
    ...(settings.proxyAuthorization === '' ? {} : { proxyAuthorization: settings.proxyAuthorization }),
    proxyStrictSsl: settings.proxyStrictSSL,
    ...(extraCertificates === undefined ? {} : { extraCertificates }),
    answerTimeoutMs: settings.timeoutSeconds * 1000,
    maxBytes: Math.floor(settings.maxSizeMiB * 2 ** 20),
  };
}

/** What one refresh of a proxy may take, over all that it asks: in bytes, and in items. */
export function refreshLimitsOf(raw: RawNetworkSettings): { readonly maxBytes: number; readonly maxItems: number } {
  const { maxRefreshSizeMiB, maxRefreshItems } = settingsSchema.parse(raw);
  return { maxBytes: Math.floor(maxRefreshSizeMiB * 2 ** 20), maxItems: Math.floor(maxRefreshItems) };
}

/** Where requests come from, as a person would say it, by VS Code's name for the remote; undefined where there is none. */
export function requestOriginName(remoteName: string | undefined): string {
  switch (remoteName) {
    case undefined:
      return 'this computer';
    case 'dev-container':
    case 'attached-container':
      return 'the container';
    case 'wsl':
      return 'WSL';
    case 'ssh-remote':
      return 'the SSH host';
    case 'codespaces':
      return 'the codespace';
    default:
      return 'the remote host';
  }
}

function proxyOfEnvironment(environment: Readonly<Record<string, string | undefined>>, protocol: string): string {
  const own = protocol === 'https:' ? ['HTTPS_PROXY', 'https_proxy'] : ['HTTP_PROXY', 'http_proxy'];
  const proxy = [...own, 'ALL_PROXY', 'all_proxy'].map((name) => environment[name]).find((value) => value);
  // The shell's SOCKS proxy is meant for programs that speak it; one in http.proxy is told of as unusable.
  return proxy === undefined || /^socks/i.test(proxy) ? '' : proxy;
}

function noProxyOfEnvironment(environment: Readonly<Record<string, string | undefined>>): string[] {
  const list = environment.NO_PROXY ?? environment.no_proxy ?? '';
  return list.split(',').flatMap((entry) => entry.trim() || []);
}
