/** @file Runs one bench and tells its parent each row: `main.js <bundle of a *.bench.ts>`. */
import { pathToFileURL } from 'node:url';
import type { Measure } from './rows';

async function main(bundle: string): Promise<void> {
  const { measure }: { readonly measure: Measure } = await import(pathToFileURL(bundle).href);
  for await (const row of measure()) await new Promise((done) => process.send?.(row, done));
  // The browser that workbenches share lives as long as the process.
  process.exit();
}

void main(process.argv[2] ?? '');
