import type { Endpoint } from '../endpoints/endpoint';
import { notSendable } from './describeError';
import type { HttpRequest } from './httpClient';
import { serverNameOf } from './serverName';

/** Those that belong to the connection or the framing; one that lies about them could smuggle a second request. */
const OURS = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Whether an endpoint may not have this header as one of its own, because it belongs to the connection or the framing. */
export function isConnectionHeader(name: string): boolean {
  return OURS.has(name.toLowerCase());
}

/**
 * The header of a request to the endpoint: its own headers and credentials, which say more than our defaults.
 *
 * @param authorization that of a user and password (see `loginOf`)
 * @throws RequestFailure `invalid` where an own header is one of the connection's
 */
export function requestHeaders(
  endpoint: Endpoint,
  { body }: HttpRequest,
  authorization: string | undefined,
): Record<string, string> {
  const { auth, headers } = endpoint;
  const sent = new Map([
    ['user-agent', 'Proxy-Scout'],
    ['accept', 'application/json'],
  ]);
  if (body !== undefined) sent.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(headers)) {
    refuseConnectionHeader(name);
    sent.set(name.toLowerCase(), value);
  }
  sent.set('host', serverNameOf(endpoint).host);
  // Not deflate: half of the servers that offer it send it raw, and all that have it have gzip.
  sent.set('accept-encoding', 'gzip, br');
  switch (auth.type) {
    case 'none':
      break;
    case 'basic':
      sent.delete('authorization');
      if (authorization !== undefined) sent.set('authorization', authorization);
      break;
    case 'bearer':
      sent.set('authorization', `Bearer ${auth.token}`);
      break;
    case 'apiKey':
      if (auth.header === undefined) sent.set('authorization', `ApiKey ${auth.key}`);
      else {
        refuseConnectionHeader(auth.header);
        // It would name another server, in this place only: not in TLS, and not where a redirect is judged.
        if (auth.header.toLowerCase() === 'host') {
          throw notSendable('The header Host cannot carry an API key.', 'Edit the endpoint and name another header.');
        }
        sent.set(auth.header.toLowerCase(), auth.key);
      }
      break;
  }
  return Object.fromEntries(sent);
}

function refuseConnectionHeader(name: string): void {
  if (!isConnectionHeader(name)) return;
  throw notSendable(
    `The header ${name} cannot be set for an endpoint: it belongs to the connection.`,
    'Edit the endpoint and remove that header.',
  );
}
