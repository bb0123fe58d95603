import { itemSource } from '../../src/core/proxy/api/items';
import type { Inventory } from '../../src/core/proxy/model/inventory';
import type { Router } from '../../src/core/proxy/model/model';
import type { HttpQuestion } from '../../src/core/proxy/routing/routeAnswer';
import { median } from './measure';
import type { Row } from './rows';
import { findRoute } from './shippedCore';

const routerCount = 10_000;
const rounds = 15;

/** What the rules of a large company look like: nearly all are a host and a path. Some need more to be asked. */
function ruleOf(at: number, round: number): string {
  const host = `Host(\`service-${at}.team-${at % 40}.example.com\`)`;
  const path = `PathPrefix(\`/api/v${at % 3}/${at % 97}\`)`;
  switch (at % 50) {
    case 0:
      // Patterns of each round are its own, for one that was compiled is kept.
      // Without `endsOf`, the first answer takes 110 to 111 ms instead of 74 to 79 ms.
      return `HostRegexp(\`^[a-z]+-${at}-${round}\\.example\\.com$\`)`;
    case 1:
      return `${host} && PathRegexp(\`^/items/[0-9]{${1 + (at % 9)}}/${round}$\`)`;
    case 2:
      return `${host} && (Method(\`GET\`) || Method(\`HEAD\`)) && Header(\`X-Tenant\`, \`t${at}\`)`;
    case 3:
      return `(ClientIP(\`10.${at % 250}.0.0/16\`) || ClientIP(\`192.168.${at % 250}.0/24\`)) && ${host}`;
    case 4:
      return `${path} && !Query(\`debug\`, \`1\`) && ${host}`;
    case 5:
    case 6:
    case 7:
    case 8:
      return `(${host} || Host(\`www.service-${at}.example.org\`)) && ${path}`;
    case 9:
    case 10:
    case 11:
    case 12:
    case 13:
      return host;
    default:
      return `${host} && ${path}`;
  }
}

/** A listing of routers on one entry point, the last of which takes whatever has the host `rest.example.com`. */
function inventoryOf(round: number): Inventory {
  const raws = Array.from({ length: routerCount - 1 }, (_, at) => {
    const isNested = at % 100 === 99;
    const rule = ruleOf(at, round);
    return {
      name: `router-${at}@docker`,
      rule: isNested ? `PathPrefix(\`/nested/${at}\`)` : rule,
      priority: rule.length,
      status: 'enabled',
      using: ['web'],
      service: `service-${at}`,
      ...(isNested && { parentRefs: [`router-${at - 50}@docker`] }),
    };
  });
  const rest = { ...raws[0], name: 'rest@docker', rule: 'Host(`rest.example.com`)', priority: 1 };
  const all = [...raws, rest];
  const items = new Map<string, Router>();
  for (const raw of all) {
    const router = itemSource('http', 'routers').read(raw, JSON.stringify(raw));
    if (router !== undefined) items.set(router.name, router);
  }
  const missing = { state: 'missing' } as const;
  const none = { routers: missing, services: missing, middlewares: missing };
  return {
    groups: { http: { ...none, routers: { state: 'read', items, unnamed: 0 } }, tcp: none, udp: none },
    entryPoints: missing,
    certificates: missing,
    version: { number: '3.7.9' },
    readAt: 0,
  };
}

function get(host: string, target: string): HttpQuestion {
  const headers = [
    ['X-Tenant', 't2'],
    ['Accept', 'text/html'],
  ] as const;
  return { kind: 'http', entryPoint: 'web', isTls: false, method: 'GET', host, target, headers, clientIp: '10.3.0.1' };
}

/** By what they are: one that is taken by one of the longest rules, by the last that is asked, by a nested one, by none. */
const questions: readonly (readonly [kind: string, question: HttpQuestion])[] = [
  ['taken early', get('service-5.team-5.example.com', '/api/v2/5/x')],
  ['taken last', get('rest.example.com', '/')],
  ['taken by a nested router', get('service-49.team-9.example.com', '/api/v1/49/x')],
  ['taken by none', get('nowhere.example.net', '/api/v1/7?debug=1')],
  ['in doubt', { ...get('service-3.team-3.example.com', '/'), clientIp: undefined }],
];

/** What an answer costs to which router takes a request, where there are very many. */
export async function* measure(): AsyncGenerator<Row> {
  // Made before anything is measured: what making them leaves behind is not to be collected while answers are given.
  const inventories = Array.from({ length: rounds }, (_, round) => inventoryOf(round));
  globalThis.gc?.();
  const first = inventories.map((inventory, round) => {
    const [, question] = questions[round % questions.length] ?? ['', get('a', '/')];
    return timed(() => findRoute(inventory, question));
  });
  const inventory = inventoryOf(rounds);
  const medians = questions.map(([, question]) =>
    median(Array.from({ length: rounds }, () => timed(() => findRoute(inventory, question)))),
  );
  const slowest = Math.max(...medians);
  const count = routerCount.toLocaleString('en-US');
  yield {
    what: `Answer over ${count} rules, slowest of ${questions.length} kinds of request: ${questions[medians.indexOf(slowest)]?.[0]}`,
    value: slowest,
    goal: 50,
    unit: 'ms',
  };
  yield {
    what: `First answer over ${count} rules, which are read for it`,
    value: median(first),
    goal: 100,
    unit: 'ms',
  };
  yield {
    what: `Very first answer over ${count} rules, before the engine has compiled anything`,
    value: first[0] ?? Number.NaN,
    goal: 500,
    unit: 'ms',
  };
}

function timed(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}
