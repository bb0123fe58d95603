import { runStepsInSlices } from '../../base/async/steps';
import { timeSlicerUntil } from '../../base/async/timeSlicer';
import { isRequestFailure } from '../../base/errors/failure';
import { runJob } from '../../base/worker/runJob';
import { publishedPorts } from '../compose/publishedPorts';
import type { SourceFile } from '../source/placedText';
import { indexConfigJob, longestReadHere, publishedPortsJob, readConfigJob } from './configJobs';
import { type IndexedGroup, indexedFiles } from './indexedConfig';
import { type ConfigGroup, readConfigFiles, unreadGroup } from './readConfigFiles';
import { configOfSent } from './sentConfig';

/**
 * Reads files as `readConfigFiles` does, without blocking the event loop: short ones in slices, others on a thread.
 *
 * @throws RequestFailure if canceled
 */
export async function readConfig(files: readonly SourceFile[], signal: AbortSignal): Promise<readonly ConfigGroup[]> {
  const length = lengthOf(files);
  if (length <= longestReadHere) return runStepsInSlices(readConfigFiles(files), timeSlicerUntil(signal));
  try {
    const sent = await runJob(readConfigJob, [files], { length, signal });
    return await configOfSent(sent, files, signal);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    return files.map((file) => unreadGroup(file, 'tooLarge'));
  }
}

/**
 * Reads files for an index in the same way. If the thread runs out of memory, skips large files.
 *
 * @throws RequestFailure if canceled
 */
export async function indexConfig(
  files: readonly SourceFile[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, IndexedGroup>> {
  const length = lengthOf(files);
  if (length <= longestReadHere) return runStepsInSlices(indexedFiles(files), timeSlicerUntil(signal));
  try {
    return new Map(await runJob(indexConfigJob, [files], { length, signal }));
  } catch (error) {
    const small = files.filter(({ text }) => text.length <= longestReadHere);
    if (!isTooLarge(error) || small.length === files.length) throw error;
    return indexConfig(small, signal);
  }
}

/**
 * Reads the ports that a compose file publishes, as `publishedPorts` does, in the same way.
 *
 * @throws RequestFailure if canceled
 */
export async function readPublishedPorts(file: SourceFile, signal: AbortSignal): Promise<readonly number[]> {
  const { length } = file.text;
  if (length <= longestReadHere) return runStepsInSlices(publishedPorts(file), timeSlicerUntil(signal));
  return runJob(publishedPortsJob, [file], { length, signal });
}

/** Parsing TOML blocks the event loop, and takes longer for each unit. */
const weightOfToml = 4;

function lengthOf(files: readonly SourceFile[]): number {
  return files.reduce((sum, { path, text }) => sum + text.length * (/\.toml$/i.test(path) ? weightOfToml : 1), 0);
}

function isTooLarge(error: unknown): boolean {
  return isRequestFailure(error) && error.failure.kind === 'tooLarge';
}
