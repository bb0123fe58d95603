/** @file The program `proxy-scout check`: see `usage`. Like other tools for the command line, it speaks English only. */
import { runSteps } from '../core/base/async/steps';
import { isRequestFailure } from '../core/base/errors/failure';
import { onOneLine } from '../core/base/text/plainText';
import { checkDeclared } from '../core/bridge/declared/checkDeclared';
import { checkConfigGroups, readConfigFiles } from '../core/config/files/readConfigFiles';
import type { Inventory } from '../core/proxy/model/inventory';
import { type CheckTask, readTask, usage } from './arguments';
import { type FoundFiles, findFiles } from './findFiles';
import { readProxy } from './readProxy';
import { type CheckReport, reportProblems, writeReport } from './report';

const BROKEN = 1;
const NOT_CHECKED = 2;

/** @returns the exit code */
async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  if (command === '--help' || command === '-h') return say(usage);
  if (command !== 'check') return fail(usage);
  const task = readTask(rest, process.env);
  if (task === 'help') return say(usage);
  if ('problem' in task) return fail(`${task.problem}\n\n${usage}`);
  const found = findFiles(task.paths, process.cwd());
  if (found.unreadable.length > 0) return fail(found.unreadable.map((path) => `Cannot read ${path}.`).join('\n'));
  try {
    const inventory = task.endpoint === undefined ? undefined : await readProxy(task.endpoint, process.env);
    return tell(check(found, inventory), task);
  } catch (error) {
    if (!isRequestFailure(error)) throw error;
    return fail(`${error.failure.sentence} ${error.failure.nextStep}`);
  }
}

function check({ files, tooLarge, count, isCut }: FoundFiles, inventory: Inventory | undefined): CheckReport {
  const groups = runSteps(readConfigFiles(files));
  const problems = inventory === undefined ? checkConfigGroups(groups, {}) : checkDeclared(groups, inventory);
  const notes = [
    ...tooLarge.map((path) => `${path} is larger than 1 MB and was not read.`),
    ...(isCut ? [`There are more files: only the first ${count.toLocaleString('en')} were read.`] : []),
  ];
  const ours = groups.filter(({ source }) => source.isOurs);
  const declaring = new Set(ours.flatMap((group) => group.files.map(({ path }) => path)));
  return { problems: reportProblems(problems, files), files: declaring.size, notes };
}

function tell(report: CheckReport, { format }: CheckTask): number {
  process.stdout.write(writeReport(report, format));
  // Whoever reads commands or JSON may not show what stands beside.
  if (format !== 'pretty') for (const note of report.notes) process.stderr.write(`${onOneLine(note)}\n`);
  return report.problems.some(({ severity }) => severity === 'error') ? BROKEN : 0;
}

function say(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function fail(text: string): number {
  process.stderr.write(`${text.split('\n').map(onOneLine).join('\n')}\n`);
  return NOT_CHECKED;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    // A fault of this program. Its message may quote what was read.
    const frames = error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line)) : [];
    process.stderr.write(`${['This should not happen. Please report it with these lines:', ...frames].join('\n')}\n`);
    process.exitCode = NOT_CHECKED;
  },
);
