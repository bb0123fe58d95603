/** Plans of recorded changes, held to what real Traefiks did. `npm run changes` does the same with all recordings. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type ChangeCase, inventoryOf, readChangeCases } from '../../../changes/cases';
import { judgeChange } from '../../../changes/judge';
import { planCase } from '../../../changes/planCase';

describe('judgeChange: recorded changes', () => {
  const kinds = new Set<string>();
  for (const file of ['changes-2', 'changes-3']) {
    const { version, cases } = readChangeCases(readFileSync(`test/recordings/changes/${file}.json`, 'utf8'));
    for (const one of cases) {
      kinds.add(one.kind);
      it(`foretells what Traefik ${version} did: ${one.kind} (${one.id})`, async () => {
        const { wrong, missed, wrongObjects, unsure, moves } = await judgeChange(one, version);
        assert.deepEqual(
          { wrong, missed, wrongObjects, unsure },
          { wrong: [], missed: [], wrongObjects: [], unsure: 0 },
        );
        assert.equal(moves > 0, one.reloadFailed !== true);
      });

      it(`gives examples that move, of the recorded routers: ${one.kind} (${one.id})`, async () => {
        const { plan } = await planCase(one, version);
        const names = (api: ChangeCase['apiBefore']): ReadonlySet<unknown> =>
          new Set([
            null,
            ...(inventoryOf(api, version).groups.http.routers as { items: ReadonlyMap<string, unknown> }).items.keys(),
          ]);
        const [old, next] = [names(one.apiBefore), names(one.apiAfter ?? one.apiBefore)];
        for (const { before, after } of plan.moves) {
          assert.ok(old.has(before.router) && next.has(after.router), JSON.stringify([before.router, after.router]));
        }
        assert.equal(plan.refusals.length > 0, one.reloadFailed === true);
        assert.deepEqual(plan.drifted, []);
      });
    }
  }

  it('has six kinds of changes', () => {
    assert.deepEqual([...kinds].sort(), [
      'addCatchAll',
      'missingMiddleware',
      'priority',
      'removeRouter',
      'tls',
      'typo',
    ]);
  });
});
