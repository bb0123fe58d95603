/**
 * The borders between the folders of src hold: what may not be imported does not type-check there, and what may not be
 * bundled does not resolve. test/scopes holds the files that must fail, with the expected error at the line's end, and for
 * each scope a clean one, so that these tests can fail.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';

const root = process.cwd();

/** What each file of test/scopes says that it fails with, as `file(line): code`. */
function expectedErrors(scope: string): string[] {
  const folder = join('test/scopes', scope);
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const code = / \/\/ error (TS\d+)$/.exec(line)?.[1];
        return code === undefined ? [] : [`${folder}/${name}(${index + 1}): ${code}`];
      }),
  );
}

/** What the files of test/scopes fail with when they are checked as if they were in src. */
function actualErrors(scope: string): string[] {
  mkdirSync('out', { recursive: true });
  const folder = mkdtempSync(join(root, 'out/scopes-'));
  try {
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: resolve('src', scope, 'tsconfig.json'),
        include: [resolve('test/scopes', scope, '*.ts')],
      }),
    );
    const tsc = resolve('node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '--pretty', 'false', '-p', folder], { encoding: 'utf8' });
    return [...stdout.matchAll(/^(.+)\((\d+),\d+\): error (TS\d+)/gm)].map(
      ([, file = '', line, code]) => `${file.replaceAll('\\', '/')}(${line}): ${code}`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('scopes: the borders that type-checking holds', () => {
  const forbidden = {
    core: ['vscode', 'page'],
    l10n: ['vscode', 'page', 'node'],
    protocol: ['vscode', 'page', 'node'],
    webview: ['vscode', 'node'],
    vscode: ['page'],
  };
  for (const [scope, files] of Object.entries(forbidden)) {
    it(`src/${scope} keeps out ${files.join(', ')}`, () => {
      const expected = expectedErrors(scope);
      for (const file of files) {
        assert.ok(
          expected.some((error) => error.includes(`/${file}.ts(`)),
          `${file}.ts expects nothing`,
        );
      }
      assert.deepEqual(actualErrors(scope).sort(), expected.sort());
    });
  }
});

describe('scopes: the borders that bundling holds', () => {
  let extensionBundles: readonly BuildOptions[];
  before(async () => {
    ({ extensionBundles } = await import(pathToFileURL(resolve('esbuild.js')).href));
  });

  /** Bundles one line, as if it were in a file of that folder, with the options of the bundle that has the entry point. */
  function bundle(entry: string, contents: string, folder = dirname(entry)) {
    const options = extensionBundles.find(({ entryPoints }) => Object.values(entryPoints ?? {}).includes(entry));
    assert.ok(options, `no bundle starts at ${entry}`);
    const { entryPoints: _, outfile: __, ...rest } = options;
    const sourcefile = resolve(folder, 'line.ts');
    return build({
      ...rest,
      stdin: { contents, resolveDir: root, sourcefile },
      write: false,
      outdir: 'out',
      logLevel: 'silent',
    });
  }

  const vscode = "import { window } from 'vscode'; console.log(window);";
  const node = "import { readFile } from 'node:fs'; console.log(readFile);";

  it('the core is not bundled with vscode, but with Node', async () => {
    for (const folder of ['src/core/proxy', 'src/l10n', 'src/protocol']) {
      await assert.rejects(bundle('src/extension.ts', vscode, folder), /Could not resolve "vscode"/);
    }
    await bundle('src/extension.ts', node, 'src/core/proxy');
  });

  it('the page is bundled neither with vscode nor with Node', async () => {
    await assert.rejects(bundle('src/webview/main.ts', vscode), /Could not resolve "vscode"/);
    await assert.rejects(bundle('src/webview/main.ts', node), /Could not resolve "node:fs"/);
    await bundle('src/webview/main.ts', 'console.log(document.title);');
  });

  it('the extension is bundled with vscode', async () => {
    await bundle('src/extension.ts', vscode, 'src/vscode/proxies');
  });
});
