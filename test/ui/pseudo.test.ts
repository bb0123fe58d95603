/**
 * Everything that is shown in a language that nobody speaks (scripts/pseudo.mjs), to find what is not translated or is put
 * together from pieces. VS Code's own locale is set, so it loads the translations as it does those of a real language.
 * All that was found stands in out/pseudo.txt, by area.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { pseudo, pseudoLanguage, stagePseudo } from '../../scripts/pseudo.mjs';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { startWorkbench, type Workbench } from './harness';
import { hoverUntil, lookAway, pressHovered } from './person';
import { readCorpus, untranslatedIn } from './untranslated';
import { repeatUntil } from './waits';

const areas = [
  'commands and menus',
  'settings',
  'views',
  'tree of proxies',
  'tooltips of the tree',
  'details',
  'quick inputs',
  'messages',
  'request flow',
  'comparison',
  'tree of searches',
  'search page',
] as const;
type Area = (typeof areas)[number];

/** What placeholders have as examples. */
const examples = ['https://shop.example.com/cart?item=1', 'logs-*'];

const words: Readonly<Record<string, string>> = JSON.parse(readFileSync('package.nls.json', 'utf8'));

describe('Extension in another language', () => {
  let traefik: RunningTraefik;
  let old: RunningTraefik;
  let engine: SampleSearchEngine;
  let workbench: Workbench;
  let corpus: ReadonlySet<string>;
  let data: string;
  const found = new Map<Area, Set<string>>(areas.map((area) => [area, new Set()]));

  before(async function () {
    this.timeout(180_000);
    [traefik, old, engine] = await Promise.all([
      startTraefik(),
      startTraefik({ version: '2.11' }),
      startSearchEngine(),
    ]);
    const folder = 'out/pseudo';
    const samples = [
      { kind: 'proxy', name: 'edge', url: traefik.url, auth: { type: 'none' } },
      { kind: 'proxy', name: 'edge2', url: old.url, auth: { type: 'none' } },
      { kind: 'search', name: 'logs', url: engine.url, auth: { type: 'none' } },
    ];
    await stagePseudo(process.cwd(), folder);
    execFileSync(process.execPath, ['esbuild.js', `--outdir=${folder}/dist`, `--samples=${JSON.stringify(samples)}`]);
    const served = await Promise.all(
      [{ match_all: {} }, { match: { message: 'timeout' } }].map(async (query) => {
        const body = JSON.stringify({ size: 10_000, query });
        const headers = { 'content-type': 'application/json' };
        return (await fetch(`${engine.url}/access-logs/_search`, { method: 'POST', headers, body })).text();
      }),
    );
    const addresses = [traefik.url, old.url, engine.url].flatMap((url) => [url, new URL(url).host]);
    corpus = readCorpus([...served, 'edge', 'edge2', 'logs', 'access-logs', ...examples, ...addresses]);
    data = [...corpus].join('\n');
    workbench = await startWorkbench({ extensionPath: folder, locale: pseudoLanguage });
    await run('View: Show Proxy Scout');
    await row(/^\s*edge/).waitFor();
  });
  after(async () => {
    const lines = areas.flatMap((area) => [`## ${area}`, ...[...(found.get(area) ?? [])].sort(), '']);
    writeFileSync('out/pseudo.txt', lines.join('\n'));
    await workbench?.close();
    await engine?.close();
    await traefik?.close();
    await old?.close();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await workbench.screenshot(`pseudo-${this.currentTest.title.split(' ')[2]}`);
  });

  const title = (key: string): string => pseudo(words[`command.${key}`] ?? assert.fail(key));
  const run = (command: string): Promise<void> => workbench.commandPalette(command);
  const runOurs = (key: string): Promise<void> => run(`Proxy Scout: ${title(key)}`);
  const row = (text: RegExp): Locator => workbench.treeRows(text).first();
  const note = (area: Area, texts: readonly (string | null)[]): void => {
    for (const text of texts) {
      for (const piece of untranslatedIn(text ?? '', corpus, data)) found.get(area)?.add(piece);
    }
  };
  /** All that a person, or a screen reader, reads below an element. */
  const textsOf = (root: Locator): Promise<readonly string[]> =>
    root.evaluateAll((elements) =>
      elements.flatMap((element) => {
        const all = [element, ...element.querySelectorAll('*')];
        const attributes = all.flatMap((one) =>
          ['aria-label', 'title', 'placeholder', 'aria-description', 'aria-roledescription'].flatMap(
            (name) => one.getAttribute(name) ?? [],
          ),
        );
        const own = all
          .filter((one) => !['SCRIPT', 'STYLE'].includes(one.tagName) && !one.matches('.key'))
          .flatMap((one) => {
            // A value that is cut around its match is in parts.
            const value = one.closest(':has(> mark)');
            if (value !== null) return one === value ? (one.textContent ?? '').replace(/^…/, '') : [];
            return [...one.childNodes].flatMap((node) => (node.nodeType === 3 ? (node.textContent ?? '') : []));
          });
        return [...attributes, ...own];
      }),
    );
  /** The lines of the editor that are drawn, and its code lenses. */
  const linesOf = async (): Promise<readonly string[]> => {
    const editor = workbench.page.locator('.editor-instance').last();
    await editor.locator('.view-line').first().waitFor();
    return [
      ...(await editor.locator('.view-line').allInnerTexts()),
      ...(await editor.locator('.codelens-decoration a').allInnerTexts()),
    ];
  };
  const quickInput = async (): Promise<readonly string[]> => {
    const { widget } = workbench.quickInput;
    // The palette, which may still be there, has no title.
    await widget.locator('.quick-input-title').filter({ hasText: /\S/ }).waitFor();
    await workbench.page.waitForFunction(
      () => document.querySelector('.quick-input-widget .monaco-progress-container.active') === null,
    );
    return [
      ...(await widget.locator('.quick-input-title, .quick-input-message, .quick-input-description').allInnerTexts()),
      ...(await widget
        .locator('.quick-input-box input')
        .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('placeholder') ?? ''))),
      ...(await widget
        .locator(
          // The second line is the English title in the palette, and no other list has one.
          '.monaco-list-row .quick-input-list-rows > :first-child :is(.label-name, .label-description), .quick-input-list-separator',
        )
        // Rows are used again, with what is hidden in them.
        .filter({ visible: true })
        .allInnerTexts()),
    ];
  };
  const leaveQuickInput = async (): Promise<void> => {
    const { widget } = workbench.quickInput;
    for (let at = 0; at < 5 && (await widget.isVisible()); at++) {
      await workbench.page.keyboard.press('Escape');
      await widget.waitFor({ state: 'hidden', timeout: 1_000 }).catch(() => undefined);
    }
  };
  /** VS Code ignores a click just after a menu opens. */
  const chooseByKeyboard = async (entry: Locator): Promise<void> => {
    await repeatUntil(entry.and(workbench.page.locator(':focus')), () => entry.hover(), 1_000);
    await workbench.page.keyboard.press('Enter');
  };
  const messages = async (): Promise<void> => {
    const { page } = workbench;
    note('messages', await workbench.notifications());
    note('messages', await page.locator('.notification-list-item-buttons-container .monaco-button').allInnerTexts());
    if ((await page.locator('.notifications-toasts .notification-list-item').count()) > 0)
      await run('Notifications: Clear All Notifications');
  };
  const proxies = (): Locator => workbench.page.locator('.pane').first().locator('.monaco-list-row');

  it('has commands, menus and views in it', async () => {
    await workbench.page.keyboard.press('F1');
    await workbench.quickInput.type('>Proxy Scout:');
    await workbench.quickInput.item(/⟦/).waitFor();
    // The second line of a row is the English title, which VS Code finds as well.
    const commands = await workbench.quickInput.widget
      .locator('.monaco-list-row .quick-input-list-rows > :first-child .label-name')
      .allInnerTexts();
    const ours = commands.filter((text) => text.startsWith('Proxy Scout: '));
    assert.ok(ours.length > 5, commands.join('\n'));
    note(
      'commands and menus',
      ours.map((text) => text.slice('Proxy Scout: '.length)),
    );
    await leaveQuickInput();
    for (const endpoint of [/^\s*edge/, /^\s*logs/]) {
      const items = workbench.page.locator('.monaco-menu .action-label');
      // None comes up where the row is drawn anew in that moment.
      await repeatUntil(items.first(), () => row(endpoint).click({ button: 'right' }));
      note('commands and menus', await items.allInnerTexts());
      await workbench.page.keyboard.press('Escape');
      await items.first().waitFor({ state: 'hidden' });
    }
    note('views', await workbench.page.locator('.sidebar .pane-header h3').allInnerTexts());
    await lookAway(workbench);
  });

  it('has settings in it', async () => {
    await run('Preferences: Open Settings (UI)');
    const editor = workbench.page.locator('.settings-editor');
    await editor.locator('.suggest-input-container .view-line').first().click();
    await workbench.page.keyboard.type('@ext:proxy-scout.proxy-scout');
    const described = editor.locator('.setting-item-description');
    await described.filter({ hasText: '⟦' }).first().waitFor();
    note('settings', await described.allInnerTexts());
    // The settings are a dialog, in which the palette cannot be opened; the first key closes what completes the search.
    for (let at = 0; at < 3 && (await editor.isVisible()); at++) {
      await workbench.page.keyboard.press('Escape');
      await editor.waitFor({ state: 'hidden', timeout: 2_000 }).catch(() => undefined);
    }
  });

  it('has the tree in it', async () => {
    await run('View: Show Proxy Scout');
    const branches: readonly (readonly (string | RegExp)[])[] = [
      ...[/^\s*all-down/, /^\s*bad-url/, /^\s*missing@docker/, /^\s*shop-api-v2/].map((about) => ['Problems', about]),
      ['Problems', 'Unused'],
      ['Entry Points', /^\s*web(?!secure)/],
      [/^\s*HTTP/, 'Routers', /^\s*bad-rule/],
      [/^\s*HTTP/, 'Services', /^\s*shop/],
      [/^\s*HTTP/, 'Middlewares', /^\s*shop-chain/],
      ['Built-in'],
      ['Certificates'],
      ['Overview'],
    ];
    // Rows out of sight are not drawn.
    await workbench.page.setViewportSize({ width: 1400, height: 9_000 });
    await workbench.expand(row(/^\s*edge/));
    // It comes when the other rows are there already, and moves those below it.
    await row(new RegExp(pseudo('Problems'))).waitFor();
    const atLevel = (level: number) => proxies().and(workbench.page.locator(`[aria-level="${level}"]`));
    // From the last to the first, so that the first row of a level is in the branch that is being unfolded.
    for (const branch of branches.toReversed()) {
      for (const [at, name] of branch.entries()) {
        const wanted = atLevel(at + 2).filter({ hasText: typeof name === 'string' ? pseudo(name) : name });
        await workbench.expand(wanted.first());
        const index = Number(await wanted.first().getAttribute('data-index'));
        await atLevel(at + 3)
          .and(workbench.page.locator(`[data-index="${index + 1}"]`))
          .waitFor();
      }
    }
    note('tree of proxies', await textsOf(proxies()));
    const items = atLevel(4).filter({ hasText: /^\s*(?:bad|shop|static)-/ });
    for (const one of [
      row(/^\s*edge/),
      items.first(),
      items.last(),
      atLevel(3)
        .filter({ hasText: /^\s*web(?!secure)/ })
        .first(),
    ]) {
      const hover = workbench.page.locator('.workbench-hover .hover-contents');
      // Until the tooltip is there, VS Code shows “Loading...” in its place.
      await hoverUntil(workbench, one.locator('.label-name'), hover.filter({ hasText: '⟦' }).first());
      note('tooltips of the tree', await hover.allInnerTexts());
      // A tooltip covers the rows below it.
      await lookAway(workbench);
    }
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
    await messages();
  });

  it('has questions and documents in it', async () => {
    const { quickInput: input, page } = workbench;
    for (const key of ['addEndpoint', 'editEndpoint', 'filter', 'takeSnapshot']) {
      await runOurs(key);
      // Conditions of a filter are the same in each language.
      note(
        'quick inputs',
        (await quickInput()).filter((text) => !/^[a-z]+:[\w-]+$/.test(text)),
      );
      await leaveQuickInput();
    }
    for (const key of ['groupBy', 'sortBy']) {
      const entry = page.getByRole('menuitem', { name: title(key) });
      const view = page.locator('.pane').first();
      await repeatUntil(entry, () => pressHovered(workbench, view, view.getByRole('button', { name: /More Actions/ })));
      await chooseByKeyboard(entry);
      note('quick inputs', await quickInput());
      await leaveQuickInput();
    }
    const test = page.getByRole('menuitem', { name: title('testConnection') });
    await repeatUntil(test, async () => {
      await page.keyboard.press('Escape');
      await row(/^\s*edge/).click({ button: 'right' });
      await page.getByRole('menuitem', { name: pseudo(words['submenu.manageEndpoint'] ?? '') }).hover();
    });
    await chooseByKeyboard(test);
    await workbench.notification(/\S/).first().waitFor();
    await messages();
    await runOurs('find');
    await input.type('shop');
    await input.item(/shop/).waitFor();
    // Without those of the palette, which has the English names of commands, too.
    const found = input.widget.locator('.monaco-list-row', { hasText: 'shop' });
    note('quick inputs', await found.locator('.quick-input-list-rows > :first-child .label-name').allInnerTexts());
    await input.accept();
    const item = proxies().and(page.locator('[aria-selected="true"]')).filter({ hasText: 'shop' });
    await item.locator('.label-name').click();
    note('details', await linesOf());
    note('details', await page.locator('.tab .label-name').allInnerTexts());
    await messages();
  });

  it('has the request flow in it', async () => {
    await run('View: Close All Editors');
    await runOurs('whichRouter');
    const { quickInput: input, page } = workbench;
    note('quick inputs', await quickInput());
    await input.type('https://shop.example.test/api');
    await input.item('https://shop.example.test/api').waitFor();
    await input.accept();
    await page.locator('.editor-instance .view-line').first().waitFor();
    await leaveQuickInput();
    note('request flow', await linesOf());
    await messages();
  });

  it('has a comparison in it', async () => {
    await runOurs('compareWith');
    note('quick inputs', await quickInput());
    await workbench.quickInput.accept();
    await workbench.quickInput.shows(pseudo('Compare With'));
    note('quick inputs', await quickInput());
    await workbench.quickInput.accept();
    const comparison = workbench.page.locator('.pane').nth(2);
    await comparison.locator('.monaco-list-row').first().waitFor();
    // VS Code itself puts label and description together for a screen reader.
    note('comparison', await comparison.locator('.message, .label-name, .label-description').allInnerTexts());
    await messages();
  });

  it('has the search page in it', async () => {
    await run('View: Close All Editors');
    const searches = workbench.page.locator('.pane').nth(1).locator('.monaco-list-row');
    note('tree of searches', await textsOf(searches));
    await searches.filter({ hasText: 'logs' }).first().click();
    const frame = workbench.webview();
    const body = frame.locator('body');
    await frame.locator('body[aria-busy="false"]').waitFor();
    note('search page', await textsOf(body));
    await frame.locator('#index').fill('access-logs');
    await frame.locator('#query-options-button').click();
    await frame.locator('#by').selectOption('exact');
    await frame.locator('#field').press('Enter');
    await frame.locator('[aria-invalid="true"]').first().waitFor();
    note('search page', await textsOf(body));
    await frame.locator('#by').selectOption('words');
    await frame.locator('#field').fill('message');
    await frame.locator('#by').press('Escape');
    await frame.locator('#text').fill('timeout');
    await frame.locator('#text').press('Enter');
    await frame.locator('.hit').first().waitFor();
    note('search page', await textsOf(body));
    await frame.locator('.hit .cell').first().click();
    await frame.locator('.document .node, .document pre').first().waitFor();
    note('search page', await textsOf(body));
    for (const at of [0, 1, 2]) {
      const menu = frame.locator('button[aria-haspopup]').nth(at);
      if ((await menu.count()) === 0) break;
      await menu.click();
      note('search page', await textsOf(body));
      await workbench.page.keyboard.press('Escape');
    }
    await frame.locator('[popovertarget="layout-menu"]').click();
    await frame.locator('#layout-menu [role^="menuitem"]').nth(1).click();
    await frame.locator('.lines > .hit').first().waitFor();
    note('search page', await textsOf(body));
    await frame.locator('#text').fill('nothing has this');
    await frame.locator('#text').press('Enter');
    await frame.locator('.empty').first().waitFor();
    await frame.locator('body[aria-busy="false"]').waitFor();
    note('search page', await textsOf(body));
    note('tree of searches', await textsOf(searches));
    await messages();
  });

  for (const area of areas) {
    it(`leaves nothing in English in the ${area}`, () => {
      assert.deepEqual([...(found.get(area) ?? [])], []);
    });
  }
});
