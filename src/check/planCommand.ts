import { plainText } from '../core/base/text/plainText';
import { changePlan } from '../core/changePlan/changePlan';
import { planPage } from '../core/changePlan/planPage';
import { type CommandTask, outputFormats } from './arguments';
import { readPlanFiles } from './planFiles';
import { type PlanReport, planReport } from './planReport';
import { exitNotChecked, type ProgramCommand, type ProgramSurroundings } from './programCommand';
import { readProxy, readSnapshotFile } from './readProxy';
import { writePlan } from './writePlan';

const exitWithProblems = 1;
/** Code points of a revision that is repeated. */
const longestRevision = 100;

/** `proxy-scout plan`: which requests would move if a proxy read the files as they are. */
export const planCommand: ProgramCommand = {
  summary: 'Says what would change at a Traefik if it read the files as they are.',
  usage: [
    `Usage: proxy-scout plan [paths…] (--endpoint URL | --against FILE) [--base REVISION] [--format ${outputFormats.join('|')}]`,
    '',
    'Compares the files with those of a commit (HEAD, if --base names no other), and says which requests would move, which',
    'routers would get nothing, which hosts nobody would answer, and what Traefik would refuse. Changes and sends nothing.',
    'Of a named file, those that Traefik reads together with it are read, too. Links and submodules are left out.',
    '',
    'The proxy is a running Traefik (--endpoint), or a file that Export… of Proxy Scout wrote (--against), so that a pipeline',
    'needs no access to the proxy. Credentials for the endpoint come from the environment only: PROXY_SCOUT_USER and',
    'PROXY_SCOUT_PASSWORD, or PROXY_SCOUT_TOKEN. It is reached as “proxy-scout check” does.',
    '',
    'Git reads the commit: rev-parse, ls-tree, and cat-file. It is found on PATH, never in the repository.',
    '',
    'Ends with, in this order:',
    '  2 if nothing could be planned: wrong use, no proxy, no commit, or output that cannot be written',
    '  1 if Traefik would refuse a file, or the change introduces an error',
    '  2 if not everything could be planned: paths that cannot be read (told on stderr)',
    '  0 otherwise: also if requests move',
  ],
  wrongUseOf({ endpoint, against }) {
    if (endpoint === undefined && against === undefined) {
      return 'Name the proxy: --endpoint with its URL, or --against with the file of a snapshot.';
    }
    return endpoint !== undefined && against !== undefined ? 'Use --endpoint or --against, not both.' : undefined;
  },
  async run(task, surroundings) {
    const { report, text } = await planFiles(task, surroundings);
    writePlan(report, text, task.format, surroundings.output);
    for (const sentence of report.unreadable.slice(0, mostNotes)) surroundings.output.note(sentence);
    return exitCodeOfPlan(report);
  },
};

/** A plan as data, and the document about it. */
interface WrittenPlan {
  readonly report: PlanReport;
  readonly text: string;
}

/**
 * Plans the change that files are since a commit.
 *
 * @throws RequestFailure if that is not possible
 */
export async function planFiles(
  { paths, endpoint, against = '', base: revision = 'HEAD' }: CommandTask,
  { cwd, env, certificates }: Omit<ProgramSurroundings, 'output'>,
): Promise<WrittenPlan> {
  const files = await readPlanFiles(paths, revision, cwd, env);
  const { name, inventory } = await (endpoint === undefined
    ? readSnapshotFile(against, cwd)
    : readProxy(endpoint, env, certificates));
  const { before, after } = files;
  const plan = await changePlan(inventory, before.groups, after.groups, undefined, after.others);
  const texts = new Map(
    [...before.files, ...after.files, ...after.others].map(({ path, text }) => [path, text] as const),
  );
  const base = `the committed files (${plainText(revision, longestRevision)})`;
  const { text } = planPage(plan, { proxy: name, base, textOf: (path) => texts.get(path) });
  return { report: planReport(plan, files, { proxy: name, revision }), text };
}

/** The exit code that says what a plan found. */
export function exitCodeOfPlan({ refusals, problems, unreadable }: PlanReport): number {
  const isBroken = refusals.length > 0 || problems.introduced.some(({ severity }) => severity === 'error');
  if (isBroken) return exitWithProblems;
  return unreadable.length > 0 ? exitNotChecked : 0;
}

/** On stderr, of at most 2,000 that are too long to be all printed. */
const mostNotes = 100;
