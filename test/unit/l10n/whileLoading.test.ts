/**
 * Nothing is said while a module is loaded: the language is set after that, so such a text would be English for ever. All modules
 * of src are loaded, with something in the place of @vscode/l10n that notes what is said.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = process.cwd();

/** They start to work when they are loaded, in a thread, a page, and on the command line. */
const programs = [
  'core/worker.ts',
  'core/configWorker.ts',
  'check/main.ts',
  'webview/main.ts',
  'webview/documentLanguage.ts',
];

/** What the modules say while they are loaded. `extra` is one more module. */
async function saidWhileLoading(extra = ''): Promise<readonly string[]> {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !programs.includes(name));
  assert.ok(files.length > 300, `only ${files.length} modules`);
  const { outputFiles } = await build({
    stdin: {
      contents: [...files.map((name) => `import './src/${name}';`), extra].join('\n'),
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // Everything is kept, as if it were used.
    treeShaking: false,
    external: ['undici', 'undici/*', 're2js', 'zod', 'zod/*', 'jsonc-parser'],
    plugins: [
      {
        name: 'note-what-is-said',
        setup(building) {
          building.onResolve({ filter: /^@vscode\/l10n$/ }, () => ({ path: 'l10n', namespace: 'noted' }));
          building.onResolve({ filter: /^vscode$/ }, () => ({ path: 'vscode', namespace: 'noted' }));
          building.onLoad({ filter: /^l10n$/, namespace: 'noted' }, () => ({
            contents: `exports.t = (text) => { said(typeof text === 'string' ? text : text.message); return ''; };
              exports.config = () => undefined;`,
          }));
          // As esbuild.js does. Otherwise it would be copied, property by property, of which it has none.
          building.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
            contents: (await readFile(path, 'utf8')).replace(
              "import * as vscode from 'vscode';",
              "import vscode = require('vscode');",
            ),
            loader: 'ts',
          }));
          // Whatever a module does with it when it is loaded, such as extend a class of it.
          building.onLoad({ filter: /^vscode$/, namespace: 'noted' }, () => ({
            contents: `const any = new Proxy(function () {}, {
                get: (target, key) => (key === 'prototype' ? target.prototype : any), apply: () => any, construct: () => ({}),
              });
              module.exports = any;`,
          }));
        },
      },
    ],
    define: { proxyScoutSamples: 'null' },
    logLevel: 'silent',
  });
  const said: string[] = [];
  const run = new Function('require', 'module', 'exports', 'navigator', 'said', outputFiles[0]?.text ?? '');
  run(createRequire(join(root, 'package.json')), { exports: {} }, {}, { userAgent: '' }, (text: string) =>
    said.push(text),
  );
  return said;
}

describe('whileLoading: while modules are loaded', () => {
  it('nothing is said', async () => assert.deepEqual(await saidWhileLoading(), []));

  it('what is said is noted', async () => {
    const extra = "import * as l10n from '@vscode/l10n'; export const titleText = l10n.t('No routers');";
    assert.deepEqual(await saidWhileLoading(extra), ['No routers']);
  });
});
