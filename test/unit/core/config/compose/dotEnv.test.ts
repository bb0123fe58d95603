import assert from 'node:assert/strict';
import { readDotEnv } from '../../../../../src/core/config/compose/dotEnv';
import { unknownPart } from '../../../../../src/core/config/source/placedText';

/** The variables of a file, with `?` for what is not known. */
function read(text: string): Readonly<Record<string, string>> | number | undefined {
  const known = readDotEnv(text);
  if (known?.refusedLine !== undefined) return known.refusedLine;
  return (
    known && Object.fromEntries([...known.values].map(([name, value]) => [name, value.replaceAll(unknownPart, '?')]))
  );
}

describe('dotEnv: a .env file', () => {
  for (const [what, text, values] of [
    ['names and values', 'A=a\nB = b \nC: c\n', { A: 'a', B: 'b', C: 'c' }],
    ['export', 'export A=a\nexported=b\n', { A: 'a', exported: 'b' }],
    ['comments', '# A=a\n\nB=b # c\nC=c#d\nD=#e\n', { B: 'b', C: 'c#d', D: '#e' }],
    ['quotes', `A='a # b'\nB="a # b"\nC='a"b'\nD="a'b"\n`, { A: 'a # b', B: 'a # b', C: 'a"b', D: "a'b" }],
    ['escaped quotes', `A='a\\'b'\nB="a\\"b"\n`, { A: "a'b", B: 'a"b' }],
    ['escapes in double quotes only', `A="a\\nb"\nB='a\\nb'\nC=a\\nb\n`, { A: 'a\nb', B: 'a\\nb', C: 'a\\nb' }],
    ['several lines', 'A="a\nb"\nB=c\n', { A: 'a\nb', B: 'c' }],
    ['line ends of Windows, and a byte order mark', '\uFEFFA=a\r\nB="b"\r\n', { A: 'a', B: 'b' }],
    ['nothing as a value', 'A=\nB=""\n', { A: '', B: '' }],
    ['other names', 'a.b-c[0]=d\n', { 'a.b-c[0]': 'd' }],
    ['the last of a name', 'A=a\nA=b\n', { A: 'b' }],
    [
      'variables above, not in single quotes',
      `A=a\nB=$A-b\nC="\${A}c"\nD='$A'\nE=\${A:-e}\nF=\${A:+f}\n`,
      { A: 'a', B: 'a-b', C: 'ac', D: '$A', E: 'a', F: 'f' },
    ],
    ['variables that the environment may have', `A=$B-a\nC=\${B:-c}\n`, { A: '?-a', C: '?' }],
    ['doubled and escaped dollar signs', 'A=$$a\nB="\\$b"\nC=$1\nD=a$\n', { A: '$a', B: '$b', C: '$1', D: 'a$' }],
    ['a variable of the environment', 'A=a\nA\nB\n', {}],
  ] as const) {
    it(`has ${what}, as Docker Compose reads them`, () => {
      assert.deepEqual(read(text), values);
    });
  }

  it('is refused as Docker Compose refuses it', () => {
    const refused = ['A B=c\n', 'A="a\n', "A='a\n", 'A!=b\n', 'A="b"c"\n', 'A=$' + '{1}', 'a b\n', '!'];
    for (const text of refused) assert.equal(read(`Z=z\n# c\n${text}`), 3, text);
  });

  it('is not refused for a last line without an end, nor for what is literal', () => {
    for (const text of ['A', 'export A', 'a b', 'é', 'A=$', 'A=$(b)', 'A=$1']) {
      assert.equal(typeof read(`Z=z\n${text}`), 'object', text);
    }
  });

  it('is not read if it is too large', () => {
    assert.equal(read(`A=${'a'.repeat(70_000)}`), undefined);
  });

  it('tells the password hashes that are damaged', () => {
    const hash = '$apr1$AbCdEfGh$0123456789abcdefghijk.';
    for (const [written, isDamaged] of [
      [hash, true],
      [`"${hash}"`, true],
      [`'${hash}'`, false],
      [hash.replaceAll('$', '$$$$'), false],
      [`"${hash.replaceAll('$', '\\$')}"`, false],
      ['$2y$05$abc', true],
      [`\${HOST}/a`, false],
    ] as const) {
      assert.equal(readDotEnv(`A=${written}\n`)?.damaged?.has('A'), isDamaged, written);
    }
  });

  it('has no value that grows with those above', () => {
    const text = `A0=aaaaaaaa\n${Array.from({ length: 2_000 }, (_, at) => `A${at + 1}=$A${at}$A${at}\n`).join('')}`;
    const values = readDotEnv(text)?.values ?? new Map<string, string>();
    assert.equal(values.get('A3')?.length, 64);
    assert.ok([...values.values()].every(({ length }) => length <= 2_000));
    assert.equal(read('A=a\n'.repeat(20_000)), undefined);
  });
});
