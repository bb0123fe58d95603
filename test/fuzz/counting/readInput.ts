import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { GrowthFigures, ReadingFigures, SizeFigures } from './figures';
import type { ReaderTask, ReaderTold } from './messages';

/**
 * The heap is limited to what a reader may need above the start: who needs more ends its process. Garbage is let lie for as long as
 * there is room, so what the process holds at most is less than this or told.
 */
const memory = ['--max-old-space-size=360', '--max-semi-space-size=16', '--expose-gc'];
/** Milliseconds without a word: at one size, on a machine that does other things as well. */
const patienceMs = 180_000;

/** Has a process read one hostile file at all sizes. */
export async function readInput(task: ReaderTask): Promise<ReadingFigures> {
  const reader = fork(join(import.meta.dirname, 'counting/reader.main.js'), [JSON.stringify(task)], {
    execArgv: memory,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const sizes: SizeFigures[] = [];
  const growths: GrowthFigures[] = [];
  let [at, heldMB, output, isHung] = [0, 0, '', false];
  let end: string | undefined = 'it ended before its end';
  const startTimer = () =>
    setTimeout(() => {
      isHung = true;
      reader.kill('SIGKILL');
    }, patienceMs);
  let timer = startTimer();
  reader.stderr?.on('data', (piece: Buffer) => {
    output = `${output}${piece}`.slice(-5_000);
  });
  reader.on('message', (told: ReaderTold) => {
    clearTimeout(timer);
    timer = startTimer();
    if (told.kind === 'at') at = told.size;
    else if (told.kind === 'size') sizes.push(told.figures);
    else if (told.kind === 'growth') growths.push(told.figures);
    else if (told.kind === 'threw') end = `${at / 1_000} KB: throws ${told.what}`;
    else [heldMB, end] = [told.heldMB, undefined];
  });
  // What it said last may come after it has ended.
  const allSaid = new Promise<void>((resolve) => reader.on('disconnect', resolve));
  const [code, signal] = await new Promise<readonly [number | null, string | null]>((resolve, reject) =>
    reader.on('error', reject).on('close', (...ended) => resolve(ended)),
  );
  await allSaid;
  clearTimeout(timer);
  if (isHung) end = `${at / 1_000} KB: never ends`;
  else if (end !== undefined && code !== 1) {
    const [fatal = ''] = /FATAL ERROR:[^\n]*/.exec(output) ?? [];
    end = `${at / 1_000} KB: ends the process with ${signal ?? `code ${code}`} ${fatal}`.trim();
  }
  return { name: task.name, sizes, growths, heldMB, end };
}
