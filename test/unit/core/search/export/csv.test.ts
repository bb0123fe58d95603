import assert from 'node:assert/strict';
import { csvCell, csvLine, csvText } from '../../../../../src/core/search/export/csv';

describe('a cell of a CSV file', () => {
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
      assert.equal(read, `'${text}`);
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

  it('ends its line as RFC 4180 says', () => {
    assert.equal(csvLine(['a', '', '""']), 'a,,""\r\n');
  });
});
