/**
 * @file The icons of the search page: of VS Code's codicons, only those that its script names. The whole font would be a
 * tenth of the package.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const source = 'node_modules/@vscode/codicons/dist';

/** `.codicon-add:before { content: "\ea60" }` */
const rule = /^\.codicon-([a-z0-9-]+):before \{ content: "\\([0-9a-f]+)" \}$/gm;

/** The icons that a script may name: each as a whole, in quotes or behind `codicon-`. */
function iconsIn(text, names) {
  const words = new Set([...text.matchAll(/(?:["'`]|codicon-)([a-z0-9-]+)/g)].map(([, word]) => word));
  return names.filter((name) => words.has(name));
}

/** Writes `codicon.css` and `codicon.ttf` for the page whose script is in `outdir`. */
export async function writeIcons(outdir) {
  const css = readFileSync(join(source, 'codicon.css'), 'utf8');
  const codes = new Map([...css.matchAll(rule)].map(([, name, code]) => [name, code]));
  const page = ['search.js', 'search-style.css'].map((name) => readFileSync(join(outdir, name), 'utf8')).join('\n');
  const wanted = new Set(iconsIn(page, [...codes.keys()]));
  const text = [...wanted].map((name) => String.fromCodePoint(Number.parseInt(codes.get(name), 16))).join('');
  const font = await subsetFont(readFileSync(join(source, 'codicon.ttf')), text, { targetFormat: 'truetype' });
  writeFileSync(join(outdir, 'codicon.ttf'), font);
  writeFileSync(
    join(outdir, 'codicon.css'),
    css.replace(rule, (line, name) => (wanted.has(name) ? line : '')).replace(/\n{2,}/g, '\n'),
  );
}
