import type { Endpoint } from '../endpoints/endpoint';

/** What was under way when an error arose: enough to put it into a sentence. */
export interface RequestContext {
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
export const contextOrigin = ({ endpoint }: RequestContext): string => new URL(endpoint.url).origin;
/** Whom it is about, at the beginning of a sentence. */
export const contextSubject = (context: RequestContext): string =>
  context.proxy === undefined ? contextOrigin(context) : `The proxy ${context.proxy}`;
export const contextHost = (context: RequestContext): string => new URL(context.proxy ?? context.endpoint.url).hostname;
/** The end of a sentence that tells where it was tried from, if that is worth telling. */
export const whereFromClause = ({ from }: RequestContext): string =>
  from === THIS_COMPUTER ? '' : `, tried from ${from}`;
export const speaksHttp = ({ endpoint }: RequestContext): boolean => endpoint.url.startsWith('http:');

/** Whom it is about, within a sentence. */
export const originOrProxyName = (context: RequestContext): string =>
  context.proxy === undefined ? contextOrigin(context) : `the proxy ${context.proxy}`;
