/** A built program of worker threads: its text, or the file that has it. */
export type WorkerProgram = { readonly text: string } | { readonly file: string };

/** The program for texts of servers. The build puts it here (esbuild.js, worker-programs). */
export const workerProgram: WorkerProgram = { text: '' };
