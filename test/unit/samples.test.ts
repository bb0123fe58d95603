import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';

describe('sample endpoints', () => {
  const outdir = 'out/with-samples';
  after(() => rmSync(outdir, { recursive: true, force: true }));

  /** The other side of the check on the shipped bundles (test/host/installed): these words do tell the builds apart. */
  it('are only in a build that was asked for them', () => {
    const build = (...more: string[]) => {
      execFileSync(process.execPath, ['esbuild.js', '--production', `--outdir=${outdir}`, ...more]);
      return readFileSync(`${outdir}/extension.js`, 'utf8');
    };
    const samples = [{ kind: 'proxy', name: 'canary', url: 'http://127.0.0.1:1', auth: { type: 'none' } }];
    const withSamples = build(`--samples=${JSON.stringify(samples)}`);
    assert.match(withSamples, /canary/);
    assert.match(withSamples, /sample endpoints/);
    assert.doesNotMatch(build(), /sample endpoints|PROXY_SCOUT/i);
  });
});
