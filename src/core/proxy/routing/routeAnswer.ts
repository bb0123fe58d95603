import type { Router } from '../model/model';
import type { RuleVerdict } from '../rules/judgeRule';
import type { RulePlace } from '../rules/rule';

/** A request or a connection whose router is to be found. */
export type RouteQuestion = HttpQuestion | TcpQuestion;

/** A request as it arrives at an entry point. */
export interface HttpQuestion {
  readonly kind: 'http';
  readonly entryPoint: string;
  /** Whether it uses TLS: routers with TLS get only such requests, routers without TLS only the others. */
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
  /** The priority that Traefik sorts by: as configured, otherwise derived from the rule. */
  readonly priority: bigint;
  readonly verdict: RuleVerdict;
  /**
   * The smallest parts that decide a `no`, in order: the failing parts of `&&`, all parts of `||`, the whole of `!`.
   */
  readonly failing: readonly RulePlace[];
  /** The matching parts among those joined by `&&` at the top of the rule: the more, the closer the router. */
  readonly passing: readonly RulePlace[];
  /** The reason why it is `unknown`: a sentence; contains server text. */
  readonly doubt?: string | undefined;
  /** The child routers of a router that matches, in the order of evaluation; absent if there are none. */
  readonly children?: readonly RouteCandidate[] | undefined;
}

/** From a router of the entry point to the child router that serves the request. Never empty. */
export type RouterChain = readonly RouteCandidate[];

export type RouteOutcome =
  /** The last router of `way` gets the request. */
  | { readonly kind: 'winner'; readonly way: RouterChain }
  /** These have the same priority and all match: it is undefined which one gets the request. */
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

/** A router that is not evaluated for a request. */
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

/** The router that gets a request, and the reasons why the others do not. */
export interface RouteAnswer {
  readonly question: RouteQuestion;
  /** The request as rules see it: the host without its port, the path cleaned and decoded as by Traefik. */
  readonly seen: { readonly host: string; readonly path?: string | undefined };
  readonly outcome: RouteOutcome;
  /** The number of routers that the entry point evaluates. */
  readonly evaluated: number;
  /** These routers in the order of evaluation: all, or only those that match or may match, as the caller requests. */
  readonly considered: readonly RouteCandidate[];
  /** All other routers of the protocol. */
  readonly passed: readonly SkippedRouter[];
  /** Some routers that would win if Traefik had not disabled them, by descending priority. */
  readonly disabled: readonly SkippedRouter[];
  /**
   * If no router matches: some routers whose rules match, but on another entry point, or only with or without TLS. If one
   * matches: some on another entry point that would come before it.
   */
  readonly elsewhere: readonly SkippedRouter[];
  /** Sentences about reservations: a listing that could not be read, an unknown version. */
  readonly notes: readonly string[];
}
