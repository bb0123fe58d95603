import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { gitEnvironment, makeRepository, type TestRepository } from '../core/changePlan/gitRepository';
import { files, snapshotOf } from './planned';
import { runHere } from './program';
import { sarifComplaints } from './sarifSchema';

const result = z.object({
  ruleId: z.string(),
  ruleIndex: z.number(),
  kind: z.optional(z.string()),
  level: z.string(),
  baselineState: z.optional(z.string()),
  message: z.object({ text: z.string() }),
  locations: z.array(
    z.object({
      physicalLocation: z.object({
        artifactLocation: z.object({ uri: z.string() }),
        region: z.object({ startLine: z.number() }),
      }),
    }),
  ),
});
const logSchema = z.object({
  runs: z.tuple([
    z.object({
      tool: z.object({ driver: z.object({ rules: z.array(z.object({ id: z.string(), helpUri: z.string() })) }) }),
      invocations: z.tuple([z.object({ executionSuccessful: z.boolean() })]),
      results: z.array(result),
      properties: z.optional(z.object({ omitted: z.number() })),
    }),
  ]),
});

const edge = files['dynamic/edge.yml'];

describe('planSarif: a plan in SARIF 2.1.0', function () {
  this.timeout(60_000);
  let one: TestRepository;
  let snapshot: string;
  beforeEach(async () => {
    one = makeRepository(files);
    snapshot = join(one.folder, 'snapshot.json');
    writeFileSync(snapshot, await snapshotOf());
  });
  afterEach(() => one.remove());

  /** The only run of the log, which meets the schema. */
  const runOf = async (text: string) => {
    one.write({ 'dynamic/edge.yml': text });
    const args = ['plan', '--format=sarif', '--against', snapshot, 'dynamic'];
    const { stdout, code } = await runHere(args, gitEnvironment, one.folder);
    assert.deepEqual(await sarifComplaints(stdout), []);
    const [run] = logSchema.parse(JSON.parse(stdout)).runs;
    const { rules } = run.tool.driver;
    for (const { ruleId, ruleIndex } of run.results) assert.equal(rules[ruleIndex]?.id, ruleId);
    return { ...run, rules, code };
  };

  it('has requests that move as informational results, where the router is declared', async () => {
    const { results, rules, code } = await runOf(edge.replace('/admin', '/root'));
    assert.equal(code, 0);
    assert.ok(results.length > 0);
    for (const { kind, level, baselineState, ruleId } of results) {
      assert.deepEqual([kind, level, baselineState, ruleId], ['informational', 'none', 'new', 'plan.moved']);
    }
    const [{ message, locations } = assert.fail()] = results;
    assert.match(
      message.text,
      /^GET http:\/\/shop\.test\/\w+ on web: (?:admin|shop)@file → \w+@file\. “admin@file” is changed: rule\.$/,
    );
    const [{ physicalLocation } = assert.fail()] = locations;
    assert.equal(physicalLocation.artifactLocation.uri, 'dynamic/edge.yml');
    assert.equal(edge.split('\n')[physicalLocation.region.startLine - 1]?.trim(), 'admin:');
    assert.match(rules[0]?.helpUri ?? '', /\/docs\/command-line\.md#plan-a-change$/);
  });

  it('has what is new as problems, and what Traefik refuses; not what is fixed', async () => {
    const broken = await runOf(edge.replace('[auth]', '[none]'));
    assert.equal(broken.code, 1);
    const problems = broken.results.filter(({ ruleId }) => ruleId !== 'plan.moved');
    assert.ok(
      problems.some(
        ({ ruleId, level, baselineState }) => `${ruleId} ${level} ${baselineState}` === 'ref.unknown error new',
      ),
    );
    one.commit();
    const fixed = await runOf(edge);
    assert.deepEqual(
      fixed.results.filter(({ ruleId }) => ruleId !== 'plan.moved'),
      [],
    );
    const refused = await runOf(edge.replace('service: admin', 'servce: admin'));
    assert.equal(refused.code, 1);
    assert.deepEqual(
      refused.results.map(({ ruleId, level }) => [ruleId, level]),
      [['file.syntax', 'error']],
    );
  });

  it('has as many results as fit, and says how many do not', async () => {
    const routers = Array.from({ length: 2_500 }, (_, at) => {
      return `    r${at}-${'n'.repeat(200)}: { rule: "Host(\`h${at}.test\`)", service: none }\n`;
    });
    one.write({ 'dynamic/edge.yml': edge.replace('routers:\n', `routers:\n${routers.join('')}`) });
    const args = ['plan', '--format=sarif', '--against', snapshot, 'dynamic'];
    const { stdout } = await runHere(args, gitEnvironment, one.folder);
    assert.ok(Buffer.byteLength(stdout) <= 2_000_000);
    const [run] = logSchema.parse(JSON.parse(stdout)).runs;
    assert.ok((run.properties?.omitted ?? 0) > 0);
  });
});
