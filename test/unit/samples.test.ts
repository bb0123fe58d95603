import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';

describe('samples: sample endpoints', () => {
  const outdir = 'out/with-samples';
  after(() => rmSync(outdir, { recursive: true, force: true }));

  /** The other side of the check on the shipped bundles (test/host/installed): these words do tell the builds apart. */
  it('are only in a build that was asked for them', async () => {
    const { extensionBundles } = await import(pathToFileURL(join(process.cwd(), 'esbuild.js')).href);
    const [extension = {}]: readonly BuildOptions[] = extensionBundles;
    /** The files of the extension, minified as those that ship, but not those of the page. */
    const built = async (define: Readonly<Record<string, string>> = {}) => {
      await build({ ...extension, outdir, minify: true, sourcemap: false, define: { ...define } });
      const scripts = readdirSync(outdir, { encoding: 'utf8', recursive: true }).filter((file) => /\.js$/.test(file));
      const text = scripts.map((file) => readFileSync(join(outdir, file), 'utf8')).join('\n');
      rmSync(outdir, { recursive: true });
      return text;
    };
    const samples = [{ kind: 'proxy', name: 'canary', url: 'http://127.0.0.1:1', auth: { type: 'none' } }];
    // What esbuild.js sets by --samples, under the name that it has there.
    const [name = ''] = Object.keys(extension.define ?? {});
    const withSamples = await built({ [name]: JSON.stringify(samples) });
    assert.match(withSamples, /canary/);
    assert.match(withSamples, /sample endpoints/);
    assert.doesNotMatch(await built(extension.define), /sample endpoints|proxyScoutSamples/i);
  });
});
