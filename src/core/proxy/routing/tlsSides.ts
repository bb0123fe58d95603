import type { Inventory } from '../model/inventory';
import type { Router } from '../model/model';
import { isCatchAll } from '../rules/catchAll';
import { isSame } from '../rules/hosts';
import { matchersIn } from '../rules/matchers';
import type { RouteQuestion } from './question';
import { tableOf } from './table';

/**
 * Why it is not certain that a TCP router gets a connection with TLS: where an entry point also has HTTP routers with TLS, those come first for the
 * hosts that their rules name (Router.ServeTCP in pkg/server/router/tcp/router.go). Undefined where nothing stands in the way.
 */
export function tlsNote(inventory: Inventory, question: RouteQuestion): string | undefined {
  if (question.kind !== 'tcp' || !question.isTls) return undefined;
  if (question.alpn.includes('acme-tls/1')) return 'Traefik answers connections with the protocol acme-tls/1 itself.';
  const { server, on } = tableOf(inventory, 'http');
  const serverName = (question.serverName ?? '').trim().toLowerCase();
  for (const { router, rule } of on(question.entryPoint, true)) {
    if (rule.kind !== 'rule') return `The HTTP router ${router.name} has TLS too, and its rule cannot be read here.`;
    for (const { name, values } of matchersIn(rule.root)) {
      if (name !== 'Host') continue;
      // A star alone is asked as routers that name no host are.
      if (
        values.some((value) => value !== '*' && isSame(serverName, value.toLowerCase(), server.hasWildcards !== false))
      ) {
        return `The HTTP router ${router.name} has TLS and this host, and comes before all TCP routers.`;
      }
    }
  }
  return undefined;
}

/**
 * Why a TCP router that takes all server names does not get a connection with TLS: HTTP routers with TLS that name no host come before it, as they take
 * all server names too. Undefined where it gets it.
 */
export function behindHttps(inventory: Inventory, question: RouteQuestion, router: Router): string | undefined {
  if (question.kind !== 'tcp' || !question.isTls || !isCatchAll(router.rule ?? '')) return undefined;
  const { on } = tableOf(inventory, 'http');
  for (const { router: other, rule } of on(question.entryPoint, true)) {
    if (rule.kind !== 'rule') continue;
    const hosts = [...matchersIn(rule.root)].flatMap(({ name, values }) => (name === 'Host' ? values : []));
    if (hosts.every((host) => host === '*')) {
      return `The HTTP router ${other.name} has TLS and takes all server names, and so comes before TCP routers that do.`;
    }
  }
  return undefined;
}
