import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { provesThatDispatcherIsLeftAlone } from '../shared/dispatcher';

describe('the shipped bundles', () => {
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
    const scripts = files.filter((name) => name.endsWith('.js'));
    // What several of them need is in files whose names end in what is in them.
    assert.deepEqual(scripts.filter((name) => !/^(core|extension)-[A-Z0-9]{8}\.js$/.test(name)).sort(), [
      'config-worker.js',
      'core-base.js',
      'core-config.js',
      'core-documents.js',
      'core-proxy.js',
      'core-saved.js',
      'core-search.js',
      'core-workspace.js',
      'core.js',
      'extension.js',
      'l10n.js',
      'llhttp.js',
      're2js.js',
      'search.js',
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
    const scripts = readdirSync(folder()).filter((name) => /^extension.*\.js$/.test(name));
    const texts = scripts.map((name) => readFileSync(join(folder(), name), 'utf8'));
    assert.ok(texts.some((text) => /require\("\.\/core\.js"\)/.test(text)));
    for (const text of texts) assert.doesNotMatch(text, /undici|ZodError|ZodMini|require\("\.\/core-/);
  });
});
