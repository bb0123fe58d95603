import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

describe('sample endpoints', () => {
  const outdir = 'out/with-samples';
  after(() => rmSync(outdir, { recursive: true, force: true }));

  /** The other side of the check on the shipped bundles (test/host/installed): these words do tell the builds apart. */
  it('are only in a build that was asked for them', () => {
    const build = (...more: string[]) => {
      execFileSync(process.execPath, ['esbuild.js', '--production', `--outdir=${outdir}`, ...more]);
      const scripts = readdirSync(outdir, { encoding: 'utf8', recursive: true }).filter((file) =>
        /^extension.*\.js$/.test(file),
      );
      return scripts.map((file) => readFileSync(join(outdir, file), 'utf8')).join('\n');
    };
    const samples = [{ kind: 'proxy', name: 'canary', url: 'http://127.0.0.1:1', auth: { type: 'none' } }];
    const withSamples = build(`--samples=${JSON.stringify(samples)}`);
    assert.match(withSamples, /canary/);
    assert.match(withSamples, /sample endpoints/);
    assert.doesNotMatch(build(), /sample endpoints|proxyScoutSamples/i);
  });
});
