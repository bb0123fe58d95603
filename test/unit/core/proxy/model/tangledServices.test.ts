import assert from 'node:assert/strict';
import { findingsOf } from '../../../../../src/core/proxy/findings/findings';
import { itemsOfKinds } from '../../../../../src/core/proxy/model/inventory';
import { itemGraphOf } from '../../../../../src/core/proxy/model/itemGraph';
import { type Api, given, type Raw, routerIn, serviceIn } from './given';

const server = 'http://10.0.0.1';
const indices = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

/**
 * A circle of weighted services, each of which leads to a down service of its own; or a row without a way back. Each has
 * a router.
 */
function tangle(count: number, isCircle: boolean): Api {
  const weighted = indices(count).map((at): Raw => {
    const next = isCircle ? (at + 1) % count : Math.min(at + 1, count - 1);
    return { name: `w${at}@file`, weighted: { services: [{ name: `w${next}` }, { name: `s${at}` }] } };
  });
  const servers = indices(count).map(
    (at): Raw => ({
      name: `s${at}@file`,
      loadBalancer: { servers: [{ url: server }] },
      serverStatus: { [server]: 'DOWN' },
    }),
  );
  const routers = indices(count).map(
    (at): Raw => ({ name: `r${at}@file`, rule: `Host(\`h${at}.test\`)`, service: `w${at}` }),
  );
  return { http: { services: [...weighted, ...servers], routers } };
}

/** How often something is put into a set while this is done: each step through a graph puts something into one. */
async function stepsOf(work: () => Promise<unknown>): Promise<number> {
  const { add } = Set.prototype;
  let steps = 0;
  Set.prototype.add = function (value) {
    steps += 1;
    return add.call(this, value);
  };
  try {
    await work();
  } finally {
    Set.prototype.add = add;
  }
  return steps;
}

describe('tangledServices: an item graph in which services lead to each other', () => {
  for (const isCircle of [true, false]) {
    it(`is followed in steps that grow with the listing: ${isCircle ? 'circles' : 'rows'}`, async () => {
      const steps = [];
      for (const count of [2_000, 4_000]) {
        const inventory = await given(tangle(count, isCircle));
        steps.push(
          await stepsOf(async () => {
            await itemGraphOf(inventory).prepare();
            await findingsOf(inventory);
          }),
        );
      }
      const [few = 0, many = 0] = steps;
      assert.ok(many < 2.2 * few, `${few} steps, then ${many}`);
    });
  }

  it('has the state of each, and counts the servers of those that come first', async () => {
    const inventory = await given(tangle(4_000, true));
    const graph = itemGraphOf(inventory);
    await graph.prepare();
    for (const item of itemsOfKinds(inventory, 'routers', 'services')) assert.equal(graph.healthOf(item).state, 'down');
    assert.deepEqual(graph.healthOf(serviceIn(inventory, 'w0@file')), { state: 'down', up: 0, total: 4_000 });
    assert.deepEqual(graph.healthOf(serviceIn(inventory, 's3999@file')), { state: 'down', up: 0, total: 1 });
    assert.equal(graph.healthOf(routerIn(inventory, 'r3999@file')).total, undefined);
  });

  it('has a finding about each service that is down, with the routers of those that come first', async () => {
    const found = await findingsOf(await given(tangle(4_000, true)));
    const down = found?.list.filter(({ kind }) => kind === 'down') ?? [];
    assert.equal(down.length, 4_000);
    assert.match(down[0]?.reason ?? '', /^The only server is down\. Affects r0@file, .*, and 3,998 more\.$/);
    assert.equal(down.at(-1)?.reason, 'The only server is down. Affects routers that were not counted.');
  });
});
