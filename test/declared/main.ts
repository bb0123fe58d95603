/**
 * @file `declared/main.js <cases.json>…`: reads the declared configurations of recorded cases, and compares what is told of them with what Traefik
 * made of them (form: test/recordings/declared/README.md, "A case"). Prints for each file `meets N of M`, `foretells N of M`,
 * `cries N`, and the first cases that are not met.
 * Ends with 1 unless all are met and nothing is cried.
 */
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { readDeclaredCases } from './cases';
import { judgeCases } from './judgeCases';

const mostShown = 30;

function isMet(path: string): boolean {
  const { count, unmet, foretold, toForetell, cries, missed } = judgeCases(
    readDeclaredCases(readFileSync(path, 'utf8')),
  );
  console.log(`${path}: meets ${count - unmet.length} of ${count}`);
  console.log(`${path}: foretells ${foretold} of ${toForetell}`);
  console.log(`${path}: cries ${cries.length}`);
  for (const { id, about, differences } of unmet.slice(0, mostShown)) {
    console.log(`  ${id} (${about})\n${differences.map((line) => `    ${line}\n`).join('')}`);
  }
  for (const line of cries.slice(0, mostShown)) console.log(`  cried: ${line}`);
  if (process.env.PROXY_SCOUT_MISSED !== undefined) for (const line of missed) console.log(`  missed: ${line}`);
  return count > 0 && unmet.length === 0 && cries.length === 0;
}

function main(paths: readonly string[]): void {
  if (paths.length === 0) {
    console.error('Usage: npm run declared -- <cases.json>…');
    process.exitCode = 2;
    return;
  }
  for (const path of paths) {
    try {
      if (!isMet(path)) process.exitCode = 1;
    } catch (error) {
      const why = error instanceof z.core.$ZodError ? `it has another form\n${z.prettifyError(error)}` : String(error);
      console.error(`${path} could not be read: ${why}`);
      process.exitCode = 2;
    }
  }
}

main(process.argv.slice(2));
