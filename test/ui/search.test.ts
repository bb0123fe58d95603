/** A person pages through search results. */
import assert from 'node:assert/strict';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { listen, type RunningServer } from '../servers/shared/listen';
import { startWorkbench, type Workbench } from './harness';
import { addEndpoint, openProxyScout, pane, row, searchPage } from './person';

describe('a person who searches', () => {
  const auth = { type: 'basic', username: 'reader', password: 'canary-password' } as const;
  let engine: SampleSearchEngine;
  let workbench: Workbench;
  /** Where nothing may ever arrive. */
  let beacon: RunningServer;

  before(async () => {
    beacon = await listen(() => ({ status: 200, headers: {}, body: '' }));
    engine = await startSearchEngine({ auth });
    engine.addDocuments(
      'empty',
      Array.from({ length: 10 }, (_, at) => ({
        id: `n${at + 1}`,
        source: `{"word":"needle","digits":90071992547409931${at}}`,
      })),
    );
    workbench = await startWorkbench({ extensionPath: '.' });
    await openProxyScout(workbench);
    await addEndpoint(workbench, { kind: 'search', name: 'logs', url: engine.url, auth });
    await workbench.notification('logs: Elasticsearch 8.19.0').waitFor();
    await row(workbench, 'logs').click();
  });
  after(async () => {
    await workbench?.close();
    await engine?.close();
    await beacon?.close();
  });

  /** The ids of the hits that are shown. Their text as it is, because rows outside the window are not rendered. */
  async function ids(): Promise<readonly string[]> {
    const found = await searchPage(workbench).frame.locator('.hit .id').allTextContents();
    for (const id of found) assert.match(id, /\S/);
    return found;
  }
  const lastSearch = () => engine.requests.findLast(({ path }) => path.includes('/_search'));

  it('finds documents with one query and turns the pages', async () => {
    const page = searchPage(workbench);
    await page.search({ Index: 'access-logs', Field: 'message', Text: 'timeout' });
    await page
      .range(/^1–10 of [\d,]+ · \d+ ms$/)
      .first()
      .waitFor();
    assert.equal(lastSearch()?.method, 'GET');
    assert.equal(lastSearch()?.path, '/access-logs/_search');
    assert.equal(lastSearch()?.body, '{"query":{"match":{"message":"timeout"}},"from":0,"size":10}');
    const first = await ids();
    assert.equal(new Set(first).size, 10);
    await page.button('Next').click();
    await page
      .range(/^11–20 of [\d,]+/)
      .first()
      .waitFor();
    const second = await ids();
    assert.equal(new Set([...first, ...second]).size, 20);
    await page.frame.locator('.hit').nth(1).click();
    await page.frame.locator('.document').waitFor();
    await workbench.screenshot('search');
    await page.button('Previous').click();
    await page
      .range(/^1–10 of [\d,]+/)
      .first()
      .waitFor();
    assert.deepEqual(await ids(), first);
  });

  it('turns pages with Alt and the arrow keys', async () => {
    const page = searchPage(workbench);
    await page.field('Text').click();
    await workbench.page.keyboard.press('Alt+ArrowRight');
    await page
      .range(/^11–20 of/)
      .first()
      .waitFor();
    await workbench.page.keyboard.press('Alt+ArrowLeft');
    await page
      .range(/^1–10 of/)
      .first()
      .waitFor();
  });

  it('leaves Alt and the arrow keys to the side bar while the focus is there', async () => {
    const page = searchPage(workbench);
    const inSideBar = workbench.page.locator('.part.sidebar :focus');
    const shows = (range: RegExp) => page.range(range).first().waitFor();
    await page.button('Next').click();
    await shows(/^11–20 of/);
    for (const [key, command, range] of [
      // Had the key turned the page, the command would come to another one.
      ['Alt+ArrowRight', 'Proxy Scout: Previous Page', /^1–10 of/],
      ['Alt+ArrowLeft', 'Proxy Scout: Next Page', /^11–20 of/],
    ] as const) {
      await pane(workbench, 'Search').locator('.monaco-list').focus();
      await inSideBar.first().waitFor();
      await workbench.page.keyboard.press(key);
      await workbench.commandPalette(command);
      await shows(range);
    }
  });

  it('starts anywhere and pages by the size, never below 1', async () => {
    const page = searchPage(workbench);
    await page.search({ Index: 'empty', Field: 'word', Text: 'needle', From: '3', Size: '2' });
    await page
      .range(/^4–5 of 10/)
      .first()
      .waitFor();
    await page.button('Next').click();
    await page
      .range(/^6–7 of 10/)
      .first()
      .waitFor();
    await page.button('Previous').click();
    await page
      .range(/^4–5 of 10/)
      .first()
      .waitFor();
    await page.button('Previous').click();
    await page
      .range(/^2–3 of 10/)
      .first()
      .waitFor();
    await page.button('Previous').click();
    await page
      .range(/^1–2 of 10/)
      .first()
      .waitFor();
    assert.equal(await page.button('Previous').getAttribute('aria-disabled'), 'true');
  });

  it('reads every digit of a number', async () => {
    const page = searchPage(workbench);
    await page.frame.locator('.hit').first().click();
    await page.frame.locator('.document').filter({ hasText: '900719925474099310' }).waitFor();
  });

  it('goes through the hits and opens them with the keyboard alone', async () => {
    const page = searchPage(workbench);
    const { keyboard } = workbench.page;
    await page.search({ Index: 'access-logs', Field: 'message', Text: 'timeout', From: '0', Size: '10' });
    await page
      .range(/^1–10 of/)
      .first()
      .waitFor();
    const hit = (at: number) => page.frame.locator(`.hit[data-row="${at}"]`);
    const focused = (at: number) => page.frame.locator(`.hit[data-row="${at}"]:focus`).waitFor();
    const isOpen = (at: number, open: boolean) =>
      page.frame.locator(`.hit[data-row="${at}"][aria-expanded="${open}"]:focus`).waitFor();
    const documents = page.frame.locator('.document');
    // Tab goes into the hits by the one row that is in its order.
    await page.button('Next').focus();
    await keyboard.press('Tab');
    await focused(0);
    const moves = [
      ['ArrowUp', 0],
      ['ArrowDown', 1],
      ['ArrowDown', 2],
      ['ArrowUp', 1],
      ['End', 9],
      ['ArrowDown', 9],
      ['Home', 0],
      ['PageDown', 9],
      ['PageUp', 0],
    ] as const;
    for (const [key, at] of moves) {
      await keyboard.press(key);
      await focused(at);
      assert.equal(await page.frame.locator('.hit[tabindex="0"]').count(), 1);
    }
    for (const [unfold, fold] of [
      ['Enter', 'Enter'],
      ['Space', 'Space'],
      ['ArrowRight', 'ArrowLeft'],
      ['Enter', 'ArrowLeft'],
      ['ArrowRight', 'Space'],
    ] as const) {
      await keyboard.press('ArrowDown');
      await keyboard.press(unfold);
      await isOpen(1, true);
      assert.equal(await documents.count(), 1);
      const id = await hit(1).locator('.id').textContent();
      assert.ok((await documents.textContent())?.includes(JSON.stringify(id)));
      await keyboard.press(fold);
      await isOpen(1, false);
      assert.equal(await documents.count(), 0);
      await keyboard.press('ArrowUp');
      await focused(0);
    }
    // What is open stays open under Right, and shut under Left.
    await keyboard.press('ArrowLeft');
    await isOpen(0, false);
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowRight');
    await isOpen(0, true);
    // The document is in the tab order, and Left in its button comes back to its hit.
    await keyboard.press('Tab');
    await page.frame.locator('.document .open:focus').waitFor();
    await keyboard.press('ArrowLeft');
    await isOpen(0, true);
    await keyboard.press('ArrowDown');
    await focused(1);
  });

  it('keeps the page that is there when a search fails, and is told what to do', async () => {
    const page = searchPage(workbench);
    const before = await ids();
    assert.equal(before.length, 10);
    await page.search({ Index: 'nope', From: '0', Size: '10' });
    await page.frame.getByText('The engine has no index of this name.').waitFor();
    await page.frame.getByText('Check the index name').waitFor();
    assert.deepEqual(await ids(), before);
    await workbench.screenshot('search-failed');
  });

  for (const [way, cancel] of [
    ['its button', () => searchPage(workbench).button('Cancel').click()],
    ['Escape in the form', () => searchPage(workbench).field('Text').press('Escape')],
    ['Escape on a hit', () => searchPage(workbench).frame.locator('.hit').first().press('Escape')],
  ] as const) {
    it(`cancels a search that takes too long, by ${way}`, async () => {
      const page = searchPage(workbench);
      const hanging = engine.faults.add({ path: { prefix: '/access-logs/' }, fault: { kind: 'hang' } });
      const arriving = engine.nextRequest({ prefix: '/access-logs/' });
      await page.search({ Index: 'access-logs', Field: 'message' });
      const { closed } = await arriving;
      await page.button('Cancel').waitFor();
      await cancel();
      await closed;
      await page
        .range(/cancelled/)
        .first()
        .waitFor();
      assert.equal((await ids()).length, 10);
      hanging.remove();
    });
  }

  it('finds the page as it was left after looking at another tab', async () => {
    const page = searchPage(workbench);
    await page.search({ Index: 'access-logs', Field: 'message', Text: 'timeout', From: '0', Size: '10' });
    await page
      .range(/^1–10 of/)
      .first()
      .waitFor();
    await page.frame.locator('.hit').nth(2).click();
    await page.frame.locator('.document').waitFor();
    const searches = engine.requests.length;
    await workbench.commandPalette('Create: New File...');
    await workbench.quickInput.pick(/^Text File/);
    await workbench.page.getByRole('tab', { name: /Untitled-1/ }).waitFor();
    await workbench.page.getByRole('tab', { name: /Search: logs/ }).click();
    await searchPage(workbench).frame.locator('.document').waitFor();
    const unfolded = searchPage(workbench).frame.locator('.hit[aria-expanded="true"]');
    assert.equal(await unfolded.getAttribute('data-row'), '2');
    assert.equal(engine.requests.length, searches);
  });

  it('does not let a slash in the index become a path', async () => {
    const page = searchPage(workbench);
    await page.search({ Index: 'access-logs/_doc', Field: 'message', Text: 'timeout' });
    await page.frame.locator('[role="alert"], .failure').first().waitFor();
    assert.deepEqual(engine.documentsCreated, []);
    assert.ok(engine.requests.every(({ path }) => !path.startsWith('/access-logs/_doc')));
  });

  it('runs and loads nothing that is put into the page', async () => {
    const page = searchPage(workbench);
    const stranger = beacon.url;
    const refused = await page.frame.locator('body').evaluate(tryEverything, stranger);
    assert.deepEqual(refused, {
      'a script in the page': 'script-src-elem inline',
      'a handler in an attribute': 'script-src-attr inline',
      'a script from elsewhere': `script-src-elem ${stranger}/script.js`,
      'a style in the page': 'style-src-elem inline',
      'an image': `img-src ${stranger}/image.png`,
      'a frame': `frame-src ${stranger}`,
      'a request': `connect-src ${stranger}/request`,
      eval: 'script-src eval',
      'another base': `base-uri ${stranger}/`,
      'a form': `form-action ${stranger}/form?`,
    });
    assert.deepEqual(
      beacon.requests.map(({ path }) => path),
      [],
    );
  });

  it('finds the page again after a reload of the window', async () => {
    const page = searchPage(workbench);
    await page.search({ Index: 'access-logs', Field: 'message', Text: 'timeout', From: '20', Size: '10' });
    await page
      .range(/^21–30 of [\d,]+/)
      .first()
      .waitFor();
    const shown = await ids();
    assert.equal(shown.length, 10);
    await workbench.reload();
    await searchPage(workbench)
      .range(/^21–30 of [\d,]+/)
      .first()
      .waitFor();
    assert.deepEqual(await ids(), shown);
    assert.equal(await searchPage(workbench).field('Text').inputValue(), 'timeout');
  });
});

/**
 * Runs in the page: does what hostile text would do if it were taken for HTML or for a script, each at a time, and tells
 * for each what the page's policy said, or that it said nothing.
 */
async function tryEverything(body: Element, stranger: string): Promise<Readonly<Record<string, string>>> {
  const put = (tag: string, attributes: Readonly<Record<string, string>>, text = '') => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = text;
    body.append(made);
    return made;
  };
  const ways: Readonly<Record<string, () => unknown>> = {
    'a script in the page': () => put('script', {}, 'globalThis.ran = true'),
    'a handler in an attribute': () => put('p', { onclick: 'globalThis.ran = true' }).click(),
    'a script from elsewhere': () => put('script', { src: `${stranger}/script.js` }),
    'a style in the page': () => put('style', {}, '.nobody { color: red }'),
    'an image': () => put('img', { src: `${stranger}/image.png` }),
    'a frame': () => put('iframe', { src: stranger }),
    'a request': () => fetch(`${stranger}/request`).catch(() => undefined),
    // From a timer, because what a debugger runs itself may be allowed more.
    eval: () => setTimeout(() => Reflect.get(globalThis, 'eval')('globalThis.ran = true')),
    'another base': () => put('base', { href: stranger }),
    // Into a frame of its own, because a refusal takes away the document that it would have replaced.
    'a form': () => {
      put('iframe', { name: 'inside' });
      (put('form', { action: `${stranger}/form`, target: 'inside' }) as HTMLFormElement).submit();
    },
  };
  const told: Record<string, string> = {};
  for (const [name, attempt] of Object.entries(ways)) {
    told[name] = await new Promise((resolve) => {
      const settle = (text: string) => {
        document.removeEventListener('securitypolicyviolation', hear);
        resolve(Reflect.get(globalThis, 'ran') === true ? 'it ran' : text);
      };
      const hear = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) =>
        settle(`${effectiveDirective} ${blockedURI}`);
      document.addEventListener('securitypolicyviolation', hear);
      setTimeout(settle, 5_000, 'nothing was said');
      attempt();
    });
  }
  return told;
}
