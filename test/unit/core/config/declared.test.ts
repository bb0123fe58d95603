/** What Traefik made of recorded configurations: each case is met, or listed here with its reason. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDeclaredCases } from '../../../declared/cases';
import { judgeCases } from '../../../declared/judgeCases';

/** By file: the cases that are not met, why, and how many of the errors of Traefik's API are foretold at least. */
const files: Readonly<Record<string, { readonly unmet: Readonly<Record<string, string>>; readonly foretold: number }>> =
  {
    compose: { unmet: {}, foretold: 0 },
    file: { unmet: {}, foretold: 7 },
  };

describe('declared configuration', () => {
  for (const [file, { unmet, foretold }] of Object.entries(files)) {
    it(`is read as Traefik reads it: ${file}.json`, () => {
      const path = join(process.cwd(), 'test/recordings/declared', `${file}.json`);
      const judgement = judgeCases(readDeclaredCases(readFileSync(path, 'utf8')));
      assert.deepEqual(
        judgement.unmet.filter(({ id }) => unmet[id] === undefined),
        [],
      );
      assert.deepEqual(
        Object.keys(unmet).filter((id) => !judgement.unmet.some((one) => one.id === id)),
        [],
        'these are met now',
      );
      assert.deepEqual(judgement.cries, []);
      assert.ok(judgement.foretold >= foretold, `${judgement.foretold} of ${foretold}: ${judgement.missed.join('\n')}`);
    });
  }
});
