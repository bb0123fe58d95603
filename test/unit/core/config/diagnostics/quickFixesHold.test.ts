/** Each quick fix in the recordings does what it is for: its problem is gone, and nothing is worse than before. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigProblem } from '../../../../../src/core/config/model/configProblem';
import { type DeclaredCase, readDeclaredCases } from '../../../../declared/cases';
import { checkCase } from '../../../../declared/checkCase';
import { readCase } from '../../../../declared/readCase';
import { recordingsFolder } from '../../../../recordings/read';

const folder = join(recordingsFolder(), 'declared');

const problemsOf = (one: DeclaredCase): readonly ConfigProblem[] => checkCase(one, readCase(one, 'knowing')).problems;
const errorsAmong = (problems: readonly ConfigProblem[]): number =>
  problems.filter(({ severity }) => severity === 'error').length;

describe('quickFixesHold: quick fixes in recorded configurations', () => {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    it(`fix what they are for: ${name}`, () => {
      for (const one of readDeclaredCases(readFileSync(join(folder, name), 'utf8'))) {
        const problems = problemsOf(one);
        for (const { code, message, range, fix } of problems) {
          if (fix === undefined) continue;
          const files = one.files.map(({ path, text }) => {
            if (path !== fix.range.path) return { path, text };
            return { path, text: text.slice(0, fix.range.start) + fix.text + text.slice(fix.range.end) };
          });
          const after = problemsOf({ ...one, files });
          const what = `${one.id}: ${code} ${JSON.stringify(fix.text)}`;
          const isSame = (other: ConfigProblem): boolean =>
            JSON.stringify([other.code, other.message, other.range.path, other.range.start]) ===
            JSON.stringify([code, message, range.path, range.start]);
          assert.ok(!after.some(isSame), what);
          // Other fixes let Traefik come to what is wrong behind them.
          if (!/^(?:rule|compose)\./.test(code)) continue;
          assert.ok(errorsAmong(after) <= errorsAmong(problems), `${what}: ${JSON.stringify(after)}`);
        }
      }
    });
  }
});
