import { runSteps } from '../../base/async/steps';
import { type Job, jobOf } from '../../base/worker/job';
import { publishedPorts } from '../compose/publishedPorts';
import type { SourceFile } from '../source/placedText';
import { indexedFiles } from './indexedConfig';
import { readConfigFiles } from './readConfigFiles';
import { sentConfigOf } from './sentConfig';

/** In UTF-16 units of a group of files: a thread reads longer texts, because the parsers cannot be interrupted. */
export const longestReadHere = 50_000;

export const readConfigJob = jobOf(
  'readConfig',
  0,
  (files: readonly SourceFile[]) => sentConfigOf(runSteps(readConfigFiles(files)), files),
  'config-worker',
);

export const indexConfigJob = jobOf(
  'indexConfig',
  0,
  (files: readonly SourceFile[]) => [...runSteps(indexedFiles(files))],
  'config-worker',
);

export const publishedPortsJob = jobOf(
  'publishedPorts',
  0,
  (file: SourceFile) => runSteps(publishedPorts(file)),
  'config-worker',
);

/** All jobs of the threads for configuration files. */
export const configJobs: readonly Job<never, unknown>[] = [readConfigJob, indexConfigJob, publishedPortsJob];
