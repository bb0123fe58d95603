import * as l10n from '@vscode/l10n';

/** The ways in which a request to an endpoint can fail. Each has its sentence and next step (see `errorMessage`). */
export type FailureKind =
  | 'refused'
  | 'hostNotFound'
  | 'unreachable'
  | 'reset'
  | 'timedOut'
  | 'canceled'
  | 'tls'
  | 'proxy'
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'redirected'
  | 'notAnApi'
  | 'tooLarge'
  | 'malformed'
  | 'rateLimited'
  | 'serverError'
  | 'rejected'
  | 'invalid';

/**
 * A certificate that may be offered for pinning: the server's own, or that of the authority that signed it, if the
 * server sends it (as Elasticsearch does with the authority that it generates).
 */
export interface SeenCertificate {
  readonly of: 'server' | 'authority';
  readonly fingerprint: string;
  readonly isSelfSigned: boolean;
  /** The name in the certificate: server text. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly validTo: number;
}

/** The facts of a failure. `detail` is the server's or the system's own text: hostile, never shown unescaped. */
export interface Failure {
  readonly kind: FailureKind;
  /** The event in our own words, translated, with configured values only. */
  readonly sentence: string;
  /** The next step for the user, likewise. */
  readonly nextStep: string;
  /** The HTTP status, if a server responded. */
  readonly status?: number;
  /** The system's or OpenSSL's error code, such as ECONNREFUSED. */
  readonly code?: string;
  /** The server's own explanation: at most 500 characters, never with credentials. */
  readonly detail?: string;
  /** For `redirected`: the target, without credentials. Server text: only offered, never followed. */
  readonly location?: string;
  /** The endpoint's URL with https, if the server asked for https. Only offered, never used silently. */
  readonly betterUrl?: string;
  /** For `tls`, if the server is not trusted: the certificate that may be offered for pinning. */
  readonly certificate?: SeenCertificate;
  /** For `rateLimited` and `serverError`: how long the server asks to wait. */
  readonly retryAfterSeconds?: number;
  /** Where in the request body the search engine found an error: zero-based, in bytes (see `errorPlaceOf`). */
  readonly place?: { readonly line: number; readonly column: number };
}

/** The error of all functions that send requests. Test with `isRequestFailure`: each bundle may have its own class. */
export class RequestFailure extends Error {
  constructor(readonly failure: Failure) {
    super(failure.sentence);
    this.name = 'RequestFailure';
  }
}

/** Whether `error` carries a `Failure`, whichever bundle created it. */
export function isRequestFailure(error: unknown): error is RequestFailure {
  return error instanceof Error && error.name === 'RequestFailure' && 'failure' in error;
}

/** What was asked for cannot be done, for a reason of ours. Both texts are our own words. */
export function invalidFailure(sentence: string, nextStep: string): RequestFailure {
  return new RequestFailure({ kind: 'invalid', sentence, nextStep });
}

/** The request was canceled by its caller, or the client was closed. */
export function canceledFailure(): RequestFailure {
  return new RequestFailure({
    kind: 'canceled',
    sentence: l10n.t('The request was canceled.'),
    nextStep: l10n.t('Try again if you need the response.'),
  });
}

/** The user's remedy for a failure besides trying again. */
export type Remedy = 'certificate' | 'credentials';

/** The action for a failure, if there is one: trusting the certificate, or entering other credentials. */
export function remedyOf({ kind, certificate }: Pick<Failure, 'kind' | 'certificate'>): Remedy | undefined {
  if (certificate !== undefined) return 'certificate';
  return kind === 'unauthorized' || kind === 'forbidden' ? 'credentials' : undefined;
}

/** undici's error for what llhttp cannot parse; it should have an HPE_ code, but not always does. */
const notHttp = 'HTTPParserError';
/** Whether the response was not HTTP. */
export const isNotHttp = (code: string): boolean => code === notHttp || code.startsWith('HPE_');

/** Our own code for an unrequested status 100 or 101, at which undici ends the connection without a code. */
export const onlyProvisional = 'ONLY_PROVISIONAL';
const provisionalErrors: ReadonlySet<string> = new Set(['bad response', 'bad upgrade']);

/** The first code in an error's chain of causes. For an AggregateError, that of the first error. */
export function codeOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; depth++) {
    if ('code' in at && at.code === 'UND_ERR_SOCKET' && provisionalErrors.has(at.message)) return onlyProvisional;
    if ('code' in at && typeof at.code === 'string') return at.code;
    if (at.name === notHttp) return notHttp;
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return '';
}
