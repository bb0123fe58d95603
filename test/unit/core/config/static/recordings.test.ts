/** What Traefik made of recorded static configurations, and why recorded objects were absent. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAbsentCase, readStaticCases } from '../../../../static/cases';
import { reasonOfCause } from '../../../../static/causes';
import { criesOf, tellAbsent, tellStatic } from '../../../../static/judge';
import { repairedInput } from '../../../../static/questionOf';

function casesOf(name: string) {
  return readStaticCases(readFileSync(join(process.cwd(), 'test/recordings/static', name), 'utf8'));
}

describe('recordings: static configuration', () => {
  for (const name of ['static-3.json', 'static-2.json']) {
    it(`starts Traefik or not, as recorded: ${name}`, () => {
      const cases = casesOf(name).flatMap((one) => (isAbsentCase(one) ? [] : [one]));
      assert.ok(cases.length > 0);
      for (const one of cases) {
        const told = tellStatic(one);
        const { starts, log } = one.expected;
        assert.equal(told.starts, starts, `${one.id} (${one.about})`);
        assert.deepEqual(criesOf(told, starts, log), [], one.id);
      }
    });
  }

  for (const name of ['absent-3.json', 'absent-2.json']) {
    it(`has one reason for each absent object: ${name}`, () => {
      const cases = casesOf(name).filter(isAbsentCase);
      assert.ok(cases.length > 0);
      for (const one of cases) {
        assert.equal(tellAbsent(one).reason, reasonOfCause[one.cause], `${one.id} (${one.about})`);
        const repaired = tellAbsent({ ...one, input: repairedInput(one) });
        assert.deepEqual(criesOf(repaired, true, one.repair.log), [], one.id);
      }
    });
  }
});
