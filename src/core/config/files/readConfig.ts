import { isRequestFailure } from '../../base/errors/failure';
import { runJob } from '../../base/worker/runJob';
import { publishedPorts } from '../compose/publishedPorts';
import { contextOfFacts, type ProxyFacts } from '../diagnostics/checkContext';
import type { ConfigProblem } from '../model/configProblem';
import type { SourceFile } from '../source/placedText';
import {
  checkConfigJob,
  indexConfigJob,
  longestReadHere,
  publishedPortsJob,
  readConfigJob,
  sentFactsOf,
  whyNotLoadedJob,
} from './configJobs';
import { allProblemsOf } from './diagnostics';
import { type IndexedGroup, indexedFiles } from './indexedConfig';
import { type NotLoadedReason, whyNotLoaded } from './notLoaded';
import { type ConfigGroup, readConfigFiles, unreadGroup } from './readConfigFiles';
import { configOfSent } from './sentConfig';

/**
 * Reads files as `readConfigFiles` does, without blocking the event loop: short ones here, others on a thread.
 *
 * @param keepsSettings whether the caller needs the options of objects, which else do not come from a thread
 * @throws RequestFailure if canceled
 */
export async function readConfig(
  files: readonly SourceFile[],
  signal: AbortSignal,
  keepsSettings = false,
): Promise<readonly ConfigGroup[]> {
  const length = lengthOf(files);
  if (length <= longestReadHere) return readConfigFiles(files);
  try {
    const sent = await runJob(readConfigJob, [files, keepsSettings], { length, signal });
    return await configOfSent(sent, files, signal);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    return files.map((file) => unreadGroup(file, 'tooLarge'));
  }
}

/**
 * All problems of files that were read, as `allProblemsOf` finds them, in the same way.
 *
 * @param files all that were read, also those with variables
 * @param proxy of a live proxy, if any
 * @throws RequestFailure if canceled
 */
export async function checkConfig(
  files: readonly SourceFile[],
  groups: readonly ConfigGroup[],
  proxy: ProxyFacts | undefined,
  signal: AbortSignal,
): Promise<readonly ConfigProblem[]> {
  const length = lengthOf(files);
  if (length <= longestReadHere || groups.every(({ declarations }) => declarations.length === 0))
    return allProblemsOf(groups, proxy === undefined ? {} : contextOfFacts(proxy));
  try {
    return await runJob(checkConfigJob, [files, proxy && sentFactsOf(proxy)], { length, signal });
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    return [...groups, ...files.map((file) => unreadGroup(file, 'tooLarge'))].flatMap(({ problems }) => problems);
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
  if (length <= longestReadHere) return indexedFiles(files);
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
  if (length <= longestReadHere) return publishedPorts(file);
  return runJob(publishedPortsJob, [file], { length, signal });
}

/**
 * Why a live proxy lacks declared objects, as `whyNotLoaded` finds it, in the same way. Too large files leave it unknown.
 *
 * @throws RequestFailure if canceled
 */
export async function readWhyNotLoaded(
  question: Parameters<typeof whyNotLoaded>,
  signal: AbortSignal,
): Promise<readonly NotLoadedReason[]> {
  const [files, told, , missing] = question;
  const length = lengthOf([...files, ...told.map(({ file }) => file)]);
  if (length <= longestReadHere) return whyNotLoaded(...question);
  try {
    return await runJob(whyNotLoadedJob, question, { length, signal });
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    return missing.map(() => ({ unknown: 'static' }));
  }
}

/** Parsing TOML takes longer for each unit, and aliases of YAML may repeat as much in a short file as in a long one. */
const weightOfToml = 4;
const weightOfAliases = 10;

function lengthOf(files: readonly SourceFile[]): number {
  return files.reduce((sum, { path, text }) => sum + text.length * weightOf(path, text), 0);
}

function weightOf(path: string, text: string): number {
  if (/\.toml$/i.test(path)) return weightOfToml;
  return /(?:^|[\s[{,])&[^\s&]/.test(text) ? weightOfAliases : 1;
}

function isTooLarge(error: unknown): boolean {
  return isRequestFailure(error) && error.failure.kind === 'tooLarge';
}
