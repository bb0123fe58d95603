import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { EndpointKind } from '../../src/core/base/endpoints/endpoint';

interface Staged {
  /** Of the folder, below out/bench. */
  readonly name: string;
  /** Endpoints that are built in, as `npm start` does. */
  readonly endpoints?: readonly { readonly name: string; readonly url: string; readonly kind: EndpointKind }[];
  /** What is changed in package.json. */
  readonly manifest?: Readonly<Record<string, unknown>>;
}

const manifestSchema = z.looseObject({});

/** Puts Proxy Scout together as it ships, in a folder of its own, and returns that folder. */
export async function stageExtension({ name, endpoints, manifest }: Staged): Promise<string> {
  const folder = await emptyFolder(name);
  for (const part of ['package.json', 'package.nls.json', 'media']) {
    await cp(part, join(folder, part), { recursive: true });
  }
  const samples = endpoints?.map((endpoint) => ({ ...endpoint, auth: { type: 'none' } }));
  await promisify(execFile)(process.execPath, [
    'esbuild.js',
    '--production',
    `--outdir=${folder}/dist`,
    ...(samples === undefined ? [] : [`--samples=${JSON.stringify(samples)}`]),
  ]);
  const own = manifestSchema.parse(JSON.parse(await readFile('package.json', 'utf8')));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...own, ...manifest }));
  return folder;
}

const contributionsSchema = z.looseObject({
  contributes: z.looseObject({
    commands: z.array(z.looseObject({ command: z.string() })),
    views: z.record(z.string(), z.array(z.looseObject({ id: z.string() }))),
  }),
});

/**
 * Makes an extension with all that our manifest contributes, which registers each command and each view, and does nothing
 * else: what VS Code takes for any extension of that manifest. Returns its folder.
 */
export async function stageSkeleton(displayName: string): Promise<string> {
  const folder = await emptyFolder('skeleton');
  for (const part of ['package.nls.json', 'media']) await cp(part, join(folder, part), { recursive: true });
  const own = contributionsSchema.parse(JSON.parse(await readFile('package.json', 'utf8')));
  const commands = own.contributes.commands.map(({ command }) => command);
  const views = Object.values(own.contributes.views).flatMap((container) => container.map(({ id }) => id));
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ ...own, name: 'skeleton', displayName, main: './main.js' }),
  );
  await writeFile(
    join(folder, 'main.js'),
    `const vscode = require('vscode');
     exports.activate = () => {
       for (const id of ${JSON.stringify(commands)}) vscode.commands.registerCommand(id, () => undefined);
       const treeDataProvider = { getChildren: () => [], getTreeItem: (row) => row };
       for (const id of ${JSON.stringify(views)}) vscode.window.createTreeView(id, { treeDataProvider });
     };`,
  );
  return folder;
}

async function emptyFolder(name: string): Promise<string> {
  const folder = join('out/bench', name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}
