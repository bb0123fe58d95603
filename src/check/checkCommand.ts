import { resolve } from 'node:path';
import { workspaceFilePath } from '../core/base/workspace/filePlace';
import { readFolderStatic } from '../core/base/workspace/folderStatic';
import { kindInside } from '../core/base/workspace/readInside';
import { checkConfigGroups } from '../core/config/files/diagnostics';
import { readConfigFiles } from '../core/config/files/readConfigFiles';
import type { ToldStatic } from '../core/config/files/staticSources';
import { lookUpPaths } from '../core/config/static/fileProviderPaths';
import { checkDeclared } from '../core/liveConfig/diagnostics';
import type { NamedInventory } from '../core/liveConfig/liveProblems';
import { reasonsOfMissingNow } from '../core/liveConfig/missingObjects';
import { type CommandTask, outputFormats } from './arguments';
import { type FoundFiles, findFiles } from './findFiles';
import { exitNotChecked, type ProgramCommand, type ProgramSurroundings } from './programCommand';
import { readProxy } from './readProxy';
import { type CheckReport, reportProblems } from './report';
import { writeReport } from './writeReport';

const exitWithProblems = 1;

/** `proxy-scout check`: the problems of files. */
export const checkCommand: ProgramCommand = {
  summary: 'Checks what files declare for Traefik, without a proxy or against a running one.',
  usage: [
    `Usage: proxy-scout check [paths…] [--endpoint URL] [--format ${outputFormats.join('|')}]`,
    '',
    'Checks what files declare for Traefik: compose labels, the file provider, Kubernetes manifests, Nomad and Consul tags;',
    'and its static configuration.',
    'Reads regular files of at most 1 MB: those that are named, then those in folders, 2,000 in all. Prints at most 2 MB.',
    '',
    'With --endpoint, compares it with what a running Traefik reports. Credentials for it come from the environment only:',
    'PROXY_SCOUT_USER and PROXY_SCOUT_PASSWORD, or PROXY_SCOUT_TOKEN.',
    'The endpoint is reached through the HTTP proxy of HTTP_PROXY or HTTPS_PROXY, else of ALL_PROXY (in lower case, too),',
    'except hosts in NO_PROXY and this machine. SOCKS is not supported.',
    '',
    'Ends with, in this order:',
    '  2 if nothing could be checked: wrong use, an endpoint that does not respond, or output that cannot be written',
    '  1 if something certainly breaks, whatever else could not be read',
    '  2 if not everything could be checked: paths that cannot be read (told on stderr), or too many or too large together',
    '  0 otherwise; a single file over 1 MB is not read, which is told',
  ],
  wrongUseOf({ against, base }) {
    return against === undefined && base === undefined
      ? undefined
      : 'Only “plan” has the options --against and --base.';
  },
  async run(task, surroundings) {
    const report = await checkFiles(task, surroundings);
    writeReport(report, task.format, surroundings.output);
    return exitCodeOf(report);
  },
};

/**
 * Finds files, and what is wrong with them.
 *
 * @throws RequestFailure if the proxy that the user named does not respond
 */
export async function checkFiles(
  { paths, endpoint }: CommandTask,
  { cwd, env, certificates }: Omit<ProgramSurroundings, 'output'>,
): Promise<CheckReport> {
  const found = findFiles(paths, cwd);
  if (endpoint === undefined) return check(found, cwd);
  const told = await readFolderStatic(cwd);
  const proxy = await readProxy(endpoint, env, certificates);
  if (told === undefined) return check(found, cwd, proxy);
  if (!('problem' in told)) return check(found, cwd, proxy, [told]);
  const sentence = `Cannot read the static configuration in ${workspaceFilePath}: ${told.problem}`;
  return check({ ...found, unreadable: [...found.unreadable, sentence] }, cwd, proxy);
}

/** The exit code that says what a check found. */
export function exitCodeOf({ problems, isWhole }: CheckReport): number {
  if (problems.some(({ severity }) => severity === 'error')) return exitWithProblems;
  return isWhole ? 0 : exitNotChecked;
}

async function check(
  found: FoundFiles,
  cwd: string,
  proxy?: NamedInventory,
  told: readonly ToldStatic[] = [],
): Promise<CheckReport> {
  const { files, environments, tooLarge, leftOut, mostText, count, isCut, unreadable } = found;
  const groups = readConfigFiles([...files, ...environments]);
  const declared =
    proxy === undefined
      ? checkConfigGroups(groups, {})
      : checkDeclared(groups, proxy, undefined, reasonsOfMissingNow([...files, ...environments], groups, proxy, told));
  const problems = [...declared, ...(await lookUpPaths(groups, (place) => kindInside(cwd, resolve(cwd, place))))];
  const notes = [
    ...(isCut ? [`There are more files: only the first ${count.toLocaleString('en')} were read.`] : []),
    ...(leftOut.length === 0 ? [] : [leftOutNote(leftOut, mostText)]),
    ...tooLarge.map((path) => `${path} is larger than 1 MB and was not read.`),
  ];
  const ours = groups.filter(({ source }) => source.isOurs);
  const declaring = new Set(ours.flatMap((group) => group.files.map(({ path }) => path)));
  const isAnyRead = count > 0 || unreadable.length === 0;
  const isWhole = !isCut && leftOut.length === 0 && unreadable.length === 0;
  return { problems: reportProblems(problems, files), files: declaring.size, isAnyRead, isWhole, notes, unreadable };
}

const mostNamed = 10;

function leftOutNote(paths: readonly string[], mostText: number): string {
  const [named, more] = [paths.slice(0, mostNamed).join(', '), paths.length - mostNamed];
  const list = more > 0 ? `${named}, and ${more.toLocaleString('en')} more` : named;
  const size = (mostText / 1e6).toLocaleString('en', { maximumFractionDigits: 1 });
  return `Not checked, because all files together have more than ${size} MB: ${list}. Check fewer at a time, or give Node.js more memory.`;
}
