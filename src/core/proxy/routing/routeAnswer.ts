import type { Router } from '../model/model';
import type { RuleVerdict } from '../rules/judgeRule';
import type { RulePlace } from '../rules/rule';

/** A request or a connection: which router gets it? */
export type RouteQuestion = HttpQuestion | TcpQuestion;

/** A request as it arrives at an entry point. */
export interface HttpQuestion {
  readonly kind: 'http';
  /** Its name. */
  readonly entryPoint: string;
  /** Whether it uses TLS: routers with TLS get only such requests, those without only others. */
  readonly isTls: boolean;
  /** As sent: to Go and Traefik, `get` is not `GET`. */
  readonly method: string;
  /** The Host header as sent, with its port if it has one. */
  readonly host: string;
  /** The request target as sent: path and query, `/a%2Fb?x=1`. */
  readonly target: string;
  /** In the order sent, repeats included; without Host. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The address that the connection comes from; absent if unknown. */
  readonly clientIp?: string | undefined;
}

/** A connection to an entry point. */
export interface TcpQuestion {
  readonly kind: 'tcp';
  readonly entryPoint: string;
  /** Whether it begins with a ClientHello. */
  readonly isTls: boolean;
  /** The server name of the ClientHello; absent if it has none. */
  readonly serverName?: string | undefined;
  /** The protocols offered in the ClientHello. */
  readonly alpn: readonly string[];
  readonly clientIp?: string | undefined;
}

/** A router that the entry point evaluates for a request, and the result. */
export interface RouteCandidate {
  readonly router: Router;
  /** What Traefik sorts by: as configured, otherwise derived from the rule. */
  readonly priority: bigint;
  readonly verdict: RuleVerdict;
  /**
   * The smallest parts of the rule that decide a `no`, in order: the failing parts of `&&`, all parts of `||`, and the whole
   * of `!`.
   */
  readonly failing: readonly RulePlace[];
  /** The matching parts among those joined by `&&` at the top of the rule: the more, the closer the router. */
  readonly passing: readonly RulePlace[];
  /** Why it is `unknown`: a sentence; contains server text. */
  readonly doubt?: string | undefined;
  /** The child routers of one that matches, in the order of evaluation; absent if there are none. */
  readonly children?: readonly RouteCandidate[] | undefined;
}

/** From a router of the entry point to the child router that serves. Never empty. */
export type RouterChain = readonly RouteCandidate[];

export type RouteOutcome =
  /** The last router of `way` gets it. */
  | { readonly kind: 'winner'; readonly way: RouterChain }
  /** These have the same priority and all match: which one gets it is undefined. */
  | { readonly kind: 'tie'; readonly ways: readonly RouterChain[] }
  /** No router matches. */
  | {
      readonly kind: 'none';
      /** A parent router that matches although none of its children does. */
      readonly deadEnd?: RouterChain | undefined;
      /** Traefik's response to a request; absent if it is 404 or 405, but unknown which. */
      readonly status?: 404 | 405 | undefined;
    }
  /** Traefik responds before it evaluates any router. */
  | { readonly kind: 'refused'; readonly status: number; readonly why: string }
  /** Unknown. `possible` are the routers that may match, as far as known. `why` is a sentence; contains server text. */
  | { readonly kind: 'notCertain'; readonly why: string; readonly possible: readonly RouterChain[] };

/** A router that is not evaluated for a request at all. */
export interface SkippedRouter {
  readonly router: Router;
  readonly why:
    | 'disabled'
    | 'otherEntryPoint'
    /** It uses TLS and the request does not, or vice versa. */
    | 'tls'
    /** Traefik cannot parse its rule, or it has none. */
    | 'badRule'
    /** It is a child router, evaluated only by its parents. */
    | 'nested';
  /** Traefik's error. */
  readonly detail?: string | undefined;
}

/** Which router gets a request, and why no other does. */
export interface RouteAnswer {
  readonly question: RouteQuestion;
  /** The request as rules see it: the host without its port, the path cleaned and decoded as by Traefik. */
  readonly seen: { readonly host: string; readonly path?: string | undefined };
  readonly outcome: RouteOutcome;
  /** The number of routers that the entry point evaluates. */
  readonly evaluated: number;
  /** These routers in that order, whether or not they match, unless only those are wanted that match or may match. */
  readonly considered: readonly RouteCandidate[];
  /** All other routers of the protocol. */
  readonly passed: readonly SkippedRouter[];
  /** A few of those that would win had Traefik not disabled them, by descending priority. */
  readonly disabled: readonly SkippedRouter[];
  /** Where no router matches: a few whose rules do, but on another entry point, or only with or without TLS. */
  readonly elsewhere: readonly SkippedRouter[];
  /** Sentences about what else to know: a listing that could not be read, an unknown version. */
  readonly notes: readonly string[];
}
