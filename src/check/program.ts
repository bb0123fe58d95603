import { isRequestFailure } from '../core/base/errors/failure';
import { readTask } from './arguments';
import { checkCommand } from './checkCommand';
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
