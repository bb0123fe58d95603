import { Worker } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import { currentTranslation } from '../../../l10n/language';
import { nextTurn } from '../async/nextTurn';
import { codeOf } from '../errors/errorCode';
import { cancelled, RequestFailure } from '../errors/failure';
import type { Job } from './job';
import type { WorkerData, WorkerMessage, WorkerRequest, WorkerResult } from './workerMessages';

/** Milliseconds that a thread waits for the next job. */
const IDLE_MS = 10_000;
/** UTF-16 units after which a thread has so much to collect that the next job begins in a new one. */
const LONGEST_KEPT = 2 ** 23;
/** More would only take memory from each other. */
const MOST_THREADS = 2;
/** What a thread may take, in MiB: sixty megabytes of small objects take a third of it. The window's other threads go on. */
const MOST_HEAP_MIB = 1_024;

interface RunOptions {
  /** UTF-16 units of all that the job goes through. */
  readonly length: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Does a job at once where its text is short, and else on a thread of its own, so that one long answer never holds up what else
 * the extension host does. What is cancelled ends at once, whatever the job is at.
 *
 * @throws what the job throws, and RequestFailure: `cancelled`, and `tooLarge` where the job takes more memory than it may
 */
export async function runJob<Args extends readonly unknown[], Result>(
  job: Job<Args, Result>,
  args: Args,
  { length, signal }: RunOptions,
): Promise<Result> {
  if (signal?.aborted) throw cancelled();
  if (length <= job.longestHere) return job.run(...args);
  // What was done for the text until now, and the copy of it that the thread gets, are each a while.
  await nextTurn();
  const { workerProgram } = await import('./program');
  if (signal?.aborted) throw cancelled();
  await myTurn(signal);
  try {
    return (await doneBy(takeWorker(workerProgram), { name: job.name, args }, { length, signal })) as Result;
  } finally {
    running--;
    waiting.shift()?.();
  }
}

let running = 0;
const waiting: (() => void)[] = [];

/** Resolves when one more thread may run. */
async function myTurn(signal: AbortSignal | undefined): Promise<void> {
  if (running === MOST_THREADS) {
    await new Promise<void>((resolve, reject) => {
      const go = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(cancelled());
      };
      waiting.push(go);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
  running++;
}

/** The one that waits for the next job: spares starting a thread and loading its program. */
let spare: { readonly worker: Worker; readonly end: NodeJS.Timeout } | undefined;

function takeWorker(program: string): Worker {
  if (spare === undefined) {
    const resourceLimits = { maxOldGenerationSizeMb: MOST_HEAP_MIB };
    const workerData: WorkerData = { translation: currentTranslation() };
    const worker = new Worker(program, {
      eval: true,
      name: 'Proxy Scout',
      execArgv: [],
      resourceLimits,
      workerData,
    });
    // Heard by whoever waits for it; one that waits itself is as good as none then.
    return worker.on('error', () => forgetSpare(worker));
  }
  const { worker, end } = spare;
  spare = undefined;
  clearTimeout(end);
  worker.ref();
  return worker;
}

function keepSpare(worker: Worker): void {
  worker.unref();
  spare = { worker, end: setTimeout(() => forgetSpare(worker), IDLE_MS).unref() };
}

function forgetSpare(worker: Worker): void {
  if (spare?.worker === worker) spare = undefined;
  void worker.terminate();
}

async function doneBy(worker: Worker, asked: WorkerRequest, { length, signal }: RunOptions): Promise<unknown> {
  const over = new AbortController();
  let isDone = false;
  try {
    const done = await new Promise<WorkerResult>((resolve, reject) => {
      const ended = (): void => reject(new Error('A worker thread ended in the middle of a job.'));
      worker.on('message', resolve).on('error', reject).on('exit', ended);
      const leave = (): void => reject(cancelled());
      signal?.addEventListener('abort', leave, { once: true });
      over.signal.addEventListener('abort', () => {
        worker.off('message', resolve).off('error', reject).off('exit', ended);
        signal?.removeEventListener('abort', leave);
      });
      send(worker, asked, over.signal).catch(reject);
    });
    isDone = true;
    if ('error' in done) throw done.error;
    return done.result;
  } catch (error) {
    throw codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error;
  } finally {
    over.abort();
    // What it was at when it was canceled goes on no longer, and what a long text left behind in it is not kept.
    if (isDone && length <= LONGEST_KEPT && spare === undefined) keepSpare(worker);
    else void worker.terminate();
  }
}

/** UTF-16 units of a text that are copied to a thread at once: some milliseconds. */
const LONGEST_SENT = 2 ** 22;

/** Sends a job to a thread, long texts piece by piece: to copy one of many megabytes would hold up everybody. */
async function send(worker: Worker, { name, args }: WorkerRequest, over: AbortSignal): Promise<void> {
  const tell = (sent: WorkerMessage): void => worker.postMessage(sent);
  const short: unknown[] = [];
  for (const [of, arg] of args.entries()) {
    const isLong = typeof arg === 'string' && arg.length > LONGEST_SENT;
    short.push(isLong ? undefined : arg);
    if (!isLong) continue;
    for (let at = 0; at < arg.length; at += LONGEST_SENT) {
      tell({ of, piece: arg.slice(at, at + LONGEST_SENT) });
      await nextTurn();
      if (over.aborted) return;
    }
  }
  tell({ name, args: short });
}

function tooMuch(): RequestFailure {
  return new RequestFailure({
    kind: 'tooLarge',
    sentence: l10n.t('The response is too large to process.'),
    nextStep: l10n.t('Request fewer hits at a time, or fewer fields of each.'),
  });
}
