/**
 * @file `changes/main.js [--json] <cases.json>…`: plans recorded changes of files, and compares the plans with what Traefik
 * did (form: that of the files in test/recordings/changes). Prints for each file how many answers, moves, and objects are right, and
 * the first that are not; with `--json`, one line for each case. Ends with 1 if an answer is wrong.
 */
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { ChangePlan } from '../../src/core/changePlan/changePlan';
import type { MovedRequests } from '../../src/core/changePlan/movedRequests';
import { readChangeCases } from './cases';
import { type Answer, judgeChange, listedItems, viewOf } from './judge';
import { planCase } from './planCase';

const mostShown = 30;

async function judgeFile(path: string, isJson: boolean): Promise<boolean> {
  const { version, cases } = readChangeCases(readFileSync(path, 'utf8'));
  const sums = { answers: 0, unsure: 0, moves: 0, objects: 0 };
  const [wrong, missed, wrongObjects]: [string[], string[], string[]] = [[], [], []];
  for (const one of cases) {
    const judged = await judgeChange(one, version);
    if (isJson) printCase(one.id, judged.answers, (await planCase(one, version)).plan);
    sums.answers += 2 * judged.answers.length;
    sums.unsure += judged.unsure;
    sums.moves += judged.moves;
    sums.objects += judged.objects;
    for (const [lines, added] of [
      [wrong, judged.wrong],
      [missed, judged.missed],
      [wrongObjects, judged.wrongObjects],
    ] as const) {
      for (const line of added) lines.push(`  ${one.id} (${one.kind}) ${line}`);
    }
  }
  if (isJson) return wrong.length === 0;
  const right = sums.answers - sums.unsure - wrong.length;
  console.log(`${path}: answers ${right} of ${sums.answers}, not certain ${sums.unsure}, wrong ${wrong.length}`);
  console.log(`${path}: moves found ${sums.moves - missed.length} of ${sums.moves}`);
  console.log(`${path}: objects right ${sums.objects - wrongObjects.length} of ${sums.objects}`);
  for (const line of [...wrong, ...wrongObjects, ...missed].slice(0, mostShown)) console.log(line);
  return wrong.length === 0;
}

function printCase(id: string, answers: readonly (readonly [Answer, Answer])[], { moves, after }: ChangePlan): void {
  const objects = listedItems(after).map((item) => viewOf(item));
  console.log(JSON.stringify({ id, answers, objects, examples: moves.flatMap(exampleOf) }));
}

/** A request that anybody can send: not one that depends on the client's address, or on chance. */
function exampleOf({ question, before, after }: MovedRequests): readonly unknown[] {
  const [from, to] = [before.router, after.router];
  if (question.kind !== 'http' || question.clientIp !== undefined) return [];
  if (Array.isArray(from) || Array.isArray(to)) return [];
  const { method, isTls, host, target, entryPoint, headers } = question;
  return [{ method, url: `${isTls ? 'https' : 'http'}://${host}${target}`, entryPoint, headers, from, to }];
}

/** What is wrong with a file: of one of another form, where. */
function wordsOf(error: unknown): string {
  if (error instanceof z.core.$ZodError) return `it has another form\n${z.prettifyError(error)}`;
  return error instanceof Error ? error.message : String(error);
}

async function main(args: readonly string[]): Promise<void> {
  const paths = args.filter((one) => one !== '--json');
  if (paths.length === 0) {
    console.error('Usage: npm run changes -- [--json] <cases.json>…');
    process.exitCode = 1;
  }
  for (const path of paths) {
    try {
      if (!(await judgeFile(path, paths.length < args.length))) process.exitCode = 1;
    } catch (error) {
      console.error(`${path} could not be read: ${wordsOf(error)}`);
      process.exitCode = 1;
    }
  }
}

void main(process.argv.slice(2));
