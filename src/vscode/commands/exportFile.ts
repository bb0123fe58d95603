import { randomBytes } from 'node:crypto';
import { open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** A file that comes into being piece by piece, and is there only when it is whole. */
export interface GrowingFile {
  /** Resolves when the piece is on its way to the disk: no more need be kept of it. */
  write(text: string): Promise<void>;
  /** Puts what was written in the place of what stood there before. */
  finish(): Promise<void>;
  /** Removes what was written; what stood there before stays. */
  discard(): Promise<void>;
}

/**
 * Begins a file under another name beside its own, on the same disk.
 *
 * @param path of the file; where it is a link, what it leads to is replaced
 * @throws what Node's file system says, such as EACCES and ENOSPC
 */
export async function growFile(path: string): Promise<GrowingFile> {
  const target = await realpath(path).catch(() => path);
  const passing = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.part`);
  const handle = await open(passing, 'wx');
  const discard = async (): Promise<void> => {
    await handle.close().catch(() => undefined);
    await rm(passing, { force: true });
  };
  return {
    write: (text) => handle.appendFile(text, 'utf8'),
    async finish() {
      try {
        await handle.sync();
        await handle.close();
        await rename(passing, target);
      } catch (error) {
        await discard();
        throw error;
      }
    },
    discard,
  };
}
