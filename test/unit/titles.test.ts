/** A list of failures can be read: each title begins with the unit, the name of the test file or of what it imports. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The titles of a test file that begin with something else. Those within a title follow it. */
function titlesWithoutUnit(file: string, text: string): readonly string[] {
  const name = basename(file, '.test.ts');
  const imported = [...text.matchAll(/^import (?:type )?\{([^}]*)\} from/gm)].flatMap(([, names = '']) =>
    names.split(',').map((one) => one.replace(/^\s*(?:type )?(?:\w+ as )?/, '').trim()),
  );
  return [...text.matchAll(/^describe\(\s*(['"`])(.*?)\1/gm)].flatMap(([, , title = '']) => {
    const [unit = ''] = /^[\w.-]+/.exec(title) ?? [];
    return unit === name || imported.includes(unit) ? [] : [`${file}: ${title}`];
  });
}

describe('titles', () => {
  it('begin with the unit', () => {
    const files = readdirSync('test/unit', { recursive: true, encoding: 'utf8' }).filter((one) =>
      one.endsWith('.test.ts'),
    );
    assert.ok(files.length > 300);
    assert.deepEqual(
      files.flatMap((file) => titlesWithoutUnit(file, readFileSync(join('test/unit', file), 'utf8'))),
      [],
    );
  });

  it('are found that begin with anything else', () => {
    const text =
      "import { readRow } from './row';\ndescribe('readRow', f);\ndescribe('row: a row', f);\ndescribe('a row', f);\n";
    assert.deepEqual(titlesWithoutUnit('row.test.ts', text), ['row.test.ts: a row']);
  });
});
