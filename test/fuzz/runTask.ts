import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Task, Told } from './messages';

/** How a worker ended: having done its task, by itself at a certain place, or by us, because it was there for too long. */
export type Ended =
  | { readonly is: 'done'; readonly rounds: number }
  | { readonly is: 'hung' | 'died'; readonly number: number; readonly what: string; readonly how: string };

/** Milliseconds at one place. What takes so long on a busy machine is tried again, or is far from linear. */
const patienceMs = 120_000;
/** Of old objects, in MB: a round needs 100. Young ones get much room, so that what is measured is not their collection. */
const memory = ['--max-old-space-size=1500', '--max-semi-space-size=64'];

/** Has a worker do something. */
export async function runTask(task: Task, onTold: (told: Told) => void): Promise<Ended> {
  const worker = fork(join(import.meta.dirname, 'worker.main.js'), [JSON.stringify(task)], {
    execArgv: memory,
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  let at = { number: task.kind === 'rounds' ? task.seed : task.from, what: 'its beginning' };
  let done: number | undefined;
  let isHung = false;
  let output = '';
  const startTimer = () =>
    setTimeout(() => {
      isHung = true;
      worker.kill('SIGKILL');
    }, patienceMs);
  let timer = startTimer();
  worker.stderr?.on('data', (piece: Buffer) => {
    output = `${output}${piece}`.slice(-2_000);
  });
  worker.on('message', (told: Told) => {
    clearTimeout(timer);
    timer = startTimer();
    if (told.kind === 'at') at = told;
    else if (told.kind === 'done') done = told.rounds;
    else onTold(told);
  });
  // What it said last may come after it has ended.
  const allSaid = new Promise<void>((resolve) => worker.on('disconnect', resolve));
  const [code, signal] = await new Promise<readonly [number | null, string | null]>((resolve, reject) =>
    worker.on('error', reject).on('close', (...ended) => resolve(ended)),
  );
  await allSaid;
  clearTimeout(timer);
  if (done !== undefined) return { is: 'done', rounds: done };
  const how = `with ${signal ?? `code ${code}`}\n${output}`.trim().replaceAll('\n', '\n  ');
  return { is: isHung ? 'hung' : 'died', ...at, how };
}
