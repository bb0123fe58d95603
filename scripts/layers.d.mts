/** Source texts by their paths, with slashes: `src/core/jobs.ts`. */
export type Sources = ReadonlyMap<string, string>;

export interface Import {
  readonly from: string;
  readonly to: string;
}

/** A wing, with those (or single folders of them) that it may import, and its folders: each of them may import those before it in its wing. */
export interface Wing {
  readonly folder: string;
  readonly mayImport: readonly string[];
  /** Below the wing's folder, from the ground up; `.` is the wing's own files. */
  readonly floors: readonly string[];
}

export const wings: readonly Wing[];
export function readSources(root: string): Sources;
export function importsOf(sources: Sources): readonly Import[];
export function brokenLayers(sources: Sources): readonly string[];
export function wingOf(file: string): Wing | undefined;
export function circlesOfFiles(sources: Sources): readonly string[];
export function planOf(sources: Sources): string;
