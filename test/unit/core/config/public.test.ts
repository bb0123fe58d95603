/** What people asked in public: each file is told what its author needed to know, and nothing else. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { linePlaceOf, lineStartsOf } from '../../../../src/core/base/text/lines';
import { checkConfigGroups } from '../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../src/core/config/files/readConfigFiles';
import { readCases, saidOf } from '../../../agree/cases';

const folder = join(process.cwd(), 'test/public');
const texts = z.array(z.string());
const cases = z
  .array(
    z.object({
      id: z.string(),
      source: z.string(),
      files: texts,
      told: z.optional(texts),
      nothing: z.optional(z.literal(true)),
    }),
  )
  .parse(JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')));

function textOf(id: string, file: string): string {
  return readFileSync(join(folder, id, file), 'utf8');
}

/** What is told of files that are read together: `file:line severity code`. */
function toldOf(id: string, names: readonly string[]): readonly string[] {
  const files = names.map((path) => ({ path, text: textOf(id, path) }));
  const starts = new Map(files.map(({ path, text }) => [path, lineStartsOf(text)] as const));
  return checkConfigGroups(readConfigFiles(files), {}).map(({ range: { path, start }, severity, code }) => {
    const { line } = linePlaceOf(starts.get(path) ?? [], start);
    return `${path}:${line + 1} ${severity} ${code}`;
  });
}

describe('public cases', () => {
  it('are those in the folder', () => {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
    assert.deepEqual(folders.map(({ name }) => name).sort(), cases.map(({ id }) => id).sort());
    assert.ok(cases.length >= 40);
  });

  for (const { id, source, files, told, nothing } of cases) {
    if (told !== undefined) {
      it(`get their answers: ${id} (${source})`, () => {
        assert.deepEqual([...toldOf(id, files)].sort(), [...told].sort());
        assert.equal(told.length === 0, nothing === true);
      });
    } else {
      it(`go to their routers: ${id} (${source})`, () => {
        const read = files.map((file) => readCases(textOf(id, file)));
        for (const { inventory, cases: asked } of read) {
          assert.ok(asked.length > 0);
          for (const { question, router } of asked) {
            const said = saidOf(inventory, question);
            assert.equal(typeof said === 'string' ? said : said.router, router, JSON.stringify(question));
          }
        }
      });
    }
  }
});
