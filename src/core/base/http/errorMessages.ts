import * as l10n from '@vscode/l10n';
import { isLoopback } from '../endpoints/exposure';
import { type Failure, type FailureKind, isNotHttp, onlyProvisional } from '../errors/failure';
import { secretMask, withoutTokens } from '../secrets/secretsInText';
import { certificateMessage, clientCertificateRenewal } from './certificateMessages';
import {
  contactedHost,
  contactedOrigin,
  contextOrigin,
  type RequestContext,
  speaksHttp,
  withOrigin,
} from './requestContext';

/** The message that the user sees about a failure. */
export type UserMessage = Pick<Failure, 'kind' | 'sentence' | 'nextStep'>;
type Words = Omit<UserMessage, 'kind'>;

export function errorMessage(code: string, context: RequestContext): UserMessage {
  const certificate = certificateMessage(code, context);
  if (certificate !== undefined) return { kind: 'tls', ...certificate };
  if (code === onlyProvisional) {
    const sentence = l10n.t('{0} responded with an unexpected 1xx status.', contactedOrigin(context));
    return { kind: 'malformed', sentence, nextStep: checkUrlAndProxies() };
  }
  const kind = kindOf(code, context);
  return { kind, ...words[kind](context, code) };
}

type Described = Extract<
  FailureKind,
  'refused' | 'hostNotFound' | 'unreachable' | 'reset' | 'timedOut' | 'tls' | 'tooLarge' | 'malformed' | 'invalid'
>;

/** Errors from the server or OpenSSL if the server supports only TLS below 1.2, which Node does not support. */
const oldTls = /^ERR_SSL_(?:UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW|WRONG_SSL_VERSION|TLSV1_ALERT_PROTOCOL_VERSION)$/;

/** The error codes of Node (its page *Errors*, errno), undici (lib/core/errors.js), llhttp, and zlib (Z_, ERR_). */
const kindsOfCodes: readonly (readonly [kind: Described, codes: readonly string[]])[] = [
  ['refused', ['ECONNREFUSED']],
  ['hostNotFound', ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME']],
  ['unreachable', ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL', 'EACCES', 'EPERM']],
  ['timedOut', ['ETIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']],
  ['tooLarge', ['UND_ERR_HEADERS_OVERFLOW']],
  ['malformed', ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH']],
  ['invalid', ['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED', 'ERR_INVALID_CHAR']],
  ['tls', ['EPROTO']],
  ['reset', ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET']],
];

function kindOf(code: string, { stage }: RequestContext): Described {
  const known = kindsOfCodes.find(([, codes]) => codes.includes(code));
  if (known !== undefined) return known[0];
  if (/^(ERR_SSL_|ERR_TLS_|ERR_OSSL_)/.test(code)) return 'tls';
  if (isNotHttp(code) || /^(Z_|ERR__ERROR_|ERR_BROTLI|ERR_ZLIB)/.test(code)) return 'malformed';
  return stage === 'waiting' || stage === 'reading' ? 'reset' : 'unreachable';
}

const words: Record<Described, (context: RequestContext, code: string) => Words> = {
  refused: (context) => ({
    sentence: withOrigin(l10n.t('{0} refused the connection.', contactedOrigin(context)), context),
    nextStep:
      context.from !== 'local' && isLoopback(contactedHost(context))
        ? l10n.t(
            '{0} is the machine that requests are sent from. Use an address that can be reached from there.',
            contactedHost(context),
          )
        : l10n.t('Check that it is running, and that the host and port are correct.'),
  }),
  hostNotFound: (context, code) => ({
    sentence: withOrigin(l10n.t('The host {0} was not found.', contactedHost(context)), context),
    nextStep:
      code === 'EAI_AGAIN'
        ? l10n.t('Name resolution is temporarily unavailable. Check the network and the VPN, then try again.')
        : l10n.t('Check the spelling of the host name, and whether it requires a VPN.'),
  }),
  unreachable: (context, code) => ({
    sentence: withOrigin(
      code === 'EACCES' || code === 'EPERM'
        ? l10n.t('The system did not allow a connection to {0}.', contactedOrigin(context))
        : l10n.t('{0} cannot be reached.', contactedOrigin(context)),
      context,
    ),
    nextStep: l10n.t('Check the network, the VPN, and the firewall.'),
  }),
  reset: (context) => ({
    sentence:
      context.stage === 'reading'
        ? l10n.t('{0} closed the connection before its response was complete.', contactedOrigin(context))
        : l10n.t('{0} closed the connection without a response.', contactedOrigin(context)),
    nextStep:
      clientCertificateRenewal(context) ??
      (context.stage === 'waiting' && speaksHttp(context)
        ? l10n.t('Try again. If the error persists, the server may require HTTPS: change the URL.')
        : l10n.t('Try again. If the error persists, check the logs of the server and of any proxy in front of it.')),
  }),
  timedOut: timeoutMessage,
  tls: (context, code) => {
    if (oldTls.test(code)) {
      return {
        sentence: l10n.t('{0} does not support TLS 1.2 or 1.3.', contactedOrigin(context)),
        nextStep: l10n.t('Enable TLS 1.2 or later on the server.'),
      };
    }
    return code.startsWith('ERR_OSSL_')
      ? {
          sentence: l10n.t('A certificate or key for {0} cannot be read.', contactedOrigin(context)),
          nextStep: l10n.t('Check the files and the passphrase.'),
        }
      : {
          sentence: l10n.t('A secure connection to {0} could not be established.', contactedOrigin(context)),
          nextStep: l10n.t('Check the log of the server for the cause. The error code here is {0}.', code),
        };
  },
  tooLarge: (context) => ({
    sentence: l10n.t('The response headers from {0} are too large.', contactedOrigin(context)),
    nextStep: l10n.t('Check that the URL leads to the server itself, not to a login page that sets large cookies.'),
  }),
  malformed: (context, code) => ({
    sentence: isNotHttp(code)
      ? l10n.t('The response from {0} is not HTTP.', contactedOrigin(context))
      : l10n.t('The response from {0} is corrupted.', contactedOrigin(context)),
    nextStep:
      isNotHttp(code) && speaksHttp(context)
        ? l10n.t('Check the port. If the server uses HTTPS there, change the URL.')
        : l10n.t('Check the port, and any proxy in front of the server.'),
  }),
  invalid: () => ({
    sentence: l10n.t(
      'The request cannot be sent: its credentials or headers contain characters that HTTP does not allow.',
    ),
    nextStep: l10n.t('Edit the endpoint and enter its credentials and headers again.'),
  }),
};

/** The next step if something unexpected responds, perhaps another server or a proxy. */
export const checkUrlAndProxies = (): string =>
  l10n.t('Check the port and path of the URL, and any proxy in front of the server.');

/** The next step if the server names a URL that works; see `Failure.betterUrl`. */
export const changeUrlTo = (betterUrl: string): string =>
  l10n.t('Change the URL of the endpoint to {0}.', withoutTokens(betterUrl, secretMask));

/** A time limit passed: undici's, the system's, or our own. */
export function timeoutMessage(context: RequestContext): Words {
  const origin = contactedOrigin(context);
  switch (context.stage) {
    case 'connecting':
      return {
        sentence: withOrigin(l10n.t('{0} did not accept the connection in time.', origin), context),
        nextStep: l10n.t('Check the host and port, the VPN, and the firewall.'),
      };
    case 'handshaking':
      return {
        sentence: withOrigin(
          l10n.t('{0} accepted the connection but did not complete the TLS handshake in time.', origin),
          context,
        ),
        nextStep: l10n.t('Check the port, and that the server uses HTTPS there.'),
      };
    case 'tunneling':
      return {
        sentence: withOrigin(l10n.t('{0} did not connect to {1} in time.', origin, contextOrigin(context)), context),
        nextStep: l10n.t('Check that the proxy can reach the server.'),
      };
    case 'waiting':
      return {
        sentence: l10n.t('{0} did not respond in time.', origin),
        nextStep: l10n.t('Try again when the server is less busy, or request less data.'),
      };
    case 'reading':
      return {
        sentence: l10n.t('{0} did not complete its response in time.', origin),
        nextStep: l10n.t('Try again when the server or the network is less busy, or request less data.'),
      };
  }
}
