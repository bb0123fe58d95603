import { appendFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { codeOf, isRequestFailure } from '../core/base/errors/failure';
import { type OutputFormat, readTask } from './arguments';
import { checkFiles, exitCodeOf } from './checkCommand';
import { openOutput } from './output';
import { exitNotChecked, type ProgramSurroundings } from './programCommand';
import type { CheckReport } from './report';
import { writeReport } from './writeReport';

const oneLine = z.string().check(z.regex(/^[^\r\n]+$/));

/** The inputs of action/action.yml, and the files of GitHub's runner, as it passes them. */
const environment = z.object({
  INPUT_PATHS: z._default(z.string(), ''),
  INPUT_ENDPOINT: z._default(z.string(), ''),
  INPUT_SUMMARY: z._default(z.enum(['true', 'false']), 'true'),
  RUNNER_TEMP: oneLine,
  GITHUB_OUTPUT: oneLine,
  GITHUB_STEP_SUMMARY: z.optional(oneLine),
});

/**
 * Checks files in a step of GitHub's runner: problems are annotations, and a summary of the job. The outputs of the step
 * are the paths of two files, in a folder of the runner's own: no file of the repository is written, or can be a link
 * that leads elsewhere.
 *
 * @returns the exit code, as that of `proxy-scout check`
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
  const { INPUT_PATHS, INPUT_ENDPOINT: endpoint } = read.data;
  const paths = INPUT_PATHS.split(/[\r\n]+/).filter((path) => path.trim() !== '');
  // None of them can be an option.
  const task = readTask([...(endpoint === '' ? [] : [`--endpoint=${endpoint}`]), '--', ...paths], env);
  if (task === 'help') return exitNotChecked;
  if ('problem' in task) return fail(task.problem);
  try {
    const report = await checkFiles(task, surroundings);
    writeReport(report, 'github', output);
    const why = await writeFiles(report, read.data);
    return why === undefined ? exitCodeOf(report) : fail(`The results could not be written (${why}).`);
  } catch (error) {
    if (!isRequestFailure(error)) throw error;
    return fail(`${error.failure.sentence} ${error.failure.nextStep}`);
  }
}

/** @returns the code of the error if a file could not be written */
async function writeFiles(
  report: CheckReport,
  { RUNNER_TEMP, GITHUB_OUTPUT, GITHUB_STEP_SUMMARY: summary, INPUT_SUMMARY }: z.infer<typeof environment>,
): Promise<string | undefined> {
  try {
    // Several steps may check something else.
    const folder = mkdtempSync(join(RUNNER_TEMP, 'proxy-scout-'));
    const [sarif, markdown] = [join(folder, 'proxy-scout.sarif'), join(folder, 'proxy-scout.md')];
    await appendReport(report, 'sarif', sarif);
    await appendReport(report, 'markdown', markdown);
    if (summary !== undefined && INPUT_SUMMARY === 'true') await appendReport(report, 'markdown', summary);
    appendFileSync(GITHUB_OUTPUT, `sarif=${sarif}\nmarkdown=${markdown}\n`);
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    return code === '' ? 'unknown error' : code;
  }
}

/** @throws what the file system throws */
async function appendReport(report: CheckReport, format: OutputFormat, file: string): Promise<void> {
  const output = openOutput(async (descriptor, lines) => {
    // The step itself tells what could not be read.
    if (descriptor === 1) appendFileSync(file, `${lines.join('\n')}\n`);
    return undefined;
  });
  writeReport(report, format, output);
  await output.end(0);
}
