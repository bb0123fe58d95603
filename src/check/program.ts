import { isRequestFailure } from '../core/base/errors/failure';
import { systemCertificates } from '../core/base/http/trustedAuthorities';
import { readTask } from './arguments';
import { checkCommand } from './checkCommand';
import { type CheckOutput, openOutput } from './output';
import { planCommand } from './planCommand';
import { exitNotChecked, type ProgramCommand, type ProgramSurroundings } from './programCommand';

/** By their names on the command line. */
const commands: ReadonlyMap<string, ProgramCommand> = new Map([
  ['check', checkCommand],
  ['plan', planCommand],
]);

const usage = [
  'Usage: proxy-scout <command> [options]',
  '',
  ...[...commands].map(([name, { summary }]) => `  ${name.padEnd(8)}${summary}`),
  '',
  'proxy-scout <command> --help lists the options of a command.',
];

/**
 * Runs the program with the arguments behind its name.
 *
 * @returns the exit code
 * @throws what is a fault of this program
 */
export async function runProgram(args: readonly string[], surroundings: ProgramSurroundings): Promise<number> {
  const { env, output } = surroundings;
  const [name = '', ...rest] = args;
  const help = (lines: readonly string[]): number => {
    for (const line of lines) output.line(line);
    return 0;
  };
  const fail = (lines: readonly string[]): number => {
    for (const line of lines) output.note(line);
    return exitNotChecked;
  };
  if (name === '--help' || name === '-h') return help(usage);
  const command = commands.get(name);
  if (command === undefined) return fail(usage);
  const task = readTask(rest, env);
  if (task === 'help') return help(command.usage);
  const problem = 'problem' in task ? task.problem : command.wrongUseOf(task);
  if ('problem' in task || problem !== undefined) return fail([problem ?? '', '', ...command.usage]);
  try {
    return await command.run(task, surroundings);
  } catch (error) {
    if (!isRequestFailure(error)) throw error;
    return fail([`${error.failure.sentence} ${error.failure.nextStep}`]);
  }
}

/**
 * Runs a program in this process: writes its output, and ends with the exit code that it returns, or with 2 after a
 * fault of ours.
 */
export function runProcess(program: (surroundings: ProgramSurroundings) => Promise<number>): void {
  // Node would end with 1, the code for broken configuration, and print data that was read; and with 0 once the event
  // loop is empty.
  process.exitCode = exitNotChecked;
  process.on('uncaughtException', (error) => {
    process.exitCode = exitNotChecked;
    const output = openOutput();
    reportFault(error, output);
    void output.end(exitNotChecked);
  });
  void run(program);
}

async function run(program: (surroundings: ProgramSurroundings) => Promise<number>): Promise<void> {
  const output = openOutput();
  let code = exitNotChecked;
  try {
    code = await program({ cwd: process.cwd(), env: process.env, certificates: systemCertificates, output });
  } catch (error) {
    reportFault(error, output);
  }
  process.exitCode = await output.end(code);
}

/** Reports a fault of this program without its message, which may quote data that was read. */
function reportFault(error: unknown, output: CheckOutput): void {
  const frames = error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line)) : [];
  for (const line of ['This should not happen. Please report it with these lines:', ...frames]) output.note(line);
}
