import type { WorkerProgram } from '../../base/worker/program';

/** The program of the worker threads for configuration files. The build sets it (esbuild.js, worker-programs). */
export const configProgram: WorkerProgram = { text: '' };
