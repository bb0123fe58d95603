/** @file `npm run plan`: updates the diagram in docs/architecture.md from the imports in src. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { diagramOf, readSources } from './layers.mjs';

const root = resolve(import.meta.dirname, '..');
const file = join(root, 'docs/architecture.md');
const text = readFileSync(file, 'utf8');
const [, before = '', after = ''] = /^(.*<!-- plan -->\n```mermaid\n).*?(\n```\n.*)$/s.exec(text) ?? [];
if (before === '') throw new Error('docs/architecture.md has no place for the plan.');
writeFileSync(file, `${before}${diagramOf(readSources(root))}${after}`);
