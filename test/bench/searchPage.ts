import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PageModel } from '../../src/core/search/page/pageModel';
import type { PageRequest } from '../../src/core/search/page/requestsOfPage';
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
  /** What the user did, the newest last. */
  heard: { readonly kind: string; readonly name?: string }[];
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
        setState: () => undefined,
      });
    });
    for (const style of ['codicon.css', 'search-style.css']) await page.addStyleTag({ path: join(folder, style) });
    await page.addScriptTag({ path: join(folder, 'search.js') });

    /** The state of the page, which the extension has in its host. */
    const asked: PageRequest[] = [];
    const told: MessageToPage[] = [];
    const model = new PageModel(
      (request) => asked.push(request),
      (message) => told.push(message),
    );
    const idOf = (kind: PageRequest['kind']): string => {
      const request = asked.findLast((one) => one.kind === kind);
      if (request === undefined || !('requestId' in request)) throw new Error(`no ${kind} was sent`);
      return request.requestId;
    };
    /** Tells the page what has changed: milliseconds that the messages (copied) take up to the layout, after a click. */
    const tell = (clicked?: string): Promise<number> =>
      page.evaluate(
        ({ messages, name }) => {
          const button = [...document.querySelectorAll('button')].find(
            (one) => name !== '' && one.title.startsWith(name),
          );
          if (name !== '' && button === undefined) throw new Error(`there is no button ${name}`);
          const began = performance.now();
          button?.click();
          for (const message of messages) {
            window.dispatchEvent(new MessageEvent('message', { data: structuredClone(message) }));
          }
          document.body.getBoundingClientRect();
          return performance.now() - began;
        },
        { messages: told.splice(0), name: clicked ?? '' },
      );

    return {
      async show(first, layout) {
        model.begin('UTC');
        model.receive({
          kind: 'init',
          panelId: 'bench',
          endpointId: 'bench',
          endpoints: [{ id: 'bench', name: 'bench' }],
          question: emptyQuestion,
          ...(layout !== undefined && { layout }),
          shown: { pageId: 'first', question: emptyQuestion, page: first },
        });
        await tell();
        await page.locator('[role="row"]').nth(1).waitFor();
      },
      next(coming) {
        model.act('turnPage', 'next');
        model.receive({ kind: 'page', pageId: idOf('turnPage'), question: emptyQuestion, page: coming });
        return tell('Next');
      },
      async follow() {
        model.act('pressFollow');
        await tell('Follow');
      },
      async arrive(coming, fresh) {
        const came = { state: 'following', came: fresh.length, replacesPage: false } as const;
        model.receive({ kind: 'followed', requestId: idOf('follow'), ...came });
        await tell();
        const pageId = idOf('takeNewHits');
        model.receive({ kind: 'newHits', pageId, fresh, areBarsOld: false, question: emptyQuestion, page: coming });
        return tell();
      },
      async listFields(items) {
        await page.waitForFunction(() =>
          (window as unknown as BenchWindow).heard.some(({ name }) => name === 'listAllFields'),
        );
        model.act('listAllFields');
        await tell();
        model.receive({ kind: 'fields', requestId: idOf('listFields'), items });
        return tell();
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
