/** @file Updates node_modules. Runs on a fresh clone, so it needs only Node and npm. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { npm } from './npm.mjs';

/** The folder of the repository. */
export const root = resolve(import.meta.dirname, '..');

/** Installs the packages in package-lock.json, unless they are already installed. */
export async function setUp() {
  requireNode();
  if (isInstalled()) return;
  // Printed to stderr, because the stdout of some programs is read by others.
  console.error('Installing the development tools (npm ci; about a minute) …');
  await npm(['ci'], root);
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Error(`Node ${process.versions.node} is too old: Proxy Scout is built with Node 20.19 or newer.`);
}

/**
 * npm records what it installed in node_modules/.package-lock.json. Optional packages for other platforms are only in
 * package-lock.json.
 */
function isInstalled() {
  const wanted = packages(join(root, 'package-lock.json'));
  const there = packages(join(root, 'node_modules/.package-lock.json'));
  if (wanted === undefined || there === undefined) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (there[path] === undefined ? optional === true : there[path].version === version),
  );
}

/**
 * @returns {Record<string, { version: string, optional?: boolean }> | undefined} by path; undefined if there is no such
 * file
 */
function packages(lockfile) {
  try {
    return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
