import assert from 'node:assert/strict';
import type { Declaration } from '../../../../src/core/config/model/declaration';
import { textPattern } from '../../../../src/core/config/names/textPattern';
import { unknownPart } from '../../../../src/core/config/source/placedText';
import { matchDeclared } from '../../../../src/core/liveConfig/matchDeclared';
import type { Inventory } from '../../../../src/core/proxy/model/inventory';
import type { Router } from '../../../../src/core/proxy/model/model';
import { loadedDice } from '../../../servers/traefik/dice';
import { given, listedIn, type Raw } from '../proxy/model/given';

const inventoryOf = (routers: readonly Raw[]) => given({ http: { routers } });

const file = { path: 'a.nomad', text: '' };

/** A router of a file, with `_` for each unknown part of its name and its rule. */
function declared(name: string, rule: string): Declaration {
  const placed = (text: string) => ({ value: text.replaceAll('_', unknownPart), file, start: 0, end: 0 });
  const router = {
    ...{ rule: placed(rule), service: undefined, middlewares: [], entryPoints: undefined },
    ...{ ruleSyntax: undefined, tls: undefined, parentRefs: [] },
  };
  return { protocol: 'http', kind: 'router', name: placed(name).value, at: placed(''), unit: 'a', router };
}

/** The inventory, and how often the name of one of its routers was read. */
function watched(inventory: Inventory): { inventory: Inventory; reads: () => number } {
  let reads = 0;
  const { http } = inventory.groups;
  assert.ok(http.routers?.state === 'read');
  const items = new Map(
    [...http.routers.items].map(([name, router]): [string, Router] => [
      name,
      Object.defineProperty({ ...router }, 'name', {
        get: () => {
          reads++;
          return name;
        },
      }),
    ]),
  );
  const groups = { ...inventory.groups, http: { ...http, routers: { ...http.routers, items } } };
  return { inventory: { ...inventory, groups }, reads: () => reads };
}

describe('matchDeclared: unknown names', () => {
  it('finds what looking at each router finds', async () => {
    const dice = loadedDice(11);
    const word = (letters: readonly string[]) =>
      Array.from({ length: dice.below(5) }, () => dice.pick(letters)).join('');
    const names = new Set(
      Array.from({ length: 300 }, () => `${word(['a', 'b', '-'])}@${dice.pick(['docker', 'nomad'])}`),
    );
    const inventory = await inventoryOf([...names].map((name) => ({ name, rule: `Host(\`${word(['a', 'b'])}\`)` })));
    const routers = listedIn(inventory.groups.http.routers);
    const declarations = Array.from({ length: 2_000 }, () =>
      declared(
        `${word(['a', 'b', '-', '_'])}_${word(['a', 'b', '_'])}@${dice.pick(['docker', 'nomad'])}`,
        dice.pick(['Host(`_`)', 'Host(`a_`)']),
      ),
    );
    for (const { declaration, certainty, items } of matchDeclared(declarations, inventory)) {
      const rule = textPattern(declaration.router?.rule?.value ?? '');
      const fitting = routers.filter(
        (one) => textPattern(declaration.name).fits(one.name) && rule.fits(one.rule ?? ''),
      );
      const expected = fitting.length === 0 ? 'unknown' : fitting.length === 1 ? 'probable' : 'ambiguous';
      assert.equal(certainty, expected, declaration.name);
      assert.equal(items.length, Math.min(fitting.length, 2));
      assert.ok(items.every((item) => fitting.some(({ name }) => name === item.name)));
    }
  });

  it('looks only at routers whose names begin or end as known', async () => {
    const { inventory, reads } = watched(
      await inventoryOf(Array.from({ length: 2_000 }, (_, at) => ({ name: `r${at}-web@nomad`, rule: 'Host(`a`)' }))),
    );
    matchDeclared([], inventory);
    const [first] = matchDeclared([declared('r7-_@nomad', 'Host(`a`)')], inventory);
    assert.equal(first?.certainty, 'probable');
    const before = reads();
    const [match] = matchDeclared([declared('_7-web@nomad', 'Host(`b`)')], inventory);
    assert.equal(match?.certainty, 'unknown');
    assert.ok(reads() - before <= 2 * 200);
  });

  it('looks at a bounded number of routers for a file', async () => {
    const name = (at: number) => `${'n'.repeat(1_000)}${at}@nomad`;
    const { inventory, reads } = watched(
      await inventoryOf(Array.from({ length: 2_000 }, (_, at) => ({ name: name(at), rule: 'Host(`a`)' }))),
    );
    const readsFor = (count: number): number => {
      const before = reads();
      const patterns = Array.from({ length: count }, (_, at) => declared(`_${at}_@nomad`, 'Host(`b`)'));
      const matches = matchDeclared([...patterns, declared('nn_@nomad', 'Host(`a`)')], inventory);
      assert.equal(matches.at(-1)?.certainty, count > 10 ? 'unknown' : 'ambiguous');
      return reads() - before;
    };
    readsFor(1);
    assert.ok(readsFor(2_000) < 100_000);
  });
});
