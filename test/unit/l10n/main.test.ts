import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readSources } from '../../../scripts/layers.mjs';

/** The names that an import or an export in braces takes, without those of types. */
function namesIn(braces: string): readonly string[] {
  return braces
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));
}

describe('dist/l10n.js, which the bundles of the extension host share', () => {
  it('has all that they take of src/l10n', () => {
    const exported = [...readFileSync('src/l10n/main.ts', 'utf8').matchAll(/^export \{([^}]+)\} from/gm)];
    const shared = new Set(exported.flatMap(([, braces = '']) => namesIn(braces)));
    const lacking = [...readSources('.')].flatMap(([file, text]) => {
      if (/^src\/(?:webview|l10n|check)\//.test(file)) return [];
      const taken = [...text.matchAll(/^import \{([^}]+)\} from '(?:\.\.\/)+l10n\/\w+';$/gm)];
      return taken
        .flatMap(([, braces = '']) => namesIn(braces))
        .filter((name) => !shared.has(name))
        .map((name) => `${file} ${name}`);
    });
    assert.deepEqual(lacking, []);
    assert.ok(shared.has('plural'));
  });
});
