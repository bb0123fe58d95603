/** @file Runs npm, however this process was started. */
import { spawn } from 'node:child_process';

/**
 * Runs `npm` without install scripts and waits for it.
 *
 * Under `npm run`, npm sets `npm_execpath` to its own program. Otherwise, `npm` is found through PATH (on Windows, it
 * is a batch file and needs a shell).
 *
 * @param {string[]} args what to run, such as `['ci']`
 * @param {string} folder the package's folder
 * @throws {Error} if npm fails, with the last lines of its output
 */
export async function npm(args, folder) {
  const program = process.env.npm_execpath;
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
  const [command, ...before] = program?.endsWith('.js') ? [process.execPath, program] : ['npm'];
  const child = spawn(command, [...before, ...args, ...quiet], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: command === 'npm' && process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${output.trim().split('\n').slice(-20).join('\n')}`);
}
