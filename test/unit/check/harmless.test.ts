import assert from 'node:assert/strict';
import { githubLine, harmlessJson, harmlessLine } from '../../../src/check/harmless';

/** What a terminal obeys, what is not seen, and what changes the order of what is seen. */
const unseen = [
  ...[
    '\x00',
    '\x07',
    '\b',
    '\t',
    '\n',
    '\r',
    '\x1b[31m',
    '\x1b]0;title\x07',
    '\x7f',
    '\x85',
    '\x9b31m',
    '\x9d8;;x\x9c',
  ],
  ...['\u00ad', '\u061c', '\u200b', '\u200e', '\u202e', '\u2028', '\u2029', '\u2066', '\ufeff', '\ufe0f', '\u{e0041}'],
  ...['\ud800', '\udfff'],
];
const blanks = [
  '',
  ' ',
  '    ',
  '\t',
  '\u00a0',
  '\u2003',
  '\u3000',
  '\n',
  '\r\n',
  '\x1b',
  '\u200b',
  '\ufeff',
  '\u0301',
  '\u0488',
];
const colonForms = ['::', ':\u200b:', ':\u0301:', ':\u00ad:', ':::', '::::'];
const hashForms = ['##', '#\u200b#', '#\u00ad#', '#\u0301#', '###', '#####'];
const names = ['[add-mask]', '[group]', '[error]x', 'vso[task.setvariable variable=a]b', "teamcity[message text='a']"];

/** Whether any runner that is known takes a line for its command: by its source, and by a comparison that ignores signs. */
function isCommand(line: string): boolean {
  const heard = line.replaceAll(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').trimStart();
  return heard.startsWith('::') || /##(\w*)\[/.test(heard);
}

describe('harmless: a line of text', () => {
  it('has nothing that a terminal obeys, and nothing that is not seen', () => {
    for (const one of unseen) {
      const line = harmlessLine(`a${one}b`);
      assert.doesNotMatch(
        line,
        /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
        JSON.stringify(one),
      );
    }
  });

  it('is no command of a runner, whatever is before or in it', () => {
    let count = 0;
    for (const blank of blanks) {
      for (const colons of colonForms) {
        const line = harmlessLine(`${blank}${colons}stop-commands::x`);
        assert.ok(!isCommand(line), JSON.stringify(line));
        count++;
      }
      for (const hashes of hashForms) {
        for (const name of names) {
          for (const before of ['', 'a', ':', '::error ::']) {
            const line = harmlessLine(`${before}${blank}${hashes}${name}`);
            assert.ok(!isCommand(line), JSON.stringify(line));
            count++;
          }
        }
      }
    }
    assert.equal(count, blanks.length * (colonForms.length + 4 * hashForms.length * names.length));
  });

  it('is the same once more, and as it was where it is harmless', () => {
    for (const text of ['::x', '##[x]', '####', ' :: ##', '\u0301::', 'a\x1bb']) {
      assert.equal(harmlessLine(harmlessLine(text)), harmlessLine(text));
    }
    for (const text of [
      '',
      '  a',
      'http://[::1]:80 and a::b',
      '# a # b',
      'Host(`a`) && “b” – ü 漢 🦊',
      ':',
      '#',
      'C:\\x',
    ]) {
      assert.equal(harmlessLine(text), text);
    }
  });
});

describe('harmless: JSON that is printed', () => {
  const texts = [
    ...unseen,
    ...blanks.flatMap((blank) => colonForms.map((colons) => `${blank}${colons}set-output name=a::b`)),
    ...hashForms.flatMap((hashes) => names.map((name) => `${hashes}${name}`)),
    ...['"', '\\', '\\u0023#[', '\\\\##[', '🦊', '\u{e0001}\u{e007f}', '#'.repeat(50)],
  ];

  it('has the very text, once it is read', () => {
    const value = { texts, [texts.join('')]: texts.join('') };
    assert.deepEqual(JSON.parse(harmlessJson(value)), value);
  });

  it('is in no line a command, nor anything that a terminal obeys', () => {
    for (const line of harmlessJson({ texts, [texts.join('')]: texts.join('') }).split('\n')) {
      assert.ok(!isCommand(line), line);
      assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
    }
  });
});

describe('harmless: a message for GitHub', () => {
  /** As the runner reads it (`ActionCommand.TryParseV2`). */
  function read(line: string): {
    readonly name: string;
    readonly properties: Record<string, string>;
    readonly data: string;
  } {
    const [, name = '', list = '', data = ''] = /^::([\w-]+)(?: ([^:]*))?::(.*)$/.exec(line) ?? assert.fail(line);
    const decoded = (text: string): string =>
      text.replaceAll(/%(25|0D|0A|3A|2C)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    const properties = list.split(',').map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]);
    return {
      name,
      properties: Object.fromEntries(properties.map(([key = '', value = '']) => [key, decoded(value)])),
      data: decoded(data),
    };
  }

  it('is read as it was meant', () => {
    for (const text of ['a,b:100%\n/c.yml', '%0A%25', '::error file=x::y', 'a=b,line=9::z', '\r\n', 'a%3Ab', '::']) {
      const { name, properties, data } = read(
        githubLine({ level: 'error', properties: { file: text, line: 7, title: 'a.b' }, message: text }),
      );
      assert.deepEqual([name, properties], ['error', { file: text, line: '7', title: 'a.b' }]);
      assert.equal(data, text.replace(/[\r\n]+/, ' '));
    }
  });

  it('holds no second command, and nothing that a terminal obeys', () => {
    const hostile = [
      ...unseen,
      ...blanks.flatMap((blank) => [...colonForms, ...hashForms].map((signs) => `${blank}${signs}[x]::y`)),
    ];
    for (const text of hostile) {
      const line = githubLine({ level: 'warning', properties: { file: text }, message: `a${text}b` });
      assert.ok(line.startsWith('::warning file='));
      assert.ok(!isCommand(line.slice(2)), JSON.stringify(line));
      assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
      assert.deepEqual(Object.keys(read(line).properties), ['file']);
    }
  });
});
