/** @file The program of the worker threads: does jobs, one after the other, as `runJob` asks. */
import { parentPort } from 'node:worker_threads';
import { jobs } from './jobs';
import type { Asked, Done } from './messages';

parentPort?.on('message', ({ name, args }: Asked) => {
  let done: Done;
  try {
    const job: (...given: readonly never[]) => unknown = jobs[name];
    done = { result: job(...(args as readonly never[])) };
  } catch (error) {
    done = { error };
  }
  parentPort?.postMessage(done, buffersIn(done));
});

/** Handed over, not copied: of the bytes of a result nobody needs two. */
function buffersIn(done: Done): ArrayBuffer[] {
  if (!('result' in done)) return [];
  const { result } = done;
  if (typeof result !== 'object' || result === null) return [];
  const values: readonly unknown[] =
    ArrayBuffer.isView(result) || Array.isArray(result) ? [result] : Object.values(result);
  return values.flatMap((value) =>
    ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  );
}
