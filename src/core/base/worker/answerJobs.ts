import { parentPort, workerData } from 'node:worker_threads';
import { setTranslation } from '../../../l10n/language';
import type { Job, WorkerData, WorkerMessage, WorkerResult } from './job';
import { addPart, splitForThread, type ThreadPart } from './threadParts';

/** The program of a worker thread: runs the jobs that `runJob` sends, one after the other. */
export function answerJobs(jobs: readonly Job<never, unknown>[]): void {
  setTranslation((workerData as WorkerData).translation);

  const jobsByName = new Map(jobs.map((job) => [job.name, job]));

  /** The requested job, and the number of parts of its arguments that have not arrived yet. */
  let asked: { readonly name: string; readonly args: readonly unknown[]; left: number } | undefined;

  /** The parts of the last job's result that were not sent yet; the next part is last. */
  let parts: ThreadPart[] = [];

  parentPort?.on('message', (sent: WorkerMessage) => {
    if ('wants' in sent) {
      const part = parts.pop();
      if (part !== undefined) send({ part });
      return;
    }
    if ('name' in sent) asked = { name: sent.name, args: sent.args, left: sent.parts };
    else if (asked !== undefined) {
      addPart(asked.args, sent.part);
      asked.left--;
    }
    if (asked?.left !== 0) return;
    const { name, args } = asked;
    asked = undefined;
    send(outcomeOf(name, args));
  });

  function outcomeOf(name: string, args: readonly unknown[]): WorkerResult {
    try {
      const job = jobsByName.get(name);
      if (job === undefined) throw new Error(`No job is named ${name}.`);
      const cut = splitForThread([job.run(...(args as never))]);
      parts = cut.parts.toReversed();
      return { result: cut.head, parts: parts.length };
    } catch (error) {
      return { error };
    }
  }
}

function send(answer: WorkerResult): void {
  parentPort?.postMessage(answer, 'result' in answer ? buffersIn(answer.result[0]) : []);
}

/** Transfers the buffers without copying: this thread no longer needs the bytes of a result. */
function buffersIn(result: unknown): ArrayBuffer[] {
  if (typeof result !== 'object' || result === null) return [];
  const values: readonly unknown[] =
    ArrayBuffer.isView(result) || Array.isArray(result) ? [result] : Object.values(result);
  return values.flatMap((value) =>
    ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  );
}
