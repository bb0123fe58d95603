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

/** Makes an extension whose one command does nothing, and which does nothing else, and returns its folder. */
export async function stageIdle(): Promise<string> {
  const folder = await emptyFolder('idle');
  const manifest = {
    name: 'idle',
    displayName: 'Idle',
    publisher: 'proxy-scout',
    version: '1.0.0',
    engines: { vscode: '^1.105.0' },
    main: './main.js',
    activationEvents: [],
    contributes: { commands: [{ command: 'idle.start', title: 'Start', category: 'Idle' }] },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(
    join(folder, 'main.js'),
    "exports.activate = () => require('vscode').commands.registerCommand('idle.start', () => undefined);",
  );
  return folder;
}

async function emptyFolder(name: string): Promise<string> {
  const folder = join('out/bench', name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}
