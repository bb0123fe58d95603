import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { openOutput } from '../../../src/check/output';
import { runProgram } from '../../../src/check/program';

const root = process.cwd();
/** The working folder of the program, if none is given. */
export const fixtures = join(root, 'test/unit/check/fixtures');

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of Node's to its end. Its environment has nothing else than what a program needs. */
export function run(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  cwd = fixtures,
): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd, env: bareEnvironment(env), maxBuffer: 16_000_000 };
    execFile(process.execPath, [file, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

/** Runs the program in this process, in which it starts at once: what it would print, and end with. */
export async function runHere(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  cwd = fixtures,
  certificates: () => readonly string[] | undefined = () => undefined,
): Promise<Ended> {
  const written = { 1: '', 2: '' };
  const output = openOutput(async (descriptor, lines) => {
    for (const line of lines) written[descriptor] += `${line}\n`;
    return undefined;
  });
  const code = await output.end(await runProgram(args, { cwd, env, certificates, output }));
  return { code, stdout: written[1], stderr: written[2] };
}

export function bareEnvironment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  return { PATH, SystemRoot, ...more };
}

/** Builds the program into a folder. @returns its file */
export async function buildProgram(folder: string): Promise<string> {
  const { code, stderr } = await run(join(root, 'esbuild.js'), [`--check=${folder}`], {}, root);
  assert.equal(code, 0, stderr);
  return join(folder, 'proxy-scout.js');
}
