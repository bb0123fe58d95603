/**
 * @file A pseudo-language for tests: every translated text gets accents and brackets, so that texts that are not
 * translated, or are put together from pieces, stand out. Types: pseudo.d.mts.
 */
import { readFileSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The name of such a language in VS Code and Windows. */
export const pseudoLanguage = 'qps-ploc';

const plain = 'AaCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz';
const accented = 'ÅáÇçĎďÉéĜĝĤĥÎîĴĵĶķĻļÑñÔôŔŕŠšŢţÛûŴŵÝýŽž';
const accents = new Map([...plain].map((letter, at) => [letter, [...accented][at]]));

/** What translators leave unchanged: placeholders, icons, link targets, code. */
const fixedPattern = /\{\w+\}|\$\([\w~-]+\)|\]\([^)]*\)|`[^`]*`/g;

export function pseudo(text) {
  return text
    .split('\n')
    .map((line) => {
      // In a view without rows, a line that consists of a link is shown as a button.
      const [, label, target] = /^\[(.*)\]\((.*)\)$/.exec(line) ?? [];
      return label === undefined ? inBrackets(line) : `[${inBrackets(label)}](${target})`;
    })
    .join('\n');
}

function inBrackets(line) {
  const fixed = line.match(fixedPattern) ?? [];
  const words = line
    .split(fixedPattern)
    .map((part) => [...part].map((letter) => accents.get(letter) ?? letter).join(''));
  return line === '' ? '' : `⟦${words.map((part, at) => `${part}${fixed[at] ?? ''}`).join('')}⟧`;
}

/** Pseudo-translations of all texts of a file for translators. */
export function pseudoTexts(texts) {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, pseudo(typeof text === 'string' ? text : text.message)]),
  );
}

/** Copies the parts of the extension that are not built into a folder, and adds this language. */
export async function stagePseudo(root, folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const name of ['package.json', 'package.nls.json', 'l10n', 'media']) {
    await cp(join(root, name), join(folder, name), { recursive: true });
  }
  for (const [from, to] of [
    ['package.nls.json', `package.nls.${pseudoLanguage}.json`],
    ['l10n/bundle.l10n.json', `l10n/bundle.l10n.${pseudoLanguage}.json`],
  ]) {
    const texts = JSON.parse(readFileSync(join(root, from), 'utf8'));
    await writeFile(join(folder, to), JSON.stringify(pseudoTexts(texts), undefined, 2));
  }
}
