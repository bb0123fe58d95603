import { codeOf, ONLY_PROVISIONAL } from '../errors/errorCode';
import { RequestFailure } from '../errors/failure';
import { certificateMessage, isUnknownAuthority, unacceptableCertificate } from './certificateMessages';
import { errorMessage, timeoutMessage, type UserMessage } from './errorMessages';
import { contextOrigin, type RequestContext } from './requestContext';
import { serverText } from './serverText';
import type { CertificateRefusal } from './verifyCertificate';

/**
 * Says what an error of Node, OpenSSL, undici or zlib means for a person. The error itself does not travel on, not even
 * as a cause: undici's hold sockets and headers, and with them credentials.
 */
export function describeError(error: unknown, context: RequestContext): RequestFailure {
  if (error instanceof RequestFailure) return error;
  const code = codeOf(error);
  const told = errorMessage(code, context);
  const detail = error instanceof Error ? serverText(reasonOf(error), context.endpoint) : undefined;
  return new RequestFailure({
    ...(context.proxy === undefined ? told : blameProxy(told)),
    ...(code === '' || code === ONLY_PROVISIONAL ? {} : { code }),
    ...(detail === undefined ? {} : { detail }),
  });
}

/** The server is not trusted, or not the one that is pinned. `mismatch` is what Node says of its names. */
export function notTrusted(
  context: RequestContext,
  { why, seen }: CertificateRefusal,
  mismatch: string,
): RequestFailure {
  const atProxy = context.proxy !== undefined;
  const words = certificateMessage(why, context, atProxy ? undefined : seen) ?? unacceptableCertificate(why, context);
  const told: UserMessage = { kind: 'tls', ...words };
  const said = serverText(mismatch, context.endpoint);
  return new RequestFailure({
    ...(atProxy ? blameProxy(told) : told),
    ...(/^[A-Z_]+$/.test(why) ? { code: why } : {}),
    ...(said === undefined ? {} : { detail: said }),
    ...(atProxy || seen === undefined || !isUnknownAuthority(why) ? {} : { certificate: seen }),
  });
}

/** One of our own time limits passed. */
export function timedOut(context: RequestContext, milliseconds: number): RequestFailure {
  const told = { ...timeoutMessage(context), kind: 'timedOut' as const };
  return new RequestFailure({
    ...(context.proxy === undefined ? told : blameProxy(told)),
    detail: `No more than ${milliseconds / 1000} s are waited for this.`,
  });
}

/** The body, once decompressed, is larger than the client lets in. */
export function tooLarge(context: RequestContext, maxBytes: number): RequestFailure {
  return new RequestFailure({
    kind: 'tooLarge',
    sentence: `The answer of ${contextOrigin(context)} is larger than ${sizeOf(maxBytes)}.`,
    nextStep: 'Ask for less at once: fewer results or fewer fields.',
  });
}

/** The body comes in an encoding that was not asked for, or in a whole chain of them. */
export function unreadableEncoding(context: RequestContext): RequestFailure {
  return new RequestFailure({
    kind: 'malformed',
    sentence: `The answer of ${contextOrigin(context)} is compressed in a way that was not asked for.`,
    nextStep: 'Check what stands between here and the server.',
  });
}

/** A proxy refused to pass a request on, with an HTTP status of its own. */
export function refusedByProxy(context: RequestContext, proxy: string, status: number): RequestFailure {
  const asksCredentials = status === 407;
  return new RequestFailure({
    kind: 'proxy',
    sentence: asksCredentials
      ? `The proxy ${proxy} asks for credentials.`
      : `The proxy ${proxy} did not connect to ${contextOrigin(context)} (status ${status}).`,
    nextStep: asksCredentials
      ? 'Put the user name and password into the proxy address of the setting http.proxy, or set http.proxyAuthorization.'
      : 'If the endpoint can be reached without the proxy, add its host to the setting http.noProxy.',
    status,
  });
}

/** The proxy of the settings, or of the environment, cannot be used. */
export function unusableProxy(): RequestFailure {
  return new RequestFailure({
    kind: 'proxy',
    sentence: 'The configured proxy cannot be used.',
    nextStep: 'Set http.proxy to an address that starts with http:// or https://; SOCKS proxies are not supported.',
  });
}

/** A request that would not be safe, or not possible, to send. `sentence` and `nextStep` are our own words. */
export function notSendable(sentence: string, nextStep: string): RequestFailure {
  return new RequestFailure({ kind: 'invalid', sentence, nextStep });
}

/** OpenSSL's bare reason is more readable than its message, which holds addresses and source lines. */
const reasonOf = (error: Error): string =>
  'reason' in error && typeof error.reason === 'string' ? error.reason : error.message;

const blameProxy = (told: UserMessage): UserMessage => ({
  kind: 'proxy',
  sentence: told.sentence,
  nextStep: `${told.nextStep} The settings are http.proxy, http.noProxy and http.proxyStrictSSL.`,
});

function sizeOf(bytes: number): string {
  const mebibytes = bytes / 2 ** 20;
  return mebibytes >= 1 ? `${Math.floor(mebibytes)} MiB` : `${bytes} bytes`;
}
