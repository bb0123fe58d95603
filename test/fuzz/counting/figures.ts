/** What was measured of reading and checking one hostile file at one size. */
export interface SizeFigures {
  /** UTF-16 units that were asked for, and that the text has. */
  readonly size: number;
  readonly units: number;
  /** Calls and turns of loops for reading and checking; see countSteps.mjs. */
  readonly steps: number;
  readonly problems: number;
  /** Characters of the longest message. */
  readonly longest: number;
  /** Problems that say that a reader failed: it threw. */
  readonly unread: number;
}

/** Milliseconds of CPU time for a text and for one of twice its size. */
export interface GrowthFigures {
  /** UTF-16 units of the shorter one. */
  readonly size: number;
  readonly shortMs: number;
  readonly longMs: number;
}

/** What was measured of reading one hostile file, in a process of its own. */
export interface ReadingFigures {
  readonly name: string;
  readonly sizes: readonly SizeFigures[];
  readonly growths: readonly GrowthFigures[];
  /** What the process held at most above what it held before the first text, in MB. */
  readonly heldMB: number;
  /** Why there is no more of it: what it threw, or how its process ended; undefined if it was read at each size. */
  readonly end: string | undefined;
}

/** What `proxy-scout check .` did in a folder with one hostile file, and one that is good. */
export interface ProgramFigures {
  readonly name: string;
  /** Its exit code; undefined if it was ended. */
  readonly code: number | undefined;
  /** Seconds of CPU time of all of its threads; undefined if it could not say. */
  readonly cpuS: number | undefined;
  /** Bytes on stdout and stderr. */
  readonly printed: number;
  /** Whether stderr says why it ended with 2. */
  readonly isTold: boolean;
  /** Whether the problem of the good file is on stdout. */
  readonly tellsGood: boolean;
}
