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
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.sentence, options);
    this.name = 'RequestFailure';
    this.failure = failure;
  }
}

/** Whether `error` carries a `Failure`, whichever bundle created it. */
export function isRequestFailure(error: unknown): error is RequestFailure {
  return error instanceof Error && error.name === 'RequestFailure' && 'failure' in error;
}

/** The request was canceled by its caller, or the client was closed. */
export function canceledFailure(): RequestFailure {
  return new RequestFailure({
    kind: 'canceled',
    sentence: l10n.t('The request was canceled.'),
    nextStep: l10n.t('Try again if you need the response.'),
  });
}
