/** @file Runs the project's tools. */
import { spawn } from 'node:child_process';
import { root } from './setup.mjs';

/**
 * Runs a Node program in the repository's folder. It shares this process's output.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {Record<string, string>} [env] in addition to this process's environment
 * @returns {Promise<number>} its exit code; 1 if a signal ended it
 */
export async function run(file, args, env = {}) {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve, reject) => child.on('error', reject).on('close', (code) => resolve(code ?? 1)));
}

/** @throws {Error} with the name of the step, if the program fails */
export async function mustRun(step, file, args) {
  if ((await run(file, args)) !== 0) throw new Error(`${step} failed.`);
}
