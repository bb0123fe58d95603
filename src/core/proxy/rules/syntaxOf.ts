import type { Inventory } from '../model/inventory';
import type { Router } from '../model/model';
import type { RuleSyntax } from './rule';
import { type Server, serverOf } from './server';

/**
 * The dialect of a router's rule: Traefik 3 reads rules as 3 does unless the router or the instance says otherwise. Of these
 * only the router's word is told by the API (core.defaultRuleSyntax is not). Traefik 2 has only its own.
 */
export function syntaxOf({ ruleSyntax }: Pick<Router, 'ruleSyntax'>, inventory: Inventory): RuleSyntax {
  return syntaxOn(serverOf(inventory), ruleSyntax);
}

/** The same for who knows the server. */
export function syntaxOn({ major }: Pick<Server, 'major'>, ruleSyntax: Router['ruleSyntax']): RuleSyntax {
  return ruleSyntax === 'v2' || major === 2 ? 'v2' : 'v3';
}
