/** @file Programs that serve something: they print one line of JSON when they are ready, and exit when stdin closes. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * Starts a Node program and waits until it is ready.
 *
 * @param {string} file
 * @param {string[]} args
 * @returns {Promise<{ answer: any, ended: Promise<void>, stop: () => Promise<void> }>}
 * @throws {Error} if it exits before that
 */
export async function startProgram(file, args) {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => undefined);
  const ended = new Promise((resolve) => {
    child.on('exit', () => resolve()).on('error', () => resolve());
  });
  const stop = async () => {
    child.stdin.end();
    child.kill('SIGTERM');
    await ended;
  };
  const lines = createInterface({ input: child.stdout });
  const first = new Promise((resolve) => lines.once('line', resolve));
  const line = await Promise.race([first, ended]);
  if (line === undefined) throw new Error(`${file} ended before it was ready.`);
  try {
    return { answer: JSON.parse(line), ended, stop };
  } catch {
    await stop();
    throw new Error(`${file} did not say where it listens.`);
  }
}
