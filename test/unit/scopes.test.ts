/**
 * The borders between the folders of src hold: what may not be imported does not type-check there, and what may not be
 * bundled does not resolve. test/scopes holds the files that must fail, with the expected error at the line's end, and for
 * each scope a clean one, so that these tests can fail.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
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

describe('the borders that type-checking holds', () => {
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

describe('the borders that bundling holds', () => {
  const { extensionBundles } = createRequire(resolve('esbuild.js'))('./esbuild.js') as {
    readonly extensionBundles: readonly BuildOptions[];
  };

  /** Bundles one line with the options of the bundle that has the entry point. */
  function bundle(entry: string, contents: string) {
    const options = extensionBundles.find(({ entryPoints }) => Object.values(entryPoints ?? {}).includes(entry));
    assert.ok(options, `no bundle starts at ${entry}`);
    const { entryPoints: _, outfile: __, ...rest } = options;
    // Those that write files are for the parts of src; here nothing is written.
    const plugins = (rest.plugins ?? []).filter(({ name }) => !['as-common-js', 'core-in-parts'].includes(name));
    return build({
      ...rest,
      plugins,
      stdin: { contents, resolveDir: root },
      write: false,
      outdir: 'out',
      logLevel: 'silent',
    });
  }

  const vscode = "import { window } from 'vscode'; console.log(window);";
  const node = "import { readFile } from 'node:fs'; console.log(readFile);";

  it('the core is not bundled with vscode, but with Node', async () => {
    await assert.rejects(bundle('core-part:core-base', vscode), /Could not resolve "vscode"/);
    await bundle('core-part:core-base', node);
  });

  it('what all bundles share for the language is bundled with nothing else', async () => {
    await assert.rejects(bundle('src/l10n/main.ts', vscode), /Could not resolve "vscode"/);
  });

  it('the page is bundled neither with vscode nor with Node', async () => {
    await assert.rejects(bundle('src/webview/main.ts', vscode), /Could not resolve "vscode"/);
    await assert.rejects(bundle('src/webview/main.ts', node), /Could not resolve "node:fs"/);
    await bundle('src/webview/main.ts', 'console.log(document.title);');
  });

  it('the entry is bundled with vscode', async () => {
    await bundle('src/extension.ts', vscode);
  });
});
