import type { ReceivedRequest } from './reply';

/** What can be made to go wrong with an answer. Without more words, the server's own answer is what is changed. */
export type Fault =
  /** Answers late. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Takes the request and never answers. */
  | { readonly kind: 'hang' }
  /** Sends the head and half of the body, and nothing more; the connection stays open. */
  | { readonly kind: 'stall' }
  /** Breaks the connection with a TCP reset (a plain close under TLS). */
  | { readonly kind: 'reset'; readonly when: 'before' | 'midBody' }
  /** Ends the connection in an orderly way after half of the body: the promised length, or the last chunk, never comes. */
  | { readonly kind: 'truncate'; readonly framing: 'length' | 'chunked' }
  /** Sends the body in pieces of `bytes`, one each `everyMs`. */
  | { readonly kind: 'dribble'; readonly bytes: number; readonly everyMs: number }
  /** Answers well, then closes the connection without having announced it. */
  | { readonly kind: 'closeAfter' }
  /** Answers with this, and never answers anything on the same connection again, which stays open. */
  | { readonly kind: 'deafAfter'; readonly status: number; readonly body?: string }
  /** Any other answer. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** A login page at 200, as a single sign-on gateway puts in front. */
  | { readonly kind: 'html'; readonly status?: number }
  /** 401 with this `WWW-Authenticate`. */
  | { readonly kind: 'unauthorized'; readonly challenge: string }
  | { readonly kind: 'redirect'; readonly to: string; readonly status?: 301 | 302 | 303 | 307 | 308 }
  /** The body compressed, as `Content-Encoding: gzip`. */
  | { readonly kind: 'gzip' }
  /** A JSON array of blanks that is small as sent and `bytes` long once decompressed. */
  | { readonly kind: 'bomb'; readonly bytes: number }
  /** A JSON array of blanks of `bytes`, as it is; `chunked` does not announce its length. */
  | { readonly kind: 'huge'; readonly bytes: number; readonly framing: 'length' | 'chunked' }
  /** The server never sees the request's body, as behind a proxy that drops the body of a GET. */
  | { readonly kind: 'loseBody' }
  /** An answer header is dropped, as by a proxy that passes only those it knows. */
  | { readonly kind: 'loseHeader'; readonly name: string }
  | { readonly kind: 'contentType'; readonly value: string }
  /** The status and headers with no body. */
  | { readonly kind: 'empty' }
  /** A byte order mark before the body. */
  | { readonly kind: 'bom' }
  /** A byte that is no UTF-8 in the middle of the body. */
  | { readonly kind: 'invalidUtf8' };

/**
 * Which requests. A text is the exact path, with its query where the text has one; a `prefix` and a RegExp are held
 * against the target as sent.
 */
export type PathPattern = string | { readonly prefix: string } | RegExp;

export interface FaultRule {
  readonly path: PathPattern;
  /** Only requests with this method. Default all. */
  readonly method?: string;
  /** How many requests it strikes before it is used up. Default all, until removed. */
  readonly times?: number;
  readonly fault: Fault;
}

/** A switched-on fault. */
export interface FaultHandle {
  /** How many requests it has struck. */
  readonly struck: number;
  remove(): void;
}

/** The faults of one server, for a test to switch on and off. */
export interface Faults {
  add(rule: FaultRule): FaultHandle;
  clear(): void;
  /** The fault that strikes this request, counted as struck: of those that match, the one added first. */
  strike(request: ReceivedRequest): Fault | undefined;
}

/** Whether the pattern means this request target. */
export function matchesPath(pattern: PathPattern, target: string): boolean {
  if (pattern instanceof RegExp) return pattern.test(target);
  if (typeof pattern === 'object') return target.startsWith(pattern.prefix);
  return target === pattern || target.split('?', 1)[0] === pattern;
}

export function createFaults(): Faults {
  const switchedOn = new Set<{ readonly rule: FaultRule; struck: number }>();
  return {
    add(rule) {
      const entry = { rule, struck: 0 };
      switchedOn.add(entry);
      return {
        get struck() {
          return entry.struck;
        },
        remove: () => void switchedOn.delete(entry),
      };
    },
    clear: () => switchedOn.clear(),
    strike(request) {
      for (const entry of switchedOn) {
        const { path, method, times, fault } = entry.rule;
        if (method !== undefined && method !== request.method) continue;
        if (!matchesPath(path, request.path)) continue;
        entry.struck += 1;
        if (entry.struck === times) switchedOn.delete(entry);
        return fault;
      }
      return undefined;
    },
  };
}
