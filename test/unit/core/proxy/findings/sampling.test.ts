import assert from 'node:assert/strict';
import { contestsIn } from '../../../../../src/core/proxy/findings/contests';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import { findRoute } from '../../../../../src/core/proxy/routing/findRoute';
import type { HttpQuestion } from '../../../../../src/core/proxy/routing/routeAnswer';
import { type Dice, loadedDice } from '../../../../servers/traefik/dice';
import { roundsOf } from '../../../rounds';
import { inventoryIn, router } from './routers';

const hosts = ['a.test', 'A.test', 'b.test', 'b.test.', 'c.b.test', '*.b.test'];
const paths = ['/', '/x', '/x/', '/x/y', '/x/y.css', '/api', '/api/v1', '/apiary', '/a%2Fb'];
const v3: readonly ((dice: Dice) => string)[] = [
  (dice) => `Host(\`${dice.pick(hosts)}\`)`,
  (dice) => `Host(\`${dice.pick(hosts)}\`)`,
  (dice) => `HostRegexp(\`${dice.pick(['^[a-z]\\.test$', '.*', '^.+$', '(^|\\.)b\\.test', '(?i)^A'])}\`)`,
  (dice) => `Path(\`${dice.pick(paths)}\`)`,
  (dice) => `PathPrefix(\`${dice.pick(paths)}\`)`,
  (dice) => `PathPrefix(\`${dice.pick(paths)}\`)`,
  (dice) => `PathRegexp(\`${dice.pick(['^/x', '^/api/.*', '\\.css$', '^/', '^/(x|api)/?$', '^/x.*$'])}\`)`,
  (dice) => `Method(\`${dice.pick(['GET', 'POST', 'get'])}\`)`,
  (dice) => `Header(\`${dice.pick(['X-Beta', 'x-beta', 'X-Tenant'])}\`,\`${dice.pick(['1', '2'])}\`)`,
  (dice) => `HeaderRegexp(\`X-Beta\`,\`${dice.pick(['^[0-9]$', '1', '^2'])}\`)`,
  (dice) => `Query(\`${dice.pick(['v', 'w'])}\`,\`${dice.pick(['1', '2'])}\`)`,
  () => 'Query(`v`)',
  (dice) => `QueryRegexp(\`v\`,\`${dice.pick(['^[0-9]$', '1', ''])}.?\`)`,
  (dice) => `ClientIP(\`${dice.pick(['10.0.0.0/8', '10.1.0.0/16', '10.1.2.3', '::/0', '2001:db8::/32'])}\`)`,
];
const v2: readonly ((dice: Dice) => string)[] = [
  (dice) => `Host(\`${dice.pick(hosts)}\`, \`${dice.pick(hosts)}\`)`,
  (dice) => `HostRegexp(\`${dice.pick(['{any:.*}', '{sub:[a-z]+}.b.test', '{x:a|b}.test'])}\`)`,
  (dice) => `Path(\`${dice.pick([...paths, '/x/{y:[a-z]+}', '/{any}'])}\`)`,
  (dice) => `PathPrefix(\`${dice.pick([...paths, '/{any}', '/api/{v:v[0-9]}'])}\`, \`${dice.pick(paths)}\`)`,
  (dice) => `Method(\`${dice.pick(['GET', 'POST'])}\`)`,
  (dice) => `Headers(\`X-Beta\`, \`${dice.pick(['1', '2'])}\`)`,
  (dice) => `HeadersRegexp(\`X-Beta\`, \`${dice.pick(['^[0-9]$', '^2'])}\`)`,
  (dice) => `Query(\`${dice.pick(['v=1', 'v=2', 'w=1', 'v={any}'])}\`)`,
  (dice) => `ClientIP(\`${dice.pick(['10.0.0.0/8', '10.1.2.3', '2001:db8::/32'])}\`)`,
];

function rule(dice: Dice, matchers: typeof v3, depth = 0): string {
  if (depth > 2 || dice.chance(0.45)) {
    const matcher = dice.pick(matchers)(dice);
    return dice.chance(0.15) ? `!${matcher}` : matcher;
  }
  const parts = Array.from({ length: 2 + dice.below(2) }, () => rule(dice, matchers, depth + 1));
  const joined = `(${parts.join(dice.chance(0.65) ? ' && ' : ' || ')})`;
  return dice.chance(0.1) ? `!${joined}` : joined;
}

function ruleSet(dice: Dice, isV2: boolean): Promise<Inventory> {
  const routers = Array.from({ length: 30 }, (_, number) => {
    const using = dice.pick([['web'], ['web'], ['web', 'admin'], ['admin']]);
    return router(`r${number}@file`, { rule: rule(dice, isV2 ? v2 : v3), priority: 1 + dice.below(25), using });
  });
  return inventoryIn({ http: { routers } }, isV2 ? '2.11.53' : '3.7.9');
}

function request(dice: Dice): HttpQuestion {
  const query = ['', '', '?v=1', '?v=2', '?v=1&v=2', '?v', '?w=1&v=2', '?v=12'];
  return {
    kind: 'http',
    entryPoint: dice.pick(['web', 'admin']),
    isTls: false,
    method: dice.pick(['GET', 'GET', 'POST', 'PUT', 'get']),
    host: dice.pick([
      'a.test',
      'A.TEST',
      'a.test.',
      'b.test',
      'b.test.',
      'c.b.test',
      'd.test',
      '',
      'x.c.b.test',
      'c.b.test.',
    ]),
    target: `${dice.pick([...paths, '/x//y', '/x/../api', '/x%0Ay', '/X', '/other', '/x/y/z', '/api/v12'])}${dice.pick(query)}`,
    headers: dice.pick<HttpQuestion['headers']>([
      [],
      [['X-Beta', '1']],
      [['x-beta', '2']],
      [
        ['X-Beta', '1'],
        ['X-Beta', '2'],
        ['X-Tenant', '1'],
      ],
    ]),
    clientIp: dice.pick(['10.1.2.3', '10.1.0.9', '10.9.9.9', '192.0.2.1', '2001:db8::1', '::1']),
  };
}

/** What is found in a random rule set. */
async function foundIn(inventory: Inventory) {
  const { routerSets: arenas, shadowed: outdone, ties, isWhole } = await contestsIn(inventory, () => undefined);
  assert.ok(isWhole);
  const impossible = arenas.flatMap(({ competitors }) =>
    competitors.filter(({ shape }) => shape.contradictions.length > 0).map(({ router: { name } }) => name),
  );
  return { outdone, impossible: new Set(impossible), ties };
}

const sets = roundsOf(15, 40);
const requests = roundsOf(500, 1_000);

for (const isV2 of [false, true]) {
  describe(`sampling: findings of random rules of ${isV2 ? 'v2' : 'v3'}, asked of the evaluator`, () => {
    it('are true of every sampled request', async () => {
      let [outdoneCount, impossibleCount, tieCount] = [0, 0, 0];
      for (let seed = 1; seed <= sets; seed++) {
        const dice = loadedDice(seed);
        const inventory = await ruleSet(dice, isV2);
        const { outdone, impossible, ties } = await foundIn(inventory);
        outdoneCount += outdone.size;
        impossibleCount += impossible.size;
        tieCount += ties.length;
        const losers = new Set([...outdone.keys()].map(({ name }) => name));

        for (let count = 0; count < requests; count++) {
          const question = request(dice);
          const { outcome, considered } = findRoute(inventory, question);
          const ways = outcome.kind === 'winner' ? [outcome.way] : outcome.kind === 'tie' ? outcome.ways : [];
          for (const [candidate] of ways) {
            const name = candidate?.router.name ?? '';
            assert.ok(!losers.has(name), `${name} wins, seed ${seed}: ${JSON.stringify(question)}`);
          }
          if (impossible.size === 0) continue;
          for (const { router: one, verdict } of considered) {
            assert.ok(
              !impossible.has(one.name) || verdict === 'no',
              `${one.rule}, seed ${seed}: ${JSON.stringify(question)}`,
            );
          }
        }

        for (const { one, other, sample } of ties) {
          const { outcome } = findRoute(inventory, sample);
          assert.equal(outcome.kind, 'tie', JSON.stringify(sample));
          const names = outcome.kind === 'tie' ? outcome.ways.map(([candidate]) => candidate?.router.name) : [];
          assert.ok(names.includes(one.router.name) && names.includes(other.router.name), JSON.stringify(sample));
        }
      }
      assert.ok(
        outdoneCount > sets && tieCount > sets && impossibleCount > sets / 8,
        `${outdoneCount} ${tieCount} ${impossibleCount}`,
      );
    }).timeout(60_000);
  });
}
