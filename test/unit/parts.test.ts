/**
 * The files of dist/ take from each other what stands in variables, once, when they are loaded: never by a getter, which costs
 * many times what a loop does with a character, and which no bench of another bundle shows. That is right only if nothing
 * that is exported is assigned later, and if no file needs one that is still being loaded.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Loads all files of a folder, as VS Code and a worker thread would, and prints their exports: `file name kind`. */
const lister = `
  const Module = require('node:module');
  const { basename } = require('node:path');
  const any = new Proxy(function () {}, {
    get: (target, key) => (key === 'prototype' ? target.prototype : any), apply: () => any, construct: () => ({}),
  });
  const load = Module._load;
  Module._load = function (request, ...rest) {
    return request === 'vscode' ? any : load.call(this, request, ...rest);
  };
  const [folder, ...files] = process.argv.slice(1);
  for (const file of files) {
    const found = Object.getOwnPropertyDescriptors(require(folder + '/' + file));
    for (const [name, { get, value }] of Object.entries(found)) {
      console.log(file, name, get !== undefined ? 'getter' : value === undefined ? 'missing' : 'value');
    }
  }
  process.exit();`;

describe('the files of dist/', function () {
  this.timeout(120_000);
  let folder: string;
  let files: readonly string[];
  const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'proxy-scout-parts-'));
    // Not minified, so that a name stands for one thing in a whole file. What is minified is converted by the same code.
    await run(process.execPath, ['esbuild.js', `--outdir=${folder}`]);
    files = readdirSync(folder).filter((name) => /^(?:core|extension)(?:-.+)?\.js$/.test(name));
    assert.ok(files.length > 40, `only ${files.length} files`);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('export values, where core.js alone has getters: those load a part when it is first used', async () => {
    const { stdout } = await run(process.execPath, ['-e', lister, folder, ...files], { maxBuffer: 2 ** 24 });
    const lines = stdout.trim().split('\n');
    assert.ok(lines.length > 1_000, `only ${lines.length} exports`);
    assert.deepEqual(
      lines.filter((line) => !line.endsWith(' value') && !/^core\.js \w+ getter$/.test(line)),
      [],
    );
  });

  it('give what core.js got by a getter a place of its own there', async () => {
    const program = `const core = require(process.argv[1]); core.plainText;
      console.log(typeof Object.getOwnPropertyDescriptor(core, 'plainText').value);`;
    const { stdout } = await run(process.execPath, ['-e', program, join(folder, 'core.js')]);
    assert.equal(stdout.trim(), 'function');
  });

  it('never assign what they export again', () => {
    const assigned = files.flatMap((file) => {
      const text = textOf(file);
      const [, list = ''] = /^module\.exports = (\{[^{}]*\});/m.exec(text) ?? [];
      return list
        .replace(/^\{|\}$/g, '')
        .split(',')
        .map((entry) => entry.split(':').at(-1)?.trim() ?? '')
        .filter((name) => name !== '' && assignments(text, name) > 0)
        .map((name) => `${file} ${name}`);
    });
    assert.deepEqual(assigned, []);
    assert.equal(assignments('let known = 1;\nfunction learn() { known = 2; }', 'known'), 1);
    assert.equal(assignments('var known;\nvar init = () => { ++known; };', 'known'), 1);
    assert.equal(assignments('var known = 1;\nknown == 2; known => 3; { known: 4 }; other.known = 5;', 'known'), 0);
  });

  it('need each other in one direction', () => {
    const needed = new Map(
      files.map((file) => {
        const at = textOf(file).matchAll(/(?:^|\} = )require\("\.\/([\w-]+\.js)"\);$/gm);
        return [file, [...at].map(([, name = '']) => name)];
      }),
    );
    assert.ok([...needed.values()].flat().length > 100, 'the files need each other');
    const circles: string[] = [];
    const done = new Set<string>();
    const visit = (file: string, above: readonly string[]): void => {
      if (above.includes(file)) circles.push([...above, file].join(' > '));
      if (done.has(file)) return;
      done.add(file);
      for (const name of needed.get(file) ?? []) visit(name, [...above, file]);
    };
    for (const file of files) visit(file, []);
    assert.deepEqual(circles, []);
  });
});

/** How often a variable is assigned besides where it is declared. */
function assignments(text: string, name: string): number {
  const word = name.replaceAll('$', '\\$');
  const assigned = new RegExp(
    `(?<![\\w$.]|\\b(?:var|let|const|class|function) )${word} *(?:(?:[-+*/%&|^?]{0,2}|<<|>>>?)=(?![=>])|\\+\\+|--)|(?:\\+\\+|--)${word}(?![\\w$])`,
    'g',
  );
  return [...text.matchAll(assigned)].length;
}
