/**
 * @file `npm run l10n`: writes what is made of texts: those in src to l10n/bundle.l10n.json, for translators, and those of
 * the settings to docs/settings.md.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsPage } from './settings-page.mjs';
import { root, setUp } from './setup.mjs';

await setUp();
const { readSources } = await import('./layers.mjs');
const { bundleText, textsOf } = await import('./texts.mjs');
const texts = await textsOf(readSources(root));
mkdirSync(join(root, 'l10n'), { recursive: true });
writeFileSync(join(root, 'l10n/bundle.l10n.json'), bundleText(texts));
console.log(`${Object.keys(texts).length} texts are in l10n/bundle.l10n.json.`);

const [manifest, words] = ['package.json', 'package.nls.json'].map((file) =>
  JSON.parse(readFileSync(join(root, file), 'utf8')),
);
writeFileSync(join(root, 'docs/settings.md'), settingsPage(manifest, words));
console.log('The settings are in docs/settings.md.');
