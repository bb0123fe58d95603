import { createWriteStream, fstatSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { codeOf } from '../core/base/errors/failure';
import { type GithubMessage, githubLine, harmlessJson, harmlessLine } from './harmless';
import type { HarmlessMarkdown } from './harmlessMarkdown';

/**
 * The output of the program, on both of its streams. No other module may write: file names, configuration, and server
 * text are foreign texts, and this one converts each to a text that neither a terminal nor a pipeline's runner reads as
 * a command.
 */
export type CheckOutput = ReturnType<typeof openOutput>;

const exitNotWritten = 2;

/** The reader has closed the stream, as `head` does. */
const closedPipeCodes: ReadonlySet<string> = new Set(['EPIPE', 'EOF', 'ECONNRESET']);

/**
 * Opens the output. Writes nothing before `end`.
 *
 * @param write writes lines to stdout (1) or stderr (2), and resolves to the code of the error if it cannot
 */
export function openOutput(write: typeof writeToStream = writeToStream) {
  const lines: string[] = [];
  const notes: string[] = [];
  const note = (text: string): void => void notes.push(harmlessLine(text));
  return {
    /** One line of text on stdout. */
    line: (text: string): void => void lines.push(harmlessLine(text)),
    /** A message on stdout for GitHub's runner. */
    github: (message: GithubMessage): void => void lines.push(githubLine(message)),
    /** One line of Markdown on stdout. */
    markdown: ({ markdown }: HarmlessMarkdown): void => void lines.push(markdown),
    json: (value: unknown): void => void lines.push(harmlessJson(value)),
    /** One line of text on stderr. */
    note,
    /**
     * Writes all texts, and waits until they are written.
     *
     * @param code the exit code if that succeeds, or if the reader has closed the stream
     * @returns the exit code: 2 if a text could not be written
     */
    async end(code: number): Promise<number> {
      const why = await write(1, lines);
      if (why !== undefined) note(`The output could not be written (${why}), or not all of it.`);
      const whyNoNotes = await write(2, notes);
      return why === undefined && whyNoNotes === undefined ? code : exitNotWritten;
    },
  };
}

/** @returns the code of the error if it could not be written */
async function writeToStream(descriptor: 1 | 2, lines: readonly string[]): Promise<string | undefined> {
  if (lines.length === 0) return undefined;
  const stream = streamOf(descriptor);
  const error = await new Promise<unknown>((resolve) => {
    // Stays there, so that no later error of the stream ends the program with one of Node's codes.
    stream.on('error', resolve);
    stream.write(`${lines.join('\n')}\n`, (failed) => resolve(failed ?? undefined));
  });
  if (error === undefined || closedPipeCodes.has(codeOf(error))) return undefined;
  return codeOf(error) || 'unknown error';
}

function streamOf(descriptor: 1 | 2): Writable {
  // A full disk or a limit of the shell cuts a write to a file. Node's own stream would not detect that.
  if (fstatSync(descriptor).isFile()) return createWriteStream('', { fd: descriptor, autoClose: false });
  return descriptor === 1 ? process.stdout : process.stderr;
}
