import { readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { startWorkbench, type Workbench } from '../ui/harness';
import { openProxyScout, row } from '../ui/person';
import type { VSCodeWindow } from '../ui/window';
import { floorCommit, measureInTurns, stageExtension } from './extensions';
import { median } from './measure';
import { inMs, type Row } from './rows';

/** Of each of the two builds. */
const startCount = 12;
/** Goals in bytes: KB of 1,000. */
const goalActivated = 90_000;
const goalDrawn = 900_000;
/** Times what that build takes in the same run. Milliseconds alone vary: the same commit took 22 on one day and 39 on another. */
const goalTime = 1.1;
const activating = 'Proxy Scout: Show Log';
/** What is measured is done when the bench asks for it, as the older build does it: not when VS Code or a view has started. */
const askedManifest = { activationEvents: [] };
const askedSettings = { 'proxyScout.proxies.readOnOpen': false };
/** Milliseconds in which what VS Code activates by itself is done, on two cores: it would be measured along. */
const quietMs = 6_000;

/** What is loaded when, in a running VS Code. */
export async function* measure(): AsyncGenerator<Row> {
  yield* bytesEvaluated();
  yield* times();
}

async function* times(): AsyncGenerator<Row> {
  const traefik = await startTraefik({ generated: { routers: 200, services: 200, middlewares: 20 } });
  const endpoints = [{ name: 'plain', url: traefik.url, kind: 'proxy' as const }];
  try {
    const { candidate, floor } = await measureInTurns(
      { name: 'started', endpoints, manifest: askedManifest, settings: askedSettings },
      startCount,
      async (workbench) => ({
        activation: await activationTime(workbench),
        firstRow: await firstRowTime(workbench),
      }),
    );
    for (const [what, key] of [
      ['Activation', 'activation'],
      ['First row of a proxy', 'firstRow'],
    ] as const) {
      const [own, before] = [candidate, floor].map((found) => median(found.map((each) => each[key])));
      yield timeRow(what, own ?? Number.NaN, before ?? Number.NaN);
    }
  } finally {
    await traefik.close();
  }
}

function timeRow(what: string, candidate: number, floor: number): Row {
  return {
    what: `${what} (${startCount} starts each, ${inMs(candidate)})`,
    value: candidate / floor,
    goal: goalTime,
    unit: '× the floor',
    floor: `the build of ${floorCommit}: ${inMs(floor)}`,
  };
}

/**
 * Opens a window, which has an extension host of its own, has the extension activated by its command, and reads how long that
 * took. VS Code does not list what is activated after its list was opened.
 */
async function activationTime(workbench: Workbench): Promise<number> {
  const window = await workbench.openSecondWindow();
  await window.page.waitForTimeout(quietMs);
  await window.commandPalette(activating);
  await window.page.waitForTimeout(1_000);
  await window.commandPalette('Developer: Show Running Extensions');
  const entry = window.page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'Proxy Scout' });
  const time = entry.locator('.activation-time', { hasText: /\d+ ?ms/ });
  const text = await time.innerText();
  await window.page.close();
  const [, milliseconds] = /(\d+) ?ms/.exec(text) ?? [];
  if (milliseconds === undefined) throw new Error(`VS Code shows no time: ${text}`);
  return Number(milliseconds);
}

/** The first time in a window, and so in an extension host, that a proxy is expanded. */
async function firstRowTime(workbench: Workbench): Promise<number> {
  const window = await workbench.openSecondWindow();
  await openProxyScout(window);
  await row(window, 'plain').waitFor();
  await window.page.waitForTimeout(quietMs);
  const began = performance.now();
  await row(window, 'plain').locator('.monaco-tl-twistie').click();
  await window.page.locator('[role="treeitem"][aria-level="2"]').first().waitFor();
  const took = performance.now() - began;
  await window.page.close();
  return took;
}

/** What the extension host evaluated of ours, minified, as a hook in it noted file by file. */
async function* bytesEvaluated(): AsyncGenerator<Row> {
  const traefik = await startTraefik({ generated: { routers: 200, services: 200, middlewares: 20 } });
  const plain = await startTraefik({ generated: { routers: 3, services: 3, middlewares: 2 } });
  try {
    const { extensionPath, evaluated } = await stageRecorded(plain, traefik);
    const workbench = await startWorkbench({ extensionPath, settings: askedSettings });
    try {
      await openProxyScout(workbench);
      await row(workbench, 'plain').waitFor();
      const activated = await evaluated();
      yield rowOf('until `activate` has resolved', activated.atOnce, goalActivated);
      yield rowOf(
        'until the first row of a proxy is drawn',
        await untilDrawn(workbench, evaluated, 'plain'),
        goalDrawn,
      );
      const withPatterns = await untilDrawn(workbench, evaluated, 'with patterns');
      yield rowOf('… of one whose rules have regular expressions', withPatterns, goalDrawn);
    } finally {
      await workbench.close();
    }
  } finally {
    await plain.close();
    await traefik.close();
  }
}

async function untilDrawn(
  window: VSCodeWindow,
  evaluated: () => Promise<Evaluated>,
  proxy: string,
): Promise<readonly Loaded[]> {
  const below = window.page.locator('[role="treeitem"][aria-level="2"]');
  const before = await below.count();
  await window.expand(row(window, proxy));
  await below.nth(before).waitFor();
  return (await evaluated()).all;
}

interface Loaded {
  readonly file: string;
  readonly bytes: number;
}

interface Evaluated {
  /** Until `activate` had resolved. */
  readonly atOnce: readonly Loaded[];
  readonly all: readonly Loaded[];
}

/** The extension with a hook before its entry, which notes every file of its own that Node evaluates. */
async function stageRecorded(plain: RunningTraefik, withPatterns: RunningTraefik) {
  const extensionPath = await stageExtension({
    name: 'recorded',
    endpoints: [
      { name: 'plain', url: plain.url, kind: 'proxy' },
      { name: 'with patterns', url: withPatterns.url, kind: 'proxy' },
    ],
    manifest: { ...askedManifest, main: './recorder.js' },
  });
  const notes = resolve(extensionPath, 'evaluated.txt');
  const activatedMark = '(activated)';
  await writeFile(notes, '');
  await writeFile(
    join(extensionPath, 'recorder.js'),
    `import { appendFileSync } from 'node:fs';
     import { registerHooks } from 'node:module';
     const note = (line) => appendFileSync(${JSON.stringify(notes)}, line + '\\n');
     const folder = new URL('dist/', import.meta.url).href;
     registerHooks({
       load(url, context, next) {
         const loaded = next(url, context);
         if (url.startsWith(folder)) note(Buffer.byteLength(loaded.source ?? '') + ' ' + url);
         return loaded;
       },
     });
     const extension = await import('./dist/extension.js');
     export const activate = async (context) => {
       await extension.activate(context);
       note(${JSON.stringify(activatedMark)});
     };
     export const deactivate = () => extension.deactivate();`,
  );
  const read = (lines: readonly string[]): readonly Loaded[] =>
    lines.map((line) => {
      const [, bytes, path = ''] = /^(\d+) (.+)$/.exec(line) ?? [];
      return { file: basename(path), bytes: Number(bytes) };
    });
  const evaluated = async (): Promise<Evaluated> => {
    const lines = (await readFile(notes, 'utf8')).trim().split('\n');
    const at = lines.indexOf(activatedMark);
    // Without its entry a figure would only say that the hook is not called.
    if (at < 1 || !lines[0]?.endsWith('extension.js')) throw new Error('the hook noted no activation');
    return { atOnce: read(lines.slice(0, at)), all: read(lines.filter((line) => line !== activatedMark)) };
  };
  return { extensionPath, evaluated };
}

function rowOf(when: string, files: readonly Loaded[], goal: number): Row {
  const largest = files.toSorted((one, other) => other.bytes - one.bytes).slice(0, 4);
  return {
    what: `Minified bytes of the ${files.length} files evaluated ${when}`,
    value: files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000,
    goal: goal / 1_000,
    unit: 'KB',
    floor: `the largest: ${largest.map(({ file, bytes }) => `${file} ${Math.round(bytes / 1_000)}`).join(', ')}`,
  };
}
