import type { Matcher, RuleNode } from './rule';

/** All matchers of a rule, in their order. */
export function* matchersIn(node: RuleNode): Generator<Matcher, undefined> {
  if (node.kind === 'matcher') yield node;
  else if (node.kind === 'not') yield* matchersIn(node.part);
  else for (const part of node.parts) yield* matchersIn(part);
}
