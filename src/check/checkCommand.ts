import { isRequestFailure } from '../core/base/errors/failure';
import { checkConfigGroups } from '../core/config/files/diagnostics';
import { readConfigFiles } from '../core/config/files/readConfigFiles';
import { checkDeclared } from '../core/liveConfig/diagnostics';
import type { NamedInventory } from '../core/liveConfig/liveProblems';
import { readTask, usageText } from './arguments';
import { type FoundFiles, findFiles } from './findFiles';
import type { CheckOutput } from './output';
import { readProxy } from './readProxy';
import { type CheckReport, reportProblems, writeReport } from './report';

const exitWithProblems = 1;
export const exitNotChecked = 2;

/** What the command takes from its process. */
interface CheckSurroundings {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** As `systemCertificates`. */
  readonly certificates: () => readonly string[] | undefined;
  /** Nothing is written before its end. */
  readonly output: CheckOutput;
}

/**
 * Runs the program with the arguments behind its name.
 *
 * @returns the exit code
 * @throws what is a fault of this program
 */
export async function runCheckCommand(args: readonly string[], surroundings: CheckSurroundings): Promise<number> {
  const { cwd, env, certificates, output } = surroundings;
  const [command, ...rest] = args;
  const help = (): number => {
    for (const line of usageText.split('\n')) output.line(line);
    return 0;
  };
  const fail = (text: string): number => {
    for (const line of text.split('\n')) output.note(line);
    return exitNotChecked;
  };
  if (command === '--help' || command === '-h') return help();
  if (command !== 'check') return fail(usageText);
  const task = readTask(rest, env);
  if (task === 'help') return help();
  if ('problem' in task) return fail(`${task.problem}\n\n${usageText}`);
  try {
    const found = findFiles(task.paths, cwd);
    const proxy = task.endpoint === undefined ? undefined : await readProxy(task.endpoint, env, certificates);
    const report = check(found, proxy);
    writeReport(report, task.format, output);
    if (report.problems.some(({ severity }) => severity === 'error')) return exitWithProblems;
    return found.isCut || found.leftOut.length > 0 || found.unreadable.length > 0 ? exitNotChecked : 0;
  } catch (error) {
    if (!isRequestFailure(error)) throw error;
    return fail(`${error.failure.sentence} ${error.failure.nextStep}`);
  }
}

function check(found: FoundFiles, proxy: NamedInventory | undefined): CheckReport {
  const { files, environments, tooLarge, leftOut, mostText, count, isCut, unreadable } = found;
  const groups = readConfigFiles([...files, ...environments]);
  const problems = proxy === undefined ? checkConfigGroups(groups, {}) : checkDeclared(groups, proxy);
  const notes = [
    ...(isCut ? [`There are more files: only the first ${count.toLocaleString('en')} were read.`] : []),
    ...(leftOut.length === 0 ? [] : [leftOutNote(leftOut, mostText)]),
    ...tooLarge.map((path) => `${path} is larger than 1 MB and was not read.`),
  ];
  const ours = groups.filter(({ source }) => source.isOurs);
  const declaring = new Set(ours.flatMap((group) => group.files.map(({ path }) => path)));
  const isAnyRead = count > 0 || unreadable.length === 0;
  return { problems: reportProblems(problems, files), files: declaring.size, isAnyRead, notes, unreadable };
}

const mostNamed = 10;

function leftOutNote(paths: readonly string[], mostText: number): string {
  const [named, more] = [paths.slice(0, mostNamed).join(', '), paths.length - mostNamed];
  const list = more > 0 ? `${named}, and ${more.toLocaleString('en')} more` : named;
  const size = (mostText / 1e6).toLocaleString('en', { maximumFractionDigits: 1 });
  return `Not checked, because all files together have more than ${size} MB: ${list}. Check fewer at a time, or give Node.js more memory.`;
}
