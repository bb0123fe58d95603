/** @file What esbuild.js resolves and loads in another way than esbuild does. */

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
