import * as z from 'zod/mini';
import { headerValue } from '../endpoints/endpoint';
import type { HttpClientOptions } from './httpClient';
import type { RequestOrigin } from './requestContext';

/**
 * VS Code's `http.*` settings and ours (`proxyScout.request.*`) as they are in the settings file, where each may have
 * any type. A value that is not valid counts as not set.
 */
const settingsSchema = z.object({
  proxySupport: z.catch(z.string(), 'override'),
  proxy: z.catch(z.string(), ''),
  /** One entry that is not a string must not discard the others. */
  noProxy: z.catch(z.array(z.catch(z.string(), '')), []),
  /** The value that VS Code sends as `Proxy-Authorization`. */
  proxyAuthorization: z.catch(headerValue, ''),
  proxyStrictSSL: z.catch(z.boolean(), true),
  systemCertificates: z.catch(z.boolean(), true),
  /** `proxyScout.request.timeoutSeconds`, 1 to 600. */
  timeoutSeconds: z.catch(z.number().check(z.gte(1), z.lte(600)), 30),
  /** `proxyScout.request.maxSizeMegabytes`, of 2^20 bytes, 1 to 1,024. */
  maxSizeMegabytes: z.catch(z.number().check(z.gte(1), z.lte(1024)), 64),
  /** `proxyScout.request.maxRefreshSizeMegabytes`, of 2^20 bytes, 1 to 4,096. */
  maxRefreshSizeMegabytes: z.catch(z.number().check(z.gte(1), z.lte(4096)), 256),
  /** `proxyScout.request.maxRefreshItems`, 1,000 to 10,000,000. */
  maxRefreshItems: z.catch(z.number().check(z.gte(1_000), z.lte(10_000_000)), 100_000),
});

type Environment = Readonly<Record<string, string | undefined>>;

/** The raw values of the settings, by the names above. */
export type RawNetworkSettings = Readonly<Partial<Record<keyof z.infer<typeof settingsSchema>, unknown>>>;

/**
 * How the client reaches an endpoint: by the settings and, if they name no proxy, by the environment's `HTTP_PROXY`,
 * `HTTPS_PROXY`, `ALL_PROXY`, and `NO_PROXY` (or the same in lower case).
 *
 * @param certificates returns the system's certificates. Called only if they are needed, because reading them is slow
 */
export function httpClientOptionsOf(
  raw: RawNetworkSettings,
  environment: Environment,
  target: URL,
  certificates: () => readonly string[] | undefined,
): HttpClientOptions {
  const settings = settingsSchema.parse(raw);
  const ofShell = proxyOfEnvironment(environment, target.protocol);
  // A SOCKS proxy of the shell is meant for programs that support it. One in http.proxy is reported as an error.
  const proxy =
    settings.proxySupport === 'off' ? '' : settings.proxy.trim() || (/^socks/i.test(ofShell) ? '' : ofShell);
  const isSecure = target.protocol === 'https:' || proxy.startsWith('https:');
  const extraCertificates = isSecure && settings.systemCertificates ? certificates() : undefined;
  return {
    proxy,
    noProxy: [...settings.noProxy.filter((one) => one !== ''), ...noProxyOfEnvironment(environment)],
    ...(settings.proxyAuthorization === '' ? {} : { proxyAuthorization: settings.proxyAuthorization }),
    proxyStrictSsl: settings.proxyStrictSSL,
    ...(extraCertificates === undefined ? {} : { extraCertificates }),
    answerTimeoutMs: settings.timeoutSeconds * 1000,
    maxBytes: Math.floor(settings.maxSizeMegabytes * 2 ** 20),
  };
}

/**
 * How a program of the shell reaches an endpoint: by the environment alone, with the defaults of the settings. The
 * client refuses a proxy that cannot be used, such as SOCKS.
 *
 * @param certificates as for `httpClientOptionsOf`
 */
export function httpClientOptionsOfShell(
  environment: Environment,
  target: URL,
  certificates: () => readonly string[] | undefined,
): HttpClientOptions {
  const options = httpClientOptionsOf({}, environment, target, certificates);
  return { ...options, proxy: proxyOfEnvironment(environment, target.protocol) };
}

/** The limits of one refresh of a proxy, for all its requests together. */
export function refreshLimitsOf(raw: RawNetworkSettings): { readonly maxBytes: number; readonly maxItems: number } {
  const { maxRefreshSizeMegabytes, maxRefreshItems } = settingsSchema.parse(raw);
  return { maxBytes: Math.floor(maxRefreshSizeMegabytes * 2 ** 20), maxItems: Math.floor(maxRefreshItems) };
}

/** The machine that sends the requests. `remoteName` is VS Code's name for the remote; undefined if there is none. */
export function requestOriginOf(remoteName: string | undefined): RequestOrigin {
  return remoteName === undefined ? 'local' : (originsByRemote.get(remoteName) ?? 'remote');
}

const originsByRemote: ReadonlyMap<string, RequestOrigin> = new Map([
  ['dev-container', 'container'],
  ['attached-container', 'container'],
  ['wsl', 'wsl'],
  ['ssh-remote', 'ssh'],
  ['codespaces', 'codespace'],
]);

/** The variables in order of precedence: as in curl, lower case comes first, and an empty variable is not set. */
function proxyOfEnvironment(environment: Environment, protocol: string): string {
  // In a CGI program, the client of the web server sets HTTP_PROXY by its header `Proxy` (https://httpoxy.org).
  const isCgi = (environment.REQUEST_METHOD ?? '') !== '';
  const http = isCgi ? ['http_proxy'] : ['http_proxy', 'HTTP_PROXY'];
  const own = protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : http;
  return [...own, 'all_proxy', 'ALL_PROXY'].map((name) => environment[name]?.trim()).find((value) => value) ?? '';
}

function noProxyOfEnvironment({ no_proxy: lower, NO_PROXY: upper }: Environment): string[] {
  return (lower || upper || '').split(/[,\s]+/).filter((entry) => entry !== '');
}
