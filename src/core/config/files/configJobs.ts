import { runSteps } from '../../base/async/steps';
import { type Job, jobOf } from '../../base/worker/job';
import { publishedPorts } from '../compose/publishedPorts';
import type { SourceFile } from '../source/placedText';
import { indexedFiles } from './indexedConfig';
import { readConfigFiles } from './readConfigFiles';
import { sentConfigOf } from './sentConfig';

/** Longer texts, of all files that are read together, are read on a thread: the parsers cannot be interrupted. */
export const longestReadHere = 50_000;

const program = async () => (await import('./configProgram')).configProgram;

/** What files declare. */
export const readConfigJob = jobOf(
  'readConfig',
  0,
  (files: readonly SourceFile[]) => sentConfigOf(runSteps(readConfigFiles(files)), files),
  program,
);

/** What an index has of files. */
export const indexConfigJob = jobOf(
  'indexConfig',
  0,
  (files: readonly SourceFile[]) => [...runSteps(indexedFiles(files))],
  program,
);

/** The ports that a compose file publishes. */
export const publishedPortsJob = jobOf(
  'publishedPorts',
  0,
  (file: SourceFile) => runSteps(publishedPorts(file)),
  program,
);

/** All that the threads for configuration files can do. */
export const configJobs: readonly Job<never, unknown>[] = [readConfigJob, indexConfigJob, publishedPortsJob];
