import type { Endpoint } from '../endpoints/endpoint';

/** What was under way when an error arose: enough to put it into a sentence. */
export interface Attempt {
  readonly endpoint: Endpoint;
  /** Where from, as in `DoorOptions.from`. */
  readonly from: string;
  /** `handshaking` is about TLS, `tunneling` about a proxy that was asked to connect: the connection itself stands. */
  readonly stage: 'connecting' | 'handshaking' | 'tunneling' | 'waiting' | 'reading';
  /** The proxy's origin, while it is the proxy that is being reached. */
  readonly proxy?: string;
  /** The client certificate that is shown, where it is past its end. */
  readonly expired?: ExpiredClient;
}

/** A client certificate that no server is likely to accept any more, by the path of its file. */
export interface ExpiredClient {
  readonly file: string;
  readonly on: Date;
}

/** The machine that a person sits at; any other place is worth naming. */
export const THIS_COMPUTER = 'this computer';

/** The endpoint's own. */
export const originOf = ({ endpoint }: Attempt): string => new URL(endpoint.url).origin;
/** Whom it is about, at the beginning of a sentence. */
export const nameOf = (attempt: Attempt): string =>
  attempt.proxy === undefined ? originOf(attempt) : `The proxy ${attempt.proxy}`;
export const hostOf = (attempt: Attempt): string => new URL(attempt.proxy ?? attempt.endpoint.url).hostname;
/** The end of a sentence that tells where it was tried from, if that is worth telling. */
export const elsewhere = ({ from }: Attempt): string => (from === THIS_COMPUTER ? '' : `, tried from ${from}`);
export const speaksHttp = ({ endpoint }: Attempt): boolean => endpoint.url.startsWith('http:');

/** Whom it is about, within a sentence. */
export const originOrProxy = (attempt: Attempt): string =>
  attempt.proxy === undefined ? originOf(attempt) : `the proxy ${attempt.proxy}`;
