import { type Field, mappingOf } from '../store/mapping';
import type { NewDocument } from '../store/search-index';

/** @param withUnsigned whether the engine knows 64-bit integers without a sign, so that `ubig` can be sorted by */
export const productMapping = (withUnsigned: boolean): ReadonlyMap<string, Field> =>
  new Map<string, Field>([
    ...mappingOf({
      ...(withUnsigned ? { ubig: 'unsigned_long' as const } : {}),
      sku: 'keyword',
      created: 'date',
      price: 'double',
      price_cents: 'long',
      flag: 'boolean',
      big: 'long',
      code: 'text',
      location: 'geo_point',
      tags: 'keyword',
      host_ip: 'ip',
      variants: 'nested',
      'variants.sku': 'keyword',
      'variants.color': 'keyword',
      'variants.stock': 'integer',
      name: 'text',
      description: 'text',
      long_text: 'text',
      raw: 'disabled',
    }),
    ['name.keyword', { path: 'name.keyword', type: 'keyword', ignoreAbove: 256, of: 'name' }],
    ['short_kw', { path: 'short_kw', type: 'keyword', ignoreAbove: 10 }],
  ]);

const count = 60;
const newest = Date.parse('2026-11-01T00:00:00.000Z');
const day = 24 * 60 * 60 * 1000;

const kinds = ['Office chair', 'Kettle', 'Bookshelf', 'Desk lamp', 'Floor lamp'] as const;
const looks = ['matte black', 'linen', 'oak', 'steel'] as const;
const grades = ['cheap', 'premium', 'sturdy'] as const;
const colors = ['red', 'blue', 'green'] as const;

const lorem = Array.from(
  { length: 600 },
  (_, line) =>
    `Lorem ipsum dolor sit amet, consectetur adipiscing elit, lamp number ${String(line).padStart(5, '0')}. `,
).join('');

const dense = Array.from({ length: 300 }, (_, field) => {
  const values = [field, field / 7, JSON.stringify(`v${field}`), false];
  return `"dense_${String(field).padStart(3, '0')}": ${values[field % 4]}`;
}).join(', ');

const hostile = `"name": "<img src=x onerror=alert(1)>", "description": "<script>alert('xss')</script> lamp & <b>bold</b> \\"quoted\\" 'single' </textarea>"`;
const markdown = `"name": "![pixel](http://127.0.0.1:9/pixel.png) [lamp](command:workbench.action.quit) $(trash)", "description": "\`code\` **lamp** <https://127.0.0.1:9/> | a | b |"`;

/** What some documents have in place of the common name and description: JSON members, digits and escapes as stored. */
const odd: Readonly<Record<number, string>> = {
  0: '"name": "Café crème 500 g", "description": "Éclair à la vanille — naïve façade, Straße, smörgåsbord"',
  1: '"name": "寿司セット 12貫", "description": "新鮮な寿司。漢字かな交じり文"',
  2: '"name": "👩‍👩‍👧‍👦 family ticket 🇫🇷", "description": "Emoji with ZWJ 👩🏽‍💻, flags 🇩🇪🇯🇵, keycap 1️⃣ and a combining e\\u0301"',
  3: '"name": "مصباح مكتبي LED", "description": "هذا نص من اليمين إلى اليسار مع رقم 123 و English mixed"',
  4: '"name": "מנורה שולחנית", "description": "טקסט עברי (with parentheses) ומספר 42"',
  5: '"name": "bidi \\u202egnp.exe\\u202c override", "description": "contains U+202E, zero\\u200bwidth\\u200b space, BOM \\ufeff and soft\\u00adhyphen"',
  6: hostile,
  7: `"name": "=cmd|'/C calc'!A0", "description": "=HYPERLINK(\\"http://127.0.0.1/\\",\\"click\\") lamp +1 -1 @SUM(1)"`,
  8: markdown,
  9: `"name": "lamp; \\"csv\\", quote\\"\\"s", "description": "a,b;c\\td \\"e\\" 'f' lamp"`,
  10: '"name": "big numbers", "description": "64-bit lamp"',
  11: '"name": "big numbers +2", "description": "64-bit lamp"',
  12: '"name": "big numbers -1", "description": "64-bit lamp"',
  13: '"name": "max long", "description": "64-bit lamp"',
  14: '"name": "min long", "description": "64-bit lamp"',
  15: '"name": "null and empty", "description": null',
  16: '"name": ["array name one", "array name two"], "description": ["first lamp", "second"]',
  17: '"name": "", "description": "   "',
  18: '"name": "ignored keyword", "description": "lamp with a keyword over ignore_above", "short_kw": "this is longer than ten characters"',
  19: '"name": "text in code", "description": "lamp"',
};

/** What some documents have besides. */
const besides: Readonly<Record<number, string>> = {
  20: `"long_text": "${lorem}"`,
  21: dense,
  22: '"a.b.c": "dotted name", "a": {"b": {"d": "object beside dotted"}}, "field with space": "x", "it\'s \\"quoted\\"": "y", "täg_ü": "z", "emoji😀": "w", "<b>bold</b>": "v", "back\\\\slash": "u", "per%cent": "t", "star*": "s", "-dash": "r", "constructor": "q", "__proto__": "p", "toString": "o"',
  23: '"raw": {"i":9007199254740993,"u":18446744073709551615,"huge":123456789012345678901234567890,"d":1.10,"e":1e2,"z":-0.0,"f":0.1000000000000000055511151231257827,"one":1.0,"esc":"\\u0041\\/\\u00e9","n":null,"":"empty key","a":[],"o":{}}',
  25: '"deep": {"l1": {"l2": {"l3": {"l4": {"l5": {"v": 1}}}}}, "list": [{"k": 1, "v": "x"}, {"k": 2, "v": "y"}]}, "matrix": [[1, 2], [3, 4]]',
};

const bigs: Readonly<Record<number, string>> = {
  10: '9007199254740993',
  11: '9007199254740995',
  12: '9007199254740992',
  13: '9223372036854775807',
  14: '-9223372036854775808',
  26: 'null',
};
const places: Readonly<Record<number, string>> = { 24: '"41.12,-71.34"', 25: '[-71.34, 41.12]' };
const tags: Readonly<Record<number, string>> = {
  0: '["food", "french"]',
  1: '["food", "日本"]',
  2: '["🎟️", "travel"]',
  5: '["bidi"]',
  6: '["<b>tag</b>", "html"]',
  7: '["=1+1", "@x", "+y", "-z"]',
  8: '["[x](y)", "markdown"]',
  9: '["csv,1", "csv;2"]',
  15: '[]',
  16: '["a", null, "b"]',
  17: '[""]',
};

function variants(index: number): string {
  if (index === 15) return '[]';
  const some = colors.slice(0, (index % 3) + 1).map((color, at) => {
    const stock = (index * 7 + at) % 30;
    return `{"sku": "SKU-${String(index).padStart(4, '0')}-${color}", "color": "${color}", "stock": ${stock}}`;
  });
  return `[${some.join(', ')}]`;
}

function price(index: number): string {
  if (index === 15) return 'null';
  return index === 16 ? '[1.5, 2.5, 0.1]' : String((399 + index * 137) / 100);
}

function created(index: number): string {
  if (index === 24) return '"created": "2026-11-01", ';
  if (index === 26) return '"created": null, ';
  return index === 27 ? '' : `"created": "${new Date(newest - index * day).toISOString()}", `;
}

const largest = 2n ** 64n - 1n;

function product(index: number, withUnsigned: boolean): string {
  const sku = `SKU-${String(index).padStart(4, '0')}`;
  const kind = kinds[(index + 3) % kinds.length];
  const name = `${kind} ${looks[(index + 2) % looks.length]} ${index}`;
  const description = `A ${grades[index % 3]} product number ${index}, quick brown fox, lamp compatible.`;
  const flag = index === 15 ? 'null' : String(index % 2 === 0);
  const big = index === 27 ? '' : `"big": ${bigs[index] ?? 1000 + index}, `;
  const code = index === 19 ? 'not a number' : `C${String(index).padStart(3, '0')}`;
  const place = places[index] ?? `{"lat": ${48.85 + index / 100}, "lon": ${2.35 - index / 100}}`;
  const words = odd[index] ?? `"name": ${JSON.stringify(name)}, "description": ${JSON.stringify(description)}`;
  const more = besides[index] === undefined ? '' : `, ${besides[index]}`;
  const unsigned = withUnsigned ? `, "ubig": ${largest - BigInt(index)}` : '';
  return (
    `{"sku": "${sku}", ${created(index)}"price": ${price(index)}, "price_cents": ${399 + index * 137}, ` +
    `"flag": ${flag}, ${big}"code": "${code}", "location": ${place}, "tags": ${tags[index] ?? `["t${index % 5}"]`}, ` +
    `"host_ip": "192.0.2.${index}", "variants": ${variants(index)}, ${words}${more}${unsigned}}`
  );
}

/** Sixty products with what makes documents hard to show, and two with odd ids. */
export function products(withUnsigned: boolean): NewDocument[] {
  const usual = Array.from({ length: count }, (_, index) => ({
    id: String(index),
    source: product(index, withUnsigned),
  }));
  return [
    ...usual,
    { id: 'lone-surrogate', source: '{"sku":"ODD-1","name":"lone \\ud800 surrogate lamp"}' },
    { id: 'slash/id and space', source: '{"sku":"ODD-4","name":"an odd _id"}' },
  ];
}
