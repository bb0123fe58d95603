import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { numberText } from '../../../l10n/numbers';
import { invalidFailure } from '../../base/errors/failure';
import { nothingIfAbsent, replaceFile, sweepParts } from '../../base/files/replaceFile';
import { plainText } from '../../base/text/plainText';
import { momentText } from '../describe/dateTexts';
import {
  largestSnapshot,
  readSnapshot,
  readSnapshotHead,
  type Snapshot,
  type SnapshotAbout,
  type SnapshotHead,
  snapshotHeadText,
} from './snapshot';

/** The maximum number of snapshots of one endpoint. */
const mostSnapshots = 100;

export type StoredSnapshot = SnapshotHead & {
  readonly id: string;
  /** The path of the file, which the user sees. */
  readonly path: string;
};

/** The snapshots, each in a file in a folder that all windows share. Nothing is cached: each call reads the disk. */
export type SnapshotStore = ReturnType<typeof openSnapshotStore>;

const fileEnding = '.json';
/** The names of our files. Other files in the folder are ignored. */
const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** The first line is much shorter: names have limits. */
const headBytes = 16 * 1024;

/** @param folder created when the first snapshot is saved */
export function openSnapshotStore(folder: string) {
  const pathOf = (id: string): string => join(folder, id + fileEnding);
  let isSwept = false;

  const ids = async (): Promise<readonly string[]> => {
    const names = await readdir(folder).catch(nothingIfAbsent).catch(throwFor(folder));
    if (!isSwept) void sweepParts(folder);
    isSwept = true;
    return (names ?? [])
      .flatMap((name) => (name.endsWith(fileEnding) ? [name.slice(0, -fileEnding.length)] : []))
      .filter(isId);
  };
  const list = async (): Promise<readonly StoredSnapshot[]> => {
    const found = await Promise.all(
      (await ids()).map(async (id) => {
        const path = pathOf(id);
        // An unreadable file does not prevent listing the others.
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
    const whole = isId(id) ? await readWhole(path).catch(nothingIfAbsent).catch(throwFor(path)) : undefined;
    if (whole === undefined) {
      throw invalidFailure(
        l10n.t('This snapshot no longer exists.'),
        l10n.t('It may have been deleted in another window. Select another one.'),
      );
    }
    return whole;
  };
  /** Other windows see the whole file or none. */
  const put = async (id: string, whole: string): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(throwFor(folder));
    await replaceFile(pathOf(id), whole, 0o600).catch(throwFor(folder));
  };

  return {
    /** All of them, the latest first; unreadable ones come last. */
    list,
    /** The whole text of a snapshot's file. Throws like `read` if it is gone. */
    text,
    /** @throws RequestFailure `invalid` if it is gone or cannot be read; `canceled` */
    async read(id: string, signal: AbortSignal): Promise<Snapshot> {
      const read = await readSnapshot(await text(id), signal);
      if ('problem' in read)
        throw invalidFailure(`${l10n.t('A saved snapshot cannot be read.')} ${read.problem}`, fileIs(pathOf(id)));
      return read;
    },
    /**
     * Saves the result of `snapshotText` and returns its id.
     *
     * @throws RequestFailure `invalid` if the endpoint has the maximum number already
     */
    async add(endpointId: string, whole: string): Promise<string> {
      const own = (await list()).filter((one) => one.state === 'ready' && one.about.endpoint.id === endpointId);
      if (own.length >= mostSnapshots) {
        throw invalidFailure(
          l10n.t('This endpoint already has {0} snapshots, which is the maximum.', numberText(mostSnapshots)),
          l10n.t('Delete one that you no longer need.'),
        );
      }
      const id = randomUUID();
      await put(id, whole);
      return id;
    },
    /** @throws RequestFailure `invalid` if it is gone or cannot be read */
    async rename(id: string, name: string): Promise<void> {
      const whole = await text(id);
      const end = whole.indexOf('\n');
      const head = readSnapshotHead(whole.slice(0, Math.max(0, end)));
      if (head.state !== 'ready') {
        throw invalidFailure(l10n.t('A saved snapshot cannot be read, so it was not renamed.'), fileIs(pathOf(id)));
      }
      const about: SnapshotAbout = { ...head.about, name };
      await put(id, snapshotHeadText(about) + whole.slice(end));
    },
    /** Deletes a snapshot, even if it cannot be read or is gone already. */
    async remove(id: string): Promise<void> {
      if (isId(id)) await rm(pathOf(id), { recursive: true, force: true }).catch(throwFor(pathOf(id)));
    },
    async removeAll(): Promise<void> {
      await rm(folder, { recursive: true, force: true }).catch(throwFor(folder));
    },
  };
}

function isId(text: string): boolean {
  return idPattern.test(text);
}

async function firstLine(path: string): Promise<string> {
  const file = await openFile(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const [line = ''] = buffer.toString('utf8', 0, bytesRead).split('\n', 1);
    return line;
  } finally {
    await file.close();
  }
}

/** Another program wrote a file that is much larger than ours. */
async function readWhole(path: string): Promise<string> {
  const file = await openFile(path);
  try {
    const { size } = await file.stat();
    if (size > 2 * largestSnapshot)
      throw invalidFailure(l10n.t('A saved snapshot is too large to be read.'), fileIs(path));
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** Opens a regular file: no link, which may lead anywhere, and no pipe, which may block. Windows has neither flag. */
async function openFile(path: string): Promise<FileHandle> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw invalidFailure(l10n.t('A saved snapshot is not a file.'), l10n.t('Check {0}.', path));
}

function fileIs(path: string): string {
  return l10n.t('The file is {0}.', path);
}

function troubleText(code: unknown): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return l10n.t('The disk is full.');
    case 'EACCES':
    case 'EPERM':
      return l10n.t('Proxy Scout is not permitted to read or write its snapshots.');
    case 'EROFS':
      return l10n.t('Snapshots cannot be saved: the disk is read-only.');
    default:
      return l10n.t('Snapshots cannot be read or saved ({0}).', String(code));
  }
}

/** Throws a file system's error as a failure with texts for the user. */
function throwFor(path: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw invalidFailure(troubleText(error.code), l10n.t('Check {0}.', path));
  };
}

function byTime(one: StoredSnapshot, other: StoredSnapshot): number {
  return timeOf(other) - timeOf(one) || (one.id < other.id ? -1 : 1);
}

function timeOf(stored: StoredSnapshot): number {
  return stored.state === 'ready' ? stored.about.readAt : -1;
}

/** The part of `API.repositories` of VS Code's Git extension that is used (`extensions/git/src/api/git.d.ts`). */
const repositories = z.array(
  z.object({ state: z.object({ HEAD: z.optional(z.object({ name: z.optional(z.string()) })) }) }),
);

/**
 * The names to propose for a snapshot, the best first: the branch of the workspace, if it has one repository, then the
 * time.
 *
 * @param git the repositories from VS Code's Git extension, of any shape
 * @param longest the most characters that a name has
 */
export function proposedSnapshotNames(git: unknown, now: number, longest: number): readonly string[] {
  const parsed = repositories.safeParse(git);
  const [only, ...others] = parsed.success ? parsed.data : [];
  const branch = others.length > 0 ? '' : plainText(only?.state.HEAD?.name ?? '', longest).trim();
  return [...(branch === '' ? [] : [branch]), momentText(now)];
}
