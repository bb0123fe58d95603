import assert from 'node:assert/strict';
import { findRoute } from '../../../../../src/core/proxy/routing/findRoute';
import type { RouteQuestion } from '../../../../../src/core/proxy/routing/routeAnswer';
import { roundsOf } from '../../../rounds';
import type { Raw } from '../model/given';
import { randomFrom } from '../model/randomApi';
import {
  type Choice,
  choiceOf,
  clients,
  type Dialect,
  type Meaning,
  type Meant,
  type Parts,
  randomParts,
  randomRule,
  serverName,
  targetOf,
} from '../rules/slowly';
import { inWords, listed } from './listed';

const seeds = Array.from({ length: roundsOf(200, 300) }, (_, seed) => seed);
const requests = 12;

/** A router as it was made up: what the API lists of it is made from this. */
interface Made {
  readonly name: string;
  readonly rule: Meant;
  readonly dialect: Dialect;
  /** 0 for the length of the rule. */
  readonly priority: number;
  readonly isServed: boolean;
  readonly entryPoints: readonly string[];
  readonly hasTls: boolean;
  /** Names of routers that this one is nested in. */
  readonly parents: readonly string[];
}

interface Ask {
  readonly parts: Parts;
  readonly entryPoint: string;
  readonly isTls: boolean;
}

function randomRouters(protocol: 'http' | 'tcp', choice: Choice): readonly Made[] {
  const { upTo, oneOf, chance } = choice;
  const count = 1 + upTo(9);
  return Array.from({ length: count }, (_, at) => {
    const dialect: Dialect = `${protocol} ${chance(0.2) ? 'v2' : 'v3'}`;
    const isNested = protocol === 'http' && at > 0 && chance(0.35);
    return {
      name: `r${at}@file`,
      rule: randomRule(dialect, choice, 2),
      dialect,
      priority: oneOf([0, 0, 1, 2, 3, 100, -5]),
      isServed: chance(0.9),
      entryPoints: chance(0.8) ? ['web'] : oneOf([['other'], ['other', 'web'], []]),
      hasTls: chance(0.2),
      // Only earlier ones: no circles.
      parents: isNested ? [...new Set(Array.from({ length: 1 + upTo(1) }, () => `r${upTo(at - 1)}@file`))] : [],
    };
  });
}

function rawOf({ name, rule, dialect, priority, isServed, entryPoints, hasTls, parents }: Made, choice: Choice): Raw {
  return {
    name,
    rule: rule.text,
    ...(dialect.endsWith('v2') && { ruleSyntax: 'v2' }),
    ...(priority !== 0 && { priority }),
    ...(priority === 0 && choice.chance(0.5) && { priority: priorityOf({ rule, priority, dialect }) }),
    status: isServed ? choice.oneOf(['enabled', 'warning']) : 'disabled',
    using: entryPoints,
    entryPoints,
    ...(hasTls && { tls: {} }),
    ...(parents.length > 0 && { parentRefs: parents }),
  };
}

/** The length of the rule, unless it says otherwise; that of a rule for all names is the least. */
function priorityOf({ rule, priority, dialect }: Pick<Made, 'rule' | 'priority' | 'dialect'>): number {
  if (priority !== 0) return priority;
  const words = rule.text.replace(/\/\/.*|\/\*.*?\*\/|[\s()!]/g, '').toLowerCase();
  const isForAll = dialect.startsWith('tcp') && /^hostsni(`\*`|"\*")$/.test(words);
  return isForAll ? -1 : new TextEncoder().encode(rule.text).length;
}

/** By priority, from the highest: the first that takes it. Several of one priority are a tie. */
function slowly(routers: readonly Made[], all: readonly Made[], parts: Parts): string {
  for (const priority of [...new Set(routers.map(priorityOf))].sort((a, b) => b - a)) {
    const meanings = routers
      .filter((router) => priorityOf(router) === priority)
      .map((router): readonly [Made, Meaning] => [router, router.rule.takes(parts)])
      .filter(([, meaning]) => meaning !== false);
    if (meanings.some(([, meaning]) => meaning === undefined)) return 'not certain';
    const names = meanings.map(([{ name }]) => name);
    const [only] = meanings;
    if (only === undefined) continue;
    if (names.length > 1) return `tie ${names.sort().join(', ')}`;
    const nested = all.filter(({ parents, isServed }) => isServed && parents.includes(only[0].name));
    return nested.length === 0 ? `winner ${only[0].name}` : `${only[0].name} > ${slowly(nested, all, parts)}`;
  }
  return 'none';
}

function slowAnswer(routers: readonly Made[], { parts, entryPoint, isTls }: Ask): string {
  const isAsked = ({ isServed, entryPoints, hasTls, parents }: Made): boolean =>
    isServed && parents.length === 0 && hasTls === isTls && entryPoints.includes(entryPoint);
  return slowly(routers.filter(isAsked), routers, parts);
}

/** Our answer in the words of the slow one. */
function answerIn(answer: ReturnType<typeof findRoute>): string {
  const { outcome } = answer;
  const above = (ways: readonly (readonly { readonly router: { readonly name: string } }[])[]): string =>
    (ways[0] ?? [])
      .slice(0, -1)
      .map(({ router }) => `${router.name} > `)
      .join('');
  switch (outcome.kind) {
    case 'winner':
      return `${above([outcome.way])}winner ${outcome.way.at(-1)?.router.name}`;
    case 'tie': {
      const names = outcome.ways.map((way) => way.at(-1)?.router.name);
      return `${above(outcome.ways)}tie ${names.sort().join(', ')}`;
    }
    case 'none':
      return `${(outcome.deadEnd ?? []).map(({ router }) => `${router.name} > `).join('')}none`;
    case 'notCertain':
      return `${above(outcome.possible)}not certain`;
    case 'refused':
      return 'refused';
  }
}

function questionOf(protocol: 'http' | 'tcp', { parts, entryPoint, isTls }: Ask): RouteQuestion {
  const { method, headers, client, alpn } = parts;
  const common = { entryPoint, isTls, ...(client !== undefined && { clientIp: client }) };
  if (protocol === 'tcp') return { kind: 'tcp', ...common, serverName: serverName(parts), alpn };
  return { kind: 'http', ...common, method, host: parts.host, target: targetOf(parts), headers };
}

/** TCP rules see names and protocols only where there is TLS, and a router of the entry point that has it. */
function seenByTcp(ask: Ask, routers: readonly Made[]): Ask {
  const hasRouter = routers.some((made) => made.isServed && made.hasTls && made.entryPoints.includes(ask.entryPoint));
  return ask.isTls && hasRouter ? ask : { ...ask, isTls: false, parts: { ...ask.parts, host: '', alpn: [] } };
}

async function forEach(
  protocol: 'http' | 'tcp',
  check: (ask: Ask, answerOf: (ask: Ask) => ReturnType<typeof findRoute>, routers: readonly Made[]) => void,
): Promise<void> {
  for (const seed of seeds) {
    const choice = choiceOf(randomFrom(seed));
    const routers = randomRouters(protocol, choice);
    const inventory = await listed({ [protocol]: { routers: routers.map((made) => rawOf(made, choice)) } });
    for (let count = 0; count < requests; count++) {
      const ask: Ask = {
        parts: randomParts(choice),
        entryPoint: choice.chance(0.9) ? 'web' : 'other',
        isTls: choice.chance(protocol === 'tcp' ? 0.6 : 0.3),
      };
      check(ask, (one) => findRoute(inventory, questionOf(protocol, one)), routers);
    }
  }
}

describe('findRoute.random: which of random routers takes a request', () => {
  for (const protocol of ['http', 'tcp'] as const) {
    it(`is what a slow search says: ${protocol}`, async () => {
      const heard = new Map<string, number>();
      await forEach(protocol, (ask, answerOf, routers) => {
        const wanted = slowAnswer(routers, protocol === 'tcp' ? seenByTcp(ask, routers) : ask);
        const answer = answerOf(ask);
        const told = JSON.stringify([ask, routers.map(({ rule, ...router }) => ({ ...router, rule: rule.text }))]);
        assert.equal(answerIn(answer), wanted, told);
        for (const [kind] of wanted.matchAll(/winner|tie|none|not certain|>/g)) {
          heard.set(kind, (heard.get(kind) ?? 0) + 1);
        }
      });
      for (const kind of ['winner', 'tie', 'none', 'not certain', ...(protocol === 'http' ? ['>'] : [])]) {
        assert.ok((heard.get(kind) ?? 0) > 20, kind);
      }
    });

    it(`stays true once the client is told: ${protocol}`, async () => {
      await forEach(protocol, (ask, answerOf) => {
        const unsure = answerOf({ ...ask, parts: { ...ask.parts, client: undefined } });
        const { outcome } = unsure;
        const heads = outcome.kind === 'notCertain' ? outcome.possible.map((way) => way[0]?.router.name) : [];
        for (const client of clients) {
          const sure = answerOf({ ...ask, parts: { ...ask.parts, client } });
          assert.notEqual(sure.outcome.kind, 'notCertain');
          if (outcome.kind !== 'notCertain') {
            assert.equal(inWords(sure), inWords(unsure));
            continue;
          }
          const ways = sure.outcome.kind === 'tie' ? sure.outcome.ways : [];
          const way = sure.outcome.kind === 'winner' ? sure.outcome.way : undefined;
          const taking = [...ways, ...(way === undefined ? [] : [way])].map(([first]) => first?.router.name);
          for (const name of taking) assert.ok(heads.includes(name), `${inWords(unsure)}, but ${inWords(sure)}`);
        }
      });
    });
  }
});
