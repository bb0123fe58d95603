/** @file What esbuild.js resolves and loads in another way than esbuild does. */
import { join, relative } from 'node:path';
import { importsOf, readSources } from './layers.mjs';

/**
 * Loading all of undici sets the process-wide dispatcher that the `fetch` of every other extension uses (undici's
 * lib/global.js), and adds WebSocket, caches, and mocks. The parts that src/core/base/http/undici.ts imports do
 * neither, and this plugin rejects anything that would. test/unit/core/base/http/bundle.test.ts loads the built bundle
 * to check.
 */
export const undiciInParts = {
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

/** Only what runs in the extension host for itself may import `vscode`: not the core, which threads run, too. */
export const vscodeInItsLayer = {
  name: 'vscode-in-its-layer',
  setup(build) {
    build.onResolve({ filter: /^vscode$/ }, ({ path, importer }) =>
      /[\\/]src[\\/](?:vscode[\\/].*|extension)\.ts$/.test(importer)
        ? { path, external: true }
        : { errors: [{ text: 'Could not resolve "vscode": only src/vscode may import it' }] },
    );
  },
};

/** Keeps the calls that require `onDemand` of esbuild.js. */
export const filesOnDemand = {
  name: 'files-on-demand',
  setup(build) {
    build.onResolve({ filter: /^re2js$|\/llhttp-wasm\.js$/ }, ({ path, kind }) =>
      kind === 'require-call' ? { path: path === 're2js' ? './re2js.cjs' : './llhttp.cjs', external: true } : undefined,
    );
  },
};

/** What is loaded together as soon as any of it is asked for: the first that matches. */
const uses = {
  search: /^src.(?:core.(?:search|accessLogs)|protocol|vscode.search)\b/,
  config: /^src.(?:core|vscode).config\b/,
  // What the first rows of a view take.
  rows: /^src.(?:core.base|core.proxy.(?:model|tree|describe|find|findings|session|snapshots|autoRefreshAndRetry)|vscode.(?:shared|proxies.firstReads))\b/,
  proxies: /^/,
};
const useOf = (file) => Object.keys(uses).find((use) => uses[use].test(file));

/**
 * Makes one file of all that `import('…')` loads for one use. esbuild alone makes a file for each module that is imported
 * so, and one for each set of these that share something: 200, most of them below 2 KB. VS Code loads the files of ES
 * modules one by one, which takes longer than to evaluate them (test/bench/loading.bench.ts).
 *
 * The file exports what all of these modules export: no two have a name in common (test/unit/exports.test.ts).
 */
export const filesByUse = {
  name: 'files-by-use',
  setup(build) {
    let imported = [];
    build.onStart(() => {
      const found = importsOf(readSources('.')).flatMap(({ to, isDynamic }) => (isDynamic ? [to] : []));
      imported = [...new Set(found.map((file) => file.replace(/\.tsx?$/, '')))].toSorted();
    });
    build.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const file = relative('.', join(resolveDir, path)).replaceAll('\\', '/');
      if (!imported.includes(file)) return { errors: [{ text: `no import('…') of ${file} was found in src` }] };
      return { path: useOf(file), namespace: 'use' };
    });
    build.onLoad({ filter: /^/, namespace: 'use' }, ({ path: use }) => {
      const files = imported.filter((file) => useOf(file) === use).map((file) => `./${file}`);
      const lines = files.map((file) => `export * from '${file}';`);
      // What is loaded at activation is there already. Imported by all, it is one file, not cut by who shares what of it.
      return { contents: ["import './src/extension';", ...lines].join('\n'), resolveDir: '.' };
    });
  },
};
