import { readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { startWorkbench, type Workbench } from '../ui/harness';
import { openProxyScout, row } from '../ui/person';
import type { VSCodeWindow } from '../ui/window';
import { stageExtension, stageSkeleton } from './extensions';
import { median } from './measure';
import { inMs, type Row } from './rows';

/** Of each of the two extensions. */
const startCount = 12;
/** Goals in bytes: KB of 1,000. */
const goalActivated = 60_000;
const goalDrawn = 600_000;
/** Was 600,000 for every proxy. RE2 in JavaScript is 151,000 by itself, most of it tables of Unicode, and findings need it. */
const goalWithPatterns = 751_000;
/**
 * Times what VS Code takes for an extension of the same manifest that registers its commands and views and does nothing else.
 * Milliseconds tell nothing: the same commit took 22 on one day and 39 on another. Measured: 3.3 to 4.6; the floor is 6 to
 * 14 ms, so the ratio varies with it. A profile shows no single cause: VS Code resolves and compiles our two files in half
 * of it, and each of about 100 commands and 25 views, providers and listeners is a message to it.
 */
const goalActivation = 5;
const activating = 'Proxy Scout: Clear Search History…';
/** Milliseconds in which what VS Code activates by itself is done, on two cores: it would be measured along. */
const quietMs = 6_000;

/** What is loaded when, in a running VS Code. */
export async function* measure(): AsyncGenerator<Row> {
  yield* bytesEvaluated();
  yield await activation();
}

/** VS Code's own figure of an activation, load and call together, against that of the skeleton of the same extension. */
async function activation(): Promise<Row> {
  const [candidate, floor] = [
    {
      shown: 'Proxy Scout',
      workbench: await startWorkbench({ extensionPath: await stageExtension({ name: 'started' }) }),
      times: [] as number[],
    },
    {
      shown: 'Skeleton',
      workbench: await startWorkbench({ extensionPath: await stageSkeleton('Skeleton') }),
      times: [] as number[],
    },
  ];
  try {
    for (let start = 0; start < startCount; start++) {
      for (const { times, ...extension } of start % 2 === 0 ? [candidate, floor] : [floor, candidate]) {
        times.push(await activationTime(extension));
      }
    }
  } finally {
    await candidate.workbench.close();
    await floor.workbench.close();
  }
  return {
    what: `Activation (${startCount} starts each, ${inMs(median(candidate.times))})`,
    value: median(candidate.times) / median(floor.times),
    goal: goalActivation,
    unit: '× the floor',
    floor: `an extension that registers the same commands and views: ${inMs(median(floor.times))}`,
  };
}

interface Activated {
  /** The name of an extension whose command `activating` does next to nothing. */
  readonly shown: string;
  readonly workbench: Workbench;
}

/**
 * Opens a window, which has an extension host of its own, has an extension activated by its command, and reads how long that
 * took. VS Code does not list what is activated after its list was opened.
 */
async function activationTime({ workbench, shown }: Activated): Promise<number> {
  const window = await workbench.openSecondWindow();
  await window.page.waitForTimeout(quietMs);
  await window.commandPalette(activating);
  await window.page.waitForTimeout(1_000);
  await window.commandPalette('Developer: Show Running Extensions');
  const entry = window.page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: shown });
  const told = entry.locator('.activation-time', { hasText: /\d+ ?ms/ });
  const text = await told.innerText();
  await window.page.close();
  const [, milliseconds] = /(\d+) ?ms/.exec(text) ?? [];
  if (milliseconds === undefined) throw new Error(`VS Code tells no time: ${text}`);
  return Number(milliseconds);
}

/** What the extension host evaluated of ours, minified, as a hook in it noted file by file. */
async function* bytesEvaluated(): AsyncGenerator<Row> {
  const traefik = await startTraefik({ generated: { routers: 200, services: 200, middlewares: 20 } });
  const plain = await startTraefik({ generated: { routers: 3, services: 3, middlewares: 2 } });
  try {
    const { extensionPath, evaluated } = await stageRecorded(plain, traefik);
    const workbench = await startWorkbench({ extensionPath });
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
      yield rowOf('… of one whose rules have regular expressions', withPatterns, goalWithPatterns);
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
    manifest: { main: './recorder.js' },
  });
  const notes = resolve(extensionPath, 'evaluated.txt');
  const activatedMark = '(activated)';
  await writeFile(notes, '');
  await writeFile(
    join(extensionPath, 'recorder.js'),
    `const { appendFileSync } = require('node:fs');
     const Module = require('node:module');
     const note = (line) => appendFileSync(${JSON.stringify(notes)}, line + '\\n');
     const compile = Module.prototype._compile;
     Module.prototype._compile = function (text, file, ...rest) {
       if (file.startsWith(require('node:path').join(__dirname, 'dist'))) note(Buffer.byteLength(text) + ' ' + file);
       return compile.call(this, text, file, ...rest);
     };
     const extension = require('./dist/extension.js');
     exports.activate = async (context) => {
       await extension.activate(context);
       note(${JSON.stringify(activatedMark)});
     };
     exports.deactivate = () => extension.deactivate();`,
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
