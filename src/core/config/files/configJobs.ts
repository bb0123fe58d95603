import { type Job, jobOf } from '../../base/worker/job';
import { publishedPorts } from '../compose/publishedPorts';
import { type CheckContext, contextOfFacts, type ProxyFacts } from '../diagnostics/checkContext';
import type { SourceFile } from '../source/placedText';
import { allProblemsOf } from './diagnostics';
import { indexedFiles } from './indexedConfig';
import { whyNotLoaded } from './notLoaded';
import { readConfigFiles } from './readConfigFiles';
import { sentConfigOf } from './sentConfig';

/** In UTF-16 units of a group of files: a thread reads longer texts, because the parsers cannot be interrupted. */
export const longestReadHere = 10_000;

let last: readonly SourceFile[] = [];

/** The same files if they are those of the job before, which keeps what was parsed: after a read comes a check. */
function known(files: readonly SourceFile[]): readonly SourceFile[] {
  const isSame =
    files.length === last.length &&
    files.every(({ path, text }, at) => path === last[at]?.path && text === last[at].text);
  if (!isSame) last = files;
  return last;
}

export const readConfigJob = jobOf(
  'readConfig',
  0,
  (files: readonly SourceFile[], keepsSettings: boolean) =>
    sentConfigOf(readConfigFiles(known(files)), last, keepsSettings),
  'config-worker',
);

/** The facts about a proxy, with lists of names, which are sent in parts. */
interface SentFacts extends Omit<ProxyFacts, 'listed'> {
  readonly listed: readonly { readonly of: string; readonly names: readonly string[]; readonly isWhole: boolean }[];
}

export function sentFactsOf({ listed, ...facts }: ProxyFacts): SentFacts {
  return {
    ...facts,
    listed: [...listed].map(([of, { names, isWhole }]) => ({ of, names: [...names.keys()], isWhole })),
  };
}

/** Checks files without a limit to the number of problems. */
export const checkConfigJob = jobOf(
  'checkConfig',
  0,
  (files: readonly SourceFile[], proxy: SentFacts | undefined) => {
    const listed = proxy?.listed.map(({ of, names, isWhole }) => [of, { names: new Set(names), isWhole }] as const);
    const context: CheckContext = proxy === undefined ? {} : contextOfFacts({ ...proxy, listed: new Map(listed) });
    return allProblemsOf(readConfigFiles(known(files)), context);
  },
  'config-worker',
);

export const indexConfigJob = jobOf(
  'indexConfig',
  0,
  (files: readonly SourceFile[]) => [...indexedFiles(files)],
  'config-worker',
);

export const publishedPortsJob = jobOf(
  'publishedPorts',
  0,
  (file: SourceFile) => publishedPorts(file),
  'config-worker',
);

export const whyNotLoadedJob = jobOf('whyNotLoaded', 0, whyNotLoaded, 'config-worker');

/** All jobs of the threads for configuration files. */
export const configJobs: readonly Job<never, unknown>[] = [
  readConfigJob,
  checkConfigJob,
  indexConfigJob,
  publishedPortsJob,
  whyNotLoadedJob,
];
