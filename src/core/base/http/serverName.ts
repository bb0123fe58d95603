import { type Endpoint, hostValue } from '../endpoints/endpoint';
import { notSendable } from './describeError';

/** Under which name an endpoint's server is asked. Its URL is the way there, and the name too unless another is set. */
interface Named {
  /** The `Host` header. */
  readonly host: string;
  /** The origin that this makes: where an absolute redirect of the server leads if it leads back to itself. */
  readonly origin: string;
  /** Whom its certificate must be for; also the server's name in TLS (SNI), unless it is an address. */
  readonly serverName: string;
  /** Whether it is another name than the URL's. */
  readonly isOwn: boolean;
}

/**
 * The name of an endpoint's server: by its `host`, or by an own header `Host`, which means the same.
 *
 * @throws RequestFailure `invalid` where that header holds what no `Host` can
 */
export function serverNameOf({ url, host, headers, tls }: Endpoint): Named {
  const base = new URL(url);
  const own = host ?? Object.entries(headers).find(([name, value]) => isHost(name) && value !== '')?.[1];
  const address = `${base.protocol}//${own ?? base.host}`;
  if (own !== undefined && !(hostValue.safeParse(own).success && URL.canParse(address))) {
    throw notSendable(
      'What this endpoint is to name as its host is no host name.',
      'Edit the endpoint and set its host.',
    );
  }
  const named = new URL(address);
  return {
    host: own ?? base.host,
    origin: named.origin,
    serverName: tls?.serverName ?? named.hostname.replace(/^\[(.*)\]$/, '$1'),
    isOwn: named.host !== base.host,
  };
}

const isHost = (name: string): boolean => name.toLowerCase() === 'host';
