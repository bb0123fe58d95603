/** What the everyday tasks are done with, and how their ends look. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { recordedListing } from '../servers/traefik/recordedListing';
import { makeSelfSigned } from '../unit/core/base/http/certificates';
import type { Fixtures, Workbench } from './harness';
import { foldView, pane, row, widenSideBar } from './person';

/** Who may ask the proxy behind a password. */
export const taskUser = { username: 'reader', password: 'canary-password-t14' };

/** An open proxy with an error at `websecure`, two that have to be trusted, and a folder. */
export async function preparedTasks(fixtures: Fixtures) {
  const edge = await fixtures.closes(startTraefik());
  edge.replace('http/routers', routers());
  const behind = { tls: makeSelfSigned(['127.0.0.1']), auth: { type: 'basic', ...taskUser } } as const;
  const guarded = await fixtures.closes(startTraefik(behind));
  const third = await fixtures.closes(startTraefik(behind));
  const folder = await fixtures.folder();
  const workbench = await fixtures.open({ workspaceFolder: folder });
  await widenSideBar(workbench, 620);
  await foldView(workbench, 'Search');
  return { edge, guarded, third, folder, workbench };
}

/** The recorded routers, one of `websecure` with an error. */
function routers(): ReturnType<typeof recordedListing> {
  return recordedListing('http-routers').map((one) =>
    one.name === 'websecure-conflicted-websecure-shop-beta@file'
      ? { ...one, status: 'disabled', error: ['the service "mirror@file" does not exist'] }
      : one,
  );
}

/** Changes, adds, and removes a router, as a deployment does. */
export function deploy(edge: RunningTraefik): void {
  const added = {
    name: 'new-shop@file',
    provider: 'file',
    status: 'enabled',
    rule: 'Host(`new.test`)',
    service: 'shop',
  };
  const kept = routers().filter(({ name }) => name !== 'static@file');
  edge.replace('http/routers', [
    ...kept.map((one) => (one.name === 'shop-web@file' ? { ...one, priority: 77 } : one)),
    added,
  ]);
}

/** Takes back what `deploy` has changed. */
export function deployBack(edge: RunningTraefik): void {
  edge.replace('http/routers', routers());
}

/** A line of the document that is shown, by words in this order. */
export function line({ page }: Workbench, words: RegExp): Locator {
  return page.locator('.editor-instance .view-line').filter({ hasText: words }).first();
}

/** The row of a proxy that was just added. */
export const addedRow = (workbench: Workbench): Locator =>
  pane(workbench, 'Proxies').locator('.monaco-list-row.selected.focused[aria-expanded="true"]');

/** Waits until all changes of the deployment are shown below each other. */
export async function seeAllChanges({ page }: Workbench): Promise<void> {
  const files = page.locator('.multiDiffEntry');
  for (const name of ['shop-web@file', 'new-shop@file', 'static@file']) {
    await files
      .filter({ hasText: `${name}.json` })
      .first()
      .waitFor();
  }
}

/** Reads in the document of shop-web why it does not answer. */
export async function seeWhy(workbench: Workbench): Promise<void> {
  await line(workbench, /1\sof\s3\sservers\sof\sshop@file\sis\sdown/).waitFor();
}

/** The router that shadows another one is selected, in its own place. */
export async function seeCure({ page }: Workbench): Promise<void> {
  await page
    .locator('[role="treeitem"][aria-selected="true"]', { hasText: 'shop-api' })
    .filter({ hasNotText: 'matches first' })
    .waitFor();
}

/** Renames what was saved, so that the window has not got it already: as it is for a colleague. */
export async function becomeColleague(
  workbench: Workbench,
  folder: string,
  names: Readonly<Record<string, string>>,
): Promise<void> {
  const file = join(folder, '.vscode/proxy-scout.json');
  const text = await readFile(file, 'utf8');
  await writeFile(
    file,
    text.replace(/"name": "(.*?)"/g, (whole, name: string) => whole.replace(name, names[name] ?? name)),
  );
  for (const name of Object.values(names)) {
    await row(workbench, name).filter({ hasText: 'requests not allowed yet' }).waitFor();
  }
}

/** A colleague may use them. */
export async function seeAllowed(workbench: Workbench, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await row(workbench, name).filter({ hasNotText: 'requests not allowed yet' }).waitFor();
  }
}
