/** What `main.ts` is when it is built, to be run in a thread: the build puts it here (esbuild.js, worker-program). */
export const workerProgram: string = '';
