/** Source texts by their paths, with slashes: `src/core/jobs.ts`. */
export type Sources = ReadonlyMap<string, string>;

export interface Import {
  readonly from: string;
  readonly to: string;
  /** Whether it loads the file when it runs, as `import('…')` does. */
  readonly isDynamic: boolean;
}

/** A layer, with those (or single folders of them) that it may import, and its folders: each of them may import those before it in its layer. */
export interface Layer {
  readonly folder: string;
  readonly mayImport: readonly string[];
  /** Below the layer's folder, the lowest first; `.` is the layer's own files. */
  readonly folders: readonly string[];
}

export const layers: readonly Layer[];
export function readSources(root: string): Sources;
export function importsOf(sources: Sources): readonly Import[];
export function brokenLayers(sources: Sources): readonly string[];
export function layerOf(file: string): Layer | undefined;
export function circlesOfFiles(sources: Sources): readonly string[];
