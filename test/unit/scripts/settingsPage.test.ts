/** The page of settings has what package.json contributes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type Setting, type SettingsManifest, settingsPage } from '../../../scripts/settings-page.mjs';

const manifest: SettingsManifest = JSON.parse(readFileSync('package.json', 'utf8'));
const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync('package.nls.json', 'utf8'));

const one: Setting = {
  type: 'number',
  default: 30,
  scope: 'application',
  markdownDescription: '%one%',
  order: 2,
  minimum: 1,
  maximum: 600,
};

/** The rows of the only table that the page has of these settings. */
function rows(properties: Readonly<Record<string, Setting>>, words: Readonly<Record<string, string>>): string[] {
  const page = settingsPage({ contributes: { configuration: [{ title: 'A', order: 1, properties }] } }, words);
  return page.split('\n').filter((line) => line.startsWith('| `'));
}

describe('settingsPage', () => {
  it('makes docs/settings.md of package.json (npm run l10n)', () => {
    assert.equal(readFileSync('docs/settings.md', 'utf8'), settingsPage(manifest, texts));
  });

  it('gives each setting one row, in the order of the Settings editor', () => {
    const found = [...settingsPage(manifest, texts).matchAll(/^\| `(.+?)` \|/gm)].map(([, name]) => name);
    const all = manifest.contributes.configuration.flatMap(({ properties }) => Object.entries(properties));
    const now = all.filter(([, { deprecationMessage }]) => deprecationMessage === undefined);
    assert.ok(now.length > 0 && now.length < all.length, 'former names are left out');
    assert.deepEqual(found.toSorted(), now.map(([name]) => name).toSorted());
    assert.deepEqual(
      rows({ 'a.one': one, 'a.two': { ...one, order: 1 } }, { one: 'One.' }).map((row) => row.split('`')[1]),
      ['a.two', 'a.one'],
    );
  });

  it('shows the type with its limits or values, the default, the scope, and the text', () => {
    assert.deepEqual(rows({ 'a.one': one }, { one: 'One.' }), [
      '| `a.one` | number, 1 to 600 | `30` | application | One. |',
    ]);
    const sizes: Setting = {
      type: 'number',
      default: 10,
      scope: 'resource',
      markdownDescription: 'B',
      order: 1,
      enum: [10, 25],
    };
    assert.deepEqual(rows({ sizes }, {}), ['| `sizes` | number: 10, 25 | `10` | resource | B |']);
    const kinds: Setting = {
      ...sizes,
      type: 'string',
      default: 'x',
      enum: ['x', 'y'],
      enumDescriptions: ['%x%', 'The y.'],
    };
    assert.deepEqual(rows({ kinds }, { x: 'The x.' }), [
      '| `kinds` | string | `"x"` | resource | B<br>`x`: The x.<br>`y`: The y. |',
    ]);
  });

  it('keeps a text in its cell', () => {
    assert.deepEqual(rows({ 'a.one': one }, { one: 'One\n| two' }), [
      '| `a.one` | number, 1 to 600 | `30` | application | One<br>\\| two |',
    ]);
  });

  it('refuses a text that package.nls.json does not have', () => {
    assert.throws(() => rows({ 'a.one': one }, {}), /no text for one/);
  });
});
