import { parentPort, workerData } from 'node:worker_threads';
import { setTranslation } from '../../../l10n/language';
import type { Job } from './job';
import { cutResult, type ResultPart } from './resultParts';
import type { WorkerData, WorkerMessage, WorkerResult } from './workerMessages';

/** The program of a worker thread: does jobs, one after the other, as `runJob` asks. */
export function answerJobs(jobs: readonly Job<never, unknown>[]): void {
  setTranslation((workerData as WorkerData).translation);
  const jobsByName = new Map(jobs.map((job) => [job.name, job]));

  /** What was sent of the next job's long texts, by the number of the argument. */
  let pieces = new Map<number, string[]>();

  /** What is still to be sent of the last job's result, the next part last. */
  let parts: ResultPart[] = [];

  parentPort?.on('message', (sent: WorkerMessage) => {
    if ('piece' in sent) {
      const before = pieces.get(sent.of);
      if (before === undefined) pieces.set(sent.of, [sent.piece]);
      else before.push(sent.piece);
      return;
    }
    if ('wants' in sent) {
      const part = parts.pop();
      if (part !== undefined) tell({ part });
      return;
    }
    const args = sent.args.map((arg, at) => pieces.get(at)?.join('') ?? arg);
    pieces = new Map();
    let done: WorkerResult;
    try {
      const job = jobsByName.get(sent.name);
      if (job === undefined) throw new Error(`No job is named ${sent.name}.`);
      const cut = cutResult(job.run(...(args as never)));
      parts = cut.parts.toReversed();
      done = { result: cut.result, parts: parts.length };
    } catch (error) {
      done = { error };
    }
    tell(done);
  });
}

function tell(done: WorkerResult): void {
  parentPort?.postMessage(done, buffersIn(done));
}

/** Handed over, not copied: of the bytes of a result nobody needs two. */
function buffersIn(done: WorkerResult): ArrayBuffer[] {
  if (!('result' in done)) return [];
  const { result } = done;
  if (typeof result !== 'object' || result === null) return [];
  const values: readonly unknown[] =
    ArrayBuffer.isView(result) || Array.isArray(result) ? [result] : Object.values(result);
  return values.flatMap((value) =>
    ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  );
}
