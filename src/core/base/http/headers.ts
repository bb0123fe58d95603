import * as l10n from '@vscode/l10n';
import type { Endpoint } from '../endpoints/endpoint';
import { invalidFailure } from '../errors/failure';
import type { HttpRequest } from './httpClient';
import { serverNameOf } from './serverName';

/** Headers that control the connection or the framing. A wrong value could smuggle in a second request. */
const ownHeaders = new Set([
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

/** Whether this header is reserved for the connection or the framing, so that an endpoint may not set it. */
export function isConnectionHeader(name: string): boolean {
  return ownHeaders.has(name.toLowerCase());
}

/**
 * The headers of a request: our defaults, overridden by the endpoint's own headers and credentials.
 *
 * @param authorization for a user and password (see `loginOf`)
 * @throws RequestFailure `invalid` if an own header is reserved for the connection
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
  // No deflate: half of the servers that offer it send it raw, and all of them also offer gzip.
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
        // This header would name another server, but TLS and the check of redirects would not use that name.
        if (auth.header.toLowerCase() === 'host') {
          throw invalidFailure(
            l10n.t('The Host header cannot carry an API key.'),
            l10n.t('Edit the endpoint and choose another header.'),
          );
        }
        sent.set(auth.header.toLowerCase(), auth.key);
      }
      break;
  }
  return Object.fromEntries(sent);
}

function refuseConnectionHeader(name: string): void {
  if (!isConnectionHeader(name)) return;
  throw invalidFailure(
    l10n.t('The header {0} is reserved for the connection and cannot be set for an endpoint.', name),
    l10n.t('Edit the endpoint and remove this header.'),
  );
}
