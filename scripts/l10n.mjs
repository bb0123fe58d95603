/** @file `npm run l10n`: writes the texts in src to l10n/bundle.l10n.json, for translators. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, setUp } from './setup.mjs';

await setUp();
const { readSources } = await import('./layers.mjs');
const { bundleText, textsOf } = await import('./texts.mjs');
const texts = await textsOf(readSources(root));
mkdirSync(join(root, 'l10n'), { recursive: true });
writeFileSync(join(root, 'l10n/bundle.l10n.json'), bundleText(texts));
console.log(`${Object.keys(texts).length} texts are in l10n/bundle.l10n.json.`);
