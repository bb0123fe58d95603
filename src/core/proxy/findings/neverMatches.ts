import type { Arena } from './arena';
import { type Finding, keyOf, nameIn, ruleIn } from './finding';
import { literalText } from './ways';

/** Routers whose rule no request can meet: every way in which it could be met asks for two things that exclude each other. */
export function neverMatchesFindings(arenas: readonly Arena[]): readonly Finding[] {
  const findings = new Map<string, Finding>();
  for (const { contenders } of arenas) {
    for (const { router, shape, isBuiltIn } of contenders) {
      const [first] = shape.contradictions;
      if (first === undefined || isBuiltIn) continue;
      const [one, other] = first.map((literal) => ruleIn(literalText(literal)));
      findings.set(keyOf(router), {
        kind: 'neverMatches',
        key: keyOf(router),
        about: nameIn(router.name),
        reason:
          one === other
            ? `Matches nothing: nothing meets ${one}.`
            : `Matches nothing: it asks for ${one} and ${other} at once${shape.contradictions.length > 1 ? ', and so on in each of its ways' : ''}.`,
        links: [{ to: 'item', item: router }],
      });
    }
  }
  return [...findings.values()];
}
