/** The closed set of ways in which asking an endpoint can fail. Each kind has its sentence and next step in `describe`. */
export type FailureKind =
  | 'refused'
  | 'hostNotFound'
  | 'unreachable'
  | 'reset'
  | 'timedOut'
  | 'cancelled'
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
 * A certificate that a person may decide to pin: the server's own, or the authority's that vouches for it and that the
 * server shows along with it (as Elasticsearch does with the one that it makes for itself).
 */
export interface SeenCertificate {
  readonly of: 'server' | 'authority';
  readonly fingerprint: string;
  /** Whom it is for, by its own account: server text. */
  readonly name: string;
  /** Until when it is valid, in milliseconds since 1970. */
  readonly validTo: number;
}

/** What is known of a failure. `detail` is the server's or the system's own text: hostile, never shown unescaped. */
export interface Failure {
  readonly kind: FailureKind;
  /** One plain sentence for a person: what happened. Built from our own words and what is configured only. */
  readonly sentence: string;
  /** One plain sentence: what to do next. */
  readonly nextStep: string;
  /** The HTTP status, where a server answered. */
  readonly status?: number;
  /** The system's or OpenSSL's error code, such as ECONNREFUSED. */
  readonly code?: string;
  /** What the server said, at most 500 characters, never with credentials in it. */
  readonly detail?: string;
  /** For `redirected`: the address the server pointed to, without credentials. Server text: only offered, never followed. */
  readonly location?: string;
  /** The endpoint's URL with https, where the server asked for that on the same host. Only offered, never taken silently. */
  readonly betterUrl?: string;
  /** For `tls`, where the server is not trusted: what a person may decide to trust. Only offered. */
  readonly certificate?: SeenCertificate;
  /** For `rateLimited` and `serverError`: how long the server wants to be left alone. */
  readonly retryAfterSeconds?: number;
  /** Where in the request body a search engine found what it could not read, from 0 up, in bytes (see `errorPlaceOf`). */
  readonly place?: { readonly line: number; readonly column: number };
}

/** Thrown by everything in the core that asks an endpoint. Test with `isRequestFailure`: the class may exist once in each bundle. */
export class RequestFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.sentence, options);
    this.name = 'RequestFailure';
    this.failure = failure;
  }
}

/** Whether `error` carries a `Failure`, whichever bundle made it. */
export function isRequestFailure(error: unknown): error is RequestFailure {
  return error instanceof Error && error.name === 'RequestFailure' && 'failure' in error;
}

/** The request ended because its asker, or the client's owner, did not want it any more. */
export function cancelled(): RequestFailure {
  return new RequestFailure({
    kind: 'cancelled',
    sentence: 'The request was cancelled.',
    nextStep: 'Ask again when you need the answer.',
  });
}
