/** @file The licenses of what the bundles contain. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes ThirdPartyNotices.txt: the licenses of all packages that bundles contain.
 *
 * @param {string} folder where the bundles are
 * @param {string[]} inputs of the bundles in that folder, as esbuild reports them
 */
export function writeNotices(folder, inputs) {
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
    const texts = readdirSync(folder)
      .filter((file) => /^licen[cs]e/i.test(file))
      .sort();
    const within = join('licenses', `${name.replace('/', '-')}.txt`);
    const files = [...texts.map((file) => join(folder, file)), ...(existsSync(within) ? [within] : [])];
    if (files.length === 0) throw new Error(`${name} has no license file`);
    const text = files.map((file) => readFileSync(file, 'utf8').trim()).join('\n\n');
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
}
