import { type Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createUnzip } from 'node:zlib';

/** Why a body is not read to its end, apart from errors of the connection and of zlib. */
export class UnreadableBody extends Error {
  readonly why: 'tooLarge' | 'encoding';

  constructor(why: 'tooLarge' | 'encoding') {
    super(why);
    this.why = why;
  }
}

/** Two are already odd; a chain of them is a way to make a small answer huge. */
const MOST_ENCODINGS = 2;

/**
 * Reads a body to its end, decompressing as it comes, and decodes it as UTF-8 (what JSON always is).
 * It stops at the first byte over `maxBytes`, so that neither an endless answer nor a small bomb fills the memory.
 * Whenever it rejects, `body`, and with it the socket, is destroyed.
 *
 * @param encoding the answer's Content-Encoding
 * @throws UnreadableBody, or the error of the connection or of zlib
 */
export async function readBody(body: Readable, encoding: string | undefined, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const collect = new Writable({
    write(chunk: Buffer, _, done) {
      bytes += chunk.byteLength;
      chunks.push(chunk);
      done(bytes > maxBytes ? new UnreadableBody('tooLarge') : null);
    },
  });
  const decoders = decodersOf(encoding);
  if (decoders === undefined) {
    body.on('error', () => {});
    body.destroy();
    throw new UnreadableBody('encoding');
  }
  await pipeline([body, ...decoders, collect]);
  return new TextDecoder().decode(Buffer.concat(chunks, bytes));
}

/** The streams that undo the encodings, the last applied first; undefined for one we never asked for. */
function decodersOf(encoding = ''): Transform[] | undefined {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > MOST_ENCODINGS) return undefined;
  const decoders: Transform[] = [];
  for (const name of names.reverse()) {
    if (name === 'gzip' || name === 'x-gzip' || name === 'deflate') decoders.push(createUnzip());
    else if (name === 'br') decoders.push(createBrotliDecompress());
    else return undefined;
  }
  return decoders;
}
