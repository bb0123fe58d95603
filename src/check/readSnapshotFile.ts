import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { codeOf, RequestFailure } from '../core/base/errors/failure';
import type { NamedInventory } from '../core/liveConfig/liveProblems';
import { inventoryGroups } from '../core/proxy/model/inventory';
import { largestSnapshot, readSnapshot } from '../core/proxy/snapshots/snapshot';

/** In bytes: the size counts listings only. */
const largestFile = 2 * largestSnapshot;

/**
 * Reads what a proxy listed from a snapshot's file, as *Export…* writes it. Its name is the path.
 *
 * @throws RequestFailure `invalid` if it is none, is too large, or lacks a listing that could not be read
 */
export async function readSnapshotFile(path: string, cwd: string): Promise<NamedInventory> {
  const read = await readSnapshot(await textOf(resolve(cwd, path)), new AbortController().signal);
  if ('problem' in read) throw unusable(read.problem, '');
  const { inventory } = read;
  for (const { path: listing, group } of inventoryGroups(inventory)) {
    if (group.state === 'failed' && listing !== 'certificates') throw new RequestFailure(group.failure);
  }
  return { name: path, inventory };
}

async function textOf(full: string): Promise<string> {
  try {
    const file = await open(full);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw unusable('The snapshot is not a file.', 'Name a file that Export… wrote.');
      if (stats.size > largestFile) {
        throw unusable('The file of the snapshot is too large to be one.', 'Name a file that Export… wrote.');
      }
      const room = Buffer.alloc(stats.size);
      const { bytesRead } = await file.read(room, 0, stats.size, 0);
      return room.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof RequestFailure) throw error;
    const why = codeOf(error) === 'ENOENT' ? 'it does not exist' : codeOf(error) || 'unknown error';
    throw unusable(`The file of the snapshot cannot be read: ${why}.`, 'Check its path.');
  }
}

function unusable(sentence: string, nextStep: string): RequestFailure {
  return new RequestFailure({ kind: 'invalid', sentence, nextStep });
}
