import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { codeOf, onlyProvisional, RequestFailure } from '../errors/failure';
import { certificateMessage, isUnknownAuthority, unacceptableCertificate } from './certificateMessages';
import { errorMessage, timeoutMessage, type UserMessage } from './errorMessages';
import { contextOrigin, type RequestContext } from './requestContext';
import { serverText } from './serverText';
import type { CertificateRefusal } from './verifyCertificate';

/**
 * Describes an error from Node, OpenSSL, undici, or zlib. The caller never gets the error itself, not even as a cause,
 * because undici's errors hold sockets and headers, which include credentials.
 */
export function describeError(error: unknown, context: RequestContext): RequestFailure {
  if (error instanceof RequestFailure) return error;
  const code = codeOf(error);
  const message = errorMessage(code, context);
  const detail = error instanceof Error ? serverText(reasonOf(error), context.endpoint) : undefined;
  return new RequestFailure({
    ...(context.proxy === undefined ? message : blameProxy(message)),
    ...(code === '' || code === onlyProvisional ? {} : { code }),
    ...(detail === undefined ? {} : { detail }),
  });
}

/** The server is not trusted, or does not match the pin. `mismatch` is Node's message about the certificate's names. */
export function notTrusted(
  context: RequestContext,
  { why, seen }: CertificateRefusal,
  mismatch: string,
): RequestFailure {
  const atProxy = context.proxy !== undefined;
  const words = certificateMessage(why, context, atProxy ? undefined : seen) ?? unacceptableCertificate(why, context);
  const told: UserMessage = { kind: 'tls', ...words };
  const serverWords = serverText(mismatch, context.endpoint);
  return new RequestFailure({
    ...(atProxy ? blameProxy(told) : told),
    ...(/^[A-Z_]+$/.test(why) ? { code: why } : {}),
    ...(serverWords === undefined ? {} : { detail: serverWords }),
    ...(atProxy || seen === undefined || !isUnknownAuthority(why) ? {} : { certificate: seen }),
  });
}

export function timedOut(context: RequestContext, milliseconds: number): RequestFailure {
  const told = { ...timeoutMessage(context), kind: 'timedOut' as const };
  return new RequestFailure({
    ...(context.proxy === undefined ? told : blameProxy(told)),
    detail: l10n.t('Timed out after {0} s.', numberText(milliseconds / 1000)),
  });
}

/** The decompressed body is larger than the client allows. */
export function tooLarge(context: RequestContext, maxBytes: number): RequestFailure {
  return new RequestFailure({
    kind: 'tooLarge',
    sentence: l10n.t(
      'The response from {0} is larger than {1} MiB.',
      contextOrigin(context),
      numberText(maxBytes / 2 ** 20),
    ),
    nextStep: l10n.t('Request less at a time: fewer results or fewer fields.'),
  });
}

/** The body has an encoding that was not requested, or a whole chain of them. */
export function unreadableEncoding(context: RequestContext): RequestFailure {
  return new RequestFailure({
    kind: 'malformed',
    sentence: l10n.t('The response from {0} uses a compression that was not requested.', contextOrigin(context)),
    nextStep: l10n.t('Check any proxy in front of the server.'),
  });
}

/** A proxy refused to forward a request, with an HTTP status of its own. */
export function refusedByProxy(context: RequestContext, proxy: string, status: number): RequestFailure {
  const needsCredentials = status === 407;
  return new RequestFailure({
    kind: 'proxy',
    sentence: needsCredentials
      ? l10n.t('The HTTP proxy {0} requires credentials.', proxy)
      : l10n.t(
          'The HTTP proxy {0} did not connect to {1} (status {2}).',
          proxy,
          contextOrigin(context),
          String(status),
        ),
    nextStep: needsCredentials ? setProxyCredentials() : bypassProxy(),
    status,
  });
}

/** The next step after an HTTP proxy responded with status 407. */
export const setProxyCredentials = (): string =>
  l10n.t(
    'Add the user name and password to the proxy address in the setting http.proxy, or set http.proxyAuthorization.',
  );

/** The next step after an HTTP proxy blocked a request. */
export const bypassProxy = (): string =>
  l10n.t('If the endpoint can be reached without the proxy, add its host to the setting http.noProxy.');

/** The proxy from the settings or the environment cannot be used. */
export function unusableProxy(): RequestFailure {
  return new RequestFailure({
    kind: 'proxy',
    sentence: l10n.t('The configured HTTP proxy cannot be used.'),
    nextStep: l10n.t(
      'Set http.proxy to an address that starts with http:// or https://. SOCKS proxies are not supported.',
    ),
  });
}

/** OpenSSL's reason is more readable than its message, which contains addresses and source lines. */
const reasonOf = (error: Error): string =>
  'reason' in error && typeof error.reason === 'string' ? error.reason : error.message;

const blameProxy = (told: UserMessage): UserMessage => ({
  kind: 'proxy',
  sentence: l10n.t('HTTP proxy error: {0}', told.sentence),
  nextStep: `${told.nextStep} ${l10n.t('The proxy settings are http.proxy, http.noProxy, and http.proxyStrictSSL.')}`,
});
