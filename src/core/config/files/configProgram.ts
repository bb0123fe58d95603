import type { WorkerProgram } from '../../base/worker/program';

/** The program of the worker threads for configuration files. The build puts it here (esbuild.js, worker-programs). */
export const configProgram: WorkerProgram = { text: '' };
