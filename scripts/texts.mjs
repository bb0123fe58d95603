/**
 * @file What translators translate: the texts that src marks with `l10n.t` and the forms of its plurals. `npm run l10n` writes
 * them into l10n/bundle.l10n.json, and `bundle.test.ts` holds them to it. Types: texts.d.mts.
 */
import { getL10nJson } from '@vscode/l10n-dev';

/** A literal string, as Biome writes it. */
const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/.source;
/** The forms of a plural: see src/l10n/plural.ts. */
const FORMS = new RegExp(`\\bone:\\s*(${STRING}),\\s*other:\\s*(${STRING})`, 'g');
const CALL = /\bl10n\.t\b/g;
/** What l10n-dev finds: a string that is the whole of an argument, or the first member of an object. */
const GOOD_CALL = new RegExp(`\\bl10n\\.t\\(\\s*(?:\\{\\s*message:\\s*)?(?:${STRING})\\s*[,)}]`, 'g');

const STRING_CALL = new RegExp(`\\bl10n\\.t\\(\\s*(${STRING})\\s*[,)]`, 'g');
const OBJECT_CALL = /\bl10n\.t\(\s*\{/;

/** Those of Unicode (https://www.unicode.org/reports/tr35/tr35-numbers.html#Language_Plural_Rules). */
const categories = ['zero', 'one', 'two', 'few', 'many', 'other'];

/**
 * All texts by their keys, in the order of the keys.
 *
 * @throws {Error} naming the file, where a text cannot be read from the source
 */
export async function textsOf(sources) {
  const files = [...sources].flatMap(([file, text]) => {
    const code = withoutComments(text);
    const calls = code.match(CALL)?.length ?? 0;
    const plurals = isPlural(file, code) ? [...code.matchAll(FORMS)] : [];
    check(file, code, calls, plurals.length);
    if (calls === 0 && plurals.length === 0) return [];
    const entries = plurals.flatMap(([, one, other]) =>
      categories.map((name) => `l10n.t({ message: ${name === 'one' ? one : other}, comment: 'plural: ${name}' });`),
    );
    // Parsing whole files takes ten times as long. Those with an object in a call are rare.
    const said = OBJECT_CALL.test(code)
      ? [code.replace(IMPORT, '')]
      : [...code.matchAll(STRING_CALL)].map(([, text]) => `l10n.t(${text});`);
    return [[...said, ...entries].join('\n')];
  });
  const texts = await getL10nJson([{ extension: '.ts', contents: [IMPORT, ...files].join('\n') }]);
  return Object.fromEntries(Object.entries(texts).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The file's text as it stands in l10n/bundle.l10n.json. */
export function bundleText(texts) {
  return `${JSON.stringify(texts, undefined, 2)}\n`;
}

const IMPORT = "import * as l10n from '@vscode/l10n';";

function isPlural(file, code) {
  return !file.startsWith('src/l10n/') && /\bplural\(|\bPluralForms\b/.test(code);
}

function check(file, code, calls, plurals) {
  const isOurs = file.startsWith('src/l10n/');
  if (!isOurs && calls !== (code.match(GOOD_CALL)?.length ?? 0)) {
    throw new Error(
      `${file}: what l10n.t says must be one literal string (or { message: '…', args: […], comment: '…' }).`,
    );
  }
  if (!isOurs && calls > 0 && !code.includes(IMPORT)) {
    throw new Error(`${file}: l10n-dev finds texts where l10n is imported so: ${IMPORT}`);
  }
  if (isPlural(file, code) && plurals !== (code.match(/\bone:/g)?.length ?? 0)) {
    throw new Error(`${file}: the forms of a plural must be literal strings, 'one' first and then 'other'.`);
  }
  // Its last digit is lost by l10n-dev 0.0.35.
  const escaped = [...code.matchAll(GOOD_CALL), ...code.matchAll(FORMS)].some(([text]) => /\\u/.test(text));
  if (!isOurs && escaped)
    throw new Error(`${file}: write the character itself, not \\u, in a text that is translated.`);
}

/** Lines of comments, which may hold examples. */
function withoutComments(text) {
  return text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
}
