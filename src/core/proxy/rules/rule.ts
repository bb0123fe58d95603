/**
 * Traefik's rule language as a tree. Each part has its place in the rule's text, so that it can be highlighted.
 *
 * @see https://doc.traefik.io/traefik/v3.6/reference/routing-configuration/http/router/rules-and-priority/
 */

/** The two syntaxes: in v2, matchers accept several values, and patterns have named parts in braces. */
export type RuleSyntax = 'v2' | 'v3';

/** The protocols that have rules: UDP routers have none. */
export type RuleProtocol = 'http' | 'tcp';

/** The place of a part in the rule's text: UTF-16 units, `end` is exclusive. */
export interface RulePlace {
  readonly start: number;
  readonly end: number;
}

/** A matcher with its values: ``Host(`a.test`)``. */
export interface RuleMatcher extends RulePlace {
  readonly kind: 'matcher';
  /** As Traefik documents it, independent of the spelling in the rule: `HostRegexp`. */
  readonly name: string;
  /** Unquoted. */
  readonly values: readonly string[];
}

interface Negation extends RulePlace {
  readonly kind: 'not';
  readonly part: RuleNode;
}

/** Two or more parts joined by one operator, in the order of the text; nested if parentheses nest them. */
interface Junction extends RulePlace {
  readonly kind: 'and' | 'or';
  readonly parts: readonly RuleNode[];
}

export type RuleNode = RuleMatcher | Negation | Junction;

/** A rule that Traefik accepts. */
export interface Rule {
  readonly kind: 'rule';
  readonly protocol: RuleProtocol;
  readonly syntax: RuleSyntax;
  readonly text: string;
  readonly root: RuleNode;
}

/** The reason why a text is not a valid rule. */
export interface RuleFault {
  readonly kind: 'fault';
  /** Sentences for the user, which may quote parts of the text. */
  readonly message: string;
  /** The wrong part, if there is a specific one. */
  readonly place?: RulePlace | undefined;
}

/** All matchers of a rule, in order. */
export function matchersIn(node: RuleNode): readonly RuleMatcher[] {
  const found: RuleMatcher[] = [];
  const look = (node: RuleNode): void => {
    if (node.kind === 'matcher') found.push(node);
    else if (node.kind === 'not') look(node.part);
    else node.parts.forEach(look);
  };
  look(node);
  return found;
}
