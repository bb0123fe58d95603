import type { FileHandle } from 'node:fs/promises';
import { replaceByParts } from '../../core/base/files/replaceFile';

/** A file that comes into being piece by piece, and is there only when it is whole. */
export interface GrowingFile {
  /** Resolves when the piece is on its way to the disk: no more need be kept of it. One that fails is told by a later call. */
  write(text: string): Promise<void>;
  /** Puts what was written in the place of what stood there before. */
  finish(): Promise<void>;
  /** Removes what was written; what stood there before stays. */
  discard(): Promise<void>;
}

/** Bytes that go to the disk at once: each time costs a change of threads, which a page of hits is too little for. */
const AT_ONCE = 2 ** 20;
/** Bytes of UTF-8 that a UTF-16 unit comes to at the most. */
const MOST_BYTES = 3;
/** UTF-16 units that surely fit. */
const LONGEST = Math.floor(AT_ONCE / MOST_BYTES) - 1;

/**
 * Begins a file under another name beside its own, on the same disk.
 *
 * @param path of the file; where it is a link, what it leads to is replaced
 * @throws what Node's file system says, such as EACCES and ENOSPC; ENOTSUP for what is no file
 */
export async function growFile(path: string): Promise<GrowingFile> {
  const replacement = await replaceByParts(path);
  const sink = bufferedSink(replacement.file);
  const discard = async (): Promise<void> => {
    await sink.flush().catch(() => undefined);
    await replacement.discard();
  };
  return {
    write: (text) => sink.write(text),
    async finish() {
      try {
        await sink.flush();
      } catch (error) {
        await discard();
        throw error;
      }
      await replacement.commit();
    },
    discard,
  };
}

/** Fills one buffer while the other is written, so that a file of any size takes two of them and leaves no garbage. */
function bufferedSink(handle: FileHandle): {
  write(text: string): Promise<void>;
  flush(): Promise<void>;
} {
  let filling = Buffer.allocUnsafeSlow(AT_ONCE);
  let spare = Buffer.allocUnsafeSlow(AT_ONCE);
  let used = 0;
  let writing: Promise<void> = Promise.resolve();

  async function send(): Promise<void> {
    await writing;
    const full = filling;
    writing = writeAll(handle, full.subarray(0, used));
    // Whoever waits for it hears of it.
    writing.catch(() => undefined);
    [filling, spare] = [spare, full];
    used = 0;
  }

  return {
    async write(text) {
      for (let at = 0; at < text.length; ) {
        const piece = text.length > LONGEST ? text.slice(at, behindCharacter(text, at + LONGEST)) : text;
        if (piece.length * MOST_BYTES > filling.length - used) await send();
        used += filling.write(piece, used);
        at += piece.length;
      }
    },
    async flush() {
      await send();
      await writing;
    },
  };
}

/** The index, or the next one where a pair of surrogates would be torn. */
function behindCharacter(text: string, index: number): number {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff ? index + 1 : index;
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten;
}
