/**
 * @file `node scripts/notes.mjs <tag>`: prints the release notes of a version from CHANGELOG.md. Exits with 1 if the
 * tag is not `v` and the version in package.json, or if the changelog does not mention the version.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const [tag = ''] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [, ...sections] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m);
const section = sections.find((text) => text.startsWith(`[${version}]`));
const notes = section?.replace(/^.*\n/, '').trim() ?? '';

if (tag !== `v${version}`) fail(`The tag is ${tag === '' ? 'missing' : tag}, and package.json says ${version}.`);
if (notes === '') fail(`CHANGELOG.md says nothing of ${version}.`);
console.log(notes);

function fail(problem) {
  console.error(problem);
  process.exit(1);
}
