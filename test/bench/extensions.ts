import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { EndpointKind } from '../../src/core/base/endpoints/endpoint';
import { startWorkbench, type Workbench } from '../ui/harness';

const run = promisify(execFile);

interface Staged {
  /** Of the folder, below out/bench. */
  readonly name: string;
  /** The commit that is built; default: this work tree. */
  readonly commit?: string;
  /** Endpoints that are built in, as `npm start` does. */
  readonly endpoints?: readonly { readonly name: string; readonly url: string; readonly kind: EndpointKind }[];
  /** What is changed in package.json. */
  readonly manifest?: Readonly<Record<string, unknown>>;
}

const manifestSchema = z.looseObject({});

/** Puts Proxy Scout together as it ships, in a folder of its own, and returns that folder. Each commit names its own files. */
export async function stageExtension({ name, commit, endpoints, manifest }: Staged): Promise<string> {
  const folder = await emptyFolder(name);
  const from = commit === undefined ? '.' : await filesOfCommit(commit);
  for (const part of ['package.json', 'package.nls.json', 'media']) {
    await cp(join(from, part), join(folder, part), { recursive: true });
  }
  const samples = endpoints?.map((endpoint) => ({ ...endpoint, auth: { type: 'none' } }));
  const outdir = resolve(folder, 'dist');
  const sampled = samples === undefined ? [] : [`--samples=${JSON.stringify(samples)}`];
  await run(process.execPath, ['esbuild.js', '--production', `--outdir=${outdir}`, ...sampled], { cwd: from });
  const own = manifestSchema.parse(JSON.parse(await readFile(join(from, 'package.json'), 'utf8')));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...own, ...manifest }));
  return folder;
}

/** The commit whose build is the floor of what is measured in VS Code: the one that was looked at from outside. */
export const floorCommit = '32c3bc6';

/**
 * Measures this work tree's build and that of `floorCommit` in turns, each in a VS Code of its own: what one takes varies
 * with the machine.
 *
 * @param settings of both windows
 * @param count how often each of them is measured
 */
export async function measureInTurns<T>(
  { settings = {}, ...staged }: Omit<Staged, 'commit'> & { readonly settings?: Readonly<Record<string, unknown>> },
  count: number,
  measure: (workbench: Workbench) => Promise<T>,
): Promise<{ readonly candidate: readonly T[]; readonly floor: readonly T[] }> {
  const builds: { readonly workbench: Workbench; readonly found: T[] }[] = [];
  try {
    for (const build of [staged, { ...staged, name: `${staged.name}-before`, commit: floorCommit }]) {
      const extensionPath = await stageExtension(build);
      builds.push({ workbench: await startWorkbench({ extensionPath, settings }), found: [] });
    }
    for (let at = 0; at < count; at++) {
      for (const { workbench, found } of at % 2 === 0 ? builds : builds.toReversed()) {
        found.push(await measure(workbench));
      }
    }
    const [candidate = [], floor = []] = builds.map(({ found }) => found);
    return { candidate, floor };
  } finally {
    for (const { workbench } of builds) await workbench.close();
  }
}

/** The files of a commit, beside the packages of this work tree. Returns their folder. */
async function filesOfCommit(commit: string): Promise<string> {
  const folder = await emptyFolder(`at-${commit}`);
  const archive = join(folder, 'files.tar');
  await run('git', ['archive', `--output=${archive}`, commit]);
  await run('tar', ['-xf', archive, '-C', folder]);
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function emptyFolder(name: string): Promise<string> {
  const folder = join('out/bench', name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}
