import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, type FileHandle, open, readdir, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A file that is written beside its place, and stands in it only when it is whole. */
interface Replacement {
  /** What is to be written goes here. */
  readonly file: FileHandle;
  /** Puts what was written in the place of what stood there before: whoever looks, even after a crash, sees one or the other. */
  commit(): Promise<void>;
  /** Removes what was written; what stood there before stays. */
  discard(): Promise<void>;
}

/** What the name of a file is followed by while it is written. */
const PART = /^\..*\.[\da-f-]{12,36}\.part$/;
/** What was not written to for so long, nobody works at any more. */
const LEFT_FOR_MS = 60 * 60 * 1000;
/** A name may have 255 bytes, and a character four of them. */
const LONGEST_NAME = 50;
/** As many as Linux follows. */
const MOST_LINKS = 40;
/** On Windows a virus scanner that reads the file keeps it from being renamed for a moment. */
const PASSING = { platform: 'win32', codes: ['EACCES', 'EPERM', 'EBUSY'], tries: 20, waitMs: 50 } as const;

/**
 * Starts to write a file on this computer, new or replacing another. A link is followed: its target is replaced.
 *
 * @param mode of a new file. A replaced file keeps its mode, and its owner if permitted
 * @throws what Node's file system says, such as EACCES and ENOSPC; ENOTSUP for anything but a file, such as a device
 */
export async function replaceByParts(path: string, mode = 0o666): Promise<Replacement> {
  const target = await behindLinks(path);
  const present = await stat(target).catch(nothingIfAbsent);
  if (present !== undefined) {
    if (!present.isFile()) throw Object.assign(new Error('not a file'), { code: 'ENOTSUP' });
    // A read-only file could be replaced otherwise.
    await access(target, constants.W_OK);
  }
  const name = `.${basename(target).slice(0, LONGEST_NAME)}.${randomBytes(6).toString('hex')}.part`;
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
    file,
    discard,
    async commit() {
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

/** Writes a whole file in this way. `mode` and errors as for `replaceByParts`. */
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
 * Removes what writers left in a folder of ours when they were killed. Nothing where there is no folder, or it may not be
 * looked at.
 *
 * @param now milliseconds since 1970
 */
export async function sweepParts(folder: string, now = Date.now()): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names.filter((one) => PART.test(one))) {
    const path = join(folder, name);
    const { mtimeMs } = (await stat(path).catch(() => undefined)) ?? {};
    if (mtimeMs !== undefined && now - mtimeMs > LEFT_FOR_MS) await rm(path, { force: true }).catch(() => undefined);
  }
}

/** Where a path leads to, also where nothing is there yet. */
async function behindLinks(path: string): Promise<string> {
  let target = path;
  for (let link = 0; link < MOST_LINKS; link++) {
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
  // Only root may give a file away; then it stays the writer's.
  if (own.uid !== uid || own.gid !== gid) await file.chown(uid, gid).catch(() => undefined);
  await file.chmod(mode & 0o777);
}

async function moveTo(part: string, target: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await rename(part, target);
    } catch (error) {
      const isPassing = PASSING.codes.some((code) => codeOf(error) === code) && process.platform === PASSING.platform;
      if (!isPassing || tries === PASSING.tries) throw error;
      await wait(PASSING.waitMs);
    }
  }
}

/** Keeps the new name through a power cut, where the system can be asked for it. The file is whole in either case. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}

function nothingIfAbsent(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
