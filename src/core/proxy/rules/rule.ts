/**
 * Traefik's rule language as a tree. Each part knows its place in the rule's text, so that it can be marked there.
 *
 * @see https://doc.traefik.io/traefik/v3.6/reference/routing-configuration/http/router/rules-and-priority/
 */

/** The two dialects: in v2 matchers take several values, and patterns have named parts in braces. */
export type RuleSyntax = 'v2' | 'v3';

/** What rules there are: UDP routers have none. */
export type RuleProtocol = 'http' | 'tcp';

/** Where a part stands in the rule's text: UTF-16 units, `end` is behind it. */
export interface RulePlace {
  readonly start: number;
  readonly end: number;
}

/** A matcher with its values: ``Host(`a.test`)``. */
export interface RuleMatcher extends RulePlace {
  readonly kind: 'matcher';
  /** As Traefik documents it, however the rule spells it: `HostRegexp`. */
  readonly name: string;
  /** Unquoted. */
  readonly values: readonly string[];
}

interface Negation extends RulePlace {
  readonly kind: 'not';
  readonly part: RuleNode;
}

/** Two or more parts joined by one operator, in the order of the text; nested where brackets nest them. */
interface Junction extends RulePlace {
  readonly kind: 'and' | 'or';
  readonly parts: readonly RuleNode[];
}

export type RuleNode = RuleMatcher | Negation | Junction;

/** A rule that Traefik takes. */
export interface Rule {
  readonly kind: 'rule';
  readonly protocol: RuleProtocol;
  readonly syntax: RuleSyntax;
  readonly text: string;
  readonly root: RuleNode;
}

/** What keeps a text from being a rule. */
export interface RuleFault {
  readonly kind: 'fault';
  /** One sentence for a person; repeats parts of the text. */
  readonly message: string;
  /** What is wrong, where it can be pointed at. */
  readonly place?: RulePlace | undefined;
}

/** All matchers of a rule, in their order. */
export function* matchersIn(node: RuleNode): Generator<RuleMatcher, undefined> {
  if (node.kind === 'matcher') yield node;
  else if (node.kind === 'not') yield* matchersIn(node.part);
  else for (const part of node.parts) yield* matchersIn(part);
}
