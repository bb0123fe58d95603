/**
 * @file A language that nobody speaks: every translated text has accents and stands in brackets, so what is not translated,
 * or put together from pieces, can be seen. Types: pseudo.d.mts.
 */
import { readFileSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What VS Code and Windows call such a language. */
export const PSEUDO = 'qps-ploc';

const plain = 'AaCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz';
const accented = 'ÅáÇçĎďÉéĜĝĤĥÎîĴĵĶķĻļÑñÔôŔŕŠšŢţÛûŴŵÝýŽž';
const accents = new Map([...plain].map((letter, at) => [letter, [...accented][at]]));

/** What no translator touches: placeholders, icons, targets of links, code. */
const FIXED = /\{\w+\}|\$\([\w~-]+\)|\]\([^)]*\)|`[^`]*`/g;

export function pseudo(text) {
  return text
    .split('\n')
    .map((line) => {
      // In a view without rows, a line that is a link is a button.
      const [, label, target] = /^\[(.*)\]\((.*)\)$/.exec(line) ?? [];
      return label === undefined ? inBrackets(line) : `[${inBrackets(label)}](${target})`;
    })
    .join('\n');
}

function inBrackets(line) {
  const fixed = line.match(FIXED) ?? [];
  const words = line.split(FIXED).map((part) => [...part].map((letter) => accents.get(letter) ?? letter).join(''));
  return line === '' ? '' : `⟦${words.map((part, at) => `${part}${fixed[at] ?? ''}`).join('')}⟧`;
}

/** Translations of all texts of a file for translators. */
export function pseudoTexts(texts) {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, pseudo(typeof text === 'string' ? text : text.message)]),
  );
}

/** Puts what of the extension is not built into a folder, with this language. */
export async function stagePseudo(root, folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const name of ['package.json', 'package.nls.json', 'l10n', 'media']) {
    await cp(join(root, name), join(folder, name), { recursive: true });
  }
  for (const [from, to] of [
    ['package.nls.json', `package.nls.${PSEUDO}.json`],
    ['l10n/bundle.l10n.json', `l10n/bundle.l10n.${PSEUDO}.json`],
  ]) {
    const texts = JSON.parse(readFileSync(join(root, from), 'utf8'));
    await writeFile(join(folder, to), JSON.stringify(pseudoTexts(texts), undefined, 2));
  }
}
