/**
 * Builds Proxy Scout's bundles.
 *
 *   node esbuild.js                      the extension, into dist/, and the program `proxy-scout`, into dist-check/
 *   node esbuild.js --production         the same, minified, without source maps: what the VSIX contains
 *   node esbuild.js --check=DIR          only the program `proxy-scout`, into DIR
 *   node esbuild.js --action=DIR         the same, with that of the GitHub Action (scripts/action.mjs)
 *   node esbuild.js --core=DIR           only what benches take of the core, as it ships, into DIR
 *   node esbuild.js --tests              also the test bundles, into out/test/
 *   node esbuild.js --watch              the same, and again on every change; reports the start and end of each build
 *   node esbuild.js --outdir=DIR         the extension into DIR instead of dist/
 *   node esbuild.js --testdir=DIR        the test bundles into DIR instead of out/test/
 *   node esbuild.js --tests --only=A,B   only the test bundles whose path contains one of these texts, without the extension
 *   node esbuild.js --samples=JSON       with sample endpoints built in (only `npm start` does this)
 *
 * The bundles enforce the boundaries between layers: an import across one does not resolve, and the build fails. Only
 * src/vscode may import `vscode`, unit tests are built without it, and the page without any externals.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import esbuild from 'esbuild';
import { filesByUse, filesOnDemand, undiciInParts, vscodeInItsLayer } from './scripts/build-plugins.mjs';
import { writeNotices } from './scripts/notices.mjs';
import { watch } from './scripts/watch-build.mjs';

const isProgram = process.argv[1] === import.meta.filename;
const flags = new Map(
  (isProgram ? process.argv.slice(2) : []).map((argument) => {
    const [, name, value] = /^--([a-z]+)(?:=(.*))?$/s.exec(argument) ?? [];
    if (name === undefined) throw new Error(`unknown argument: ${argument}`);
    return [name, value ?? 'true'];
  }),
);
const production = flags.has('production');
const outdir = flags.get('outdir') ?? 'dist';
const testdir = flags.get('testdir') ?? 'out/test';
const only = flags.get('only')?.split(',');

/** All files below `folder` whose path matches `ending`. */
const filesBelow = (folder, ending) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name))
    .filter((name) => only === undefined || only.some((text) => name.replaceAll('\\', '/').includes(text)));

/** What the tests do not bundle: the packages in package.json that exist at run time (so never `vscode`). */
const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const packages = Object.keys({ ...dependencies, ...devDependencies }).filter(
  // Node cannot load the ES modules of jsonc-parser.
  (name) => !name.startsWith('@types/') && name !== 'jsonc-parser',
);

/** Large modules that are required on first use, if at all: separate files with these names. */
const onDemand = {
  're2js.cjs': 'node_modules/re2js/build/index.cjs',
  // For processors without SIMD. Normally, its SIMD version is used.
  'llhttp.cjs': 'node_modules/undici/lib/llhttp/llhttp-wasm.js',
};

const shared = {
  bundle: true,
  sourcemap: production ? false : 'linked',
  minify: production,
  legalComments: production ? 'none' : 'inline',
  logLevel: 'warning',
  define: { proxyScoutSamples: flags.get('samples') ?? 'null' },
};
/** Its main file for Node adds code that reads files and URLs, and is CommonJS, which cannot be tree-shaken. */
const smallL10n = { '@vscode/l10n': '@vscode/l10n/dist/browser.js' };

/** CommonJS packages that are bundled require Node's modules. */
const requireForPackages =
  "import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);";

const node = {
  ...shared,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  banner: { js: requireForPackages },
  // jsonc-parser's main file is UMD, whose `require` calls esbuild does not see.
  alias: { ...smallL10n, 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
};

/** The programs of the worker threads, beside what starts them (src/core/base/worker/runJob.ts). */
const workers = { worker: 'src/core/worker.ts', 'config-worker': 'src/core/configWorker.ts' };

/** test/unit/scopes.test.ts tests what they reject. */
export const extensionBundles = [
  {
    ...node,
    splitting: true,
    entryPoints: { extension: 'src/extension.ts', ...workers },
    outdir,
    chunkNames: '[name]-[hash]',
    plugins: [vscodeInItsLayer, undiciInParts, filesOnDemand, filesByUse],
  },
  ...Object.entries(onDemand).map(([name, path]) => ({
    ...shared,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    entryPoints: [path],
    outfile: join(outdir, name),
  })),
  {
    ...shared,
    platform: 'browser',
    format: 'iife',
    target: 'chrome138',
    alias: smallL10n,
    entryPoints: { search: 'src/webview/main.ts', 'search-style': 'src/webview/search.css' },
    outdir,
  },
];

/** The program for the command line, with its threads, and other programs: files that need no packages. */
export const checkBundle = (folder, others = {}) => ({
  ...node,
  splitting: true,
  banner: { js: `#!/usr/bin/env node\n${requireForPackages}` },
  minify: true,
  legalComments: 'none',
  sourcemap: false,
  entryPoints: { 'proxy-scout': 'src/check/main.ts', ...others, ...workers },
  outdir: folder,
  plugins: [undiciInParts],
});

/** Builds it, with the licenses of what is in it. */
async function buildCheck(folder, others) {
  rmSync(folder, { recursive: true, force: true });
  const { metafile } = await esbuild.build({ ...checkBundle(folder, others), metafile: true });
  writeNotices(folder, Object.keys(metafile.inputs));
}

/** Benches take the core as it ships, minified (test/bench/run.mjs): in other bundles, it can be many times as fast. */
const shippedCore = {
  name: 'shipped-core',
  setup(build) {
    const path = String(pathToFileURL(join(testdir, 'dist/shippedCore.js')));
    build.onResolve({ filter: /\/shippedCore$/ }, () => ({ path, external: true }));
  },
};

const testBundle = (entryPoints, external) => ({
  ...node,
  splitting: only === undefined, // What all files share is compiled once. The fuzzer counts the steps of one bundle.
  entryPoints,
  outbase: 'test',
  outdir: testdir,
  external,
  minify: false,
  sourcemap: 'inline',
  plugins: [shippedCore],
  // The programs of the threads are in `testdir`, wherever below it a test is.
  define: { ...shared.define, 'import.meta.url': JSON.stringify(pathToFileURL(join(testdir, 'bundle.js'))) },
});
/** All but those that run inside VS Code are built without `vscode`. */
const testBundles = () => [
  testBundle(existsSync(workers.worker) ? workers : {}, packages),
  testBundle(filesBelow('test', /^(?!host[\\/]).*(?:\.(?:test|live|bench)|main)\.ts$/), packages),
  testBundle(filesBelow('test/host', /\.test\.ts$/), ['vscode', ...packages]),
];

async function main() {
  if (flags.has('check')) return buildCheck(flags.get('check'));
  if (flags.has('action')) return buildCheck(flags.get('action'), { action: 'src/check/action.ts' });
  if (flags.has('core')) {
    const entryPoints = { shippedCore: 'test/bench/shippedCore.ts', ...workers };
    return esbuild.build({ ...extensionBundles[0], entryPoints, outdir: flags.get('core') });
  }
  const asked = [...(only === undefined ? extensionBundles : []), ...(flags.has('tests') ? testBundles() : [])];
  const bundles = asked.filter(({ entryPoints }) => Object.keys(entryPoints).length > 0);
  if (flags.has('tests')) rmSync(testdir, { recursive: true, force: true });
  if (only === undefined) {
    rmSync(outdir, { recursive: true, force: true });
    mkdirSync(outdir, { recursive: true });
  }
  if (flags.has('watch')) {
    // All of them: the script may name another one at any time.
    for (const name of only === undefined ? ['codicon.css', 'codicon.ttf'] : [])
      copyFileSync(join('node_modules/@vscode/codicons/dist', name), join(outdir, name));
    return watch(bundles);
  }
  const results = await Promise.all(bundles.map((options) => esbuild.build({ ...options, metafile: true })));
  if (only === undefined) {
    const shipped = results.slice(0, extensionBundles.length).flatMap(({ metafile }) => Object.keys(metafile.inputs));
    await (await import('./scripts/icons.mjs')).writeIcons(outdir);
    writeNotices(outdir, [...shipped, 'node_modules/@vscode/codicons/dist/codicon.ttf']);
    if (!flags.has('outdir')) await buildCheck('dist-check');
  }
}

if (isProgram)
  await main().catch((error) => {
    if (error.errors === undefined) console.error(error);
    process.exitCode = 1;
  });
