/** What tells people and machines how to work on the repository speaks of what is there. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';

interface Pattern {
  readonly regexp: string;
  readonly file?: number;
  readonly line?: number;
  readonly column?: number;
  readonly message?: number;
}
interface Matcher {
  readonly pattern: readonly Pattern[];
  readonly background?: { readonly beginsPattern: string; readonly endsPattern: string };
}
interface Task {
  readonly label: string;
  readonly script: string;
  readonly problemMatcher: Matcher | string | readonly string[];
}
interface Launch {
  readonly preLaunchTask?: string;
  readonly program?: string;
}

const text = (file: string): string => readFileSync(file, 'utf8');
const scripts: Readonly<Record<string, string>> = JSON.parse(text('package.json')).scripts;
const tasks: readonly Task[] = parse(text('.vscode/tasks.json')).tasks;
const launches: readonly Launch[] = parse(text('.vscode/launch.json')).configurations;
const workflows = readdirSync('.github/workflows').map((name) => join('.github/workflows', name));
const manual = readdirSync('docs').map((name) => `docs/${name}`);
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'action/README.md', ...manual];

/** The npm scripts that a text names. */
const named = (of: string): readonly string[] =>
  [...of.matchAll(/\bnpm (?:run (?:-s )?([\w:]+)|(start|test)\b)/g)].map(([, run, own]) => run ?? own ?? '');

describe('repository: the npm scripts', () => {
  for (const file of [...documents, '.ci/run', ...workflows]) {
    it(`that ${file} names exist`, () => {
      const missing = named(text(file)).filter((name) => scripts[name] === undefined);
      assert.deepEqual(missing, []);
    });
  }

  it('are told from other words', () => {
    assert.deepEqual(named('run: npm run test:unit, npm test, `npm start`, npm ci'), ['test:unit', 'test', 'start']);
  });

  it('are programs of ours, which set up first', () => {
    for (const [name, command] of Object.entries(scripts)) {
      assert.match(command, /^node (?:scripts|test)\/\S+\.mjs( |$)/, name);
    }
  });

  it('are tried in bare clones, or there is a reason why not', () => {
    const bare = text('scripts/bare.mjs');
    const missing = Object.keys(scripts).filter((name) => !new RegExp(`^  '?${name}'?: `, 'm').test(bare));
    assert.deepEqual(missing, []);
  });
});

/** Without blocks of code, which have comments that look like headings. */
const prose = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```/gm, '');

/** The anchors of a text: those that it has itself, and those that GitHub gives its headings. */
function anchorsIn(markdown: string): readonly string[] {
  const seen = new Map<string, number>();
  const own = [...prose(markdown).matchAll(/^<a id="([^"]+)"><\/a>$/gm)].map(([, anchor = '']) => anchor);
  const ofHeadings = [...prose(markdown).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
  return [...own, ...ofHeadings];
}

/** The links in a text, as pictures, too. */
const linksIn = (markdown: string): readonly string[] =>
  [...prose(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);

/** The relative links of a document that lead to no file, or to no heading of it. */
function brokenLinks(file: string, markdown: string): readonly string[] {
  return linksIn(markdown).filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = join(dirname(file), path);
    if (path !== '' && !existsSync(target)) return true;
    return anchor !== undefined && !anchorsIn(path === '' ? markdown : text(target)).includes(anchor);
  });
}

describe('repository: the documents for people', () => {
  for (const file of [
    ...documents,
    ...['foreign', 'recordings', 'live', 'sarif'].map((suite) => `test/${suite}/README.md`),
  ]) {
    it(`${file} links to files and headings that exist`, () => {
      assert.deepEqual(brokenLinks(file, text(file)), []);
    });

    it(`${file} names folders and files that exist`, () => {
      const paths = [...text(file).matchAll(/`((?:src|test|scripts|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path);
      assert.deepEqual(
        paths.filter((path) => !existsSync(path)),
        [],
      );
    });
  }

  it('brokenLinks finds a link to a file or a heading that does not exist', () => {
    const markdown = '# A `b` [c](d.md)\n<a id="own.one"></a>\n\n## A b c\n```sh\n# code\n```\n';
    assert.deepEqual(anchorsIn(markdown), ['own.one', 'a-b-c', 'a-b-c-1']);
    const links = ['#a-b-c-1', '#code', '../README.md#engines', '../README.md#none', 'none.md', 'https://none.test/#a'];
    assert.deepEqual(brokenLinks('docs/new.md', markdown + links.map((link) => `[x](${link})\n`).join('')), [
      'd.md',
      '#code',
      '../README.md#none',
      'none.md',
    ]);
  });

  it('README.md or CONTRIBUTING.md links to every page in docs', () => {
    const linked = ['README.md', 'CONTRIBUTING.md'].flatMap((file) => linksIn(text(file)));
    assert.deepEqual(
      manual.filter((page) => !linked.some((link) => link.split('#')[0] === page)),
      [],
    );
  });

  it('README.md can be read in a few minutes', () => {
    const readme = text('README.md');
    assert.ok(readme.split(/\s+/).length <= 1_500);
    assert.ok(readme.split('\n').length <= 150);
  });
});

describe('repository: the workflows', () => {
  for (const file of workflows) {
    it(`${file} may write nothing but where a job says so, and pins what it uses`, () => {
      assert.match(text(file), /^permissions:\n {2}contents: read$/m);
      for (const [, action] of text(file).matchAll(/uses: (.*)/g))
        assert.match(action ?? '', /^[\w-]+\/[\w-]+@(?:v\d+|[0-9a-f]{40})$/);
    });

    it(`${file} runs files that exist`, () => {
      const files = [...text(file).matchAll(/(?:node|run:) ((?:\.ci|scripts)\/\S+)/g)].map(([, path]) => path ?? '');
      assert.ok(files.length > 0 && files.every((path) => existsSync(path)), files.join());
    });
  }

  it('publish with the packager that the tests use', () => {
    const { version } = JSON.parse(text('node_modules/@vscode/vsce/package.json'));
    assert.ok(text('.github/workflows/release.yml').includes(`@vscode/vsce@${version} `));
  });
});

describe('repository: the folder .vscode', () => {
  it('names npm scripts and tasks that exist', () => {
    for (const { label, script } of tasks) assert.ok(scripts[script] !== undefined, label);
    for (const { preLaunchTask, program } of launches) {
      assert.ok(preLaunchTask === undefined || tasks.some(({ label }) => label === preLaunchTask), preLaunchTask);
      assert.ok(program === undefined || existsSync(program.replace(/^\$\{workspaceFolder\}/, '.')), program);
    }
  });

  const matcherOf = (label: string): Matcher => {
    const matcher = tasks.find((task) => task.label === label)?.problemMatcher;
    return typeof matcher === 'object' && 'pattern' in matcher ? matcher : assert.fail(label);
  };

  /** What a task's problem matcher finds, as VS Code does: each pattern on a line of its own, one after the other. */
  function problems(label: string, output: string): readonly string[] {
    const { pattern } = matcherOf(label);
    const lines = output.split('\n');
    return lines.flatMap((_, at) => {
      const found = pattern.map(({ regexp }, index) => new RegExp(regexp).exec(lines[at + index] ?? '\0'));
      if (found.some((match) => match === null)) return [];
      const value = (key: 'file' | 'line' | 'column' | 'message'): string =>
        pattern.map((each, index) => found[index]?.[each[key] ?? -1] ?? '').join('');
      return [`${value('file')}:${value('line')}:${value('column')} ${value('message')}`];
    });
  }

  it('finds the errors of esbuild and of Biome', () => {
    const folder = mkdtempSync(join(tmpdir(), 'proxy-scout-problems-'));
    try {
      const file = join(folder, 'wrong.ts');
      writeFileSync(file, "import { x } from './nowhere';\nexport let y: any = x;\n");
      const program = `require('esbuild').build({ entryPoints: ['wrong.ts'], absWorkingDir: ${JSON.stringify(folder)}, bundle: true, write: false }).catch(() => {})`;
      const { stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
      for (const label of ['watch', 'build with tests']) {
        assert.deepEqual(problems(label, stderr), ['wrong.ts:1:18 Could not resolve "./nowhere"']);
      }

      writeFileSync(join(folder, 'biome.json'), '{ "formatter": { "enabled": false } }');
      const biome = join(dirname(require.resolve('@biomejs/biome/package.json')), 'bin/biome');
      const linted = spawnSync(process.execPath, [biome, 'check', '--colors=off', 'wrong.ts'], {
        cwd: folder,
        encoding: 'utf8',
      });
      const [first] = problems('lint', linted.stdout + linted.stderr);
      assert.match(first ?? '', /^wrong\.ts:2:15 Unexpected any/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('waits for what the watching build says', () => {
    const { beginsPattern = '', endsPattern = '' } = matcherOf('watch').background ?? {};
    const source = text('scripts/watch-build.mjs');
    assert.ok(source.includes("console.log('[watch] build started')"));
    assert.match('[watch] build started', new RegExp(beginsPattern));
    for (const end of ['finished', 'failed']) assert.match(`[watch] build ${end}`, new RegExp(endsPattern));
  });
});
