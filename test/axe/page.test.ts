/** The search page as axe-core sees it: names, roles, contrast and order, in every kind of theme and in every state. */
import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Frame } from 'playwright-core';
import { startSearchEngine } from '../servers/search/index';
import { describeWorkbench, type Workbench } from '../ui/harness';
import { logLines, logLineTypes } from '../ui/logLines';
import { addEndpoint, chooseFromMenu, lookAway, openMenu, row, searchPage } from '../ui/person';

/** Where the pictures go; undefined: none are taken. */
const pictures = process.env.PROXY_SCOUT_PICTURES;

/** Two themes each, which VS Code changes with the system's. */
const pairs = [
  {
    title: 'Dark Modern and Light Modern',
    themes: { dark: 'Dark Modern', light: 'Light Modern' },
  },
  {
    title: 'Dark 2026 and Light 2026',
    themes: { dark: 'Dark 2026', light: 'Light 2026' },
  },
  {
    title: 'both high-contrast themes',
    themes: { dark: 'Default High Contrast', light: 'Default High Contrast Light' },
  },
] as const;

describeWorkbench('the search page', (walk) => {
  for (const { title, themes } of pairs) {
    it(`keeps nobody out, in ${title}`, async () => {
      const engine = await walk.closes(startSearchEngine());
      engine.createIndex('app-logs', logLines(20), { types: logLineTypes });
      const workbench = await walk.open({
        settings: {
          'window.autoDetectColorScheme': true,
          'window.autoDetectHighContrast': false,
          'workbench.preferredDarkColorTheme': themes.dark,
          'workbench.preferredLightColorTheme': themes.light,
        },
      });
      await addEndpoint(workbench, { kind: 'search', name: 'logs', url: engine.url });
      await row(workbench, 'logs').click();
      await searchPage(workbench).isReady();
      await workbench.commandPalette('View: Toggle Primary Side Bar Visibility');
      const found = new Map<string, string[]>();
      await throughStates(workbench, async (state) => {
        for (const [colorScheme, theme] of Object.entries(themes) as [keyof typeof themes, string][]) {
          await workbench.page.emulateMedia({ colorScheme });
          await searchPage(workbench).frame.locator(`body[data-vscode-theme-id="${theme}"]`).waitFor();
          await settled(workbench);
          for (const problem of await problemsOn(await pageFrame(workbench))) {
            found.set(problem, [...(found.get(problem) ?? []), `${state} in ${theme}`]);
          }
          if (pictures !== undefined) await takePictures(workbench, join(pictures, `axe-${state}-${theme}`));
        }
      });
      const list = [...found].map(([problem, where]) => `\n${problem}\n  (${where.join('; ')})`);
      if (list.length > 0) assert.fail(`axe-core finds ${list.length} problems:\n${list.join('\n')}`);
    });
  }
});

/** Waits until nothing of a search before is shown any more. */
async function settled(workbench: Workbench): Promise<void> {
  await searchPage(workbench).isReady();
  await searchPage(workbench).frame.locator('.time-bar.previous').waitFor({ state: 'detached' });
}

/** Brings the page into each of its states. */
async function throughStates(workbench: Workbench, look: (state: string) => Promise<void>): Promise<void> {
  const page = searchPage(workbench);
  const { keyboard } = workbench.page;
  await look('nothing');
  await page.field('Index').fill('acc');
  await page.frame.getByRole('option', { name: /docs/ }).first().waitFor();
  await look('indices');
  await page.search({ Index: 'access-logs', Field: 'message', Text: 'timeout' });
  await page.shows(/^1–\d+ of /);
  await look('hits');
  await page.search({ Field: '', Text: '' });
  await page.frame
    .locator('.time-bar .caption')
    .filter({ hasText: /at most \d{3} hits/ })
    .waitFor();
  await page.frame.getByRole('listbox', { name: 'Hits over time' }).focus();
  for (const key of ['Home', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight']) await keyboard.press(key);
  await look('bars');
  await keyboard.press('Enter');
  await page.button('Any Time').waitFor();
  await look('range');
  await page.button('Any Time').click();
  await page.search({ Field: 'message', Text: 'timeout' });
  await page.shows(/^1–10 of 1,074/);
  await page.frame
    .getByRole('button', { name: /^level/ })
    .first()
    .click();
  await page.frame.getByRole('list', { name: /^Top values/ }).waitFor();
  await look('fields');
  await openMenu(workbench, page.frame.locator('.hit[data-row="0"] .cell:nth-child(2)'), 'Filter Out');
  await keyboard.press('Enter');
  await page.frame.locator('.chip').waitFor();
  await page.shows(/^1–\d+ of /);
  await page.frame.locator('.chip .opener').focus();
  await keyboard.press('Enter');
  await page.frame.getByRole('menuitem', { name: 'Edit…' }).and(page.frame.locator(':focus')).waitFor();
  await look('chip-menu');
  await keyboard.press('Enter');
  await page.frame.getByLabel('Value', { exact: true }).fill(' ');
  await page.button('Apply').click();
  await page.frame.getByText('Enter a value.').waitFor();
  await look('chip-edit');
  await keyboard.press('Escape');
  await page.unfold(0);
  await page.frame.locator('.node').nth(2).locator('.name').click();
  await lookAway(workbench);
  await look('unfolded');
  await page.frame.getByRole('tab', { name: 'JSON' }).click();
  await page.more('Show Request');
  await page.button('More Actions').click();
  await look('menu');
  await keyboard.press('Escape');
  await page.button('Query Options').click();
  await look('query-options');
  await keyboard.press('Escape');
  await page.more('Columns…');
  await look('columns');
  await page.frame.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox').first().check();
  await keyboard.press('Escape');
  await page.frame.locator('.results.with-ranks').waitFor();
  await page.more('Show Request');
  await look('chosen');
  await page.button('Follow').click();
  await page.button(/^Following, every/).waitFor();
  await look('followed');
  await page.button(/^Following, every/).click();
  await page.search({ Index: 'app-logs', Text: 'timeout', Field: '' });
  await page.shows(/^1–\d+ of /);
  await page.layout('Lines');
  await page.frame.locator('.results.lines .styled').first().waitFor();
  await look('lines');
  await page.search({ Text: '' });
  await page.shows(/^1–\d+ of /);
  await page.layout('Wrap Lines');
  await page.more('Relative Times');
  await page.frame.locator('.results.wrapped [data-at]').first().waitFor();
  await page.unfold(1);
  await lookAway(workbench);
  await look('lines-wrapped');
  await page.search({ Index: 'access-logs', Text: 'timeout' });
  await page.shows(/^1–\d+ of /);
  await look('lines-access');
  await page.layout('Table');
  await page.frame.locator('.results:not(.lines)').waitFor();
  await page.search({ Field: 'message', Text: 'zzzzzz' });
  await page.shows(/^No hits/);
  await page.frame.getByText(/^Newest document of this index: /).waitFor();
  await look('empty');
  await page.search({ Index: 'no-such-index' });
  await page.frame.locator('.failure:visible').waitFor();
  await look('failure');
  await page.search({ Index: 'access-logs', Text: addressOfDiscover });
  await page.frame.locator('.bar.pasted:visible').waitFor();
  await page.shows(/^1–\d+ of /);
  await look('pasted');
  await workbench.commandPalette('View: Toggle Primary Side Bar Visibility');
  await chooseFromMenu(workbench, row(workbench, 'logs'), 'Remove…');
  const dialog = workbench.page.getByRole('dialog', { name: /Remove the endpoint/ });
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.range(/removed endpoint$/).waitFor();
  await look('removed');
}

/** Of a data view of which only the ID is known, with a condition that a query string cannot say. */
const addressOfDiscover =
  "https://kibana.example.test/app/discover#/view/42?_g=(refreshInterval:(pause:!f,value:5000),time:(from:'2026-11-01',to:'2026-11-02'))&_a=(breakdownField:level,columns:!(),dataSource:(dataViewId:ce572630-0f58-11ed-bd81-e7f3585b181b,type:dataView),filters:!((meta:(disabled:!t,negate:!t),query:(match_phrase:(RequestMethod:GET)))),query:(language:kuery,query:'DownstreamStatus >= 500 and items: { name: shop }'))";

/** The frame of the page, inside those that VS Code puts around it. */
async function pageFrame(workbench: Workbench): Promise<Frame> {
  const body = await searchPage(workbench).frame.locator('body').elementHandle();
  return (await body?.ownerFrame()) ?? assert.fail('there is no page');
}

/** What axe-core finds on the page, one line each: the rule, what is wrong, and where. */
async function problemsOn(frame: Frame): Promise<readonly string[]> {
  // As an expression: the page forbids scripts of others.
  await frame.evaluate(`${await axeSource()};undefined`);
  const undrawn = await frame.locator('.codicon').evaluateAll((icons) =>
    icons.flatMap((icon) => {
      const isNamed = [...icon.classList].some((name) => name.startsWith('codicon-'));
      const isDrawn = getComputedStyle(icon, '::before').content !== 'none';
      return isNamed && !isDrawn ? [`an icon that the build left out: ${icon.className}`] : [];
    }),
  );
  const { violations } = (await frame.evaluate('axe.run(document, { iframes: false })')) as AxeResults;
  const problems = violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(({ target, any }) => {
      const why = any[0]?.message;
      return `${id} (${impact ?? 'no impact'}): ${help}: ${target.join(' ')}${why === undefined ? '' : `\n  ${why}`}`;
    }),
  );
  return [...undrawn, ...problems];
}

let source: Promise<string> | undefined;

function axeSource(): Promise<string> {
  source ??= readFile(createRequire(join(process.cwd(), 'package.json')).resolve('axe-core/axe.min.js'), 'utf8');
  return source;
}

/** Takes a picture of the window in two widths. */
async function takePictures({ page }: Workbench, path: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  for (const width of [600, 1400]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${path}-${width}.png`, animations: 'disabled' });
  }
}
