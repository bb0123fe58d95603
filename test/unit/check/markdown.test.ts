import assert from 'node:assert/strict';
import { harmlessMarkdown, markdownCode, markdownSentence } from '../../../src/check/harmlessMarkdown';
import { reportProblems } from '../../../src/check/report';
import type { ConfigProblem } from '../../../src/core/config/model/configProblem';
import { problemHelp } from '../../../src/core/config/model/problemHelp';
import { printed, problemAt, wholeReport } from './printed';
import { runHere } from './program';

interface Read {
  /** What is between spans of code. */
  readonly text: string;
  /** The spans of code. */
  readonly code: readonly string[];
  /** All of it, as it is seen. */
  readonly seen: string;
}

/** Spans of code as CommonMark finds them (0.31, section 6.1), in a line without backslashes and brackets outside. */
function read(line: string): Read {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: run, index }) => ({ length: run.length, index }));
  const code: string[] = [];
  let [text, seen, from] = ['', '', 0];
  for (let at = 0; at < runs.length; at++) {
    const open = runs[at] ?? assert.fail();
    const end = runs.findIndex(({ length }, other) => other > at && length === open.length);
    const close = runs[end];
    assert.ok(close, `backticks that begin no code: ${line}`);
    const content = line.slice(open.index + open.length, close.index);
    const isPadded = content.startsWith(' ') && content.endsWith(' ') && content.trim() !== '';
    const shown = isPadded ? content.slice(1, -1) : content;
    const before = line.slice(from, open.index);
    text += `${before}\0`;
    seen += before + shown;
    code.push(shown);
    from = close.index + close.length;
    at = end;
  }
  return { text: text + line.slice(from), code, seen: seen + line.slice(from) };
}

/** What Markdown and GitHub see no markup, mention, reference, address, emoji, or formula in. */
const plain = /^[\0A-Za-z0-9 .,;:?!()'’…]*$/;
const hostile = [
  ...['[x](https://example.com)', '![x](y.png)', '<img src=x>', '<!--', '&lt;', '@team', '@org/team', 'me@example.com'],
  ...['#1', 'GH-1', 'org/repo#1', 'https://example.com', 'www.example.com', 'www. x', 'mailto:a@b.c', ':tada:', '$x$'],
  ...['`', '``', '`x`', '$`x`$', '*x*', '_x_', '~~x~~', '|', '\\', '\\`', '[x]: y', '- x', '1. x', '> x', '# x', '---'],
  ...[
    'deadbee',
    '(effaced)',
    '1234567',
    '0123456789abcdef',
    '[ ] x',
    '^x',
    '“',
    '”',
    '“`”',
    '“a“b”',
    '”@team“',
    '“” @x',
  ],
  ...[
    '“a”“b”',
    '“a”@x“b”',
    '##[group]x',
    '::error::x',
    'a\u202eb',
    '\u200b@team',
    '@\u200bteam',
    '\n# x',
    '\r\n\r\n<b>',
  ],
  ...[
    '“$”',
    '“ ”',
    '“  a ”',
    '` a',
    'a `',
    '“`a”',
    'x“www.”y',
    '“www”.“x”',
    'http:“//x”',
    '!“[”x](y)',
    '(“https://x”)',
  ],
];

function isHarmless(line: string, what: string): Read {
  const found = read(line);
  assert.match(found.text, plain, what);
  assert.doesNotMatch(found.text, /\bwww\.|\b[a-f]{7,}\b|\d{7}|:\/|\0\0|:[a-z]+:/i, what);
  assert.doesNotMatch(line, /[\p{Cc}\p{Cf}]|##/u, what);
  return found;
}

describe('markdown: a foreign text in Markdown', () => {
  it('is words and code, in which nothing is read', () => {
    for (const text of hostile) {
      const { markdown } = markdownSentence(text, 300);
      isHarmless(markdown, text);
      const { code, text: outside } = isHarmless(markdownCode(text, 300).markdown, text);
      assert.deepEqual([code.length, outside], [1, '\0'], text);
    }
  });

  it('is that also where texts are put together, and is seen as it was', () => {
    const bare = (one: string): string => one.replace(/[\s“”\p{Cf}\p{Cc}]/gu, '');
    for (const first of hostile) {
      for (const second of hostile) {
        for (const between of ['', ' ', 'word', ' a word. ']) {
          const text = `${first}${between}${second}`;
          const { seen } = isHarmless(markdownSentence(text, 300).markdown, text);
          assert.equal(bare(seen), bare(text), text);
        }
      }
    }
  });

  it('is read well where it is a message of ours', () => {
    for (const [text, expected] of [
      [
        'Traefik has no option “rul” here. Did you mean “rule”?',
        'Traefik has no option `rul` here. Did you mean `rule`?',
      ],
      ['The rule needs 2 values, 1,234 are known (so far).', 'The rule needs 2 values, 1,234 are known (so far).'],
      [
        'The proxy reports: middleware "auth@file" does not exist',
        'The proxy reports: middleware `"auth@file"` does not exist',
      ],
      ['Write “Host(`a`)”.', 'Write ``Host(`a`)``.'],
      ['This is the syntax of Traefik 2.', 'This is the syntax of Traefik 2.'],
    ] as const) {
      assert.equal(markdownSentence(text, 300).markdown, expected);
    }
    assert.equal(markdownCode('', 9).markdown, '` `');
    assert.equal(markdownCode('a'.repeat(20), 9).markdown, '`aaaaaaaa…`');
    assert.equal(harmlessMarkdown`- ${markdownCode('a', 9)}\n`.markdown, '- `a`\n');
  });
});

describe('markdown: the report', () => {
  const report = (problems: readonly ConfigProblem[]) => ({ ...wholeReport, problems: reportProblems(problems, []) });
  const linesOf = (stdout: string): readonly string[] => stdout.trimEnd().split('\n');
  const severitiesIn = (stdout: string): readonly string[] =>
    [...stdout.matchAll(/^- \*\*(\w+)\*\*/gm)].map(([, severity = '']) => severity);

  it('says what is wrong, the worst first, and leads to the manual', async () => {
    const { code, stdout, stderr } = await runHere(['check', 'broken', 'good', '--format=markdown']);
    assert.deepEqual([code, stderr], [1, '']);
    const [heading, , sum, , ...problems] = linesOf(stdout);
    assert.equal(heading, '### Proxy Scout');
    assert.match(sum ?? '', /^\d errors, \d warnings? in \d files for Traefik\.$/);
    assert.match(problems[0] ?? '', /^- \*\*error\*\* `broken\/compose\.yml:6:35` Traefik has no option `rul` here\. /);
    assert.ok(problems[0]?.endsWith(` [label.syntax](${problemHelp('label.syntax')})`));
  });

  it('has at most 60 lines and the size of a comment, and says how many more there are', () => {
    const many = (count: number, severity: ConfigProblem['severity'], message: string) =>
      Array.from({ length: count }, (_, at) => problemAt(`${severity}${at % 7}.yml`, at, `${message} ${at}`, severity));
    for (const message of ['m', '`'.repeat(300), '@ a '.repeat(90), '漢'.repeat(300)]) {
      const problems = [
        ...many(500, 'information', message),
        ...many(30, 'error', message),
        ...many(30, 'warning', message),
      ];
      const notes = Array.from({ length: 30 }, (_, at) => `${message} ${at}`);
      const whole = { ...report(problems), notes, unreadable: notes };
      const { stdout } = printed(whole, 'markdown');
      assert.ok(linesOf(stdout).length <= 60);
      assert.ok(stdout.length < 65_536, `${stdout.length}`);
      const severities = severitiesIn(stdout);
      assert.deepEqual(
        severities,
        severities.toSorted((one, other) => Number(other === 'error') - Number(one === 'error')),
      );
      assert.match(stdout, new RegExp(`^… and ${560 - severities.length} more problems are not printed\\.$`, 'm'));
      assert.match(stdout, /^- … and 51 more notes are not printed\.$/m);
    }
    const { stdout } = printed(report(many(100, 'error', 'm')), 'markdown');
    assert.equal(severitiesIn(stdout).length, 40);
    assert.equal(new Set([...stdout.matchAll(/`(error\d)\.yml/g)].map(([, name]) => name)).size, 7);
  });

  it('has foreign names, messages, and notes only as words and code', () => {
    for (const text of hostile) {
      const problem = problemAt(text, 0, `It says “${text}” and ${text}.`, 'error');
      const whole = {
        ...report([problem]),
        notes: [`${text} is too large.`],
        unreadable: [`Cannot read ${text}: no.`],
      };
      const { stdout } = printed(whole, 'markdown');
      const lines = linesOf(stdout);
      assert.equal(lines.length, 8, text);
      for (const line of lines.slice(2)) {
        isHarmless(line.replace(/^- (?:\*\*error\*\* )?/, '').replace(/ \[rule\.syntax\]\([^)`]*\)$/, ''), line);
      }
    }
  });

  it('says nothing of a sum where nothing was read', () => {
    const { stdout, stderr } = printed(
      { ...wholeReport, isAnyRead: false, unreadable: ['Cannot read x: no.'] },
      'markdown',
    );
    assert.equal(stdout, '### Proxy Scout\n\n- Cannot read x: no.\n');
    assert.equal(stderr, 'Cannot read x: no.\n');
  });
});
