import type { DoorOptions } from './door';
import { isLoopback } from './loopback';

/** The proxy between us and an endpoint. */
export interface ForwardProxy {
  /** Without credentials. */
  readonly url: URL;
  /** The value of `Proxy-Authorization`, from the user and password of the proxy's URL. */
  readonly authorization?: string;
}

/**
 * Which proxy a request to `target` goes through, by the editor's settings.
 *
 * @returns undefined for none
 * @throws TypeError where the proxy's address cannot be used: not a URL, or neither http nor https (SOCKS is neither)
 */
export function proxyFor(target: URL, options: Pick<DoorOptions, 'proxy' | 'noProxy'>): ForwardProxy | undefined {
  const address = options.proxy?.trim() ?? '';
  if (address === '' || isLoopback(target.hostname) || isReachedDirectly(target, options.noProxy ?? [])) {
    return undefined;
  }
  const url = new URL(address.includes('://') ? address : `http://${address}`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError('not an http proxy');
  const { username, password } = url;
  url.username = '';
  url.password = '';
  return username === '' && password === '' ? { url } : { url, authorization: basic(username, password) };
}

/**
 * Whether a pattern of `http.noProxy` covers `target`: `*`, or a host name that also stands for all below it, with or
 * without a leading `.` or `*.`, and with a port if only that one is meant.
 */
function isReachedDirectly(target: URL, patterns: readonly string[]): boolean {
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  return patterns.some((pattern) => {
    const [, name = '', onlyPort] = /^(.*?)(?::(\d+))?$/.exec(withBrackets(pattern.trim().toLowerCase())) ?? [];
    if (name === '' || (onlyPort !== undefined && onlyPort !== port)) return false;
    const suffix = name.replace(/^\*?\.?/, '.');
    return name === '*' || `.${target.hostname}`.endsWith(suffix);
  });
}

/** A bare IPv6 address as a URL's host names it; its last group would be taken for a port. */
const withBrackets = (name: string): string => (/^[\da-f]*:[\da-f.]*:[\da-f:.]*$/.test(name) ? `[${name}]` : name);

const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`, 'utf8').toString('base64')}`;
