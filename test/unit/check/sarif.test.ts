import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { problemTitles } from '../../../src/check/problemTitles';
import { type CheckReport, reportProblems } from '../../../src/check/report';
import { problemHelp } from '../../../src/core/config/model/problemHelp';
import { printed, problemAt, wholeReport } from './printed';
import { runHere } from './program';
import { sarifComplaints } from './sarifSchema';

const resultSchema = z.object({
  ruleId: z.string(),
  ruleIndex: z.number(),
  level: z.enum(['error', 'warning', 'note']),
  message: z.object({ text: z.string() }),
  locations: z.array(
    z.object({
      physicalLocation: z.object({
        artifactLocation: z.object({ uri: z.string(), uriBaseId: z.optional(z.string()) }),
        region: z.record(z.string(), z.number()),
      }),
    }),
  ),
  partialFingerprints: z.record(z.string(), z.string()),
});
const rule = z.object({ id: z.string(), helpUri: z.string(), help: z.object({ text: z.string() }) });
const runSchema = z.object({
  tool: z.object({ driver: z.object({ version: z.string(), rules: z.array(rule) }) }),
  columnKind: z.string(),
  invocations: z.array(
    z.object({
      executionSuccessful: z.boolean(),
      toolExecutionNotifications: z.array(z.object({ level: z.string(), message: z.object({ text: z.string() }) })),
    }),
  ),
  results: z.array(resultSchema),
  properties: z.optional(z.object({ omitted: z.number() })),
});

/** The only run of a log that meets the schema. */
async function runOf(text: string): Promise<z.infer<typeof runSchema>> {
  assert.deepEqual(await sarifComplaints(text), []);
  const { runs } = z.object({ version: z.literal('2.1.0'), runs: z.array(runSchema) }).parse(JSON.parse(text));
  const [run, ...others] = runs;
  assert.equal(others.length, 0);
  return run ?? assert.fail();
}

const run = (report: Partial<CheckReport>) => runOf(printed({ ...wholeReport, ...report }, 'sarif').stdout);
const urisOf = async (...paths: readonly string[]) => {
  const problems = reportProblems(
    paths.map((path) => problemAt(path, 0, 'm', 'error')),
    [],
  );
  return (await run({ problems })).results.map(({ locations }) => locations[0]?.physicalLocation.artifactLocation);
};

describe('sarif: the log in SARIF 2.1.0', function () {
  this.timeout(60_000);

  it('meets the schema, and has rules, levels, and places', async () => {
    const { code, stdout } = await runHere(['check', 'broken', 'good', '--format=sarif']);
    assert.equal(code, 1);
    const { results, tool, columnKind, invocations, properties } = await runOf(stdout);
    assert.ok(results.length > 1);
    assert.equal(columnKind, 'utf16CodeUnits');
    assert.equal(properties, undefined);
    assert.deepEqual(invocations, [{ executionSuccessful: true, toolExecutionNotifications: [] }]);
    const [first] = results;
    assert.equal(first?.level, 'error');
    assert.deepEqual(first?.locations, [
      {
        physicalLocation: {
          artifactLocation: { uri: 'broken/compose.yml', uriBaseId: '%SRCROOT%' },
          region: { startLine: 6, startColumn: 35, endLine: 6, endColumn: 38 },
        },
      },
    ]);
    const { rules } = tool.driver;
    assert.deepEqual(new Set(rules.map(({ id }) => id)), new Set(results.map(({ ruleId }) => ruleId)));
    for (const { ruleId, ruleIndex } of results) assert.equal(rules[ruleIndex]?.id, ruleId);
    for (const { id, helpUri, help } of rules) {
      assert.equal(helpUri, problemHelp(id as Parameters<typeof problemHelp>[0]));
      assert.ok(help.text.includes(helpUri));
    }
  });

  it('is the same for the same files', async () => {
    const first = await runHere(['check', 'broken', '--format=sarif']);
    assert.deepEqual(await runHere(['check', 'broken', '--format=sarif']), first);
  });

  it('is told from what the schema refuses', async () => {
    const { stdout } = await runHere(['check', 'broken', '--format=sarif']);
    for (const [from, to] of [
      ['"level": "error"', '"level": "fatal"'],
      ['"startLine": 6', '"startLine": 0'],
      ['"ruleIndex"', '"ruleNumber"'],
      ['"columnKind": "utf16CodeUnits"', '"columnKind": "bytes"'],
      ['"version": "2.1.0"', '"version": "2.2.0"'],
    ] as const) {
      assert.ok(stdout.includes(from), from);
      assert.notDeepEqual(await sarifComplaints(stdout.replace(from, to)), [], to);
    }
  });

  it('has columns in UTF-16 units', async () => {
    const text = '🦊: x\n';
    const problems = reportProblems([problemAt('a.yml', 4, 'm', 'information')], [{ path: 'a.yml', text }]);
    const { results } = await run({ problems });
    assert.equal(results[0]?.level, 'note');
    const region = { startLine: 1, startColumn: 5, endLine: 1, endColumn: 6 };
    assert.deepEqual(results[0]?.locations[0]?.physicalLocation.region, region);
  });

  it('has addresses of files that are read as they are meant, whatever a name holds', async () => {
    const uriBaseId = '%SRCROOT%';
    const names = [
      'a b.yml',
      '%20.yml',
      '#x?y.yml',
      'ü/漢.yml',
      'a:b/c.yml',
      'https:',
      '\\\\x',
      '\n',
      '[x](y)',
      "'!()*",
    ];
    for (const name of names) {
      const [location] = await urisOf(name);
      assert.equal(location?.uriBaseId, uriBaseId);
      const { pathname, host, search, hash } = new URL(location?.uri ?? '', 'file:///base/');
      assert.deepEqual([decodeURIComponent(pathname), host, search, hash], [`/base/${name}`, '', '', '']);
    }
    assert.deepEqual(await urisOf('/tmp/a b.yml'), [{ uri: 'file:///tmp/a%20b.yml' }]);
    assert.deepEqual(await urisOf('C:/x/a:b.yml'), [{ uri: 'file:///C:/x/a%3Ab.yml' }]);
    assert.deepEqual(await urisOf('//server/share/a.yml'), [{ uri: 'file://server/share/a.yml' }]);
    assert.deepEqual(await urisOf('a\ud800.yml'), [{ uri: 'a%EF%BF%BD.yml', uriBaseId }]);
  });

  it('has messages that are plain text, whatever they quote', async () => {
    const texts = [
      '[click](https://example.com)',
      '[x](1) and [y](sarif:/runs/0)',
      'of {0} or {12}, not {a}',
      '##[group]::error::x',
      'a\u001b[31m\u202eb\nc',
    ];
    const problems = reportProblems(
      texts.map((text, at) => problemAt('a.yml', at, text, 'error')),
      [],
    );
    const { results, invocations } = await run({ problems, notes: texts, unreadable: texts });
    const notices = invocations[0]?.toolExecutionNotifications ?? [];
    assert.deepEqual(
      notices.map(({ level }) => level),
      [...texts.map(() => 'warning'), ...texts.map(() => 'error')],
    );
    const said = [...results, ...notices].map(({ message }) => message.text);
    assert.equal(said.length, 3 * texts.length);
    for (const text of said) {
      assert.doesNotMatch(text, /\]\(|\{\d+\}|##|[\p{Cc}\p{Cf}]/u);
    }
    assert.deepEqual(said.slice(0, 3), [
      '[click] (https://example.com)',
      '[x] (1) and [y] (sarif:/runs/0)',
      'of { 0} or { 12}, not {a}',
    ]);
  });

  it('knows a problem again where it has moved, and tells equal ones apart', async () => {
    const printsOf = async (text: string) => {
      const at = [...text.matchAll(/x/g)].map(({ index }) => index);
      const problems = [...at.map((one) => problemAt('a.yml', one, 'm', 'error')), problemAt('b.yml', 0, 'm', 'error')];
      const { results } = await run({ problems: reportProblems(problems, [{ path: 'a.yml', text }]) });
      return results.map(({ partialFingerprints }) => partialFingerprints);
    };
    const before = await printsOf('x\nx\n');
    assert.deepEqual(await printsOf('\n\nx\n\n\n  x\n'), before);
    // The path is not part of it: readers compare that themselves.
    assert.equal(new Set(before.map((one) => JSON.stringify(one))).size, 2);
    assert.match(before[0]?.['problemInFile/v1'] ?? '', /^[0-9a-f]{32}$/);
  });

  it('has room for a rule of each code', async () => {
    const codes = Object.keys(problemTitles) as readonly (keyof typeof problemTitles)[];
    const found = codes.flatMap((code) =>
      Array.from({ length: 100 }, (_, at) => ({
        ...problemAt(`${code}.yml`, at, `${at} ${'m'.repeat(900)}`, 'error'),
        code,
      })),
    );
    const problems = reportProblems(found, []);
    const sentences = Array.from({ length: 2_000 }, (_, at) => `${at} ${'\u202e%##'.repeat(100)}`);
    const { stdout, stderr } = printed({ ...wholeReport, problems, notes: sentences, unreadable: sentences }, 'sarif');
    assert.ok(Buffer.byteLength(stdout) + Buffer.byteLength(stderr) <= 2_000_000);
    const { tool, results, properties } = await runOf(stdout);
    assert.deepEqual(
      tool.driver.rules.map(({ id }) => id),
      codes,
    );
    assert.ok(JSON.stringify(tool, undefined, 10).length < 100_000);
    assert.equal(results.length + (properties?.omitted ?? 0), problems.length);
  });

  it('says how much is missing, and what could not be read', async () => {
    const problems = reportProblems(
      Array.from({ length: 5_000 }, (_, at) => problemAt('a.yml', at, `${at} ${'x'.repeat(500)}`, 'error')),
      [],
    );
    const report = { ...wholeReport, problems, isWhole: false, unreadable: ['Cannot read b.yml: no.'] };
    const { stdout, stderr } = printed(report, 'sarif');
    const { results, properties, invocations } = await runOf(stdout);
    assert.equal(results.length + (properties?.omitted ?? 0), 5_000);
    assert.equal(invocations[0]?.executionSuccessful, false);
    const count = properties?.omitted.toLocaleString('en');
    const more = `… and ${count} more problems are not printed.`;
    assert.deepEqual(
      invocations[0]?.toolExecutionNotifications.map(({ message }) => message.text),
      [more, 'Cannot read b.yml: no.'],
    );
    assert.equal(stderr, `${more}\nCannot read b.yml: no.\n`);
  });
});
