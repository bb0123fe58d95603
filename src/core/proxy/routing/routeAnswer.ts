import type { Router } from '../model/model';
import type { RuleVerdict } from '../rules/judgeRule';
import type { RulePlace } from '../rules/rule';

/** A request or a connection, and the question which router Traefik gives it to. */
export type RouteQuestion = HttpQuestion | TcpQuestion;

/** A request as it arrives at an entry point. */
export interface HttpQuestion {
  readonly kind: 'http';
  /** Its name. */
  readonly entryPoint: string;
  /** Whether it comes over TLS: routers with TLS take only such, those without only others. */
  readonly isTls: boolean;
  /** As sent: Go and Traefik take `get` for another method than `GET`. */
  readonly method: string;
  /** The Host header as sent, with its port where it has one. */
  readonly host: string;
  /** The request target as sent: path and query, `/a%2Fb?x=1`. */
  readonly target: string;
  /** In the order sent, repeats included; without Host. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The address that the connection comes from; absent where it was not told. */
  readonly clientIp?: string | undefined;
}

/** A connection to an entry point. */
export interface TcpQuestion {
  readonly kind: 'tcp';
  readonly entryPoint: string;
  /** Whether it begins with a ClientHello. */
  readonly isTls: boolean;
  /** The server name of the ClientHello; absent where it has none. */
  readonly serverName?: string | undefined;
  /** The protocols offered in the ClientHello. */
  readonly alpn: readonly string[];
  readonly clientIp?: string | undefined;
}

/** A router that the entry point asks about a request, and what comes of that. */
export interface RouteCandidate {
  readonly router: Router;
  /** What Traefik sorts by: as configured, else worked out from the rule. */
  readonly priority: bigint;
  readonly verdict: RuleVerdict;
  /**
   * The smallest parts of the rule that decide a `no`, in their order: of `&&` those parts that fail, of `||` what fails in all
   * of them. Of `!` the whole of it.
   */
  readonly failing: readonly RulePlace[];
  /** The parts of the rule, of those joined by `&&` at the top, that do take the request: the more, the nearer a miss. */
  readonly passing: readonly RulePlace[];
  /** Why it is `unknown`: a sentence, with server text in it. */
  readonly doubt?: string | undefined;
  /** The routers nested in one that takes the request, in the order in which they are asked; absent where none are. */
  readonly children?: readonly RouteCandidate[] | undefined;
}

/** From a router of the entry point to the one that serves: more than one where routers are nested. Never empty. */
export type RouterChain = readonly RouteCandidate[];

export type RouteOutcome =
  /** This router takes it. */
  | { readonly kind: 'winner'; readonly way: RouterChain }
  /** These have the same priority and all take it: which one does is not defined. */
  | { readonly kind: 'tie'; readonly ways: readonly RouterChain[] }
  /** No router takes it. */
  | {
      readonly kind: 'none';
      /** A router took it, and none of those nested in it did. */
      readonly deadEnd?: RouterChain | undefined;
      /** What Traefik answers where it is a request; absent where that is one of 404 and 405, and not known which. */
      readonly status?: 404 | 405 | undefined;
    }
  /** Traefik answers before it asks any router. */
  | { readonly kind: 'refused'; readonly status: number; readonly why: string }
  /** It cannot be said. `possible` are the routers that may take it, as far as they are known. */
  | { readonly kind: 'notCertain'; readonly why: string; readonly possible: readonly RouterChain[] };

/** A router that is not asked about a request at all. */
export interface SkippedRouter {
  readonly router: Router;
  readonly why:
    | 'disabled'
    | 'otherEntryPoint'
    /** It has TLS, and the request does not, or the other way round. */
    | 'tls'
    /** Its rule is none that Traefik takes, or none at all. */
    | 'badRule'
    /** It is nested in others, and asked only by them. */
    | 'nested';
  /** What is wrong with its rule. */
  readonly detail?: string | undefined;
}

/** Which router takes a request, and why no other does. */
export interface RouteAnswer {
  readonly question: RouteQuestion;
  /** The request as rules see it: the host without its port, the path cleaned and decoded as Traefik does. */
  readonly seen: { readonly host: string; readonly path?: string | undefined };
  readonly outcome: RouteOutcome;
  /** All routers that the entry point asks, in the order in which it does, whether or not they take the request. */
  readonly considered: readonly RouteCandidate[];
  /** All others of the protocol. */
  readonly passed: readonly SkippedRouter[];
  /** Those of them that would take it in the winner's place, had Traefik not disabled them: a few, the first to be asked first. */
  readonly disabled: readonly SkippedRouter[];
  /** What else should be known: a listing that could not be read, a version that is not told. Sentences. */
  readonly notes: readonly string[];
}
