import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, type FileHandle, open, readdir, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const partPattern = /^\..*\.[\da-f-]{12,36}\.part$/;
/** A file that was not written to for this long was abandoned. */
const leftForMs = 60 * 60 * 1000;
/** In characters: a name may have 255 bytes, and a character up to four. */
const longestName = 50;
/** The same limit as Linux. */
const mostLinks = 40;
/** On Windows, a virus scanner that is reading the file briefly prevents renaming it. */
const transientErrors = { platform: 'win32', codes: ['EACCES', 'EPERM', 'EBUSY'], tries: 20, waitMs: 50 } as const;

/**
 * Starts to write a file on this computer, either new or replacing another: next to its target, which it replaces only
 * when it is complete. Follows links and replaces their target.
 *
 * @param mode of a new file. A replaced file keeps its mode, and its owner if permitted
 * @throws errors of Node's file system, such as EACCES and ENOSPC; ENOTSUP for anything but a file, such as a device
 */
export async function replaceByParts(path: string, mode = 0o666) {
  const target = await behindLinks(path);
  const present = await stat(target).catch(nothingIfAbsent);
  if (present !== undefined) {
    if (!present.isFile()) throw Object.assign(new Error('not a file'), { code: 'ENOTSUP' });
    // Otherwise even a read-only file would be replaced.
    await access(target, constants.W_OK);
  }
  const name = `.${basename(target).slice(0, longestName)}.${randomBytes(6).toString('hex')}.part`;
  const part = join(dirname(target), name);
  const file = await open(part, 'wx', mode);
  const discard = async (): Promise<void> => {
    await file.close().catch(() => undefined);
    await rm(part, { force: true });
  };
  try {
    if (present !== undefined) await handOn(present, file);
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    /** Write the content here. */
    file,
    discard,
    /** Replaces the target. Readers see either the old file or the new one, even after a crash. */
    async commit(): Promise<void> {
      try {
        await file.sync();
        await file.close();
        await moveTo(part, target);
      } catch (error) {
        await discard();
        throw error;
      }
      await syncFolder(dirname(target));
    },
  };
}

/** Writes a whole file this way, with `mode` and errors as for `replaceByParts`. */
export async function replaceFile(path: string, data: string | Uint8Array, mode?: number): Promise<void> {
  const { file, commit, discard } = await replaceByParts(path, mode);
  try {
    await file.writeFile(data);
  } catch (error) {
    await discard();
    throw error;
  }
  await commit();
}

/**
 * Deletes files that killed writers left in one of our folders. Does nothing if the folder does not exist or cannot be
 * read.
 *
 * @param now milliseconds since 1970
 */
export async function sweepParts(folder: string, now = Date.now()): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names.filter((one) => partPattern.test(one))) {
    const path = join(folder, name);
    const { mtimeMs } = (await stat(path).catch(() => undefined)) ?? {};
    if (mtimeMs !== undefined && now - mtimeMs > leftForMs) await rm(path, { force: true }).catch(() => undefined);
  }
}

/** The target of a path after following its links, even if no file exists there yet. */
async function behindLinks(path: string): Promise<string> {
  let target = path;
  for (let link = 0; link < mostLinks; link++) {
    const real = await realpath(target).catch(nothingIfAbsent);
    if (real !== undefined) return real;
    const next = await readlink(target).catch(() => undefined);
    if (next === undefined) return target;
    target = resolve(dirname(target), next);
  }
  return target;
}

async function handOn({ mode, uid, gid }: Stats, file: FileHandle): Promise<void> {
  const own = await file.stat();
  // Only root may change the owner. Otherwise, the file stays the writer's.
  if (own.uid !== uid || own.gid !== gid) await file.chown(uid, gid).catch(() => undefined);
  await file.chmod(mode & 0o777);
}

async function moveTo(part: string, target: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await rename(part, target);
    } catch (error) {
      const isPassing =
        transientErrors.codes.some((code) => codeOf(error) === code) && process.platform === transientErrors.platform;
      if (!isPassing || tries === transientErrors.tries) throw error;
      await wait(transientErrors.waitMs);
    }
  }
}

/** Preserves the new name through a power failure, if the system supports it. The file is complete either way. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}

export function nothingIfAbsent(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
