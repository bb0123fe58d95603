import type { FileHandle } from 'node:fs/promises';
import { replaceByParts } from '../../core/base/files/replaceFile';

/** A file that is written piece by piece and appears only when it is complete. */
export interface GrowingFile {
  /** Resolves when the caller can drop the piece. If writing it fails, a later call rejects. */
  write(text: string): Promise<void>;
  /** Replaces the previous file with the new content. */
  finish(): Promise<void>;
  /** Removes the new content; the previous file stays. */
  discard(): Promise<void>;
}

/** Bytes written to the disk at once, because each write has the cost of a thread switch. */
const atOnce = 2 ** 20;
/** The most bytes of UTF-8 for a UTF-16 unit. */
const mostBytes = 3;
/** UTF-16 units that fit in any case. */
const longest = Math.floor(atOnce / mostBytes) - 1;

/**
 * Starts a file under a temporary name in the same folder, so on the same disk.
 *
 * @param path the path of the file; if it is a link, its target is replaced
 * @throws errors of Node's file system, such as EACCES and ENOSPC; ENOTSUP if it is not a regular file
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

/** Fills one buffer while the other is written, so that a file of any size needs only these two. */
function bufferedSink(handle: FileHandle) {
  let filling = Buffer.allocUnsafeSlow(atOnce);
  let spare = Buffer.allocUnsafeSlow(atOnce);
  let used = 0;
  let writing: Promise<void> = Promise.resolve();

  async function send(): Promise<void> {
    await writing;
    const full = filling;
    writing = writeAll(handle, full.subarray(0, used));
    // The next call reports it.
    writing.catch(() => undefined);
    [filling, spare] = [spare, full];
    used = 0;
  }

  return {
    async write(text: string): Promise<void> {
      for (let at = 0; at < text.length; ) {
        const piece = text.length > longest ? text.slice(at, behindCharacter(text, at + longest)) : text;
        if (piece.length * mostBytes > filling.length - used) await send();
        used += filling.write(piece, used);
        at += piece.length;
      }
    },
    async flush(): Promise<void> {
      await send();
      await writing;
    },
  };
}

/** The index, or the next one if it would split a surrogate pair. */
function behindCharacter(text: string, index: number): number {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff ? index + 1 : index;
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten;
}
