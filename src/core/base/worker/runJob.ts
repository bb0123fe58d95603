import { Worker } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import { currentTranslation } from '../../../l10n/language';
import { nextTurn } from '../async/nextTurn';
import { openTurns } from '../async/turns';
import { canceledFailure, codeOf, RequestFailure } from '../errors/failure';
import type { Job, WorkerData, WorkerMessage, WorkerProgram, WorkerResult } from './job';
import { addPart, splitForThread } from './threadParts';

/** Milliseconds that a thread waits for the next job. */
const idleMs = 10_000;
/** UTF-16 units after which the next job gets a new thread, because the old one has so much garbage. */
const longestKept = 2 ** 23;
const mostThreads = 2;
/** The memory limit of a thread in MiB. Sixty megabytes of JSON in small objects take a third of it. */
const mostHeapMib = 1_024;

interface RunOptions {
  /** UTF-16 units of all texts of the job. */
  readonly length: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a job here if its text is short, and otherwise on a worker thread, so that a long response never blocks the
 * extension host. A canceled job ends at once.
 *
 * @throws what the job throws, and RequestFailure: `canceled`, or `tooLarge` if the job takes too much memory
 */
export async function runJob<Args extends readonly unknown[], Result>(
  job: Job<Args, Result>,
  args: Args,
  { length, signal }: RunOptions,
): Promise<Result> {
  if (signal?.aborted) throw canceledFailure();
  if (length <= job.longestHere) return job.run(...args);
  // Frees the event loop, because copying the text to the thread takes a while.
  await nextTurn();
  await turns.take(signal);
  try {
    return (await doneBy(takeWorker(job.program), job.name, args, { length, signal })) as Result;
  } finally {
    turns.giveBack();
  }
}

const turns = openTurns(mostThreads);

interface ProgramThread {
  readonly worker: Worker;
  readonly program: WorkerProgram;
}

/** A thread kept for the next job of its program, which avoids starting a thread and loading the program. */
let spare: (ProgramThread & { readonly end: NodeJS.Timeout }) | undefined;

function takeWorker(program: WorkerProgram): ProgramThread {
  if (spare?.program !== program) {
    const resourceLimits = { maxOldGenerationSizeMb: mostHeapMib };
    const workerData: WorkerData = { translation: currentTranslation() };
    const worker = new Worker(new URL(`./${program}.js`, import.meta.url), {
      name: 'Proxy Scout',
      execArgv: [],
      resourceLimits,
      workerData,
    });
    // A running job has its own listener. This one is for the spare thread, which is dropped.
    worker.on('error', () => forgetSpare(worker));
    return { worker, program };
  }
  const { worker, end } = spare;
  spare = undefined;
  clearTimeout(end);
  worker.ref();
  return { worker, program };
}

function keepSpare({ worker, program }: ProgramThread): void {
  worker.unref();
  spare = { worker, program, end: setTimeout(() => forgetSpare(worker), idleMs).unref() };
}

function forgetSpare(worker: Worker): void {
  if (spare?.worker === worker) spare = undefined;
  void worker.terminate();
}

async function doneBy(
  thread: ProgramThread,
  name: string,
  args: readonly unknown[],
  { length, signal }: RunOptions,
): Promise<unknown> {
  const { worker } = thread;
  const over = new AbortController();
  let isDone = false;
  try {
    const done = await new Promise<JobOutcome>((resolve, reject) => {
      const ended = (): void => reject(new Error('A worker thread ended in the middle of a job.'));
      const take = takeParts(worker, over.signal, resolve);
      worker.on('message', take).on('error', reject).on('exit', ended);
      const leave = (): void => reject(canceledFailure());
      signal?.addEventListener('abort', leave, { once: true });
      over.signal.addEventListener('abort', () => {
        worker.off('message', take).off('error', reject).off('exit', ended);
        signal?.removeEventListener('abort', leave);
      });
      send(worker, name, args, over.signal).catch(reject);
    });
    isDone = true;
    if ('error' in done) throw done.error;
    return done.result;
  } catch (error) {
    throw codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error;
  } finally {
    over.abort();
    // Ending the thread stops a canceled job and frees the memory of a long text.
    if (isDone && length <= longestKept && spare === undefined) keepSpare(thread);
    else void worker.terminate();
  }
}

type JobOutcome = { readonly result: unknown } | { readonly error: unknown };

/** Receives a thread's messages about a job, and requests each part of its result after freeing the event loop. */
function takeParts(
  worker: Worker,
  over: AbortSignal,
  resolve: (outcome: JobOutcome) => void,
): (answer: WorkerResult) => void {
  let result: readonly unknown[] = [];
  let left = 0;
  const next = async (): Promise<void> => {
    if (left-- === 0) return resolve({ result: result[0] });
    const wish: WorkerMessage = { wants: 'part' };
    await nextTurn();
    if (!over.aborted) worker.postMessage(wish);
  };
  return (answer) => {
    if ('error' in answer) return resolve(answer);
    if ('part' in answer) addPart(result, answer.part);
    else ({ result, parts: left } = answer);
    void next();
  };
}

/** Sends a job to a thread. Long values in its arguments go in parts, and the event loop is freed between them. */
async function send(worker: Worker, name: string, args: readonly unknown[], over: AbortSignal): Promise<void> {
  const post = (sent: WorkerMessage): void => worker.postMessage(sent);
  const { head, parts } = splitForThread(args);
  post({ name, args: head, parts: parts.length });
  for (const part of parts) {
    await nextTurn();
    if (over.aborted) return;
    post({ part });
  }
}

function tooMuch(): RequestFailure {
  return new RequestFailure({
    kind: 'tooLarge',
    sentence: l10n.t('The response is too large to process.'),
    nextStep: l10n.t('Request fewer hits at a time, or fewer fields of each.'),
  });
}
