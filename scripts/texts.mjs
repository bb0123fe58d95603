/**
 * @file The texts to translate: those that src marks with `l10n.t`, and its plural forms. `npm run l10n` writes them to
 * l10n/bundle.l10n.json, and `bundle.test.ts` checks that the file is up to date. Types: texts.d.mts.
 */
import { extname } from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';

/** A string literal, as Biome formats it. */
const stringSource = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/.source;
/** The forms of a plural: see src/l10n/plural.ts. */
const pluralForms = new RegExp(`\\bone:\\s*(${stringSource}),\\s*other:\\s*(${stringSource})`, 'g');
const callPattern = /\bl10n\.t\b/g;
/** The calls that l10n-dev finds: with a string as a whole argument, or as the first property of an object. */
const goodCallPattern = new RegExp(`\\bl10n\\.t\\(\\s*(?:\\{\\s*message:\\s*)?(?:${stringSource})\\s*[,)}]`, 'g');

const stringCallPattern = new RegExp(`\\bl10n\\.t\\(\\s*(${stringSource})\\s*[,)]`, 'g');
const objectCallPattern = /\bl10n\.t\(\s*\{/;

/** Unicode's plural categories (https://www.unicode.org/reports/tr35/tr35-numbers.html#Language_Plural_Rules). */
const categories = ['zero', 'one', 'two', 'few', 'many', 'other'];

/**
 * All texts by key, sorted by key.
 *
 * @throws {Error} with the file's name, if a text cannot be read from the source
 */
export async function textsOf(sources) {
  const snippets = [];
  const files = [...sources].flatMap(([file, text]) => {
    const code = withoutComments(text);
    const calls = code.match(callPattern)?.length ?? 0;
    const plurals = isPlural(file, code) ? [...code.matchAll(pluralForms)] : [];
    check(file, code, calls, plurals.length);
    if (calls === 0 && plurals.length === 0) return [];
    const entries = plurals.flatMap(([, one, other]) =>
      categories.map((name) => `l10n.t({ message: ${name === 'one' ? one : other}, comment: 'plural: ${name}' });`),
    );
    snippets.push(...entries);
    snippets.push(...[...code.matchAll(stringCallPattern)].map(([, text]) => `l10n.t(${text});`));
    // Parsing whole files takes ten times as long. Few files have a call with an object.
    return objectCallPattern.test(code) ? [{ extension: extname(file), contents: code }] : [];
  });
  const texts = await getL10nJson([{ extension: '.ts', contents: [importLine, ...snippets].join('\n') }, ...files]);
  return Object.fromEntries(Object.entries(texts).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The content of l10n/bundle.l10n.json. */
export function bundleText(texts) {
  return `${JSON.stringify(texts, undefined, 2)}\n`;
}

const importLine = "import * as l10n from '@vscode/l10n';";

function isPlural(file, code) {
  return !file.startsWith('src/l10n/') && /\bplural\(|\bPluralForms\b/.test(code);
}

function check(file, code, calls, plurals) {
  const isOurs = file.startsWith('src/l10n/');
  if (!isOurs && calls !== (code.match(goodCallPattern)?.length ?? 0)) {
    throw new Error(
      `${file}: what l10n.t says must be one literal string (or { message: '…', args: […], comment: '…' }).`,
    );
  }
  if (!isOurs && calls > 0 && !code.includes(importLine)) {
    throw new Error(`${file}: l10n-dev finds texts where l10n is imported so: ${importLine}`);
  }
  if (isPlural(file, code) && plurals !== (code.match(/\bone:/g)?.length ?? 0)) {
    throw new Error(`${file}: the forms of a plural must be literal strings, 'one' first and then 'other'.`);
  }
  // l10n-dev 0.0.35 loses the last digit of such an escape.
  const escaped = [...code.matchAll(goodCallPattern), ...code.matchAll(pluralForms)].some(([text]) => /\\u/.test(text));
  if (!isOurs && escaped)
    throw new Error(`${file}: write the character itself, not \\u, in a text that is translated.`);
}

/** Removes comment lines, which may contain examples. */
function withoutComments(text) {
  return text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
}
