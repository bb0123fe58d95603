import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RequestFailure } from '../../base/errors/failure';
import { replaceFile, sweepParts } from '../../base/files/replaceFile';
import {
  LARGEST_SNAPSHOT,
  readSnapshot,
  readSnapshotHead,
  type Snapshot,
  type SnapshotAbout,
  type SnapshotHead,
  snapshotHeadText,
} from './snapshot';

/** The most snapshots that are kept of one endpoint. */
export const MOST_SNAPSHOTS = 100;

/** A snapshot's file as it is found on the disk. */
export type StoredSnapshot = SnapshotHead & {
  readonly id: string;
  /** Where the file is, for a person to look at it. */
  readonly path: string;
};

/**
 * The snapshots, a file each in a folder that all windows share. Nothing is remembered between two calls: what is on the
 * disk is what there is.
 */
export interface SnapshotStore {
  /** All of them, the latest first; those that cannot be read come last. */
  list(): Promise<readonly StoredSnapshot[]>;
  /** @throws RequestFailure `invalid` where it is gone or cannot be read; `cancelled` */
  read(id: string, signal: AbortSignal): Promise<Snapshot>;
  /** The whole file of one. Throws as `read` does where it is gone. */
  text(id: string): Promise<string>;
  /**
   * Keeps one, and returns its id.
   *
   * @param text what `snapshotText` wrote
   * @throws RequestFailure `invalid` where the endpoint has as many as are kept
   */
  add(endpointId: string, text: string): Promise<string>;
  /** @throws RequestFailure `invalid` where it is gone or cannot be read */
  rename(id: string, name: string): Promise<void>;
  /** Deletes one, also one that cannot be read or is gone already. */
  remove(id: string): Promise<void>;
  /** Deletes every file. */
  removeAll(): Promise<void>;
}

const ENDING = '.json';
/** The names that we give to files. Whatever else lies in the folder is not ours. */
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** The first line is far shorter: names have limits. */
const HEAD_BYTES = 16 * 1024;

/** @param folder made when the first is kept */
export function openSnapshotStore(folder: string): SnapshotStore {
  const pathOf = (id: string): string => join(folder, id + ENDING);
  let isSwept = false;

  const ids = async (): Promise<readonly string[]> => {
    const names = await readdir(folder).catch(nothingIfAbsent).catch(told(folder));
    if (!isSwept) void sweepParts(folder);
    isSwept = true;
    return (names ?? []).flatMap((name) => (name.endsWith(ENDING) ? [name.slice(0, -ENDING.length)] : [])).filter(isId);
  };
  const list = async (): Promise<readonly StoredSnapshot[]> => {
    const found = await Promise.all(
      (await ids()).map(async (id) => {
        const path = pathOf(id);
        // One that cannot be read keeps none of the others from being listed.
        const line = await firstLine(path)
          .catch(nothingIfAbsent)
          .catch(() => '');
        // Another window has just deleted it.
        return line === undefined ? [] : [{ ...readSnapshotHead(line), id, path }];
      }),
    );
    return found.flat().sort(byTime);
  };
  const text = async (id: string): Promise<string> => {
    const path = pathOf(id);
    const whole = isId(id) ? await readWhole(path).catch(nothingIfAbsent).catch(told(path)) : undefined;
    if (whole === undefined) {
      throw invalid(
        'This snapshot is no longer there.',
        'It may have been deleted in another window: choose another one.',
      );
    }
    return whole;
  };
  /** Another window sees the file whole or not at all. */
  const put = async (id: string, whole: string): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(told(folder));
    await replaceFile(pathOf(id), whole, 0o600).catch(told(folder));
  };

  return {
    list,
    text,
    async read(id, signal) {
      const read = await readSnapshot(await text(id), signal);
      if ('problem' in read)
        throw invalid(`A stored snapshot cannot be read. ${read.problem}`, `The file is ${pathOf(id)}.`);
      return read;
    },
    async add(endpointId, whole) {
      const own = (await list()).filter((one) => one.state === 'ready' && one.about.endpoint.id === endpointId);
      if (own.length >= MOST_SNAPSHOTS) {
        throw invalid(
          `There are ${MOST_SNAPSHOTS} snapshots of this endpoint already.`,
          'Delete one that is no longer needed.',
        );
      }
      const id = randomUUID();
      await put(id, whole);
      return id;
    },
    async rename(id, name) {
      const whole = await text(id);
      const end = whole.indexOf('\n');
      const head = readSnapshotHead(whole.slice(0, Math.max(0, end)));
      if (head.state !== 'ready') {
        throw invalid('A stored snapshot cannot be read, so it keeps its name.', `The file is ${pathOf(id)}.`);
      }
      const about: SnapshotAbout = { ...head.about, name };
      await put(id, snapshotHeadText(about) + whole.slice(end));
    },
    async remove(id) {
      if (isId(id)) await rm(pathOf(id), { recursive: true, force: true }).catch(told(pathOf(id)));
    },
    async removeAll() {
      await rm(folder, { recursive: true, force: true }).catch(told(folder));
    },
  };
}

function isId(text: string): boolean {
  return ID.test(text);
}

async function firstLine(path: string): Promise<string> {
  const file = await openFile(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const [line = ''] = buffer.toString('utf8', 0, bytesRead).split('\n', 1);
    return line;
  } finally {
    await file.close();
  }
}

/** A file that is much larger than we write was put there by someone else. */
async function readWhole(path: string): Promise<string> {
  const file = await openFile(path);
  try {
    const { size } = await file.stat();
    if (size > 2 * LARGEST_SNAPSHOT)
      throw invalid('A stored snapshot is too large to be read.', `The file is ${path}.`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** Opens a file of ours: no link, which may lead anywhere, and nothing that is waited for, such as a pipe. Windows has neither flag. */
async function openFile(path: string): Promise<FileHandle> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw invalid('A stored snapshot is no file.', `Look at ${path}.`);
}

/** What keeps a disk from being used, in words. */
const TROUBLES: ReadonlyMap<unknown, string> = new Map([
  ['ENOSPC', 'The disk is full.'],
  ['EDQUOT', 'The disk is full.'],
  ['EACCES', 'Snapshots may not be read or written where Proxy Scout keeps them.'],
  ['EPERM', 'Snapshots may not be read or written where Proxy Scout keeps them.'],
  ['EROFS', 'Snapshots cannot be written: the disk is read-only.'],
]);

/** Throws what the file system says, as a failure that can be told. */
function told(path: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    const sentence = TROUBLES.get(error.code) ?? `Snapshots cannot be read or written (${error.code}).`;
    throw invalid(sentence, `It is about ${path}.`);
  };
}

/** The error that a file or folder is not there, as no result. */
function nothingIfAbsent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}

function invalid(sentence: string, nextStep: string): RequestFailure {
  return new RequestFailure({ kind: 'invalid', sentence, nextStep });
}

function byTime(one: StoredSnapshot, other: StoredSnapshot): number {
  return timeOf(other) - timeOf(one) || (one.id < other.id ? -1 : 1);
}

function timeOf(stored: StoredSnapshot): number {
  return stored.state === 'ready' ? stored.about.readAt : -1;
}
