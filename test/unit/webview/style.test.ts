import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { recordingsFolder } from '../../recordings/read';

const root = dirname(dirname(recordingsFolder()));
const folder = join(root, 'src/webview');
const read = (name: string) => readFileSync(join(folder, name), 'utf8').replace(/\/\*.*?\*\//gs, '');
const entry = read('search.css');
const parts = readdirSync(join(folder, 'style')).map((name) => `./style/${name}`);
const css = parts.map(read).join('');

/** Keywords that are no color of their own. */
const themeless = ['transparent', 'currentcolor', 'inherit', 'initial', 'unset', 'revert', 'none'];

/** Properties whose value is a color, or may hold one. */
const colored = /^(?:(?:.+-)?color|background(?:-image)?|border(?:-.+)?|outline|(?:box|text)-shadow|fill|stroke|--.+)$/;

/** What stands in such a value and is no color: widths, styles, the page's own custom properties and patterns. */
const harmless = /^(?:-?[\d.]+(?:px|em|%)?|solid|dashed|dotted|collapse|var\(--border\)|url\("#[\w-]+"\))$/;

/** `name: value` pairs, whatever they are nested in. */
const declarations = [...css.matchAll(/([\w-]+):\s*([^;{}]+);/g)].map(([, name = '', value = '']) => ({ name, value }));

/**
 * Takes the theme's own colors out of a value, and those made of them (textColors.ts), the innermost first; a fallback is left
 * standing for what it is.
 */
function withoutTheme(value: string): string {
  const less = value.replace(
    /var\(--(?:(?:vscode|text|styled)-[\w-]+|bar-calm)(?:,\s*([^()]*))?\)/g,
    (_, fallback) => fallback ?? '',
  );
  return less === value ? value : withoutTheme(less);
}

describe('style: the style of the search page', () => {
  it('is read as declarations', () => {
    assert.ok(declarations.length > 150, `${declarations.length}`);
    assert.equal(declarations.length, css.match(/;/g)?.length);
  });

  it('takes every color from the theme', () => {
    const found = declarations
      .filter(({ name }) => colored.test(name))
      .flatMap(({ name, value }) =>
        withoutTheme(value)
          .split(/[\s,]+/)
          .filter((word) => word !== '' && !harmless.test(word) && !themeless.includes(word.toLowerCase()))
          .map((word) => `${name}: ${word}`),
      );
    assert.deepEqual(found, []);
  });

  it('writes a color in no other place', () => {
    const literal = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|[\w-]*gradient)\(/gi;
    assert.deepEqual(css.match(literal), null);
    // A pattern of the page itself is loaded from nowhere.
    assert.doesNotMatch(css, /@import|url\((?!"#)/i);
  });

  it('is made of its own files and of nothing else', () => {
    const imported = [...entry.matchAll(/@import "([^"]+)";/g)].map(([, name]) => name);
    assert.deepEqual([...imported].sort(), [...parts].sort());
    assert.equal(entry.replace(/@import "[^"]+";/g, '').trim(), '');
  });
});
