/**
 * The secrets that the UI tests type are marks: after each suite no trace of one may be where a secret does not belong. The
 * secret storage holds them encrypted, so it is looked at like everything else.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';

/** Shorter ones are found in any file. */
const shortest = 8;
const marks = new Set<string>();

/** From now on this is a secret that must not be found anywhere. */
export function markSecret(text: string): void {
  if (text.length >= shortest) marks.add(text);
}

/** What may hold a trace: where it is, and its text or bytes. */
export interface Place {
  readonly where: string;
  readonly content: string | Buffer;
}

/** The places that hold a mark, in whatever way it is written, each with the mark. */
export function tracesIn(places: readonly Place[]): readonly string[] {
  const forms = [...marks].flatMap((mark) => formsOf(mark).map((form) => ({ mark, form })));
  return places.flatMap(({ where, content }) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const found = forms.find(({ form }) => bytes.includes(form));
    return found === undefined ? [] : [`${found.mark} in ${where}`];
  });
}

/** As text of one and of two bytes a character, escaped for URLs and JSON, and within base64. */
function formsOf(mark: string): readonly Buffer[] {
  const within = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), Buffer.from(mark)]);
    return whole.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6));
  });
  const texts = new Set([mark, encodeURIComponent(mark), JSON.stringify(mark).slice(1, -1), ...within]);
  return [...texts].flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')]);
}

/** What the windows show and keep: documents, titles, addresses, the states of the workbench and of its pages. */
export async function placesInWindows(context: BrowserContext): Promise<readonly Place[]> {
  const places: Place[] = [];
  for (const page of context.pages().filter((one) => !one.isClosed() && one.url().startsWith('http'))) {
    for (const frame of page.frames()) {
      // One that is gone meanwhile shows nothing.
      const content = await frame.content().catch(() => '');
      places.push({ where: `what ${frame.url()} shows`, content });
    }
    places.push({ where: 'the title of a window', content: await page.title() });
    places.push({ where: 'the address of a window', content: page.url() });
    places.push({ where: 'the storage of a window', content: await storageOf(page) });
  }
  return places;
}

function storageOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const values = await done(database.transaction(store).objectStore(store).getAll());
        const texts = values.map((value) => (ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : value));
        kept.push([name, store, texts]);
      }
      database.close();
    }
    return JSON.stringify(kept);
  });
}

/** Folders that hold programs, or copies of what was fetched. */
const skipped =
  /^(?:extensions|node_modules|Cache|Code Cache|GPUCache|.*ShaderCache|component_crx_cache|Safe Browsing)$/;

/** The folders that the tests of this file write into, beside those of VS Code and of the browser. */
const folders: string[] = [];

/** A fresh folder for the files of a suite, which are looked at for traces too. Whoever makes one removes it. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'proxy-scout-ui-'));
  folders.push(folder);
  return folder;
}

/** What VS Code and the browser wrote below their folder, and what is in the tests' own. */
export async function placesOnDisk(folder: string): Promise<readonly Place[]> {
  const open = [folder, ...folders].filter((path) => existsSync(path));
  const places: Place[] = [];
  while (open.length > 0) {
    const next = open.pop() ?? '';
    for (const entry of await readdir(next, { withFileTypes: true })) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && !skipped.test(entry.name)) open.push(path);
      if (entry.isFile()) places.push({ where: path, content: await readFile(path) });
    }
  }
  return places;
}

/** Fails where a mark is found. Looks at many files, so that one suite that looked at none fails as well. */
export function assertNoTraces(places: readonly Place[]): void {
  assert.ok(
    places.some(({ where }) => where.endsWith('.log')) && places.some(({ where }) => where.startsWith('the storage')),
    'neither logs nor storage were looked at',
  );
  assert.deepEqual(tracesIn(places), []);
}
