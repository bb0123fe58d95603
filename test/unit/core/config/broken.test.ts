/** Broken text gives what can be read of it: nothing is thrown, and all places are in the text. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFileProvider } from '../../../../src/core/config/file/readFileProvider';
import type { ReadConfig } from '../../../../src/core/config/model/configProblem';
import { type DeclaredCase, readDeclaredCases } from '../../../declared/cases';
import { checkCase } from '../../../declared/checkCase';
import { readCase } from '../../../declared/readCase';

function casesOf(file: string): readonly DeclaredCase[] {
  return readDeclaredCases(readFileSync(join(process.cwd(), 'test/recordings/declared', `${file}.json`), 'utf8'));
}

function assertWithin({ problems, declarations }: ReadConfig, one: DeclaredCase): void {
  const lengths = new Map(one.files.map(({ path, text }) => [path, text.length]));
  const places = [
    ...problems.map(({ range }) => range),
    ...declarations.map(({ at }) => ({ ...at, path: at.file.path })),
  ];
  for (const { path, start, end } of places) {
    const length = lengths.get(path);
    if (length === undefined) continue;
    assert.ok(start >= 0 && start <= end && end <= length, `${one.id}: ${start}–${end} of ${length}`);
  }
}

describe('broken configuration', () => {
  for (const file of ['compose', 'file', 'crd', 'ingress', 'gateway', 'nomad']) {
    it(`is read as far as it goes, and placed: ${file}.json`, () => {
      for (const [turn, one] of casesOf(file).entries()) {
        if (turn % 8 !== 0) continue;
        for (let cut = 1; cut < 3; cut++) {
          const files = one.files.map(({ path, text }) => {
            const [from, to] = [(turn * 31 * cut) % (text.length + 1), (turn * 17 + cut * 7) % 40];
            return { path, text: `${text.slice(0, from)}${text.slice(from + to)}` };
          });
          const broken: DeclaredCase = { ...one, files };
          assertWithin(checkCase(broken, readCase(broken, 'knowing')), broken);
          assertWithin(readCase(broken, 'blind'), broken);
        }
      }
    });
  }

  for (const [what, text] of [
    ['brackets', '['.repeat(100_000)],
    ['keys', Array.from({ length: 3_000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
    ['items', '- '.repeat(50_000)],
    ['keys in a line', 'Authorization: Basic '.repeat(5_000)],
  ] as const) {
    it(`is left alone where it is nested too deeply: ${what}`, () => {
      const { problems } = readFileProvider([{ path: 'a.yml', text }]);
      assert.deepEqual(
        problems.map(({ code, severity }) => `${severity} ${code}`),
        ['warning text.tooLarge'],
      );
    });
  }
});
