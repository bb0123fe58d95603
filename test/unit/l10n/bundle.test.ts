/** l10n/bundle.l10n.json holds what src says, and what cannot be taken from the source is refused. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSources } from '../../../scripts/layers.mjs';
import { bundleText, textsOf } from '../../../scripts/texts.mjs';

const importPattern = "import * as l10n from '@vscode/l10n';\n";
const textsIn = (code: string, file = 'src/core/proxy/a.ts') => textsOf(new Map([[file, code]]));

describe('bundle: the texts for translators', () => {
  it('are those of src (npm run l10n)', async () => {
    const texts = await textsOf(readSources(process.cwd()));
    assert.equal(readFileSync(join(process.cwd(), 'l10n/bundle.l10n.json'), 'utf8'), bundleText(texts));
  });

  it('are sentences, those with a comment, and plurals in every category', async () => {
    const code = `${importPattern}
      // l10n.t(example)
      const a = l10n.t('It\\'s {0}', 1);
      const b = l10n.t({ message: 'Open', comment: 'an adjective' });
      const c = plural(2, { one: '{0} hit', other: '{0} hits' });`;
    assert.deepEqual(await textsIn(code), {
      "It's {0}": "It's {0}",
      'Open/an adjective': { message: 'Open', comment: ['an adjective'] },
      '{0} hit/plural: one': { message: '{0} hit', comment: ['plural: one'] },
      ...Object.fromEntries(
        ['few', 'many', 'other', 'two', 'zero'].map((category) => [
          `{0} hits/plural: ${category}`,
          { message: '{0} hits', comment: [`plural: ${category}`] },
        ]),
      ),
    });
  });

  it('are found between the elements of a page, too', async () => {
    const code = `${importPattern}
      export const Save = () => <T extends="a" label={l10n.t('Save as {0}', <b>x</b>)}>
        {l10n.t({ message: 'Search', args: [], comment: 'verb' })} <p>It’s l10n</p> {isOn && l10n.t('On')}
      </T>;`;
    assert.deepEqual(await textsIn(code, 'src/webview/a.tsx'), {
      On: 'On',
      'Save as {0}': 'Save as {0}',
      'Search/verb': { message: 'Search', comment: ['verb'] },
    });
  });

  it('are literal strings', async () => {
    for (const said of ["isOld ? 'Old' : 'New'", "'A ' + b", '`A`.trim()', 'text', "'A\\u0020'"]) {
      await assert.rejects(
        textsIn(`${importPattern}const a = l10n.t(${said});`),
        /^Error: src\/core\/proxy\/a\.ts: /,
        said,
      );
    }
    await assert.rejects(textsIn("import { t } from '@vscode/l10n';\nl10n.t('A');"), /imported so/);
    for (const forms of [
      '{ one: a, other: b }',
      "{ other: '{0} hits', one: '{0} hit' }",
      '{ one: `{0} a`, other: `b` }',
    ]) {
      await assert.rejects(textsIn(`plural(1, ${forms})`), /literal strings/, forms);
    }
  });
});
