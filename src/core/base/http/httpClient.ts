import type { Endpoint } from '../endpoints/endpoint';
import type { RequestOrigin } from './requestContext';

/** A request to the endpoint's own origin. It cannot name another one. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /**
   * Appended to the endpoint's base URL. Starts with `/`, is already percent-encoded, and may include a query. Sent as
   * is. Paths with a `.` or `..` segment are refused, because they would resolve to something else than intended.
   */
  readonly path: string;
  /** JSON text, sent as `application/json` with Content-Length, also with GET. */
  readonly body?: string;
  /** Whether the request can safely be sent twice, so that it is retried after a lost connection. Default: GET only. */
  readonly repeatable?: boolean;
  readonly signal?: AbortSignal;
  /**
   * Called with the size of each decompressed piece of the body as it arrives, to limit the total size of many
   * responses. If it returns false, the rest is not read and the request rejects as `tooLarge`.
   */
  readonly onBytes?: (count: number) => boolean;
  /**
   * Reads the decompressed body of a success (2xx) piece by piece, as far as it wants, and makes the text that becomes
   * the response's body. The rest is not read. Should reject with `RequestFailure` only.
   */
  readonly readAs?: (pieces: AsyncIterable<Buffer>) => Promise<string>;
}

/** A server's response, whatever its status. */
export interface HttpResponse {
  readonly status: number;
  /** Names are in lower case; the values of a repeated header are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decompressed body, decoded as UTF-8, without a byte order mark. */
  readonly body: string;
  /** The origin of the proxy that relayed the request, if any: the response may be its own. */
  readonly relayedBy?: string;
}

/** How the client reaches an endpoint. The vscode layer reads these values from the editor's settings. */
export interface HttpClientOptions {
  /** Milliseconds to establish a connection: name lookup, TCP, proxy, and TLS together. Default 5,000. */
  readonly connectTimeoutMs?: number;
  /** Milliseconds from sending to the response headers, and between two pieces of the body. Default 30,000. */
  readonly answerTimeoutMs?: number;
  /** Milliseconds for the whole request, including redirects and a retry. Default 300,000. */
  readonly totalTimeoutMs?: number;
  /** The maximum number of bytes of a body, after decompression. Default 64 MiB. */
  readonly maxBytes?: number;
  /** How many redirects within the origin a GET follows. Default 3. */
  readonly mostRedirects?: number;
  /** `http.proxy`, which the caller has already resolved against the environment. Empty or absent: no proxy. */
  readonly proxy?: string;
  /** `http.proxyAuthorization`: sent only to the proxy, and only if its address has no credentials. */
  readonly proxyAuthorization?: string;
  /** `http.noProxy`: host names, suffixes, and networks that are reached directly. Loopback always is. */
  readonly noProxy?: readonly string[];
  /** Whether to verify the certificate of an https proxy (`http.proxyStrictSSL`). Default true. */
  readonly proxyStrictSsl?: boolean;
  /** PEM texts to trust in addition to Node's root certificates, such as the system's (see `systemCertificates`). */
  readonly extraCertificates?: readonly string[];
  /** Called when the server turns out to require Digest for a user and password, so that the caller can store this. */
  readonly onDigest?: () => void;
  /** Whether another window has found that meanwhile; asked before each request. */
  readonly isDigest?: () => boolean;
  /** The machine that sends the requests. Default `local`. */
  readonly from?: RequestOrigin;
}

/** The only way to send requests to an endpoint. Rejects only with `RequestFailure`. */
export interface HttpClient {
  /** The endpoint as it was when the client was opened, updated if the server turns out to require Digest. */
  readonly endpoint: Endpoint;
  /**
   * Sends a request and reads the whole response. A GET follows redirects within the endpoint's origin. Resolves with
   * any other status (see `failureOfStatus`), and rejects only if no response arrives or a redirect must not be
   * followed.
   */
  request(request: HttpRequest): Promise<HttpResponse>;
  /** Closes all connections. Pending and later requests reject as canceled. */
  close(): Promise<void>;
}
