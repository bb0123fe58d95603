import type { ExportPacing, HitFormat } from './hitFormat';

export interface ExportTarget {
  /** Writes the next piece of the file. The one after it is made only after this has resolved. */
  readonly write: (chunk: string) => Promise<void>;
  /** The most bytes of UTF-8 to write, including the end of the file. */
  readonly maxBytes?: number | undefined;
}

/** Writes hits in a format, up to a number of bytes. */
interface Output {
  /** Whether hits were left out because they did not fit. */
  readonly isFull: boolean;
  begin(hits: readonly string[]): Promise<void>;
  /** Writes as many of these hits as fit. @returns their number */
  add(hits: readonly string[]): Promise<number>;
  end(): Promise<void>;
}

/** UTF-16 units that are joined before writing: V8 keeps longer texts until a full collection. */
const longestChunk = 65_536;

export function exportOutputOf(format: HitFormat, { write, maxBytes }: ExportTarget, working: ExportPacing): Output {
  const isLimited = maxBytes !== undefined;
  let room = (maxBytes ?? 0) - Buffer.byteLength(format.end());
  let isFull = false;

  /** Whether the texts fit; if so, they count as written. */
  const fits = (texts: readonly string[]): boolean => {
    if (!isLimited) return true;
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (bytes > room) return false;
    room -= bytes;
    return true;
  };
  const put = async (texts: readonly string[]): Promise<void> => {
    for (const text of texts) if (text !== '') await write(text);
  };

  return {
    get isFull() {
      return isFull;
    },
    async begin(hits) {
      const text = await format.begin(hits, working);
      fits([text]);
      await put([text]);
    },
    async add(hits) {
      let pieces: string[] = [];
      let length = 0;
      let written = 0;
      for (const hit of hits) {
        // A synchronous call needs no promise, which would add up to a million.
        const isPut = format.put(hit, pieces, working);
        if (isPut !== undefined) await isPut;
        length += hit.length;
        if (isLimited || length >= longestChunk) {
          const texts = joined(pieces);
          isFull = !fits(texts);
          if (isFull) return written;
          await put(texts);
          pieces = [];
          length = 0;
        }
        written++;
        const rest = working.pause();
        if (rest !== undefined) await rest;
      }
      await put(joined(pieces));
      return written;
    },
    end: () => put([format.end()]),
  };
}

/** The pieces as one text; long ones separately, because joining would copy them once more. */
function joined(pieces: readonly string[]): readonly string[] {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return length > 16 * longestChunk ? pieces : [pieces.join('')];
}
