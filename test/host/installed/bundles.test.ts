import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { provesThatDispatcherIsLeftAlone } from '../shared/dispatcher';

describe('bundles: the shipped bundles', () => {
  const folder = () => {
    const extension = vscode.extensions.getExtension('proxy-scout.proxy-scout');
    assert.ok(extension, 'VS Code does not know the extension');
    return join(extension.extensionPath, 'dist');
  };

  it('leave the process-wide dispatcher of fetch alone', provesThatDispatcherIsLeftAlone);

  it('hold no way to bring in sample endpoints, and no source maps', () => {
    const files = readdirSync(folder());
    assert.deepEqual(
      files.filter((name) => name.endsWith('.map')),
      [],
    );
    const scripts = files.filter((name) => /\.c?js$/.test(name));
    // All others are loaded with `import()`, or shared by those that are: they are named after their content.
    assert.deepEqual(scripts.filter((name) => !/^\w+-[A-Z0-9]{8}\.js$/.test(name)).sort(), [
      'config-worker.js',
      'extension.js',
      'llhttp.cjs',
      're2js.cjs',
      'search.js',
      'worker.js',
    ]);
    for (const name of scripts) {
      assert.doesNotMatch(readFileSync(join(folder(), name), 'utf8'), /sample endpoints|proxyScoutSamples/i, name);
    }
  });

  it('carry the licences of what they contain', () => {
    const notices = readFileSync(join(folder(), 'ThirdPartyNotices.txt'), 'utf8');
    for (const name of ['undici', 'zod', '@vscode/codicons']) assert.match(notices, new RegExp(`^${name} \\d`, 'm'));
    // What those contain of others, who are not named in their packages.
    for (const holder of ['Fedor Indutny', 'Arnout Kazemier', 'The Go Authors'])
      assert.ok(notices.includes(holder), holder);
  });

  it('activate without the network and schema code', () => {
    const activating = [...imported('extension.js')];
    assert.ok(activating.length > 1, 'the entry imports other files');
    for (const name of activating) assert.doesNotMatch(textOf(name), /undici|ZodError|ZodMini/, name);
  });

  it('are all there, can be loaded, and hold each module once', async () => {
    const { activate, deactivate } = await import(pathToFileURL(join(folder(), 'extension.js')).href);
    assert.deepEqual([typeof activate, typeof deactivate], ['function', 'function']);
    const texts = readdirSync(folder()).filter((name) => name.endsWith('.js'));
    for (const name of texts)
      for (const other of imported(name)) assert.ok(texts.includes(other), `${name} → ${other}`);
    // What the threads need, too, would be there twice if they were built apart.
    assert.equal(texts.filter((name) => textOf(name).includes('ERR_WORKER_OUT_OF_MEMORY')).length, 1);
    for (const name of texts.filter((one) => !/^(?:search|worker|config-worker)\.js$/.test(one))) {
      await import(pathToFileURL(join(folder(), name)).href);
    }
  });

  const textOf = (name: string): string => readFileSync(join(folder(), name), 'utf8');

  /** The file and all that it imports before it runs. */
  function imported(name: string, seen = new Set<string>()): ReadonlySet<string> {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const [, other = ''] of textOf(name).matchAll(/\b(?:import|from)\s*"\.\/([\w.-]+)"/g)) imported(other, seen);
    return seen;
  }
});
