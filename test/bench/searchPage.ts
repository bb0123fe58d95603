import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { MessageToPage } from '../../src/protocol/pageMessages';
import type { HitColumn, HitPage } from '../../src/protocol/resultPage';
import type { HitLayout } from '../../src/protocol/savedState';
import { sharedBrowser } from '../ui/sharedHost';
import { emptyQuestion } from './shippedCore';

const run = promisify(execFile);

/** The search page as it is shipped, in a Chromium, without VS Code around it. */
export interface SearchPage {
  /** Shows a page of hits, as the first one, as a table or in another layout. */
  show(page: HitPage, layout?: HitLayout): Promise<void>;
  /**
   * Presses Next and answers with `page`: milliseconds that the key, the message (copied, as between windows) and all that
   * the page makes of it take, up to its layout.
   */
  next(page: HitPage): Promise<number>;
  /** Follows the page that is shown. */
  follow(): Promise<void>;
  /**
   * Brings hits that came to the page that is followed: milliseconds that the message (copied) and all that the page makes of
   * it take, up to its layout.
   *
   * @param fresh the rows of those that came
   */
  arrive(page: HitPage, fresh: readonly number[]): Promise<number>;
  /** Answers what the page asks for once its own fields are too many: milliseconds from the message (copied) to the layout. */
  listFields(items: readonly HitColumn[]): Promise<number>;
  /** Types into the filter of the fields: milliseconds from the key to the layout. */
  filterFields(text: string): Promise<number>;
  /** How many hits stand in the page. */
  rows(): Promise<number>;
  close(): Promise<void>;
}

/** What the page's host stands for here, in the page's own window. */
interface BenchWindow {
  /** The messages of the page, the newest last. */
  heard: { readonly kind: string; readonly requestId?: string }[];
  acquireVsCodeApi(): unknown;
}

/** Builds the page, as the extension ships it, and opens it. */
export async function openSearchPage(): Promise<SearchPage> {
  const page = await (await sharedBrowser()).newPage({ viewport: { width: 1400, height: 900 } });
  const folder = await mkdtemp('out/search-page-');
  const close = async (): Promise<void> => {
    await page.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await run(process.execPath, ['esbuild.js', '--production', `--outdir=${folder}`]);
    await page.setContent('<!DOCTYPE html><html lang="en"><head><title>Search</title></head><body></body></html>');
    await page.evaluate(() => {
      const own = window as unknown as BenchWindow;
      own.heard = [];
      own.acquireVsCodeApi = () => ({
        postMessage: (message: BenchWindow['heard'][number]) => own.heard.push(message),
        getState: () => undefined,
        setState: () => undefined,
      });
    });
    for (const style of ['codicon.css', 'search-style.css']) await page.addStyleTag({ path: join(folder, style) });
    await page.addScriptTag({ path: join(folder, 'search.js') });

    return {
      async show(first, layout) {
        const init: MessageToPage = {
          kind: 'init',
          panelId: 'bench',
          endpointId: 'bench',
          endpoints: [{ id: 'bench', name: 'bench' }],
          question: emptyQuestion,
          ...(layout !== undefined && { layout }),
          shown: { pageId: 'first', question: emptyQuestion, page: first },
        };
        await page.evaluate((data) => {
          window.dispatchEvent(new MessageEvent('message', { data }));
        }, init);
        await page.locator('[role="row"]').nth(1).waitFor();
      },
      next: (coming) =>
        page.evaluate(
          (shown) => {
            const { heard } = window as unknown as BenchWindow;
            const button = [...document.querySelectorAll('button')].find(
              (one) => /^Next/.test(one.getAttribute('aria-label') ?? one.title ?? '') || /^Next/.test(one.innerText),
            );
            if (button === undefined) throw new Error('there is no button for the next page');
            const began = performance.now();
            button.click();
            const asked = heard.at(-1);
            if (asked?.kind !== 'turnPage') throw new Error(`the page said ${asked?.kind}`);
            const data = structuredClone({ kind: 'page', pageId: asked.requestId, ...shown });
            window.dispatchEvent(new MessageEvent('message', { data }));
            document.body.getBoundingClientRect();
            return performance.now() - began;
          },
          { question: emptyQuestion, page: coming },
        ),
      follow: () =>
        page.evaluate(() => {
          document.querySelector<HTMLButtonElement>('button.follow')?.click();
        }),
      arrive: (coming, fresh) =>
        page.evaluate(
          ({ message, rows }) => {
            const { heard } = window as unknown as BenchWindow;
            const say = (data: object): void => void window.dispatchEvent(new MessageEvent('message', { data }));
            const followed = heard.findLast(({ kind }) => kind === 'follow')?.requestId;
            say({
              kind: 'followed',
              requestId: followed,
              state: 'following',
              came: rows.length,
              replacesPage: false,
            });
            const asked = heard.at(-1);
            if (asked?.kind !== 'takeNewHits') throw new Error(`the page said ${asked?.kind}`);
            const came = { kind: 'newHits', pageId: asked.requestId, fresh: rows, areBarsOld: false, ...message };
            const began = performance.now();
            say(structuredClone(came));
            document.body.getBoundingClientRect();
            return performance.now() - began;
          },
          { message: { question: emptyQuestion, page: coming }, rows: fresh },
        ),
      async listFields(items) {
        await page.waitForFunction(() =>
          (window as unknown as BenchWindow).heard.some(({ kind }) => kind === 'listFields'),
        );
        return page.evaluate((fields) => {
          const { heard } = window as unknown as BenchWindow;
          const requestId = heard.findLast(({ kind }) => kind === 'listFields')?.requestId;
          const began = performance.now();
          const data = structuredClone({ kind: 'fields', requestId, items: fields });
          window.dispatchEvent(new MessageEvent('message', { data }));
          document.body.getBoundingClientRect();
          return performance.now() - began;
        }, items);
      },
      filterFields: (text) =>
        page.evaluate((words) => {
          const input = document.querySelector<HTMLInputElement>('#fields input');
          if (input === null) throw new Error('there is no filter');
          const began = performance.now();
          input.value = words;
          input.dispatchEvent(new Event('input'));
          document.body.getBoundingClientRect();
          return performance.now() - began;
        }, text),
      rows: () => page.locator('[role="row"]').count(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
