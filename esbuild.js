/**
 * Builds Proxy Scout's bundles.
 *
 *   node esbuild.js                      the extension, into dist/, and `proxy-scout check`, into dist-check/
 *   node esbuild.js --production         the same, minified, without source maps: what the VSIX contains
 *   node esbuild.js --check=DIR          only the program `proxy-scout check`, into DIR
 *   node esbuild.js --tests              also the test bundles, into out/test/
 *   node esbuild.js --watch              the same, and again on every change; reports the start and end of each build
 *   node esbuild.js --outdir=DIR         the extension into DIR instead of dist/
 *   node esbuild.js --testdir=DIR        the test bundles into DIR instead of out/test/
 *   node esbuild.js --tests --only=TEXT  only the test bundles whose path contains TEXT (or one of several texts,
 *                                        separated by commas), without the extension
 *   node esbuild.js --samples=JSON       with sample endpoints built in (only `npm start` does this)
 *
 * The bundles enforce the boundaries between layers: the core and the unit tests are built without `vscode`, and the
 * page without any externals, so an import across a boundary does not resolve and the build fails.
 */
const { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { readFile } = require('node:fs/promises');
const { basename, dirname, join, resolve } = require('node:path');
const esbuild = require('esbuild');

/** Also true if scripts/tool.mjs runs this file after setting up. */
const isProgram = require.main === module || process.argv[1] === __filename;
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

/** All files below `folder` whose path ends with `ending`. */
const filesBelow = (folder, ending) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .filter((name) => only === undefined || only.some((text) => name.replaceAll('\\', '/').includes(text)));

/** What the tests do not bundle: the packages in package.json that exist at run time (so never `vscode`). */
const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const packages = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !name.startsWith('@types/'));

/**
 * Loading all of undici sets the process-wide dispatcher that the `fetch` of every other extension uses (undici's
 * lib/global.js), and adds WebSocket, caches, and mocks. The parts that src/core/base/http/undici.ts imports do
 * neither, and this plugin rejects anything that would. test/unit/core/base/http/bundle.test.ts loads the built bundle
 * to check.
 */
const undiciInParts = {
  name: 'undici-in-parts',
  setup(build) {
    build.onResolve({ filter: /^undici$/ }, () => ({
      errors: [{ text: 'undici is not bundled whole: see http/undici.ts' }],
    }));
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]global\.js$/ }, () => ({
      errors: [{ text: 'this would set the dispatcher of every extension’s fetch' }],
    }));
    // For HTTP/2, which our sockets never offer (http/sockets.ts).
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({
      loader: 'js',
      contents: 'module.exports = () => { throw new TypeError("HTTP/2 is not spoken"); };',
    }));
    // undici loads this file for form bodies, which we never send. It would add all of fetch.
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]web[\\/]fetch[\\/]body\.js$/ }, () => ({
      loader: 'js',
      contents: 'exports.extractBody = () => { throw new TypeError("forms are not sent"); };',
    }));
  },
};

/** Large modules that are required on first use, if at all. They are separate files with these names. */
const onDemand = {
  re2js: 'node_modules/re2js/build/index.cjs',
  // For processors without SIMD. Normally, its SIMD version is used.
  llhttp: 'node_modules/undici/lib/llhttp/llhttp-wasm.js',
};
const filesOnDemand = {
  name: 'files-on-demand',
  setup(build) {
    build.onResolve({ filter: /^re2js$|\/llhttp-wasm\.js$/ }, ({ path, kind }) =>
      kind === 'require-call' ? { path: path === 're2js' ? './re2js.js' : './llhttp.js', external: true } : undefined,
    );
  },
};

/** A bundle as a string in the bundle that starts it, so no file has to be found at run time. */
async function programText(name, entryPoint, external = []) {
  const { outputFiles, metafile } = await esbuild.build({
    ...node,
    entryPoints: [entryPoint],
    plugins: [],
    external,
    sourcemap: false,
    write: false,
    metafile: true,
  });
  return {
    contents: `export const ${name} = { text: ${JSON.stringify(outputFiles[0].text)} };`,
    watchFiles: Object.keys(metafile.inputs).map((path) => resolve(path)),
  };
}

const workerProgramPath = /[\\/]src[\\/]core[\\/]base[\\/]worker[\\/]program\.ts$/;
const configProgramPath = /[\\/]src[\\/]core[\\/]config[\\/]files[\\/]configProgram\.ts$/;

/** The programs of the worker threads. */
const workerPrograms = {
  name: 'worker-programs',
  setup(build) {
    build.onLoad({ filter: workerProgramPath }, () => programText('workerProgram', 'src/core/worker.ts'));
    // Its expressions are compiled by the thread that checks what was read.
    build.onLoad({ filter: configProgramPath }, () =>
      programText('configProgram', 'src/core/configWorker.ts', ['re2js']),
    );
  },
};

/** The same in dist/, where the program for configuration files is a file that shares its parsers with core-config.js. */
const workerProgramsOfExtension = {
  name: 'worker-programs-of-extension',
  setup(build) {
    build.onLoad({ filter: configProgramPath }, () => ({
      contents: `import { join } from 'node:path'; export const configProgram = { file: join(__dirname, 'config-worker.js') };`,
    }));
    build.onLoad({ filter: workerProgramPath }, () => programText('workerProgram', 'src/core/worker.ts'));
  },
};

/** Keeps the entry small: `loadCore()` requires dist/core.js on first use. */
const coreOnDemand = {
  name: 'core-on-demand',
  setup(build) {
    build.onResolve({ filter: /\/core\/main$/ }, () => ({ path: './core.js', external: true }));
  },
};

/**
 * The language is set once for all bundles of the extension host: they share dist/l10n.js, which Node loads once. The
 * program of the worker threads and the page have their own copies, and are told the language.
 */
const sharedLanguage = {
  name: 'shared-language',
  setup(build) {
    build.onResolve({ filter: /^@vscode\/l10n$|\/l10n\/\w+$/ }, () => ({ path: 'l10n', namespace: 'shared-language' }));
    build.onLoad({ filter: /.*/, namespace: 'shared-language' }, () => ({
      contents: `export const { ${namesExportedBy('src/l10n/main.ts').flatMap(({ names }) => names)} } = require('./l10n.js');`,
      watchFiles: ['src/l10n/main.ts'],
    }));
    build.onResolve({ filter: /^\.\/l10n\.js$/ }, ({ path }) => ({ path, external: true }));
  },
};

/** The names that a file exports of other modules, which it does in statements of the form `export { … } from '…';`. */
function namesExportedBy(path) {
  return [...readFileSync(path, 'utf8').matchAll(/^export \{([^}]+)\} from '([^']+)';$/gm)].map(
    ([statement, names, module]) => ({
      statement,
      module,
      names: names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    }),
  );
}

/**
 * Every module that is loaded with `import()` becomes a separate file, loaded on first use. Each such file imports the
 * entry, which is already loaded by then. So everything that the entry needs at startup is in one file, however much of
 * it the other files share.
 *
 * esbuild would turn each `import * as vscode` into a copy of the whole VS Code API, property by property, once per
 * file.
 */
const partsOfExtension = {
  name: 'parts-of-extension',
  setup(build) {
    const parts = new Set();
    build.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      if (kind === 'dynamic-import') parts.add(`${join(resolveDir, path)}.ts`);
      return undefined;
    });
    build.onLoad({ filter: /[\\/]src[\\/](vscode[\\/].*|extension|actions)\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const entry = parts.has(path) ? `import ${JSON.stringify(resolve('src/extension.ts'))};` : '';
      return {
        contents: entry + text.replace("import * as vscode from 'vscode';", "import vscode = require('vscode');"),
        loader: 'ts',
      };
    });
  },
};

/** Which file of dist/ contains an export of src/core/main.ts, by the export's module. The first match counts. */
const coreParts = [
  // Needed only in workspaces that list endpoints, with a parser for JSON with comments.
  ['core-workspace', /^\.\/base\/workspace\/(workspace|saved)/],
  // Needed only beside a file that may declare something for Traefik, with parsers for YAML and TOML.
  ['core-config', /^\.\/(config|bridge\/declared)\//],
  // Documents, and what else is needed only after something was asked: tooltips, Find, addresses for browsers.
  [
    'core-documents',
    /^\.\/proxy\/((compare|documents|routing|publicUrls)\/|tree\/nodeTooltip$|find\/(describeFound|finder|findIndex)$)/,
  ],
  // What the Search view lists before a person unfolds what an endpoint holds.
  ['core-saved', /^\.\/(search\/saved\/savedStore|search\/remembered\/.*|bridge\/(savedRows|browse\/indexGroup))$/],
  // Searches, their page, and dialogs about endpoints.
  [
    'core-search',
    /^\.\/(search|bridge)\/|^\.\.\/protocol\/|^\.\/base\/(endpoints\/(?!endpointStore|exposure|sameConnection)|http\/fingerprint$)/,
  ],
  ['core-base', /^\.\.\/l10n\/|^\.\/base\//],
  ['core-proxy', /^\.\/proxy\//],
];

/** The exports of src/core/main.ts: names, and the part that they are in. */
function exportsOfCore() {
  return namesExportedBy('src/core/main.ts').map(({ statement, module, names }) => {
    const [part] = coreParts.find(([, modules]) => modules.test(module)) ?? [];
    if (part === undefined) throw new Error(`${module} is in no part of the core`);
    return { statement, part, names };
  });
}

/** Gives core.js a getter for each name, which is in its own place once it was used. */
function from(part, names) {
  for (const name of names.split(' ')) {
    const get = () => {
      const value = part()[name];
      Object.defineProperty(exports, name, { enumerable: true, value });
      return value;
    };
    Object.defineProperty(exports, name, { configurable: true, enumerable: true, get });
  }
}
const exportFrom = from.toString();

/**
 * Builds src/core/main.ts so that each part is evaluated only when one of its exports is first used: core.js has a
 * getter for each export, which requires the part. Code that parts share is in separate files, so that every module
 * exists once.
 */
const coreInParts = {
  name: 'core-in-parts',
  setup(build) {
    build.onResolve({ filter: /^core-part:/ }, ({ path }) => ({
      path: path.slice('core-part:'.length),
      namespace: 'core-part',
    }));
    build.onLoad({ filter: /.*/, namespace: 'core-part' }, ({ path }) => ({
      contents: exportsOfCore()
        .filter(({ part }) => part === path)
        .map(({ statement }) => statement)
        .join('\n'),
      resolveDir: 'src/core',
      loader: 'ts',
      watchFiles: ['src/core/main.ts'],
    }));
    build.onEnd(() => {
      const lists = coreParts.map(([part]) => {
        const names = exportsOfCore().flatMap((one) => (one.part === part ? one.names : []));
        return `from(() => require('./${part}.js'), '${names.join(' ')}');\n`;
      });
      const { outdir: folder } = build.initialOptions;
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'core.js'), `'use strict';\n${lists.join('')}${exportFrom}`);
    });
  },
};

/**
 * esbuild splits only ES modules, but VS Code loads CommonJS faster, so the files are converted to CommonJS.
 *
 * esbuild itself would convert each mention of what another file exports into a read through two getters. In files that
 * are not minified, those of constants took 70 to 80 % of an export's time; minified ones have the constants in place, but
 * call every function so. Therefore what a file takes of others is bound to variables of its own, once, when it is
 * loaded. This is right because files import each other in one direction only, and because nothing that is exported is
 * assigned again; test/unit/parts.test.ts holds both.
 */
const asCommonJs = {
  name: 'as-common-js',
  setup(build) {
    const { minify, target, sourcemap } = build.initialOptions;
    build.initialOptions.write = false;
    build.initialOptions.metafile = true;
    build.initialOptions.sourcemap = sourcemap === false ? false : 'inline';
    build.onEnd(async ({ outputFiles = [], metafile }) => {
      const told = new Map(Object.entries(metafile?.outputs ?? {}).map(([name, output]) => [resolve(name), output]));
      for (const { path, text } of outputFiles) {
        const { code } = await esbuild.transform(withBoundImports(text, told.get(path)), {
          format: 'cjs',
          platform: 'node',
          target,
          supported: node.supported,
          minify,
          sourcemap: sourcemap === false ? false : 'inline',
          sourcefile: basename(path),
          // What it warns of is `module.exports` beside an `import` of Node's modules.
          logOverride: { 'commonjs-variable-in-esm': 'silent' },
        });
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, code);
      }
    });
  },
};

/**
 * Turns what files import of each other, and what they export, into CommonJS. esbuild writes the former first and the
 * latter last; what does not look like that throws. Keeps the lines, for the source maps.
 */
function withBoundImports(text, { imports, exports: exported }) {
  const statement = /\s*import\s*(?:(\{[^}]*\})\s*from\s*)?("\.\/[^"]+");/y;
  const head = imports
    .filter(({ kind, external }) => kind === 'import-statement' && external !== true)
    .map(({ path }) => {
      const [whole, names, file] = statement.exec(text) ?? [];
      if (file !== `"./${basename(path)}"`) throw new Error(`the import of ${path} does not stand first`);
      const bound = names === undefined ? '' : `var ${names.replace(/([\w$]+) as ([\w$]+)/g, '$1: $2')} = `;
      return `${/^\s*/.exec(whole)[0]}${bound}require(${file});`;
    });
  const rest = text.slice(statement.lastIndex);

  const list = /export\s*(\{[^{}]*\});(?=\s*(?:\/\/# sourceMappingURL=\S*\s*)?$)/;
  const names = list.exec(rest)?.[1].match(/[\w$]+(?=\s*[,}])/g) ?? [];
  if (names.length !== exported.length) throw new Error('the exports do not stand last');
  const body = rest.replace(list, (_, all) => `module.exports = ${all.replace(/([\w$]+) as ([\w$]+)/g, '$2: $1')};`);

  const onDemand = /\bimport\(("\.\/[\w-]+\.js")\)/g;
  const loaded = imports.filter(({ kind }) => kind === 'dynamic-import');
  if (body.match(onDemand)?.length !== (loaded.length || undefined)) throw new Error('an import() looks different');
  return head.join('') + body.replace(onDemand, 'Promise.resolve().then(() => require($1))');
}

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

const node = {
  ...shared,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  supported: { 'dynamic-import': false },
  alias: smallL10n,
  plugins: [workerPrograms],
};

/** Its main file is UMD, whose `require` calls esbuild does not see. */
const bundledJsonc = { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' };

/** Files that load each other. What several of them need is in `name-….js`. */
const inParts = (name, options) => ({
  ...node,
  format: 'esm',
  splitting: true,
  // Keeps `import()` between the files; asCommonJs turns it into `require`.
  supported: {},
  outdir,
  chunkNames: `${name}-[hash]`,
  alias: bundledJsonc,
  ...options,
  plugins: [...options.plugins, asCommonJs],
});

const extensionBundles = [
  inParts('extension', {
    entryPoints: { extension: 'src/extension.ts' },
    external: ['vscode'],
    plugins: [coreOnDemand, sharedLanguage, partsOfExtension],
  }),
  { ...node, entryPoints: ['src/l10n/main.ts'], outfile: join(outdir, 'l10n.js') },
  inParts('core', {
    entryPoints: {
      ...Object.fromEntries(coreParts.map(([part]) => [part, `core-part:${part}`])),
      'config-worker': 'src/core/configWorker.ts',
    },
    plugins: [coreInParts, workerProgramsOfExtension, undiciInParts, filesOnDemand, sharedLanguage],
  }),
  { ...node, entryPoints: onDemand, outdir },
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

/** The program for the command line: one file that needs no packages. */
const checkBundle = (folder) => ({
  ...node,
  alias: { ...smallL10n, ...bundledJsonc },
  banner: { js: '#!/usr/bin/env node' },
  minify: true,
  legalComments: 'none',
  sourcemap: false,
  entryPoints: { 'proxy-scout': 'src/check/main.ts' },
  outdir: folder,
  plugins: [workerPrograms, undiciInParts],
});

/** Builds it, with the licenses of what is in it. */
async function buildCheck(folder) {
  rmSync(folder, { recursive: true, force: true });
  const { metafile } = await esbuild.build({ ...checkBundle(folder), metafile: true });
  writeNotices(folder, Object.keys(metafile.inputs));
}

const testBundle = (entryPoints, external) => ({
  ...node,
  entryPoints,
  outbase: 'test',
  outdir: testdir,
  external,
  minify: false,
  sourcemap: 'inline',
});
/** Benches take what src/core/main.ts exports from what ships: test/bench/run.mjs builds it into dist/ beside them. */
const shippedCore = {
  name: 'shipped-core',
  setup(build) {
    build.onResolve({ filter: /\/core\/main$/ }, () => ({ path: '../dist/core.js', external: true }));
  },
};
const benchBundle = (entryPoints) => {
  const bundle = testBundle(entryPoints, packages);
  return { ...bundle, plugins: [...bundle.plugins, shippedCore] };
};
const testBundles = () => [
  testBundle([...filesBelow('test/unit', '.test.ts'), ...filesBelow('test/unit', '.main.ts')], packages),
  testBundle(filesBelow('test/host', '.test.ts'), ['vscode', ...packages]),
  testBundle(filesBelow('test/ui', '.test.ts'), packages),
  testBundle(filesBelow('test/screenshots', '.test.ts'), packages),
  testBundle(filesBelow('test/axe', '.test.ts'), packages),
  testBundle(filesBelow('test/servers', 'main.ts'), packages),
  benchBundle([...filesBelow('test/bench', '.bench.ts'), ...filesBelow('test/bench', 'main.ts')]),
  testBundle(filesBelow('test/probe', 'main.ts'), packages),
  testBundle(filesBelow('test/agree', 'main.ts'), packages),
  testBundle(filesBelow('test/declared', 'main.ts'), packages),
  testBundle(filesBelow('test/fuzz', 'main.ts'), packages),
  testBundle(filesBelow('test/faults', 'main.ts'), packages),
  testBundle(filesBelow('test/soak', 'main.ts'), packages),
  testBundle(filesBelow('test/live', '.live.ts'), packages),
];

/** @param {string[]} inputs of the bundles in that folder */
function writeNotices(folder, inputs) {
  const notices = thirdPartyNotices(inputs).join(`\n${'-'.repeat(80)}\n\n`);
  writeFileSync(join(folder, 'ThirdPartyNotices.txt'), `Proxy Scout contains:\n\n${notices}`);
}

/**
 * The licenses of what is bundled, according to the inputs that the bundles report. If a package comes without its
 * license, or contains third-party code without naming its owners, licenses/ has a file with the package's name.
 */
function thirdPartyNotices(inputs) {
  const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const names = inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  return [...new Set(names)].sort().map((name) => {
    // `npm run audit` checks only `dependencies` and what these need.
    if (locked[`node_modules/${name}`]?.dev !== undefined)
      throw new Error(`${name} is bundled, so it belongs into dependencies`);
    const folder = join('node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const texts = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file));
    const within = join('licenses', `${name.replace('/', '-')}.txt`);
    const files = [...texts.map((file) => join(folder, file)), ...(existsSync(within) ? [within] : [])];
    if (files.length === 0) throw new Error(`${name} has no license file`);
    const text = files.map((file) => readFileSync(file, 'utf8').trim()).join('\n\n');
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
}

/**
 * Builds on every change. .vscode/tasks.json and `npm run test:watch` wait for `[watch] build started` followed by
 * `[watch] build finished` or `[watch] build failed`: one pair for all bundles that are built at the same time.
 */
async function watch(bundles) {
  let running = bundles.length;
  const broken = new Set();
  console.log('[watch] build started');
  const lines = () => {
    let isFirst = true;
    return {
      name: 'watch-lines',
      setup(build) {
        build.onStart(() => {
          if (isFirst) return;
          if (running === 0) console.log('[watch] build started');
          running += 1;
        });
        build.onEnd(({ errors }) => {
          isFirst = false;
          running -= 1;
          if (errors.length > 0) broken.add(build);
          else broken.delete(build);
          if (running === 0) console.log(`[watch] build ${broken.size === 0 ? 'finished' : 'failed'}`);
        });
      },
    };
  };
  for (const bundle of bundles) {
    await (await esbuild.context({ ...bundle, plugins: [...(bundle.plugins ?? []), lines()] })).watch();
  }
}

async function main() {
  if (flags.has('check')) return buildCheck(flags.get('check'));
  const asked = [...(only === undefined ? extensionBundles : []), ...(flags.has('tests') ? testBundles() : [])];
  const bundles = asked.filter(({ entryPoints }) => !Array.isArray(entryPoints) || entryPoints.length > 0);
  if (flags.has('tests')) rmSync(testdir, { recursive: true, force: true });
  if (only === undefined) {
    rmSync(outdir, { recursive: true, force: true });
    mkdirSync(outdir, { recursive: true });
  }
  if (flags.has('watch')) {
    // All of them: the script may name another one at any time.
    for (const name of only === undefined ? ['codicon.css', 'codicon.ttf'] : []) {
      copyFileSync(join('node_modules/@vscode/codicons/dist', name), join(outdir, name));
    }
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

/** For test/unit/scopes.test.ts, which tests what the bundles reject. */
module.exports = { extensionBundles, checkBundle };

if (isProgram) {
  main().catch((error) => {
    if (error.errors === undefined) console.error(error);
    process.exitCode = 1;
  });
}
