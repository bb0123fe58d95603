import { isLoopback } from '../endpoints/loopback';
import { isNotHttp, ONLY_PROVISIONAL } from '../errors/errorCode';
import type { Failure, FailureKind } from '../errors/failure';
import { certificateMessage, clientCertificateRenewal } from './certificateMessages';
import {
  contextHost,
  contextOrigin,
  contextSubject,
  originOrProxyName,
  type RequestContext,
  speaksHttp,
  THIS_COMPUTER,
  whereFromClause,
} from './requestContext';

/** What a person is told of a failure. */
export type UserMessage = Pick<Failure, 'kind' | 'sentence' | 'nextStep'>;
type Words = Omit<UserMessage, 'kind'>;

/** What an error's code means. */
export function errorMessage(code: string, context: RequestContext): UserMessage {
  const certificate = certificateMessage(code, context);
  if (certificate !== undefined) return { kind: 'tls', ...certificate };
  if (code === ONLY_PROVISIONAL) return { kind: 'malformed', ...provisionalWords(context) };
  const kind = kindOf(code, context);
  return { kind, ...words[kind](context, code) };
}

type Described = Extract<
  FailureKind,
  'refused' | 'hostNotFound' | 'unreachable' | 'reset' | 'timedOut' | 'tls' | 'tooLarge' | 'malformed' | 'invalid'
>;

/** TLS below 1.2, which Node does not speak: what the server or OpenSSL says of that. */
const OLD_TLS = /^ERR_SSL_(?:UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW|WRONG_SSL_VERSION|TLSV1_ALERT_PROTOCOL_VERSION)$/;

/** By the codes of Node (errors.md, errno), of undici (lib/core/errors.js), of llhttp and of zlib (Z_, ERR_). */
function kindOf(code: string, { stage }: RequestContext): Described {
  switch (code) {
    case 'ECONNREFUSED':
      return 'refused';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EAI_NODATA':
    case 'EAI_NONAME':
      return 'hostNotFound';
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EHOSTDOWN':
    case 'ENETDOWN':
    case 'EADDRNOTAVAIL':
    case 'EACCES':
    case 'EPERM':
      return 'unreachable';
    case 'ETIMEDOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return 'timedOut';
    case 'UND_ERR_HEADERS_OVERFLOW':
      return 'tooLarge';
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return 'malformed';
    case 'UND_ERR_INVALID_ARG':
    case 'UND_ERR_NOT_SUPPORTED':
    case 'ERR_INVALID_CHAR':
      return 'invalid';
    case 'EPROTO':
      return 'tls';
    case 'ECONNRESET':
    case 'ECONNABORTED':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return 'reset';
  }
  if (/^(ERR_SSL_|ERR_TLS_|ERR_OSSL_)/.test(code)) return 'tls';
  if (isNotHttp(code) || /^(Z_|ERR__ERROR_|ERR_BROTLI|ERR_ZLIB)/.test(code)) return 'malformed';
  return stage === 'waiting' || stage === 'reading' ? 'reset' : 'unreachable';
}

const words: Record<Described, (attempt: RequestContext, code: string) => Words> = {
  refused: (context) => ({
    sentence: `${contextSubject(context)} refused the connection${whereFromClause(context)}.`,
    nextStep:
      context.from !== THIS_COMPUTER && isLoopback(contextHost(context))
        ? `Asked from ${context.from}, ${contextHost(context)} is ${context.from} itself: give an address that leads out of it.`
        : 'Check that it is running, and that the host and the port are right.',
  }),
  hostNotFound: (context, code) => ({
    sentence: `The host ${contextHost(context)} was not found${whereFromClause(context)}.`,
    nextStep:
      code === 'EAI_AGAIN'
        ? 'Name resolution did not answer just now: check the network or the VPN, then try again.'
        : 'Check the spelling of the host name, and whether it needs a VPN.',
  }),
  unreachable: (context, code) => ({
    sentence:
      code === 'EACCES' || code === 'EPERM'
        ? `The system did not allow a connection to ${originOrProxyName(context)}${whereFromClause(context)}.`
        : `${contextSubject(context)} could not be reached${whereFromClause(context)}.`,
    nextStep: 'Check the network, the VPN and the firewall.',
  }),
  reset: (context) => ({
    sentence:
      context.stage === 'reading'
        ? `${contextSubject(context)} closed the connection in the middle of its answer.`
        : `${contextSubject(context)} closed the connection without an answer.`,
    nextStep:
      clientCertificateRenewal(context) ??
      (context.stage === 'waiting' && speaksHttp(context)
        ? 'Try again; if it happens every time, the server may expect https: change the URL.'
        : 'Try again; if it happens every time, see the log of the server or of the proxy before it.'),
  }),
  timedOut: timeoutMessage,
  tls: (context, code) => {
    if (OLD_TLS.test(code)) {
      return {
        sentence: `${contextSubject(context)} speaks no version of TLS that is accepted here: 1.2 or 1.3.`,
        nextStep: 'Let the server speak TLS 1.2 or newer.',
      };
    }
    return {
      sentence: code.startsWith('ERR_OSSL_')
        ? `A certificate or key for ${originOrProxyName(context)} cannot be read.`
        : `A secure connection to ${originOrProxyName(context)} could not be made.`,
      nextStep: code.startsWith('ERR_OSSL_')
        ? 'Check the files and the passphrase.'
        : `See the log of the server for the reason (here: ${code}).`,
    };
  },
  tooLarge: (context) => ({
    sentence: `The header of the answer of ${originOrProxyName(context)} is too large.`,
    nextStep: 'Check that the URL leads to the server itself and not to a login page with large cookies.',
  }),
  malformed: (context, code) => ({
    sentence: isNotHttp(code)
      ? `${contextSubject(context)} does not answer in HTTP.`
      : `The answer of ${originOrProxyName(context)} arrived damaged.`,
    nextStep:
      isNotHttp(code) && speaksHttp(context)
        ? 'Check the port; if the server speaks https there, change the URL.'
        : 'Check the port, and what stands between here and the server.',
  }),
  invalid: () => ({
    sentence: 'The request cannot be sent: its credentials or headers hold characters that HTTP does not allow.',
    nextStep: 'Edit the endpoint and enter its credentials and headers again.',
  }),
};

function provisionalWords(context: RequestContext): Words {
  return {
    sentence: `${contextSubject(context)} answered with a status of 1xx, which was not asked for.`,
    nextStep: 'Check the port and the path of the URL, and what stands between here and the server.',
  };
}

/** A time limit passed: undici's, the system's or our own. */
export function timeoutMessage(context: RequestContext): Words {
  switch (context.stage) {
    case 'connecting':
      return {
        sentence: `${contextSubject(context)} did not accept a connection in time${whereFromClause(context)}.`,
        nextStep: 'Check the host and the port, and whether a VPN or a firewall stands between.',
      };
    case 'handshaking':
      return {
        sentence: `${contextSubject(context)} took the connection, but did not answer the TLS handshake in time${whereFromClause(context)}.`,
        nextStep: 'Check the port, and that the server speaks https there.',
      };
    case 'tunneling':
      return {
        sentence: `${contextSubject(context)} did not connect to ${contextOrigin(context)} in time${whereFromClause(context)}.`,
        nextStep: 'Check that the proxy can reach the server.',
      };
    case 'waiting':
      return {
        sentence: `${contextSubject(context)} did not answer in time.`,
        nextStep: 'Try again when the server is less busy, or ask for less.',
      };
    case 'reading':
      return {
        sentence: `The answer of ${originOrProxyName(context)} did not arrive whole in time.`,
        nextStep: 'Try again when the server or the network is less busy, or ask for less.',
      };
  }
}
