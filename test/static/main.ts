/**
 * @file `static/main.js [--json] <cases.json>…`: reads the static configuration of recorded cases, and says of those of absent objects why they
 * are not there; compares both with what real Traefiks did (form: test/recordings/static/README.md, "A case"). Prints for each file
 * `starts right N of M` or `reasons right N of M, wrong N, unsaid N`, then `cries N`, and the first 30 that differ; with `--json` one line
 * for each case. Ends with 1 unless all are right.
 */
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { ConfigProblem } from '../../src/core/config/model/configProblem';
import { type AbsentCase, isAbsentCase, readStaticCases, type StaticCase } from './cases';
import { reasonOfCause } from './causes';
import { criesOf, type Told, tellAbsent, tellStatic } from './judge';
import { repairedInput } from './questionOf';
import { composePath } from './worldOf';

const mostShown = Number(process.env.PROXY_SCOUT_SHOWN ?? 30);

/** The texts of the files that the problems of a case can be in. */
function jsonOf({ id, starts, reason, problems }: Told, one: StaticCase | AbsentCase): string {
  const lineOf = ({ range }: ConfigProblem): number => {
    const text = textOf(one, range.path);
    return text.slice(0, range.start).split('\n').length;
  };
  const shown = problems.map((problem) => ({
    path: problem.range.path,
    line: lineOf(problem),
    severity: problem.severity,
    code: problem.code,
    message: problem.message,
  }));
  return JSON.stringify({ id, starts, reason, problems: shown });
}

function textOf({ input }: StaticCase | AbsentCase, path: string): string {
  if (path === composePath) return input.compose ?? '';
  if (path === 'args') return (input.args ?? []).join('\n');
  if (path === 'env') {
    return Object.entries(input.env ?? {})
      .map(([name, value]) => `${name}=${value}`)
      .join('\n');
  }
  return [...(input.files ?? []), ...(input.beside ?? [])].find((file) => file.path === path)?.text ?? '';
}

/** What is right of a file of cases. */
interface Score {
  readonly differences: string[];
  right: number;
  wrong: number;
  unsaid: number;
  cries: number;
}

function judgeStatic(one: StaticCase, told: Told, score: Score): void {
  const { starts, log } = one.expected;
  if (told.starts === starts) score.right++;
  else score.differences.push(`${one.id} (${one.about}): starts ${starts}, we say ${told.starts}`);
  addCries(one, criesOf(told, starts, log), score);
}

function judgeAbsent(one: AbsentCase, told: Told, score: Score): void {
  const wanted = reasonOfCause[one.cause];
  if (told.reason === null) score.unsaid++;
  else if (told.reason === wanted) score.right++;
  else score.wrong++;
  if (told.reason !== wanted) score.differences.push(`${one.id} (${one.about}): ${wanted}, we say ${told.reason}`);
  const repaired = tellAbsent({ ...one, input: repairedInput(one) });
  addCries(one, criesOf(repaired, true, one.repair.log), score);
}

function addCries({ id, about }: StaticCase | AbsentCase, cries: readonly ConfigProblem[], score: Score): void {
  score.cries += cries.length;
  for (const { code, message } of cries) score.differences.push(`${id} (${about}): cried ${code}: ${message}`);
}

function isAllRight(path: string, isJson: boolean): boolean {
  const cases = readStaticCases(readFileSync(path, 'utf8'));
  const score: Score = { differences: [], right: 0, wrong: 0, unsaid: 0, cries: 0 };
  for (const one of cases) {
    const told = isAbsentCase(one) ? tellAbsent(one) : tellStatic(one);
    if (isJson) console.log(jsonOf(told, one));
    else if (isAbsentCase(one)) judgeAbsent(one, told, score);
    else judgeStatic(one, told, score);
  }
  if (isJson) return true;
  const { differences, right, wrong, unsaid, cries } = score;
  const isAbsent = cases.some(isAbsentCase);
  const of = `${right} of ${cases.length}`;
  console.log(`${path}: ${isAbsent ? `reasons right ${of}, wrong ${wrong}, unsaid ${unsaid}` : `starts right ${of}`}`);
  console.log(`${path}: cries ${cries}`);
  for (const line of differences.slice(0, mostShown)) console.log(`  ${line}`);
  return differences.length === 0;
}

function main(args: readonly string[]): void {
  const isJson = args.includes('--json');
  const paths = args.filter((arg) => arg !== '--json');
  if (paths.length === 0) {
    console.error('Usage: npm run static -- [--json] <cases.json>…');
    process.exitCode = 2;
    return;
  }
  for (const path of paths) {
    try {
      if (!isAllRight(path, isJson)) process.exitCode = 1;
    } catch (error) {
      const why = error instanceof z.core.$ZodError ? `it has another form\n${z.prettifyError(error)}` : String(error);
      console.error(`${path} could not be read: ${why}`);
      process.exitCode = 2;
    }
  }
}

main(process.argv.slice(2));
