import type { Endpoint } from '../endpoint';
import { type Failure, type FailureKind, RequestFailure } from './failure';
import { isLoopback } from './loopback';
import { serverText } from './serverText';

/** What was under way when an error arose: enough to put it into a sentence. */
export interface Attempt {
  readonly endpoint: Endpoint;
  /** Where from, as in `DoorOptions.from`. */
  readonly from: string;
  readonly stage: 'connecting' | 'waiting' | 'reading';
  /** The proxy's origin, while it is the proxy that is being reached. */
  readonly proxy?: string;
}

/** The machine that a person sits at; any other place is worth naming. */
export const THIS_COMPUTER = 'this computer';

type Told = Pick<Failure, 'kind' | 'sentence' | 'nextStep'>;

/**
 * Says what an error of Node, OpenSSL, undici or zlib means for a person. The error itself does not travel on, not even
 * as a cause: undici's hold sockets and headers, and with them credentials.
 */
export function describeError(error: unknown, attempt: Attempt): RequestFailure {
  if (error instanceof RequestFailure) return error;
  const code = codeOf(error);
  const told = tell(code, attempt);
  const detail = error instanceof Error ? serverText(reasonOf(error), attempt.endpoint) : undefined;
  return new RequestFailure({
    ...(attempt.proxy === undefined ? told : blameProxy(told)),
    ...(code === '' ? {} : { code }),
    ...(detail === undefined ? {} : { detail }),
  });
}

/** The request ended because its asker, or the door's owner, did not want it any more. */
export function cancelled(): RequestFailure {
  return new RequestFailure({
    kind: 'cancelled',
    sentence: 'The request was cancelled.',
    nextStep: 'Ask again when you need the answer.',
  });
}

/** One of our own time limits passed. */
export function timedOut(attempt: Attempt, milliseconds: number): RequestFailure {
  const told = { ...tellTimeout(attempt), kind: 'timedOut' as const };
  return new RequestFailure({
    ...(attempt.proxy === undefined ? told : blameProxy(told)),
    detail: `No more than ${milliseconds / 1000} s are waited for this.`,
  });
}

/** The body, once decompressed, is larger than the door lets in. */
export function tooLarge(attempt: Attempt, maxBytes: number): RequestFailure {
  return new RequestFailure({
    kind: 'tooLarge',
    sentence: `The answer of ${originOf(attempt)} is larger than ${sizeOf(maxBytes)}.`,
    nextStep: 'Ask for less at once: fewer results or fewer fields.',
  });
}

/** The body comes in an encoding that was not asked for, or in a whole chain of them. */
export function unreadableEncoding(attempt: Attempt): RequestFailure {
  return new RequestFailure({
    kind: 'malformed',
    sentence: `The answer of ${originOf(attempt)} is compressed in a way that was not asked for.`,
    nextStep: 'Check what stands between here and the server.',
  });
}

/** A proxy refused to pass a request on, with an HTTP status of its own. */
export function refusedByProxy(attempt: Attempt, proxy: string, status: number): RequestFailure {
  const asksCredentials = status === 407;
  return new RequestFailure({
    kind: 'proxy',
    sentence: asksCredentials
      ? `The proxy ${proxy} asks for credentials.`
      : `The proxy ${proxy} did not connect to ${originOf(attempt)} (status ${status}).`,
    nextStep: asksCredentials
      ? 'Put the user name and password into the proxy address of the setting http.proxy.'
      : 'If the endpoint can be reached without the proxy, add its host to the setting http.noProxy.',
    status,
  });
}

/** The setting that names the proxy cannot be used. */
export function unusableProxy(): RequestFailure {
  return new RequestFailure({
    kind: 'proxy',
    sentence: 'The proxy of the setting http.proxy cannot be used.',
    nextStep: 'Give an address that starts with http:// or https://; SOCKS proxies are not supported.',
  });
}

/** A request that would not be safe, or not possible, to send. `sentence` and `nextStep` are our own words. */
export function notSendable(sentence: string, nextStep: string): RequestFailure {
  return new RequestFailure({ kind: 'invalid', sentence, nextStep });
}

/** undici's error for what llhttp cannot read; it should carry an HPE_ code and does not always. */
const NOT_HTTP = 'HTTPParserError';
const isNotHttp = (code: string): boolean => code === NOT_HTTP || code.startsWith('HPE_');

/** The first code along an error's causes. An AggregateError of several addresses tries speaks by its first. */
export function codeOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; depth++) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    if (at.name === NOT_HTTP) return NOT_HTTP;
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return '';
}

/** OpenSSL's bare reason is more readable than its message, which holds addresses and source lines. */
const reasonOf = (error: Error): string =>
  'reason' in error && typeof error.reason === 'string' ? error.reason : error.message;

const originOf = ({ endpoint }: Attempt): string => new URL(endpoint.url).origin;
const nameOf = (attempt: Attempt): string =>
  attempt.proxy === undefined ? originOf(attempt) : `The proxy ${attempt.proxy}`;
const hostOf = (attempt: Attempt): string => new URL(attempt.proxy ?? attempt.endpoint.url).hostname;
const elsewhere = ({ from }: Attempt): string => (from === THIS_COMPUTER ? '' : `, tried from ${from}`);
const speaksHttp = ({ endpoint }: Attempt): boolean => endpoint.url.startsWith('http:');

function sizeOf(bytes: number): string {
  const mebibytes = bytes / 2 ** 20;
  return mebibytes >= 1 ? `${Math.floor(mebibytes)} MiB` : `${bytes} bytes`;
}

const blameProxy = (told: Told): Told => ({
  kind: 'proxy',
  sentence: told.sentence,
  nextStep: `${told.nextStep} The settings are http.proxy, http.noProxy and http.proxyStrictSSL.`,
});

function tell(code: string, attempt: Attempt): Told {
  const certificate = tellCertificate(code, attempt);
  if (certificate !== undefined) return { kind: 'tls', ...certificate };
  const kind = kindOf(code, attempt);
  return { kind, ...tellers[kind](attempt, code) };
}

type Described = Extract<
  FailureKind,
  'refused' | 'hostNotFound' | 'unreachable' | 'reset' | 'timedOut' | 'tls' | 'tooLarge' | 'malformed' | 'invalid'
>;

/** By the codes of Node (errors.md, errno), of undici (lib/core/errors.js), of llhttp and of zlib (Z_, ERR_). */
function kindOf(code: string, { stage }: Attempt): Described {
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
  return stage === 'connecting' ? 'unreachable' : 'reset';
}

const tellers: Record<Described, (attempt: Attempt, code: string) => Omit<Told, 'kind'>> = {
  refused: (attempt) => ({
    sentence: `${nameOf(attempt)} refused the connection${elsewhere(attempt)}.`,
    nextStep:
      attempt.from !== THIS_COMPUTER && isLoopback(hostOf(attempt))
        ? `Asked from ${attempt.from}, ${hostOf(attempt)} is ${attempt.from} itself: give an address that leads out of it.`
        : 'Check that it is running, and that the host and the port are right.',
  }),
  hostNotFound: (attempt, code) => ({
    sentence: `The host ${hostOf(attempt)} was not found${elsewhere(attempt)}.`,
    nextStep:
      code === 'EAI_AGAIN'
        ? 'Name resolution did not answer just now: check the network or the VPN, then try again.'
        : 'Check the spelling of the host name, and whether it needs a VPN.',
  }),
  unreachable: (attempt, code) => ({
    sentence:
      code === 'EACCES' || code === 'EPERM'
        ? `The system did not allow a connection to ${originOrProxy(attempt)}${elsewhere(attempt)}.`
        : `${nameOf(attempt)} could not be reached${elsewhere(attempt)}.`,
    nextStep: 'Check the network, the VPN and the firewall.',
  }),
  reset: (attempt) => ({
    sentence:
      attempt.stage === 'reading'
        ? `${nameOf(attempt)} closed the connection in the middle of its answer.`
        : `${nameOf(attempt)} closed the connection without an answer.`,
    nextStep:
      attempt.stage === 'waiting' && speaksHttp(attempt)
        ? 'Try again; if it happens every time, the server may expect https: change the URL.'
        : 'Try again; if it happens every time, see the log of the server or of the proxy before it.',
  }),
  timedOut: tellTimeout,
  tls: (attempt, code) => ({
    sentence: code.startsWith('ERR_OSSL_')
      ? `A certificate or key for ${originOrProxy(attempt)} cannot be read.`
      : `A secure connection to ${originOrProxy(attempt)} could not be made.`,
    nextStep: code.startsWith('ERR_OSSL_')
      ? 'Check the files and the passphrase.'
      : `See the log of the server for the reason (here: ${code}).`,
  }),
  tooLarge: (attempt) => ({
    sentence: `The header of the answer of ${originOrProxy(attempt)} is too large.`,
    nextStep: 'Check that the URL leads to the server itself and not to a login page with large cookies.',
  }),
  malformed: (attempt, code) => ({
    sentence: isNotHttp(code)
      ? `${nameOf(attempt)} does not answer in HTTP.`
      : `The answer of ${originOrProxy(attempt)} arrived damaged.`,
    nextStep:
      isNotHttp(code) && speaksHttp(attempt)
        ? 'Check the port; if the server speaks https there, change the URL.'
        : 'Check the port, and what stands between here and the server.',
  }),
  invalid: () => ({
    sentence: 'The request cannot be sent: its credentials or headers hold characters that HTTP does not allow.',
    nextStep: 'Edit the endpoint and enter its credentials and headers again.',
  }),
};

const originOrProxy = (attempt: Attempt): string =>
  attempt.proxy === undefined ? originOf(attempt) : `the proxy ${attempt.proxy}`;

function tellTimeout(attempt: Attempt): Omit<Told, 'kind'> {
  switch (attempt.stage) {
    case 'connecting':
      return {
        sentence: `${nameOf(attempt)} did not accept a connection in time${elsewhere(attempt)}.`,
        nextStep: 'Check the host and the port, and whether a VPN or a firewall stands between.',
      };
    case 'waiting':
      return {
        sentence: `${nameOf(attempt)} did not answer in time.`,
        nextStep: 'Try again when the server is less busy, or ask for less.',
      };
    case 'reading':
      return {
        sentence: `The answer of ${originOrProxy(attempt)} did not arrive whole in time.`,
        nextStep: 'Try again when the server or the network is less busy, or ask for less.',
      };
  }
}

const TRUST = 'If you trust it, add the certificate of its authority to those that the system trusts.';

/**
 * By the verification codes of OpenSSL (also BoringSSL's, the same in Node's spelling) and the reasons of its handshake.
 *
 * @see https://nodejs.org/api/tls.html#x509-certificate-error-codes
 */
function tellCertificate(code: string, attempt: Attempt): Omit<Told, 'kind'> | undefined {
  const name = nameOf(attempt);
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return { sentence: `${name} shows a self-signed certificate.`, nextStep: TRUST };
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_UNTRUSTED':
    case 'CERT_SIGNATURE_FAILURE':
      return { sentence: `${name} shows a certificate of an authority that is not trusted here.`, nextStep: TRUST };
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return {
        sentence: `${name} shows a certificate for another host.`,
        nextStep: 'Use a host name that the certificate is for.',
      };
    case 'CERT_HAS_EXPIRED':
      return {
        sentence: `${name} shows a certificate that has expired.`,
        nextStep: 'Renew it on the server; if it is new, check the clock of the system that asks.',
      };
    case 'CERT_NOT_YET_VALID':
      return {
        sentence: `${name} shows a certificate that is not valid yet.`,
        nextStep: 'Check the clocks of both systems.',
      };
    case 'CERT_REVOKED':
    case 'CERT_CHAIN_TOO_LONG':
    case 'INVALID_CA':
    case 'INVALID_PURPOSE':
    case 'CERT_REJECTED':
    case 'PATH_LENGTH_EXCEEDED':
      return {
        sentence: `${name} shows a certificate that cannot be accepted (${code}).`,
        nextStep: 'Give the server a certificate of an authority that the system trusts.',
      };
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
    case 'ERR_SSL_HTTP_REQUEST':
      return {
        sentence: `${name} does not speak https on this port.`,
        nextStep: 'Check the port, or try the URL with http.',
      };
    case 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED':
    case 'ERR_SSL_TLSV1_ALERT_CERTIFICATE_REQUIRED':
    case 'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE':
    case 'ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE':
    case 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA':
      return {
        sentence: `${name} asks for a client certificate and was not given one that it accepts.`,
        nextStep: 'Use an address of the server that takes other credentials.',
      };
    default:
      return undefined;
  }
}
