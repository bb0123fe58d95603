import assert from 'node:assert/strict';
import { type SingleFlight, singleFlight } from '../../../../src/core/base/async/singleFlight';
import { RequestFailure } from '../../../../src/core/base/errors/failure';
import type { Inventory } from '../../../../src/core/proxy/model/inventory';
import { findRouters } from '../../../../src/vscode/search/accessLogsRouters';
import { given } from '../../core/proxy/model/given';
import { failureFrom } from '../../core/search/fakeHttpClient';

type Listed = readonly string[] | Error;

/** Proxies that list routers: by id what each reading gives, the last one again and again. */
function proxies(readings: Readonly<Record<string, readonly Listed[]>>) {
  const reads: string[] = [];
  const shared = new Map(
    Object.entries(readings).map(([id, all]): [string, SingleFlight<Inventory>] => {
      const left = [...all];
      return [
        id,
        singleFlight<Inventory>(async () => {
          reads.push(id);
          const next = (left.length > 1 ? left.shift() : left[0]) ?? [];
          if (next instanceof Error) throw next;
          return given({ http: { routers: next.map((name) => ({ name })) } });
        }),
      ];
    }),
  );
  return {
    reads,
    known: (id: string) => shared.get(id)?.read(),
    async find(names: readonly string[], ...groups: readonly (readonly string[])[]) {
      const hints = groups.map((ids) => ids.map((id) => ({ id, name: id })));
      const found = await findRouters(
        { inventory: async (id) => shared.get(id) ?? assert.fail(id) },
        names,
        hints,
        (work) => work(new AbortController().signal),
      );
      return found?.map(({ proxy, router }) => `${router.name} of ${proxy.id}`);
    },
  };
}

const unreachable = new RequestFailure({ kind: 'refused', sentence: 'No.', nextStep: 'Try.' });

describe('accessLogsRouters: the router that a line of an access log names', () => {
  it('is that of the proxy that wrote it, although others have one of the same name', async () => {
    const all = proxies({ mine: [['web@docker']], other: [['web@docker']] });
    await all.known('other');
    assert.deepEqual(await all.find(['web@docker'], ['mine'], ['other']), ['web@docker of mine']);
  });

  it('is found without a request where it was read before', async () => {
    const all = proxies({ mine: [['web@docker']] });
    await all.known('mine');
    assert.deepEqual(await all.find(['gone@file -> web@docker', 'web@docker'], ['mine']), ['web@docker of mine']);
    assert.deepEqual(all.reads, ['mine']);
  });

  it('is looked for anew where it was not there before', async () => {
    const all = proxies({ mine: [[], ['web@docker']] });
    await all.known('mine');
    assert.deepEqual(await all.find(['web@docker'], ['mine'], []), ['web@docker of mine']);
  });

  it('may be one of several proxies', async () => {
    const all = proxies({ a: [['web@docker']], b: [['web@docker']], c: [[]] });
    assert.deepEqual(await all.find(['web@docker'], [], ['a', 'b', 'c']), ['web@docker of a', 'web@docker of b']);
  });

  it('is gone where no proxy lists it, also where some could not be read', async () => {
    const all = proxies({ a: [[]], b: [unreachable] });
    assert.deepEqual(await all.find(['web@docker'], ['a'], ['b']), []);
    assert.deepEqual(await proxies({}).find(['web@docker'], [], []), []);
  });

  it('is not known where no proxy could be read', async () => {
    const all = proxies({ a: [unreachable], b: [unreachable] });
    assert.equal((await failureFrom(() => all.find(['web@docker'], ['a'], ['b']))).kind, 'refused');
  });
});
