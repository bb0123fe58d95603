import { execFile } from 'node:child_process';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { DOCUMENTS, SMALL_INDEX, startBigEngine } from './bigEngine';
import { inMs, type Row } from './rows';

const measured = z.object({ wholeMs: z.number(), partMs: z.number(), bareMs: z.number(), overIdle: z.number() });
const MEBIBYTE = 2 ** 20;

/** What it costs to write all hits of a search into a file. */
export async function* measure(): AsyncGenerator<Row> {
  const engine = await startBigEngine();
  const folder = await targetFolder();
  try {
    for (const [index, documents] of [
      ['logs', 'log lines of 360 bytes'],
      [SMALL_INDEX, 'documents of 180 bytes'],
    ] as const) {
      const run = [join(__dirname, 'exportRun.main.js'), engine.url, folder, index];
      const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', ...run]);
      const { wholeMs, partMs, bareMs, overIdle } = measured.parse(JSON.parse(stdout));
      const what = `Export of ${DOCUMENTS.toLocaleString('en-US')} ${documents}`;
      yield {
        what: `${what} (${inMs(wholeMs)}), a fifth of it: ${inMs(partMs)}`,
        value: partMs / bareMs,
        // Was 1.2 with the pages of the export itself; those of 10,000 are what people would write.
        goal: 1.5,
        unit: '× the floor',
        floor: `undici and JSON.parse, pages of 10,000 in a point in time: ${inMs(bareMs)}`,
      };
      yield {
        what: `${what}: most memory of the process over idle`,
        value: overIdle / MEBIBYTE,
        // Was 64, which answers of 250,000 characters keep at 3 times the floor, those of 500,000 at 2 times and 100 MiB. V8
        // lets the texts of answers pile up by what memory the machine has.
        goal: 160,
        unit: 'MiB',
      };
    }
  } finally {
    await engine.stop();
  }
}

/** Where files are in memory, if there is such a place: the floor writes none, and how fast a disk is is not ours. */
async function targetFolder(): Promise<string> {
  const inMemory = '/dev/shm';
  const isThere = await access(inMemory).then(
    () => true,
    () => false,
  );
  if (isThere) return inMemory;
  const folder = 'out/bench';
  await mkdir(folder, { recursive: true });
  return folder;
}
