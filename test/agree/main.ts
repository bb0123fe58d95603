/**
 * @file `agree/main.js <cases.json>…`: asks for each case which router takes it, and compares that with the router that a real Traefik gave it to (see
 * cases.ts for the form). Prints `agrees on N of M` and the first disagreements of each file. Ends with 1 unless all agree.
 */
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { readCases, saidOf } from './cases';

const mostShown = 10;

/** Whether all cases of the file agree. */
function agrees(path: string): boolean {
  const { inventory, cases } = readCases(readFileSync(path, 'utf8'));
  const disagreements: string[] = [];
  for (const { question, router } of cases) {
    const said = saidOf(inventory, question);
    if (typeof said !== 'string' && said.router === router) continue;
    const ours = typeof said === 'string' ? said : (said.router ?? 'no router');
    disagreements.push(`  ${JSON.stringify(question)}\n    Traefik: ${router ?? 'no router'}\n    we: ${ours}`);
  }
  console.log(`${path}: agrees on ${cases.length - disagreements.length} of ${cases.length}`);
  for (const line of disagreements.slice(0, mostShown)) console.log(line);
  if (disagreements.length > mostShown) console.log(`  and ${disagreements.length - mostShown} more`);
  return cases.length > 0 && disagreements.length === 0;
}

/** What is wrong with a file: of one of another form, where. */
function wordsOf(error: unknown): string {
  if (error instanceof z.core.$ZodError) return `it has another form\n${z.prettifyError(error)}`;
  return error instanceof Error ? error.message : String(error);
}

function main(paths: readonly string[]): void {
  if (paths.length === 0) {
    console.error('Usage: npm run agree -- <cases.json>…');
    process.exitCode = 1;
    return;
  }
  for (const path of paths) {
    try {
      if (!agrees(path)) process.exitCode = 1;
    } catch (error) {
      console.error(`${path} could not be read: ${wordsOf(error)}`);
      process.exitCode = 1;
    }
  }
}

main(process.argv.slice(2));
