import { pipeline as pipelineOf, Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { brotliDecompressSync, createBrotliDecompress, createUnzip, unzipSync } from 'node:zlib';
import { nextTurn } from '../async/nextTurn';
import { codeOf } from '../errors/failure';

/** Why `readBody` does not read a body to its end, other than errors of the connection and of zlib. */
export class UnreadableBody extends Error {
  constructor(readonly why: 'tooLarge' | 'encoding') {
    super(why);
  }
}

/** Two are already unusual; a chain of them is a way to make a small response huge. */
const mostEncodings = 2;

/** Compressed bodies up to this many bytes are decompressed at once, which is faster than a stream. */
const smallBytes = 65_536;
/** Maximum bytes after decompressing at once, which takes some milliseconds. */
const smallDecoded = 2 ** 20;

/** Decompression at once, and as a stream. */
interface Decoder {
  readonly whole: (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer;
  readonly stream: () => Transform;
}

/**
 * Reads a body to its end, decompresses each chunk, and decodes it as UTF-8 (the encoding of JSON). It stops at the
 * first byte over `maxBytes`, so that neither an endless response nor a compression bomb fills the memory. Whenever it
 * rejects, `body`, and with it the socket, is destroyed.
 *
 * @param encoding the Content-Encoding of the response
 * @param onBytes called for each chunk; if it returns false, the body is too large
 * @throws UnreadableBody, or the error of the connection or of zlib
 */
export async function readBody(
  body: Readable,
  encoding: string | undefined,
  maxBytes: number,
  onBytes: OnBytes = () => true,
): Promise<string> {
  const decoders = decodersOf(encoding);
  if (decoders === undefined) {
    body.on('error', () => {});
    body.destroy();
    throw new UnreadableBody('encoding');
  }
  // Nested streams cost more than everything else for a small response.
  const limit = openLimit(maxBytes, onBytes);
  const chunks = decoders.length === 0 ? await plain(body, limit) : await decoded(body, decoders, maxBytes, limit);
  return textOf(chunks);
}

/**
 * Reads a body piece by piece in another way, without a limit of its own, in which the same holds for its end. What is
 * left when the reader is done is not read.
 */
export async function readBodyAs(
  body: Readable,
  encoding: string | undefined,
  read: (pieces: AsyncIterable<Buffer>) => Promise<string>,
): Promise<string> {
  const decoders = decodersOf(encoding);
  try {
    if (decoders === undefined) throw new UnreadableBody('encoding');
    const streams = decoders.map(({ stream }) => stream());
    const last = streams.at(-1);
    // Its end, also a bad one, is that of the last stream, which the reader sees.
    if (last !== undefined) pipelineOf([body, ...streams], () => {});
    return await read(last ?? body);
  } finally {
    body.on('error', () => {});
    body.destroy();
  }
}

type OnBytes = (count: number) => boolean;

/** Counts chunks. @throws UnreadableBody if there are too many */
type Limit = (count: number) => void;

function openLimit(maxBytes: number, onBytes: OnBytes): Limit {
  let bytes = 0;
  return (count) => {
    bytes += count;
    if (bytes > maxBytes || !onBytes(count)) throw new UnreadableBody('tooLarge');
  };
}

/** Bytes that are decoded at once: more would block the event loop for too long. */
const decodedAtOnce = 4 * 2 ** 20;

/** The text of all chunks. Chunks of a long body are released one by one. */
async function textOf(chunks: Buffer[]): Promise<string> {
  const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (bytes <= decodedAtOnce) return new TextDecoder().decode(Buffer.concat(chunks, bytes));
  // A TextDecoder that gets chunks takes two bytes for each character, even for ASCII.
  const decoder = new StringDecoder();
  let text = '';
  let since = 0;
  for (const [index, chunk] of chunks.entries()) {
    text += decoder.write(chunk);
    chunks[index] = nothing;
    since += chunk.byteLength;
    if (since < decodedAtOnce) continue;
    since = 0;
    await nextTurn();
  }
  text += decoder.end();
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

const nothing = Buffer.alloc(0);

/** Leaving the loop destroys the body. */
async function plain(body: Readable, limit: Limit): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Buffer>) {
    limit(chunk.byteLength);
    chunks.push(chunk);
  }
  return chunks;
}

async function decoded(
  body: Readable,
  decoders: readonly Decoder[],
  maxBytes: number,
  limit: Limit,
): Promise<Buffer[]> {
  const coming: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isWhole = false;
  while (!isWhole && bytes <= smallBytes) {
    const { done, value } = await coming.next();
    if (done) isWhole = true;
    else {
      chunks.push(value);
      bytes += value.byteLength;
    }
  }
  const small = isWhole ? atOnce(Buffer.concat(chunks, bytes), decoders, Math.min(maxBytes, smallDecoded)) : undefined;
  if (small === undefined) return inStreams(behind(chunks, coming), decoders, limit);
  limit(small.byteLength);
  return [small];
}

/** Undefined if the result has more than `most` bytes. */
function atOnce(bytes: Buffer, decoders: readonly Decoder[], most: number): Buffer | undefined {
  try {
    return decoders.reduce((read, { whole }) => whole(read, { maxOutputLength: most }), bytes);
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

/** Yields the chunks that were read already, then the rest. */
async function* behind(read: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* read;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function inStreams(body: AsyncIterable<Buffer>, decoders: readonly Decoder[], limit: Limit): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  const collect = new Writable({
    write(chunk: Buffer, _, done) {
      try {
        limit(chunk.byteLength);
        chunks.push(chunk);
        done();
      } catch (error) {
        done(error as UnreadableBody);
      }
    },
  });
  await pipeline([Readable.from(body), ...decoders.map(({ stream }) => stream()), collect]);
  return chunks;
}

/** Also accepts deflate with a zlib header that is labeled gzip. */
const gzip: Decoder = { whole: unzipSync, stream: createUnzip };
const brotli: Decoder = { whole: brotliDecompressSync, stream: createBrotliDecompress };

/** The decoders for the encodings, in reverse order of encoding; undefined if one of them was not requested. */
function decodersOf(encoding = ''): Decoder[] | undefined {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > mostEncodings) return undefined;
  const decoders: Decoder[] = [];
  for (const name of names.reverse()) {
    if (name === 'gzip' || name === 'x-gzip' || name === 'deflate') decoders.push(gzip);
    else if (name === 'br') decoders.push(brotli);
    else return undefined;
  }
  return decoders;
}
