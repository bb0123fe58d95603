import assert from 'node:assert/strict';
import { openRouterSets, placeIndex } from '../../../../../src/core/proxy/findings/routerSets';
import { itemsOfKinds } from '../../../../../src/core/proxy/model/inventory';
import { inventoryIn, router } from './routers';

async function gathered(literals: { left: number }, ...rules: readonly string[]) {
  const routers = rules.map((rule, at) => router(`r${at}@file`, { rule }));
  const inventory = await inventoryIn({ http: { routers } });
  const sets = openRouterSets(inventory, { left: 1_000 }, literals);
  for (const one of itemsOfKinds(inventory, 'routers')) sets.add(one);
  const [set] = sets.finish();
  return set?.competitors ?? [];
}

describe('openRouterSets: rules with very many conditions in all', () => {
  it('compares rules until their conditions are used up', async () => {
    const literals = { left: 5 };
    const two = 'Host(`a.test`) && Path(`/a`)';
    const competitors = await gathered(literals, two, two, two, 'Path(`/b`)');
    assert.deepEqual(
      competitors.map(({ shape }) => shape.alternatives?.flat().length),
      [2, 2, undefined, undefined],
    );
    assert.ok(competitors.every(({ shape }) => shape.rule.kind === 'rule'));
    assert.ok(literals.left < 0);
  });

  it('keeps nothing of a condition but itself', async () => {
    const [one] = await gathered({ left: 10 }, 'Host(`a.test`) && PathPrefix(`/a`)');
    for (const literal of one?.shape.alternatives?.flat() ?? []) {
      assert.deepEqual(Object.keys(literal), ['matcher', 'isNegated', 'dialect']);
    }
  });
});

describe('placeIndex', () => {
  it('finds competitors by what another place is beside, also those that are added later', async () => {
    const competitors = await gathered({ left: 100 }, 'Host(`a.test`)', 'Path(`/a`)', 'Host(`b.test`) && Path(`/a/b`)');
    const index = placeIndex();
    const named = (at: number) => competitors.find(({ router: { name } }) => name === `r${at}@file`);
    const beside = (at: number): readonly string[] =>
      (named(at)?.shape.places ?? []).flatMap((place) =>
        index.beside(place).flatMap((some) => some.map(({ router: { name } }) => name)),
      );
    const add = (at: number): void => {
      const competitor = named(at);
      if (competitor !== undefined) index.add(competitor);
    };
    add(0);
    add(1);
    assert.deepEqual(beside(1).toSorted(), ['r0@file', 'r1@file']);
    add(2);
    assert.deepEqual(beside(1).toSorted(), ['r0@file', 'r1@file']);
    assert.deepEqual(beside(2).toSorted(), ['r1@file', 'r2@file']);
  });
});
