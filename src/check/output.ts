import { createWriteStream, fstatSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { codeOf } from '../core/base/errors/errorCode';
import { type GithubMessage, githubLine, harmlessJson, harmlessLine } from './harmless';

/**
 * What the program says, on both of its streams. Nothing else in it may write: file names, configuration, and what a server
 * says are strangers' texts, and here each of them becomes one that neither a terminal nor a runner of pipelines obeys.
 */
export interface CheckOutput {
  /** One line of text on stdout. */
  line(text: string): void;
  /** A line on stdout that GitHub's runner shows. */
  github(message: GithubMessage): void;
  /** JSON on stdout. */
  json(value: unknown): void;
  /** One line of text on stderr. */
  note(text: string): void;
  /**
   * Writes it all, and waits until it is written.
   *
   * @param code the exit code if that works, or if nobody reads
   * @returns the exit code: 2 if something could not be written
   */
  end(code: number): Promise<number>;
}

const exitNotWritten = 2;

/** Whoever reads stopped, as `head` does. */
const closedPipeCodes: ReadonlySet<string> = new Set(['EPIPE', 'EOF', 'ECONNRESET']);

/** Opens it. Writes nothing before the end. */
export function openOutput(): CheckOutput {
  const lines: string[] = [];
  const notes: string[] = [];
  const note = (text: string): void => void notes.push(harmlessLine(text));
  return {
    line: (text) => void lines.push(harmlessLine(text)),
    github: (message) => void lines.push(githubLine(message)),
    json: (value) => void lines.push(harmlessJson(value)),
    note,
    async end(code) {
      const why = await write(1, lines);
      if (why !== undefined) note(`The output could not be written (${why}), or not all of it.`);
      const whyNoNotes = await write(2, notes);
      return why === undefined && whyNoNotes === undefined ? code : exitNotWritten;
    },
  };
}

/** @returns why it could not be written: the code of an error */
async function write(descriptor: 1 | 2, lines: readonly string[]): Promise<string | undefined> {
  if (lines.length === 0) return undefined;
  const stream = streamOf(descriptor);
  const error = await new Promise<unknown>((resolve) => {
    // Stays there: nothing that happens to the stream later may end the program with a code of Node's.
    stream.on('error', resolve);
    stream.write(`${lines.join('\n')}\n`, (failed) => resolve(failed ?? undefined));
  });
  if (error === undefined || closedPipeCodes.has(codeOf(error))) return undefined;
  return codeOf(error) || 'unknown error';
}

function streamOf(descriptor: 1 | 2): Writable {
  // A file takes only a part of a text where the disk, or what the shell allows, ends. Node's own stream would not notice.
  if (fstatSync(descriptor).isFile()) return createWriteStream('', { fd: descriptor, autoClose: false });
  return descriptor === 1 ? process.stdout : process.stderr;
}
