import assert from 'node:assert/strict';
import { csvCell, csvLine, csvText } from '../../../../../src/core/search/export/csvFormat';

describe('csv: a cell of a CSV file', () => {
  it('is the text itself where nothing in it means something', () => {
    assert.equal(csvText('GET /orders 502'), 'GET /orders 502');
    assert.equal(csvText('Zoë 日本 🚦'), 'Zoë 日本 🚦');
  });

  it('is quoted where it holds a comma, a quote or a line break, and keeps each of them', () => {
    assert.equal(csvText('a,b'), '"a,b"');
    assert.equal(csvText('say "hi"'), '"say ""hi"""');
    assert.equal(csvText('one\ntwo'), '"one\ntwo"');
    assert.equal(csvText('one\r\ntwo'), '"one\r\ntwo"');
    assert.equal(csvText(' edge '), '" edge "');
  });

  it('tells an empty text from no value', () => {
    assert.equal(csvCell('""'), '""');
    assert.equal(csvCell('null'), '');
    assert.equal(csvCell(undefined), '');
  });

  for (const text of [
    '=cmd|"/C calc"!A0',
    '+49 30 1234',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1+1',
    '＝1+1',
    '-',
    '+1-1',
  ]) {
    it(`is no formula: ${JSON.stringify(text)}`, () => {
      const cell = csvText(text);
      const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      assert.equal(read, `'${text.replace(/^([\t\r\n]+)=/, "$1'=")}`);
    });
  }

  for (const number of ['-1', '+1', '-0.5', '-.5', '-1e-7', '+9007199254740993']) {
    it(`leaves the number ${number} a number, also where a string holds it`, () => {
      assert.equal(csvCell(number), number);
      assert.equal(csvCell(JSON.stringify(number)), number);
    });
  }

  it('keeps every digit of a number', () => {
    assert.equal(csvCell('9007199254740993'), '9007199254740993');
    assert.equal(csvCell('18446744073709551615'), '18446744073709551615');
    assert.equal(csvCell('1.10'), '1.10');
    assert.equal(csvCell('1e2'), '1e2');
  });

  it('is the JSON of a list or an object', () => {
    assert.equal(csvCell('[1,"a"]'), '"[1,""a""]"');
    assert.equal(csvCell('{"a":9007199254740993}'), '"{""a"":9007199254740993}"');
    assert.equal(csvCell('[]'), '[]');
  });

  it('resolves the escapes of JSON', () => {
    assert.equal(csvCell('"\\u0041\\n\\"b\\""'), '"A\n""b"""');
    assert.equal(csvCell('"\\u003d1+1"'), "'=1+1");
  });

  it('leaves minus signs within a text alone', () => {
    for (const text of ['a-b', 'a - b', 'mail@example.test', '{"a":-1}', '2026-11-22 +01:00', 'a: -5']) {
      assert.equal(csvText(text).replaceAll('"', ''), text.replaceAll('"', ''));
      assert.doesNotMatch(csvText(text), /'/);
    }
  });

  it('is no choice of a separator', () => {
    assert.equal(csvText('sep=;'), `"'sep=;"`);
    assert.equal(csvText('SEP=x'), `'SEP=x`);
  });

  it('ends its line as RFC 4180 says', () => {
    assert.equal(csvLine(['a', '', '""']), 'a,,""\r\n');
    assert.equal(csvLine(['-1', '2', '']), '-1,2,\r\n');
    assert.equal(csvLine(['-1', 'a', '']), '"-1","a",""\r\n');
  });
});

/** What Excel, LibreOffice and others make of a file: quotes mean something where a cell begins, and what follows them belongs to it. */
function split(text: string, separators: string): string[][] {
  const records: string[][] = [[]];
  let cell = '';
  for (let at = 0; at <= text.length; ) {
    if (cell === '' && text[at] === '"') {
      for (at++; at < text.length; at++) {
        if (text[at] !== '"') cell += text[at];
        else if (text[at + 1] === '"') cell += text[at++];
        else break;
      }
      at++;
    }
    const character = text[at] ?? '\n';
    if (!separators.includes(character) && !'\r\n'.includes(character)) {
      cell += character;
      at++;
      continue;
    }
    records.at(-1)?.push(cell);
    cell = '';
    if (!separators.includes(character)) records.push([]);
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return records.filter((record) => record.join('') !== '');
}

/** Whether a spreadsheet does not calculate it: no sign of a formula, numbers only, or a text behind a number. */
function isInert(cell: string): boolean {
  return !/^[\s"]*[=+\-@＝＋－＠]/.test(cell) || /^[\s"]*[+-]\d+(?:,[+-]?\d*)*(?:$|,?")/.test(cell);
}

describe('csv: a line of a CSV file, by whatever it is split', () => {
  const formulas = ["=cmd|'/c calc'!A1", '=1+1', '-2+3', '+1', '-1', '@SUM(A1)', '＝1', "2+cmd|'/c calc'!A1", '*1'];
  const between = [
    '',
    ';',
    '\t',
    '|',
    ',',
    '\n',
    '\r\n',
    '"',
    '""',
    ';"',
    '";',
    '"\t',
    ' ',
    '; ',
    'a',
    '";"',
    '\t\n;"',
  ];
  const texts = between.flatMap((one) =>
    between
      .flatMap((other) => formulas.map((text) => `${one}${other}${text}`))
      .concat(formulas.map((text) => `x${one}${text}`)),
  );
  const readers: readonly [name: string, separators: string][] = [
    ['commas', ','],
    ['semicolons, as Excel where the comma is the decimal sign', ';'],
    ['tabs', '\t'],
    ['bars', '|'],
    ['tabs, commas and semicolons, as LibreOffice', '\t,;'],
    ['tabs and semicolons', '\t;'],
    ['nothing', ''],
  ];

  const others = ['a', '"', ';', 'a;"', '-1', '=1', "2+cmd|'/c calc'!A1", ''];
  const lines = new Set<string>();
  before(() => {
    const written = new Map([...texts, ...others].map((text) => [text, csvText(text)]));
    for (const text of texts) {
      for (const other of others) {
        for (const cells of [
          [text, other],
          [other, text],
          [other, text, other],
          ['-1', text, other],
        ]) {
          lines.add(csvLine(cells.map((cell) => written.get(cell) ?? csvText(cell))));
        }
      }
    }
  });
  for (const [name, separators] of readers) {
    it(`holds no formula when it is split by ${name}`, () => {
      assert.ok(lines.size > 70_000, `${lines.size}`);
      for (const line of lines) {
        for (const record of split(line + line, separators)) {
          for (const cell of record) if (!isInert(cell)) assert.fail(`${cell} of ${JSON.stringify(line)}`);
        }
      }
    });
  }

  it('says what it did: but for apostrophes it is what was there', () => {
    for (const text of texts) {
      const [record = []] = split(csvLine(['x', csvText(text), 'y']), ',');
      assert.deepEqual([record[0], record[1]?.replaceAll("'", ''), record[2]], ['x', text.replaceAll("'", ''), 'y']);
    }
  });

  it('comes of a long text in time by its length: with its square, this would not end', () => {
    for (const unit of ['\n', '"', ';', ' ', ';"', ';=', '\t-1'])
      assert.match(csvText(`${unit.repeat(400_000)}x`), /x"$/);
  });
});
