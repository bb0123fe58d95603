import type { Inventory } from '../traefik/inventory';
import type { Router } from '../traefik/model';
import type { RuleSyntax } from './rule';

/**
 * The dialect of a router's rule: Traefik 3 reads rules as 3 does unless the router or the instance says otherwise. Of these only the router's word
 * is told by the API (core.defaultRuleSyntax is not).
 */
export function syntaxOf(
  { ruleSyntax }: Pick<Router, 'ruleSyntax'>,
  { version }: Pick<Inventory, 'version'>,
): RuleSyntax {
  if (version?.number.startsWith('2.')) return 'v2';
  return ruleSyntax === 'v2' ? 'v2' : 'v3';
}
