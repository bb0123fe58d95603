import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { differingFiles } from '../../../scripts/action.mjs';
import { openOutput } from '../../../src/check/output';
import { runAction } from '../../../src/check/runAction';
import { gitEnvironment, makeRepository } from '../core/changePlan/gitRepository';
import { files as planned, snapshotOf } from './planned';
import { bareEnvironment, type Ended, fixtures, run } from './program';

const text = (file: string): string => readFileSync(file, 'utf8');
const step = z.object({
  uses: z.optional(z.string()),
  run: z.optional(z.string()),
  with: z.optional(z.record(z.string(), z.unknown())),
});
const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string() })),
  outputs: z.record(z.string(), z.object({ description: z.string() })),
  runs: z.object({ using: z.string(), main: z.optional(z.string()), steps: z.optional(z.array(step)) }),
});
const permissions = z.record(z.string(), z.string());
const workflowSchema = z.object({
  on: z.union([z.string(), z.record(z.string(), z.unknown())]),
  permissions,
  jobs: z.record(
    z.string(),
    z.object({ permissions: z.optional(permissions), if: z.optional(z.string()), steps: z.array(step) }),
  ),
});

const action = actionSchema.parse(parse(text('action/action.yml')));
const { version } = z.object({ version: z.string() }).parse(JSON.parse(text('package.json')));
const manual = text('action/README.md');
const examples = [...manual.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, example = '']) =>
  workflowSchema.parse(parse(example)),
);

/** What a shell would run of a text that somebody else can write, or would fetch by a name. */
function unsafeSteps(steps: readonly z.infer<typeof step>[]): readonly string[] {
  return steps.flatMap(({ run: shell = '' }) =>
    /\$\{\{|\bnpx\b|\bnpm (?:i|install|exec)\b/.test(shell) ? [shell] : [],
  );
}

describe('action: what action.yml says', () => {
  it('hands inputs to no shell, or in its environment only', () => {
    assert.match(action.runs.using, /^node\d+$/);
    assert.equal(action.runs.steps, undefined);
    assert.ok(existsSync(join('action', action.runs.main ?? '')));
    const told = unsafeSteps([
      { run: `check ${'$'}{{ inputs.paths }}` },
      { run: 'npx proxy-scout check' },
      { run: 'check "$PATHS"' },
    ]);
    assert.equal(told.length, 2);
  });

  it('has the inputs that the program reads', () => {
    const source = text('src/check/runAction.ts');
    const read = new Set([...source.matchAll(/INPUT_(\w+)/g)].map(([, name = '']) => name.toLowerCase()));
    assert.deepEqual(Object.keys(action.inputs).toSorted(), [...read].toSorted());
  });
});

describe('action: its README', () => {
  it('has examples for pull_request, with contents: read, in which no shell runs foreign text', () => {
    assert.ok(examples.length >= 4);
    for (const { on, permissions: of, jobs } of examples) {
      const events = typeof on === 'string' ? [on] : Object.keys(on);
      assert.ok(events.includes('pull_request') && !events.includes('pull_request_target'));
      assert.deepEqual(of, { contents: 'read' });
      for (const { steps } of Object.values(jobs)) {
        assert.deepEqual(unsafeSteps(steps), []);
        for (const { uses = 'a/b@v1' } of steps)
          assert.match(uses, /^[\w-]+\/[\w-]+(?:\/[\w-]+)?@(?:v\d|[0-9a-f]{40}$)/);
      }
    }
  });

  it('comments in a job of its own only, which checks nothing out and is off by default', () => {
    const jobs = examples.flatMap((example) => Object.values(example.jobs));
    const writing = jobs.filter((job) => job.permissions?.['pull-requests'] === 'write');
    assert.equal(writing.length, 1);
    for (const { steps, if: condition = '' } of writing) {
      assert.ok(steps.every(({ uses = '' }) => !/checkout|proxy-scout/.test(uses)));
      assert.match(condition, /vars\.\w+ == 'on'/);
      assert.match(condition, /head\.repo\.full_name == github\.repository/);
    }
  });

  it('names this version, and inputs and outputs that exist', () => {
    const own = examples
      .flatMap(({ jobs }) => Object.values(jobs).flatMap(({ steps }) => steps))
      .filter(({ uses = '' }) => uses.startsWith('proxy-scout/'));
    assert.equal(own.length, examples.length);
    for (const { uses, with: inputs = {} } of own) {
      assert.equal(uses, `proxy-scout/proxy-scout/action@v${version}`);
      for (const name of Object.keys(inputs)) assert.ok(action.inputs[name] !== undefined, name);
    }
    for (const [, name = ''] of manual.matchAll(/steps\.check\.outputs\.(\w+)/g)) assert.ok(action.outputs[name], name);
    for (const name of Object.keys({ ...action.inputs, ...action.outputs }))
      assert.ok(manual.includes(`| \`${name}\` |`), name);
  });

  it('warns of pull_request_target', () => {
    assert.match(manual, /^## Do not use pull_request_target$/m);
  });

  it('runs, as all texts of ours, the program never by its name in a registry', () => {
    const pages = readdirSync('docs').map((name) => `docs/${name}`);
    for (const file of [
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'action/README.md',
      'action/action.yml',
      ...pages,
    ]) {
      assert.doesNotMatch(text(file), /\bnp(?:x|m exec)\b[^\n]* proxy-scout\b/, file);
    }
  });
});

describe('action: what is committed', () => {
  it('is in no package', () => {
    for (const file of ['.vscodeignore', '.npmignore']) assert.doesNotMatch(text(file), /^!.*action/m);
    assert.match(text('.vscodeignore'), /^\*\*$/m);
    assert.match(text('.npmignore'), /^\/\*$/m);
  });

  it('is built again and compared by .ci/run', () => {
    assert.match(text('.ci/run'), /^run npm run action -- --check$/m);
    assert.match(text('.gitattributes'), /^action\/program\/\*\* -text /m);
  });

  it('is told from what differs', () => {
    const folder = mkdtempSync(join(tmpdir(), 'proxy-scout-differing-'));
    try {
      const [one, other] = [join(folder, 'one'), join(folder, 'other')];
      for (const [place, names] of [
        [one, ['a', 'b', 'c']],
        [other, ['b', 'c', 'd']],
      ] as const) {
        mkdirSync(place);
        for (const name of names) writeFileSync(join(place, name), name === 'c' ? place : name);
      }
      assert.deepEqual(differingFiles(one, other), ['a', 'c', 'd']);
      assert.deepEqual(differingFiles(one, one), []);
      assert.deepEqual(differingFiles(join(folder, 'nowhere'), one), ['a', 'b', 'c']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('action: a step', () => {
  let folder: string;
  const file = (name: string): string => join(folder, name);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'proxy-scout-action-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const runner = (inputs: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
    ...Object.fromEntries(
      Object.entries(action.inputs).map(([name, one]) => [`INPUT_${name.toUpperCase()}`, one.default]),
    ),
    ...{ RUNNER_TEMP: folder, GITHUB_OUTPUT: file('output'), GITHUB_STEP_SUMMARY: file('summary') },
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
  });
  async function runStep(env: NodeJS.ProcessEnv, cwd = fixtures): Promise<Ended> {
    const written = { 1: '', 2: '' };
    const output = openOutput(async (descriptor, lines) => {
      for (const line of lines) written[descriptor] += `${line}\n`;
      return undefined;
    });
    const code = await output.end(await runAction({ cwd, env, certificates: () => undefined, output }));
    return { code, stdout: written[1], stderr: written[2] };
  }
  const outputs = (): Readonly<Record<string, string>> =>
    Object.fromEntries([...text(file('output')).matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

  it('annotates, and writes a summary and two files in the folder of the runner', async () => {
    const { code, stdout } = await runStep(runner({ paths: 'broken\n\ngood\n' }));
    assert.equal(code, 1);
    assert.match(stdout, /^::error file=broken\/compose\.yml,line=6,.*title=label\.syntax::/m);
    const { sarif = '', markdown = '', ...others } = outputs();
    assert.deepEqual(others, {});
    assert.deepEqual(Object.keys(action.outputs), ['sarif', 'markdown']);
    assert.ok(sarif.startsWith(folder) && markdown.startsWith(folder));
    assert.equal(JSON.parse(text(sarif)).runs[0].results[0].ruleId, 'label.syntax');
    assert.match(text(markdown), /^3 errors, 0 warnings in 5 files for Traefik\.$/m);
    assert.equal(text(file('summary')), text(markdown));
  });

  it('ends as the command does, and with files also where all is right', async () => {
    const { code, stdout } = await runStep(runner({ paths: 'good', summary: 'false' }));
    assert.deepEqual([code, stdout], [0, '']);
    assert.deepEqual(JSON.parse(text(outputs().sarif ?? '')).runs[0].results, []);
    assert.equal(existsSync(file('summary')), false);
    assert.equal((await runStep(runner({ paths: 'good\nnowhere' }))).code, 2);
  });

  it('takes no input for an option, and none for a command of the runner', async () => {
    const { code, stdout, stderr } = await runStep(runner({ paths: '--help\n::stop-commands::x' }));
    assert.equal(code, 2);
    assert.match(stderr, /^Cannot read --help: it does not exist\.$/m);
    for (const line of stdout.trimEnd().split('\n')) assert.match(line, /^::warning title=proxy-scout::Cannot read /);
    const { stdout: refused } = await runStep(runner({ endpoint: '--format=json' }));
    assert.match(refused, /^::error title=proxy-scout::[^\n]+\n$/);
    assert.doesNotMatch((await runStep(runner({ endpoint: 'http://a:hunter2@b' }))).stdout, /hunter2/);
  });

  it('plans a change: annotations, a summary, and both files', async () => {
    const repository = makeRepository(planned);
    try {
      const against = file('snapshot.json');
      writeFileSync(against, await snapshotOf());
      const edge = planned['dynamic/edge.yml'];
      repository.write({ 'dynamic/edge.yml': edge.replace('/admin', '/root').replace('[auth]', '[none]') });
      repository.commit();
      const step = (inputs: Readonly<Record<string, string>>): Promise<Ended> =>
        runStep({ ...gitEnvironment, ...runner({ plan: 'true', ...inputs }) }, repository.folder);
      const { code, stdout } = await step({ against, paths: 'dynamic' });
      assert.equal(code, 1);
      assert.match(stdout, /^::error file=dynamic\/edge\.yml,line=6,.*title=ref\.unknown::/m);
      const { sarif = '', markdown = '' } = outputs();
      const rules = JSON.parse(text(sarif)).runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId);
      assert.deepEqual(new Set(rules), new Set(['ref.unknown', 'plan.moved']));
      assert.match(text(markdown), /^### What would change$/m);
      assert.match(text(markdown), /`HEAD\^1`/);
      assert.equal(text(file('summary')), text(markdown));
      assert.equal((await step({ against, paths: 'dynamic', base: 'HEAD' })).code, 0);
      for (const [inputs, expected] of [
        [{}, /::Name the proxy: /],
        [{ against, base: '--output=x' }, /::The repository has no commit “--output=x”\./],
        [{ against: '--help' }, /::The file of the snapshot cannot be read: it does not exist\./],
        [{ plan: 'false', against }, /::Only “plan” has the options/],
      ] as const) {
        const refused = await step(inputs);
        assert.deepEqual([refused.code, existsSync(join(repository.folder, 'x'))], [2, false]);
        assert.match(refused.stdout, expected);
      }
    } finally {
      repository.remove();
    }
  });

  it('says what is wrong with where it runs', async () => {
    for (const [env, expected] of [
      [{}, /Missing or wrong: RUNNER_TEMP, GITHUB_OUTPUT\.$/m],
      [runner({ summary: 'yes' }), /INPUT_SUMMARY\.$/m],
      [{ ...runner({}), GITHUB_OUTPUT: 'a\nb' }, /GITHUB_OUTPUT\.$/m],
      [
        { ...runner({ paths: 'good' }), RUNNER_TEMP: file('nowhere') },
        /::The results could not be written \(ENOENT\)\.$/m,
      ],
      [runner({ paths: 'good', endpoint: 'http://127.0.0.1:1' }), /refused the connection/],
    ] as const) {
      const { code, stdout } = await runStep(env);
      assert.equal(code, 2);
      assert.match(stdout, expected);
    }
  });

  it('runs as it is committed, without a package', async () => {
    const { main = '' } = action.runs;
    const { code, stdout, stderr } = await run(
      join(process.cwd(), 'action', main),
      [],
      bareEnvironment(runner({ paths: 'broken' })),
    );
    assert.equal(stderr, '');
    assert.equal(code, 1);
    assert.match(stdout, /^::error file=broken\/compose\.yml,/m);
    const program = join(process.cwd(), 'action', main, '../proxy-scout.js');
    assert.equal((await run(program, ['check', 'good'])).code, 0);
  });
});
