import { appendFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { codeOf, isRequestFailure } from '../core/base/errors/failure';
import { type CommandTask, type OutputFormat, readTask } from './arguments';
import { checkCommand, checkFiles, exitCodeOf } from './checkCommand';
import { type CheckOutput, openOutput } from './output';
import { exitCodeOfPlan, planCommand, planFiles } from './planCommand';
import { exitNotChecked, type ProgramSurroundings } from './programCommand';
import { writePlan } from './writePlan';
import { writeReport } from './writeReport';

const oneLine = z.string().check(z.regex(/^[^\r\n]+$/));

/** The inputs of action/action.yml, and the files of GitHub's runner, as it passes them. */
const environment = z.object({
  INPUT_PATHS: z._default(z.string(), ''),
  INPUT_ENDPOINT: z._default(z.string(), ''),
  INPUT_PLAN: z._default(z.enum(['true', 'false']), 'false'),
  INPUT_AGAINST: z._default(z.string(), ''),
  INPUT_BASE: z._default(z.string(), ''),
  INPUT_SUMMARY: z._default(z.enum(['true', 'false']), 'true'),
  RUNNER_TEMP: oneLine,
  GITHUB_OUTPUT: oneLine,
  GITHUB_STEP_SUMMARY: z.optional(oneLine),
});

/** What a step found, to be written in several formats. */
interface StepResult {
  readonly exitCode: number;
  write(format: OutputFormat, output: CheckOutput): void;
}

/**
 * Checks files, or plans their change, in a step of GitHub's runner: problems are annotations, and a summary of the job. The outputs of the step
 * are the paths of two files, in a folder of the runner's own: no file of the repository is written, or can be a link
 * that leads elsewhere.
 *
 * @returns the exit code, as that of the command
 */
export async function runAction(surroundings: ProgramSurroundings): Promise<number> {
  const { env, output } = surroundings;
  const fail = (sentence: string): number => {
    output.github({ level: 'error', properties: { title: 'proxy-scout' }, message: sentence });
    return exitNotChecked;
  };
  const read = environment.safeParse(env);
  if (!read.success) {
    const names = read.error.issues.map(({ path: [name] }) => String(name)).join(', ');
    return fail(`This is for a step of GitHub Actions. Missing or wrong: ${names}.`);
  }
  const { INPUT_PATHS, INPUT_ENDPOINT: endpoint, INPUT_AGAINST: against, INPUT_BASE: base } = read.data;
  const isPlan = read.data.INPUT_PLAN === 'true';
  const paths = INPUT_PATHS.split(/[\r\n]+/).filter((path) => path.trim() !== '');
  const options = Object.entries({ endpoint, against, ...(isPlan && { base }) });
  const given = options.flatMap(([name, value]) => (value === '' ? [] : [`--${name}=${value}`]));
  // None of the paths can be an option.
  const task = readTask([...given, '--', ...paths], env);
  if (task === 'help') return exitNotChecked;
  const problem = 'problem' in task ? task.problem : (isPlan ? planCommand : checkCommand).wrongUseOf(task);
  if ('problem' in task || problem !== undefined) return fail(problem ?? '');
  try {
    const { exitCode, write } = await (isPlan ? planStep : checkStep)(task, surroundings);
    write('github', output);
    const why = await writeFiles(write, read.data);
    return why === undefined ? exitCode : fail(`The results could not be written (${why}).`);
  } catch (error) {
    if (!isRequestFailure(error)) throw error;
    return fail(`${error.failure.sentence} ${error.failure.nextStep}`);
  }
}

async function checkStep(task: CommandTask, surroundings: ProgramSurroundings): Promise<StepResult> {
  const report = await checkFiles(task, surroundings);
  return { exitCode: exitCodeOf(report), write: (format, output) => writeReport(report, format, output) };
}

async function planStep(task: CommandTask, surroundings: ProgramSurroundings): Promise<StepResult> {
  const { report, text } = await planFiles(task, surroundings);
  return { exitCode: exitCodeOfPlan(report), write: (format, output) => writePlan(report, text, format, output) };
}

/** @returns the code of the error if a file could not be written */
async function writeFiles(
  write: StepResult['write'],
  { RUNNER_TEMP, GITHUB_OUTPUT, GITHUB_STEP_SUMMARY: summary, INPUT_SUMMARY }: z.infer<typeof environment>,
): Promise<string | undefined> {
  try {
    // Several steps may check something else.
    const folder = mkdtempSync(join(RUNNER_TEMP, 'proxy-scout-'));
    const [sarif, markdown] = [join(folder, 'proxy-scout.sarif'), join(folder, 'proxy-scout.md')];
    await appendReport(write, 'sarif', sarif);
    await appendReport(write, 'markdown', markdown);
    if (summary !== undefined && INPUT_SUMMARY === 'true') await appendReport(write, 'markdown', summary);
    appendFileSync(GITHUB_OUTPUT, `sarif=${sarif}\nmarkdown=${markdown}\n`);
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    return code === '' ? 'unknown error' : code;
  }
}

/** @throws what the file system throws */
async function appendReport(write: StepResult['write'], format: OutputFormat, file: string): Promise<void> {
  const output = openOutput(async (descriptor, lines) => {
    // The step itself tells what could not be read.
    if (descriptor === 1) appendFileSync(file, `${lines.join('\n')}\n`);
    return undefined;
  });
  write(format, output);
  await output.end(0);
}
