import type { Steps } from '../../base/async/steps';
import { itemNames } from '../describe/words';
import { graphOf } from '../model/graph';
import { type Inventory, itemsIn } from '../model/inventory';
import { isInternal, type Middleware, type Service } from '../model/model';
import { enumerated, type Finding, keyOf, nameIn } from './finding';

/**
 * Services and middlewares that no router and no entry point reaches, however indirectly (see `Graph.isUnused`): not what is
 * built in, and nothing where a listing that may hold a user could not be read.
 */
export function* unusedFindings(inventory: Inventory): Steps<readonly Finding[]> {
  const graph = graphOf(inventory);
  const findings: Finding[] = [];
  for (const item of itemsIn(inventory, 'services', 'middlewares')) {
    yield 1;
    if (isInternal(item) || isAlwaysMade(item) || !graph.isUnused(item)) continue;
    const users = [...new Set(graph.usersOf(item).flatMap(({ user }) => ('kind' in user ? [user] : [])))];
    findings.push({
      kind: 'unused',
      key: keyOf(item),
      about: nameIn(item.name),
      reason: reasonFor(
        item,
        users.map(({ name }) => nameIn(name)),
      ),
      links: [{ to: 'item', item }, ...users.map((user) => ({ to: 'item', item: user, role: 'unused too' }) as const)],
    });
  }
  return findings;
}

/** The provider of ingress-nginx makes one service whether or not a route needs it (translator.go), and nobody can remove it. */
function isAlwaysMade({ protocol, kind, name }: Service | Middleware): boolean {
  return protocol === 'http' && kind === 'services' && name === 'unavailable-service@kubernetesingressnginx';
}

function reasonFor({ kind }: Service | Middleware, users: readonly string[]): string {
  const what = itemNames[kind].toLowerCase();
  return users.length === 0
    ? `Nothing uses this ${what}.`
    : `No router leads to this ${what}: only ${enumerated(users)} ${users.length === 1 ? 'uses' : 'use'} it, unused too.`;
}
