import type { Endpoint } from '../endpoints/endpoint';
import type { RequestOrigin } from './requestContext';

/** One request to the endpoint's own origin. There is no way to name another one. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /**
   * Appended to the endpoint's base URL; starts with `/`, already percent-encoded, may carry a query. It is sent as it
   * is; one with a `.` or `..` segment is refused, because it would name something else than its author meant.
   */
  readonly path: string;
  /** A JSON text, sent as `application/json` with Content-Length framing, also with GET. */
  readonly body?: string;
  /** Whether asking twice does no harm, so that a lost connection may be tried again. Default: GET only. */
  readonly repeatable?: boolean;
  readonly signal?: AbortSignal;
  /**
   * Told the size of each piece of the answer's body, decompressed, as it arrives: for whoever bounds many answers together.
   * Where it says false, the rest is not read, and the request rejects as `tooLarge`.
   */
  readonly onBytes?: (count: number) => boolean;
}

/** What a server answered, whatever its status. */
export interface HttpResponse {
  readonly status: number;
  /** Lower-case names; a repeated header's values are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decompressed body, decoded as UTF-8, without a byte order mark. */
  readonly body: string;
  /** The proxy's origin, where one was asked for it in whole and may have answered itself. */
  readonly relayedBy?: string;
}

/** What surrounds an endpoint's connections. Comes from the editor's settings, read by the vscode layer. */
export interface HttpClientOptions {
  /** Milliseconds until a connection stands: name, TCP, proxy and TLS together. Default 5,000. */
  readonly connectTimeoutMs?: number;
  /** Milliseconds from sending until the answer's header, and between two pieces of the body. Default 30,000. */
  readonly answerTimeoutMs?: number;
  /** Milliseconds for all of a request, redirects and a second try included. Default 300,000. */
  readonly totalTimeoutMs?: number;
  /** Most bytes of a body, counted after decompression. Default 64 MiB. */
  readonly maxBytes?: number;
  /** `http.proxy`, already resolved against the environment by the caller; empty or absent for none. */
  readonly proxy?: string;
  /** `http.proxyAuthorization`: sent to the proxy, and to nobody else, where its address has no credentials. */
  readonly proxyAuthorization?: string;
  /** `http.noProxy`: host names, suffixes and networks that are reached directly. Loopback always is. */
  readonly noProxy?: readonly string[];
  /** `http.proxyStrictSSL`: verify the certificate of an https proxy. Default true. */
  readonly proxyStrictSsl?: boolean;
  /** PEM texts trusted besides Node's own roots, such as the operating system's (see `systemCertificates`). */
  readonly extraCertificates?: readonly string[];
  /** Told when the server of an endpoint with a user and password is found to want Digest: to be remembered. */
  readonly onDigest?: () => void;
  /** Where requests are sent from. Default `local`. */
  readonly from?: RequestOrigin;
}

/** The one way to the network for one endpoint. Rejects with `RequestFailure` only. */
export interface HttpClient {
  /** As it was when the client was opened, and since then found to want Digest if it was. */
  readonly endpoint: Endpoint;
  /**
   * Sends one request and reads the whole answer. A GET follows redirects, within the endpoint's origin only.
   * Every other status resolves (see `failureOfStatus`); what rejects is what kept an answer from arriving, and a
   * redirect that may not be followed.
   */
  request(request: HttpRequest): Promise<HttpResponse>;
  /** Ends all connections; requests under way and later ones reject as cancelled. */
  close(): Promise<void>;
}
