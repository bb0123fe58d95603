import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Case, readCases, saidOf } from '../../../../agree/cases';
import { recordingsFolder } from '../../../../recordings/read';

/** How many requests or connections each recording holds of those that the server routed. */
const counts: Readonly<Record<string, number>> = {
  'traefik-2.json': 1_500,
  'traefik-3-tcp.json': 500,
  'traefik-3.json': 2_000,
};

const folder = join(recordingsFolder(), 'which-router');

describe('agree: which router takes a request', () => {
  it('is asked of all recordings', () => {
    assert.deepEqual(readdirSync(folder).sort(), Object.keys(counts));
  });

  for (const [name, count] of Object.entries(counts)) {
    it(`is what real Traefik said in all ${count} cases of ${name}`, () => {
      const { inventory, cases } = readCases(readFileSync(join(folder, name), 'utf8'));
      const disagrees = ({ question, router }: Case): boolean => {
        const said = saidOf(inventory, question);
        return typeof said === 'string' || said.router !== router;
      };
      assert.deepEqual(cases.filter(disagrees), []);
      assert.equal(cases.length, count);
    });
  }
});
