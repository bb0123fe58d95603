/** @file A cache of big things that are downloaded once: outside the repository, shared by all its clones. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where the cache is: `PROXY_SCOUT_CACHE`, or `proxy-scout` in the user's cache folder. */
export const cacheFolder = () =>
  process.env.PROXY_SCOUT_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'proxy-scout');

const marker = '.complete';
const isComplete = (folder) => existsSync(join(folder, marker));

/**
 * The cache's folder `name`, made by `install` if it is not there yet.
 *
 * `install` fills a folder beside it that is renamed when done, so what is in the cache is whole, also when two
 * processes install at once (the first to finish wins) or one is killed.
 *
 * @param {string} name holds the version of what is in it
 * @param {(folder: string) => Promise<void>} install
 * @returns {Promise<string>} the folder's path
 */
export async function cached(name, install) {
  const cache = cacheFolder();
  const folder = join(cache, name);
  if (isComplete(folder)) return folder;
  await mkdir(cache, { recursive: true });
  await removeAbandoned(cache);
  const staging = await mkdtemp(join(cache, `.${name}-`));
  try {
    await install(staging);
    await writeFile(join(staging, marker), '');
    await moveInto(folder, staging);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return folder;
}

async function moveInto(folder, staging) {
  try {
    await rename(staging, folder);
  } catch (error) {
    if (isComplete(folder)) return;
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(folder, { recursive: true, force: true });
    await rename(staging, folder);
  }
}

/** An installation that was killed leaves its half behind; none takes an hour. */
async function removeAbandoned(cache) {
  for (const name of (await readdir(cache)).filter((name) => name.startsWith('.'))) {
    const path = join(cache, name);
    const made = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now();
    if (Date.now() - made > 3_600_000) await rm(path, { recursive: true, force: true });
  }
}
