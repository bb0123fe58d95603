import assert from 'node:assert/strict';
import { outputFormats } from '../../../src/check/arguments';
import { reportProblems } from '../../../src/check/report';
import { printed, problemAt as problem, wholeReport as whole } from './printed';

describe('report: the report of what was found', () => {
  const hostile = Array.from({ length: 3_000 }, (_, at) =>
    problem('hostile.yml', at, `${at} ${'%'.repeat(900)}`, 'warning'),
  );
  const good = [
    ...Array.from({ length: 40 }, (_, at) => problem('a.yml', at, `good ${at}`, 'warning')),
    problem('z.yml', 0, 'the last', 'information'),
    problem('hostile.yml', 3_000, 'the error behind', 'error'),
  ];
  const files = ['hostile.yml', 'a.yml', 'z.yml'].map((path) => ({ path, text: 'x'.repeat(4_000) }));
  const problems = reportProblems([...hostile, ...good], files);

  // One of Markdown has at most 60 lines: markdown.test.ts.
  for (const format of outputFormats.filter((one) => one !== 'markdown')) {
    it(`prints at most 2 MB, and of each file the worst: ${format}`, () => {
      const { stdout, stderr } = printed({ ...whole, problems }, format);
      assert.ok(Buffer.byteLength(stdout) + Buffer.byteLength(stderr) <= 2_000_000);
      for (const { message } of good) assert.ok(stdout.includes(message), message);
      const kept = [...stdout.matchAll(/%{900}|(?:%25){900}/g)].length;
      assert.ok(kept > 400 && kept < 3_000, String(kept));
      assert.match(stdout, new RegExp(`… and ${(3_000 - kept).toLocaleString('en')} more problems are not printed\\.`));
      if (format === 'json') {
        const read = JSON.parse(stdout);
        assert.equal(read.omitted, 3_000 - kept);
        const lines = read.problems.map(({ path, column }: { path: string; column: number }) => [path, column]);
        assert.deepEqual(
          lines,
          lines.toSorted(([a, x]: [string, number], [b, y]: [string, number]) => (a === b ? x - y : a < b ? -1 : 1)),
        );
      }
    });

    it(`prints at most 2 MB of notes and of what could not be read: ${format}`, () => {
      const names = Array.from({ length: 2_000 }, (_, at) => `${at} ${'\u202e%##'.repeat(1_000)}`);
      const report = { ...whole, problems, notes: names, unreadable: names };
      const { stdout, stderr } = printed(report, format);
      assert.ok(Buffer.byteLength(stdout) + Buffer.byteLength(stderr) <= 2_000_000);
      assert.match(stdout + stderr, /… and 1,\d{3} more notes are not printed\./);
      for (const { message } of good) assert.ok(stdout.includes(message), message);
    });
  }

  it('tells of a message that nothing else has room beside, and cuts it', () => {
    const [only] = reportProblems([problem('a.yml', 0, 'm'.repeat(3_000_000), 'error')], files);
    assert.equal(only?.message, `${'m'.repeat(5_000)}…`);
  });

  it('is the very text in JSON: paths, messages, and notes', () => {
    const texts = ['::stop-commands::x', '##[add-mask]y', 'a\u001b[31m\u009b2J\n\u202eb', '\u2028', '"\\'];
    const found = texts.map((text) => problem(text, 0, text, 'error'));
    const { stdout } = printed(
      { ...whole, problems: reportProblems(found, []), notes: texts, unreadable: texts },
      'json',
    );
    const read = JSON.parse(stdout);
    assert.deepEqual(read.notes, [...texts, ...texts]);
    assert.deepEqual(
      read.problems.map(({ path, message }: { path: string; message: string }) => [path, message]),
      texts.toSorted().map((text) => [text, text]),
    );
    assert.equal(read.omitted, undefined);
  });

  it('has notes as warnings for GitHub, and tells on stderr what could not be read in every format', () => {
    const report = { ...whole, problems: [], notes: ['a note'], unreadable: ['Cannot read ::error::x: no.'] };
    assert.deepEqual(printed(report, 'github'), {
      stdout: '::warning title=proxy-scout::a note\n::warning title=proxy-scout::Cannot read ::error::x: no.\n',
      stderr: 'Cannot read ::error::x: no.\n',
    });
    assert.deepEqual(printed(report, 'pretty'), {
      stdout: 'a note\n0 errors, 0 warnings in 1 file for Traefik.\n',
      stderr: 'Cannot read ::error::x: no.\n',
    });
    assert.equal(printed(report, 'json').stderr, 'a note\nCannot read ::error::x: no.\n');
  });
});
