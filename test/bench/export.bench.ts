import { execFile } from 'node:child_process';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { documentCount, type ExportFormat, exportFormats, smallIndex, startBigEngine } from './bigEngine';
import { median } from './measure';
import { inMs, type Row } from './rows';

const compared = z.object({ candidate: z.number(), floor: z.number() });
const timesSchema = z.object({
  wholeMs: z.number(),
  overIdle: z.number(),
  parts: z.object({ ndjson: compared, json: compared, csv: compared }),
});
const memorySchema = z.object({ most: z.number() });
const mebibyte = 2 ** 20;
/** Processes that each figure of memory is the middle of: when V8 collects depends on what the machine does. */
const memoryRuns = 3;

const floorWords = 'undici and JSON.parse, pages of 10,000 in a point in time';
/** Each cell of CSV is looked at, for quotes and formulas. */
const goals: Readonly<Record<ExportFormat, number>> = { ndjson: 1.5, json: 1.5, csv: 2 };

/** What it costs to write all hits of a search into a file. */
export async function* measure(): AsyncGenerator<Row> {
  const engine = await startBigEngine();
  const folder = await targetFolder();
  const run = async (index: string, what: string): Promise<unknown> => {
    const args = ['--expose-gc', join(import.meta.dirname, 'exportRun.main.js'), engine.url, folder, index, what];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return JSON.parse(stdout);
  };
  const mostMemory = async (index: string, what: string): Promise<number> => {
    const figures: number[] = [];
    while (figures.length < memoryRuns) figures.push(memorySchema.parse(await run(index, what)).most);
    return median(figures);
  };
  try {
    for (const [index, documents] of [
      ['logs', 'log lines of 360 bytes'],
      [smallIndex, 'documents of 180 bytes'],
    ] as const) {
      const { wholeMs, overIdle, parts } = timesSchema.parse(await run(index, 'times'));
      const what = `Export of ${documentCount.toLocaleString('en-US')} ${documents}`;
      for (const format of exportFormats) {
        const { candidate, floor } = parts[format];
        yield {
          what:
            format === 'ndjson'
              ? `${what} (${inMs(wholeMs)}), a fifth of it: ${inMs(candidate)}`
              : `${what} as ${format.toUpperCase()}, a fifth of it: ${inMs(candidate)}`,
          value: candidate / floor,
          // NDJSON was 1.2 with the pages of the export itself; those of 10,000 are what people would write.
          goal: goals[format],
          unit: '× the floor',
          floor: `${floorWords}: ${inMs(floor)}`,
        };
      }
      yield {
        what: `${what}: most memory of the process over idle`,
        value: overIdle / mebibyte,
        // Was 64, which answers of 250,000 characters keep at 3 times the floor, those of 500,000 at 2 times and 100 MiB. V8
        // lets the texts of answers pile up by what memory the machine has.
        goal: 160,
        unit: 'MiB',
      };
      const bare = await mostMemory(index, 'bare');
      for (const format of exportFormats) {
        const most = await mostMemory(index, format);
        yield {
          what: `${what} as ${format.toUpperCase()}: most memory of a process of its own, ${Math.round(most / mebibyte)} MiB`,
          value: most / bare,
          goal: 1.25,
          unit: '× the floor',
          floor: `${floorWords}: ${Math.round(bare / mebibyte)} MiB`,
        };
      }
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
