/**
 * @file `npm run action`: builds the program of the GitHub Action into action/program, which is committed, because a
 * workflow runs what it finds there. `npm run action -- --check` (.ci/run) builds it elsewhere and compares it byte for
 * byte. Exits with 1 if it is not what the sources and package-lock.json make.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mustRun } from './run.mjs';
import { root, setUp } from './setup.mjs';

const committed = join(root, 'action/program');

/**
 * Compares two folders of files.
 *
 * @param {string} one
 * @param {string} other
 * @returns {readonly string[]} the names of the files that are in one of them only, or differ
 */
export function differingFiles(one, other) {
  const contentIn = (folder, name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name)) : undefined);
  const names = new Set([one, other].flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : [])));
  return [...names].sort().filter((name) => {
    const [content, expected] = [contentIn(one, name), contentIn(other, name)];
    return content === undefined || expected === undefined || !content.equals(expected);
  });
}

async function check() {
  const built = join(root, `out/action-${process.pid}`);
  try {
    await mustRun('The build', 'esbuild.js', [`--action=${built}`]);
    const names = differingFiles(committed, built);
    if (names.length === 0) return console.log('action/program is what the sources make.');
    console.error(`Not what the sources make: ${names.join(', ')} in action/program. Run npm run action.`);
    process.exitCode = 1;
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await setUp();
  if (process.argv.includes('--check')) await check();
  else {
    await mustRun('The build', 'esbuild.js', [`--action=${committed}`]);
    console.log('Built action/program.');
  }
}
