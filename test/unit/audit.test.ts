import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Verdict {
  readonly isFailure: boolean;
  readonly text: string;
}

/** The script runs as it is, in a Node of its own: bundled it would not know its place. */
function judge(report: unknown, shipped: readonly string[] = ['undici', 'zod']): Verdict {
  const program = `
    const { judgeAudit } = await import(${JSON.stringify(pathToFileURL(resolve('scripts/audit.mjs')).href)});
    console.log(JSON.stringify(judgeAudit(process.argv[1], JSON.parse(process.argv[2]))));`;
  const output = typeof report === 'string' ? report : JSON.stringify(report);
  const args = ['--input-type=module', '-e', program, output, JSON.stringify(shipped)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

const audited = (vulnerabilities: object, prod = 3) => ({ vulnerabilities, metadata: { dependencies: { prod } } });

describe('audit: the audit of what ships', () => {
  it('fails where a vulnerability is known, and names it', () => {
    const { isFailure, text } = judge(audited({ undici: { name: 'undici', severity: 'high', range: '<7.30.3' } }));
    assert.ok(isFailure);
    assert.match(text, /undici <7\.30\.3 \(high\)/);
  });

  it('passes where none is, and fails where nothing was audited', () => {
    assert.equal(judge(audited({})).isFailure, false);
    assert.deepEqual(judge(audited({}, 1)), {
      isFailure: true,
      text: 'Only 0 of the 2 packages that ship were audited.',
    });
  });

  it('says that a registry offers no audits, and does not fail for it', () => {
    for (const report of [
      {
        message: '405 Method Not Allowed - POST https://registry.test/-/npm/v1/security/advisories/bulk',
        statusCode: 405,
      },
      { message: 'request to http://127.0.0.1:9/ failed, reason: connect ECONNREFUSED 127.0.0.1:9', error: {} },
    ]) {
      const { isFailure, text } = judge(report);
      assert.equal(isFailure, false);
      assert.match(text, /^Not audited: this registry does not offer audits \(/);
    }
  });

  it('fails where it went wrong in another way', () => {
    assert.ok(judge({ message: '401 Unauthorized', statusCode: 401 }).isFailure);
    assert.ok(judge({ error: { code: 'ENOLOCK', summary: 'This command requires an existing lockfile.' } }).isFailure);
    assert.ok(judge('npm error').isFailure);
  });
});
