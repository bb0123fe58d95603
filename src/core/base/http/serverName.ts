import * as l10n from '@vscode/l10n';
import { type Endpoint, hostValue } from '../endpoints/endpoint';
import { invalidFailure } from '../errors/failure';

/**
 * The name that requests use for an endpoint's server: its `host`, or its own `Host` header, which means the same, and
 * otherwise the host of its URL.
 *
 * @throws RequestFailure `invalid` if that header is not a valid `Host`
 */
export function serverNameOf({ url, host, headers, tls }: Endpoint) {
  const base = new URL(url);
  const own = host ?? Object.entries(headers).find(([name, value]) => isHost(name) && value !== '')?.[1];
  const address = `${base.protocol}//${own ?? base.host}`;
  if (own !== undefined && !(hostValue.safeParse(own).success && URL.canParse(address))) {
    throw invalidFailure(
      l10n.t('The host of this endpoint is not a valid host name.'),
      l10n.t('Edit the endpoint and set its host.'),
    );
  }
  const named = new URL(address);
  return {
    host: own ?? base.host,
    /** The origin with this name, which the server uses for absolute redirects to itself. */
    origin: named.origin,
    /** The name that its certificate must be for. Also the SNI, unless it is an IP address. */
    serverName: tls?.serverName ?? named.hostname.replace(/^\[(.*)\]$/, '$1'),
    /** Whether the name differs from the URL's. */
    isOwn: named.host !== base.host,
  };
}

const isHost = (name: string): boolean => name.toLowerCase() === 'host';
