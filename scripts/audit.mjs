/**
 * @file Checks whether what ships has known vulnerabilities: `npm audit` of the packages in `dependencies`, which are
 * those that the bundles contain (esbuild.js ensures that). Exits with 1 if there are any, or if nothing was audited. A
 * registry that does not offer audits is reported, but is not a failure.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '..');

/**
 * Reads a report of `npm audit --json`.
 *
 * @param {string} output
 * @param {readonly string[]} shipped the packages to audit
 * @returns {{ isFailure: boolean, text: string }}
 */
export function judgeAudit(output, shipped) {
  let report;
  try {
    report = JSON.parse(output);
  } catch {
    return { isFailure: true, text: `npm audit did not report what it found:\n${output.slice(0, 1_000)}` };
  }
  const { vulnerabilities, metadata, message, statusCode } = report;
  if (vulnerabilities === undefined || metadata === undefined) {
    const why = message ?? report.error?.summary ?? 'no reason was given';
    // The registry may not have the endpoint, a mirror may not forward it, or the build machine may be offline.
    const isAbsent =
      [404, 405, 501].includes(statusCode) ||
      /\b(?:404|405|501)\b|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN/.test(why);
    return isAbsent
      ? { isFailure: false, text: `Not audited: this registry does not offer audits (${why}).` }
      : { isFailure: true, text: `npm audit failed: ${why}` };
  }
  // The count includes the package itself.
  const audited = metadata.dependencies.prod - 1;
  if (audited < shipped.length) {
    return { isFailure: true, text: `Only ${audited} of the ${shipped.length} packages that ship were audited.` };
  }
  const found = Object.values(vulnerabilities).map(({ name, severity, range }) => `${name} ${range} (${severity})`);
  return found.length === 0
    ? { isFailure: false, text: `Audited, nothing known: ${shipped.join(', ')}.` }
    : { isFailure: true, text: `Known vulnerabilities in what ships:\n${found.join('\n')}` };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const shipped = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies);
  const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const { isFailure, text } = judgeAudit(stdout === '' ? stderr : stdout, shipped);
  console.log(text);
  process.exitCode = isFailure ? 1 : 0;
}
