import type { Endpoint } from '../endpoint';

/** One request to the endpoint's own origin. There is no way to name another one. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Appended to the endpoint's base URL; starts with `/`, already percent-encoded, may carry a query. */
  readonly path: string;
  /** A JSON text, sent as `application/json` with Content-Length framing, also with GET. */
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** What a server answered, whatever its status. */
export interface HttpAnswer {
  readonly status: number;
  /** Lower-case names; a repeated header's values are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decompressed body, decoded as UTF-8. */
  readonly body: string;
}

/** What surrounds an endpoint's connections. Comes from the editor's settings, read by the vscode layer. */
export interface DoorOptions {
  /** Milliseconds to connect. Default 5,000. */
  readonly connectTimeoutMs?: number;
  /** Milliseconds from sending until the status line, and between two pieces of the body. Default 30,000. */
  readonly answerTimeoutMs?: number;
  /** Most bytes of a body, counted after decompression. Default 64 MiB. */
  readonly maxBytes?: number;
  /** `http.proxy`, already resolved against the environment by the caller; empty or absent for none. */
  readonly proxy?: string;
  /** `http.noProxy`: host names and suffixes that are reached directly. */
  readonly noProxy?: readonly string[];
  /** `http.proxyStrictSSL`: verify the certificate of an https proxy. Default true. */
  readonly proxyStrictSsl?: boolean;
  /** PEM texts trusted besides Node's own roots, such as the operating system's certificates. */
  readonly extraCertificates?: readonly string[];
  /** Where requests come from, as a person would say it: `this computer`, `the container`, … */
  readonly from?: string;
}

/** The one way to the network for one endpoint. Rejects with `RequestFailure` only. */
export interface Door {
  readonly endpoint: Endpoint;
  /**
   * Sends one request and reads the whole answer. Redirects are followed within the endpoint's origin only.
   * Every status resolves; only what kept an answer from arriving rejects.
   */
  request(request: HttpRequest): Promise<HttpAnswer>;
  /** Ends all connections; requests under way reject as cancelled. */
  close(): Promise<void>;
}
