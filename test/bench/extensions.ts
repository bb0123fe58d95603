import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { EndpointKind } from '../../src/core/base/endpoints/endpoint';

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
