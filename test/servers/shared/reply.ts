/** A request as it arrived, whole. */
export interface ReceivedRequest {
  readonly method: string;
  /** The request target as sent: percent-encoded path and query. */
  readonly path: string;
  /** Lower-case names; a repeated header's values are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded as UTF-8; empty where none came. */
  readonly body: string;
  /** Which of the server's connections brought it, counted from 1: two requests with the same number shared one. */
  readonly connection: number;
  /** Resolves once that connection is closed, by either side. */
  readonly closed: Promise<void>;
}

/** An answer as data, so that a fault can change it before it is sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Go and Netty send longer bodies in chunks. Default `length`. `none` sends neither framing header, for an answer to HEAD. */
  readonly framing?: 'length' | 'chunked' | 'none';
  /** What becomes of the connection: it is closed, or stays open and nothing more is answered on it. Default: kept alive. */
  readonly after?: 'close' | 'deaf';
}

export type Handler = (request: ReceivedRequest) => Reply | Promise<Reply>;
