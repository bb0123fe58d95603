/** The built program of the worker threads: the build puts it here (esbuild.js, worker-program). */
export const workerProgram: string = '';
