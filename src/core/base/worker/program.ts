/** A built program of worker threads: its text, or the path of its file. */
export type WorkerProgram = { readonly text: string } | { readonly file: string };

/** The program for server text. The build inserts its text here (esbuild.js, worker-programs). */
export const workerProgram: WorkerProgram = { text: '' };
