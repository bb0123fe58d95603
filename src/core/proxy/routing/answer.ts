import type { Router } from '../model/model';
import type { Verdict } from '../rules/judge';
import type { Place } from '../rules/rule';
import type { RouteQuestion } from './question';

/** A router that the entry point asks about a request, and what comes of that. */
export interface Candidate {
  readonly router: Router;
  /** What Traefik sorts by: as configured, else worked out from the rule. */
  readonly priority: bigint;
  readonly verdict: Verdict;
  /**
   * The smallest parts of the rule that decide a `no`, in their order: of `&&` those parts that fail, of `||` what fails in all
   * of them. Of `!` the whole of it.
   */
  readonly failing: readonly Place[];
  /** The parts of the rule, of those joined by `&&` at the top, that do take the request: the more, the nearer a miss. */
  readonly passing: readonly Place[];
  /** Why it is `unknown`: a sentence, with server text in it. */
  readonly doubt?: string | undefined;
  /** The routers nested in one that takes the request, in the order in which they are asked; absent where none are. */
  readonly children?: readonly Candidate[] | undefined;
}

/** From a router of the entry point to the one that serves: more than one where routers are nested. Never empty. */
export type RouterWay = readonly Candidate[];

export type Outcome =
  /** This router takes it. */
  | { readonly kind: 'winner'; readonly way: RouterWay }
  /** These have the same priority and all take it: which one does is not defined. */
  | { readonly kind: 'tie'; readonly ways: readonly RouterWay[] }
  /** No router takes it. */
  | {
      readonly kind: 'none';
      /** A router took it, and none of those nested in it did. */
      readonly deadEnd?: RouterWay | undefined;
      /** What Traefik answers where it is a request; absent where that is one of 404 and 405, and not known which. */
      readonly status?: 404 | 405 | undefined;
    }
  /** Traefik answers before it asks any router. */
  | { readonly kind: 'refused'; readonly status: number; readonly why: string }
  /** It cannot be said. `possible` are the routers that may take it, as far as they are known. */
  | { readonly kind: 'notCertain'; readonly why: string; readonly possible: readonly RouterWay[] };

/** A router that is not asked about a request at all. */
export interface Passed {
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
  readonly outcome: Outcome;
  /** All routers that the entry point asks, in the order in which it does, whether or not they take the request. */
  readonly considered: readonly Candidate[];
  /** All others of the protocol. */
  readonly passed: readonly Passed[];
  /** Those of them that would take it in the winner's place, had Traefik not disabled them: a few, the first to be asked first. */
  readonly disabled: readonly Passed[];
  /** What else should be known: a listing that could not be read, a version that is not told. Sentences. */
  readonly notes: readonly string[];
}
