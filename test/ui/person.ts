/** What a person does with Proxy Scout, in the steps a person would name. */
import type { Locator } from 'playwright-core';
import type { EndpointAuth, EndpointKind } from '../../src/core/base/endpoints/endpoint';
import { markSecret } from './marks';
import { comes, patienceMs, repeatUntil, scroll } from './waits';
import { escaped, type VSCodeWindow } from './window';

export interface NewEndpoint {
  readonly kind: EndpointKind;
  readonly name: string;
  /** As typed: anything that a person would paste. */
  readonly url: string;
  readonly auth?: Extract<EndpointAuth, { type: 'none' | 'basic' }>;
}

/** Shows Proxy Scout's views. By the command: a click on the icon hides them where VS Code has just shown them again. */
export async function openProxyScout(window: VSCodeWindow): Promise<void> {
  // Its icon comes with its commands, which the palette would be opened without before.
  await window.page.locator('.activitybar').getByRole('tab', { name: 'Proxy Scout' }).waitFor();
  await window.commandPalette('View: Show Proxy Scout');
  await pane(window, 'Proxies').waitFor();
}

/** Draws the side bar's edge to `x`, so that rules and addresses can be read. */
export async function widenSideBar({ page }: VSCodeWindow, x: number): Promise<void> {
  const bar = await page.locator('.part.sidebar').boundingBox();
  if (bar === null) throw new Error('the side bar is not shown');
  await page.mouse.move(bar.x + bar.width, 500);
  await page.mouse.down();
  await page.mouse.move(x, 500, { steps: 5 });
  await page.mouse.up();
}

/** The pane of a view, with its rows and its toolbar. What stands beside its title is part of its name. */
type ViewName = 'Proxies' | 'Search' | 'Comparison';

export function pane(window: VSCodeWindow, name: ViewName): Locator {
  return window.page.locator(`.pane:has(> ${headerOf(name)})`);
}

/** In CSS: a role and a name would have to be made out for each element of the window, each time that is looked at. */
const headerOf = (name: ViewName): string =>
  `.pane-header:is([aria-label="${name} Section"], [aria-label^="${name} - "])`;

/** Chooses from the … menu in the title of a view. */
export async function chooseFromTitle(window: VSCodeWindow, view: ViewName, item: string): Promise<void> {
  const { page } = window;
  const entry = page.getByRole('menuitem', { name: item });
  const more = pane(window, view).getByRole('button', { name: /More Actions/ });
  await repeatUntil(entry, async () => {
    await page.keyboard.press('Escape');
    await pressHovered(window, pane(window, view), more);
  });
  await repeatUntil(entry.and(page.locator(':focus')), () => entry.hover(), 1_000);
  await page.keyboard.press('Enter');
}

/** Folds a view up, so that the other one has its room, or unfolds it. VS Code may lose the click after a resize. */
export async function foldView(window: VSCodeWindow, name: 'Proxies' | 'Search', folds = true): Promise<void> {
  const header = window.page.locator(headerOf(name));
  await repeatUntil(header.and(window.page.locator(`[aria-expanded="${!folds}"]`)), async () => {
    if ((await header.getAttribute('aria-expanded')) === String(folds)) await header.click();
  });
}

/** Waits until the quick input asks for something: its texts follow each other in the same widget. */
export async function asked(window: VSCodeWindow, text: string | RegExp): Promise<void> {
  await window.quickInput.widget.filter({ hasText: text }).waitFor();
}

/**
 * Adds an endpoint by the command, gives it its name, and folds its row up. Credentials are entered where the server asks for
 * them, otherwise afterwards.
 */
export async function addEndpoint(window: VSCodeWindow, { kind, name, url, auth }: NewEndpoint): Promise<void> {
  const added = await pasteAddress(window, kind, url);
  const another = window.quickInput.item('Add Another One');
  const user = window.quickInput.message.filter({ hasText: 'User name' });
  // Asked by servers that accept several.
  const method = window.quickInput.item('User name and password');
  await added.or(user).or(method).or(another).first().waitFor();
  if (await another.isVisible()) {
    await another.click();
    await added.or(user).or(method).first().waitFor();
  }
  if (auth?.type === 'basic') {
    if (await method.isVisible()) {
      await method.click();
      await user.waitFor();
    }
    if (await user.isVisible()) await enterUser(window, auth);
    else await editCredentials(window, added, auth);
  }
  await nameAdded(window, added, name);
}

/** Gives an endpoint that was just added its name, and folds its row up. */
export async function nameAdded(window: VSCodeWindow, added: Locator, name: string): Promise<void> {
  await added.waitFor();
  // A press may take another row, as rows come when the proxy was read: then the one that was added is no longer selected.
  const given = await added.locator('.label-name').first().innerText();
  await chooseFromMenu(window, rowNamed(window, given), 'Rename…');
  await answer(window, 'Name of the endpoint', name);
  const named = rowNamed(window, name);
  await named.waitFor();
  await foldRow(window, named);
}

/** The row with this whole name: what is below an endpoint may begin with it, or contain it. */
function rowNamed(window: VSCodeWindow, name: string): Locator {
  const label = window.page.locator('.label-name', { hasText: new RegExp(`^\\s*${escaped(name)}\\s*$`) });
  return window.treeRows().filter({ has: label }).first();
}

/** Begins to add an endpoint by the command: types the address and presses Enter. Returns the row that is then shown. */
export async function pasteAddress(window: VSCodeWindow, kind: EndpointKind, url: string): Promise<Locator> {
  const { page, quickInput } = window;
  await window.commandPalette('Proxy Scout: Add Endpoint…');
  await quickInput.widget.filter({ has: page.getByPlaceholder('Address of') }).waitFor();
  await quickInput.type(url);
  await quickInput.item(/Add http/).waitFor();
  await quickInput.accept();
  const rows = pane(window, kind === 'proxy' ? 'Proxies' : 'Search').locator('.monaco-list-row.selected.focused');
  return rows.and(page.locator('[aria-expanded="true"]')).filter({
    hasText: kind === 'proxy' ? startOf(new URL(url).host) : /^\s*(?:Elasticsearch|OpenSearch|Search engine) \(/,
  });
}

async function enterUser(window: VSCodeWindow, user: { username: string; password: string }): Promise<void> {
  await answer(window, 'User name', user.username);
  await answerHidden(window, 'Password', user.password);
}

async function editCredentials(
  window: VSCodeWindow,
  of: Locator,
  user: { username: string; password: string },
): Promise<void> {
  await chooseFromMenu(window, of, 'Edit Endpoint…');
  await window.quickInput.pick(/^\s*Credentials:/);
  await window.quickInput.pick('User name and password');
  await enterUser(window, user);
  await asked(window, 'Credentials: User');
  await window.page.keyboard.press('Escape');
  await told(window, /: (?:Traefik|Elasticsearch|OpenSearch)/);
}

async function foldRow({ page }: VSCodeWindow, of: Locator): Promise<void> {
  const folded = of.and(page.locator('[aria-expanded="false"]'));
  // A press is lost on a row that VS Code draws again in that moment.
  await repeatUntil(folded, async () => {
    if ((await of.getAttribute('aria-expanded')) === 'true') await of.locator('.monaco-tl-twistie').click();
  });
}

/** Answers a question of a quick input that takes text. The question is what stands below the field. */
export async function answer(window: VSCodeWindow, question: string | RegExp, text: string): Promise<void> {
  await window.quickInput.message.filter({ hasText: question }).waitFor();
  await window.quickInput.type(text);
  await window.quickInput.accept();
}

/** Answers a question whose field hides what is typed: a password, a token, a key. */
export async function answerHidden(window: VSCodeWindow, question: string | RegExp, text: string): Promise<void> {
  await window.quickInput.message.filter({ hasText: question }).waitFor();
  await window.quickInput.field.and(window.page.locator('[type="password"]')).waitFor();
  markSecret(text);
  await window.quickInput.type(text);
  await window.quickInput.accept();
}

/** Opens the walkthrough and unfolds its step, which is returned. */
export async function walkthroughStep(window: VSCodeWindow, title: string): Promise<Locator> {
  await window.commandPalette('Welcome: Open Walkthrough...');
  await window.quickInput.pick(/^\s*Get Started with Proxy Scout/);
  const step = window.page.locator('.getting-started-step').filter({ hasText: title });
  // VS Code draws the steps anew when one of them is done.
  await repeatUntil(step.and(window.page.locator('.expanded')), () => step.getByText(title, { exact: true }).click());
  return step;
}

/** Waits to be told something by a notification, closes it, and returns what it said and which buttons it had. */
export async function told(
  window: VSCodeWindow,
  text: string | RegExp,
): Promise<{ readonly text: string; readonly buttons: readonly string[] }> {
  const notification = window.notification(text).first();
  await notification.waitFor();
  const said = {
    text: await notification.locator('.notification-list-item-message').innerText(),
    buttons: await notification.locator('.notification-list-item-buttons-container .monaco-button').allInnerTexts(),
  };
  // Not by the mouse: the button shows on hover only, and notifications move when one above or below them goes.
  await notification.locator('.codicon-notifications-clear').dispatchEvent('click');
  await notification.waitFor({ state: 'hidden' });
  await readyForNews(window);
  return said;
}

/**
 * Waits until VS Code shows two more notifications: it shows three in 800 ms, progress included, and leaves the others in
 * its bell.
 */
export async function readyForNews({ page }: VSCodeWindow): Promise<void> {
  await page.waitForFunction(() => {
    const shown = (globalThis as { toastsShownAt?: readonly number[] }).toastsShownAt ?? [];
    return shown.filter((at) => performance.now() - at < 850).length < 2;
  });
}

/** Waits until the status bar says this. */
export async function saidInStatusBar({ page }: VSCodeWindow, text: string): Promise<void> {
  await page.locator('.part.statusbar .statusbar-item').filter({ hasText: text }).waitFor();
}

const startOf = (text: string): RegExp => new RegExp(`^\\s*${escaped(text)}`);

/** A row of a tree by the text that it begins with. */
export function row(window: VSCodeWindow, start: string): Locator {
  const [, name, provider] = /^(.+)(@[\w-]+)$/.exec(start) ?? [];
  if (name === undefined || provider === undefined) return window.treeRows(startOf(start)).first();
  // The whole name of an item, whether its row has to tell the provider or not.
  const label = new RegExp(`^\\s*${escaped(name)}(?:${escaped(provider)})?\\s*$`);
  return window
    .treeRows()
    .filter({ has: window.page.locator('.label-name', { hasText: label }) })
    .first();
}

/**
 * Opens the context menu of something and goes to one of its items, or of its submenu's, which Enter then chooses.
 *
 * @param position within `of` for the mouse, in pixels; default: its middle
 */
export async function openMenu(
  { page }: VSCodeWindow,
  of: Locator,
  item: string,
  position?: { readonly x: number; readonly y: number },
): Promise<void> {
  const entry = page.getByRole('menuitem', { name: item });
  const submenu = page.getByRole('menuitem', { name: 'Manage Endpoint' });
  const opened = entry.or(submenu).first();
  const menu = page.locator('.context-view .monaco-menu').first();
  const open = async (): Promise<void> => {
    if (await opened.isVisible()) return;
    // One that came up before its conditions were known lacks the item, and keeps the mouse from all else.
    if (await menu.isVisible()) await page.keyboard.press('Escape');
    await of.click({ button: 'right', timeout: 5_000, ...(position !== undefined && { position }) });
  };
  // No menu comes up, or it goes again at any time, where the row is drawn anew in that moment, such as with what was found
  // at a proxy. The submenu comes some time after the mouse, and not if the menu takes the focus in between. The focus
  // follows the mouse, unless the menu came up below it.
  const isFocused = entry.and(page.locator(':focus'));
  await repeatUntil(
    isFocused,
    async () => {
      await repeatUntil(opened, open);
      if (!(await entry.isVisible())) {
        await submenu.hover({ timeout: 2_000 });
        await entry.waitFor({ timeout: 2_000 });
      }
      await entry.hover({ timeout: 2_000 });
    },
    1_000,
  );
}

/** Chooses from the context menu of something: by the keyboard, as VS Code ignores a click just after the menu opens. */
export async function chooseFromMenu(window: VSCodeWindow, of: Locator, item: string): Promise<void> {
  await openMenu(window, of, item);
  await window.page.keyboard.press('Enter');
  await lookAway(window);
}

/** Takes the mouse to the title bar, where it hovers nothing: tooltips cover what is beside and below them. */
export async function lookAway({ page }: VSCodeWindow): Promise<void> {
  const tooltip = page.locator('.monaco-hover:visible').first();
  // One that came up just when the mouse went stays until the mouse has been on it.
  for (let x = 500; ; x += 5) {
    await page.mouse.move(x, 12);
    if (await comes(tooltip, 1_000, 'hidden')) return;
    if (x === 600) return tooltip.waitFor({ state: 'hidden' });
    const box = await tooltip.boundingBox({ timeout: 1_000 }).catch(() => null);
    if (box !== null) await page.mouse.move(box.x + 5, box.y + 5);
  }
}

/**
 * Takes the mouse to something until what that brings is shown: a tooltip, or the buttons of a row. VS Code drops both where
 * it draws anew what is under the mouse, and brings them again only to a mouse that has gone and come back.
 */
export async function hoverUntil(window: VSCodeWindow, what: Locator, shown: Locator): Promise<void> {
  await what.waitFor();
  await repeatUntil(shown, async () => {
    await lookAway(window);
    await what.hover({ timeout: 5_000 });
  });
}

/**
 * Takes the mouse to a row, or a pane, and presses one of the buttons that come with it: again, if the button has gone
 * meanwhile, as it does where VS Code draws anew what is under the mouse.
 */
export async function pressHovered(window: VSCodeWindow, what: Locator, button: Locator): Promise<void> {
  for (const end = Date.now() + patienceMs; ; ) {
    await hoverUntil(window, what, button);
    const pressed = button.click({ timeout: 5_000 });
    if (Date.now() > end) return pressed;
    if (
      await pressed.then(
        () => true,
        () => false,
      )
    )
      return;
  }
}

/** Turns the wheel over the proxies until a row is drawn: rows out of sight are not there. */
export async function bring(window: VSCodeWindow, start: string, by = 200): Promise<Locator> {
  await hoverScrollbar(window);
  const wanted = row(window, start);
  for (let turn = 0; turn < 100 && (await wanted.count()) === 0; turn += 1) {
    await scroll(window.page, by);
  }
  await wanted.waitFor();
  // Rows that stay in sight above their own cover the first ones; the last one may end below the view.
  const covered = (): Promise<'above' | 'below' | undefined> =>
    wanted.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      const list = element.closest('.monaco-list');
      const view = list?.getBoundingClientRect();
      const stuck = list?.querySelector('.monaco-tree-sticky-container')?.getBoundingClientRect();
      if (top < Math.max(view?.top ?? 0, stuck?.bottom ?? 0) - 1) return 'above';
      return bottom > (view?.bottom ?? Number.POSITIVE_INFINITY) + 1 ? 'below' : undefined;
    });
  for (let turn = 0; turn < 10; turn += 1) {
    const side = await covered();
    if (side === undefined) break;
    await scroll(window.page, side === 'below' ? 44 : -66);
  }
  return wanted;
}

/** Takes the mouse to where it scrolls the proxies: on a row, its tooltip would come under it, and take the wheel. */
async function hoverScrollbar(window: VSCodeWindow): Promise<void> {
  const list = pane(window, 'Proxies').locator('.monaco-list');
  const { width = 300 } = (await list.boundingBox()) ?? {};
  await list.hover({ position: { x: width - 4, y: 200 } });
}

/** Scrolls the proxies to the first row. */
export async function scrollToTop(window: VSCodeWindow): Promise<void> {
  await hoverScrollbar(window);
  await scroll(window.page, -1_000_000);
}

/** Folds a row up. */
export async function fold(window: VSCodeWindow, start: string): Promise<void> {
  await foldRow(window, row(window, start));
}

/**
 * Unfolds rows below each other, each until the one below it is there: a row that VS Code draws again in that moment may
 * come folded, which nothing tells.
 */
export async function unfold(window: VSCodeWindow, ...path: readonly string[]): Promise<void> {
  for (const [at, start] of path.entries()) {
    const unfoldRow = (): Promise<void> => window.expand(row(window, start));
    const below = path[at + 1];
    if (protocols.has(start) && below !== undefined) {
      // The only protocol in use has no row.
      await row(window, start).or(row(window, below)).first().waitFor();
      if ((await row(window, start).count()) === 0) continue;
    }
    if (below === undefined) await unfoldRow();
    else await repeatUntil(row(window, below), unfoldRow, 10_000);
  }
}

const protocols: ReadonlySet<string> = new Set(['HTTP', 'TCP', 'UDP']);

/** What a person fills into the form of a search page. */
export type SearchWords = Partial<Record<'Index' | 'Field' | 'Text', string>> & {
  /** Hits per page, of those that are offered. */
  readonly Size?: '10' | '25' | '50' | '100';
};

/** The search page's form and results. */
export function searchPage(window: VSCodeWindow) {
  const frame = window.webview();
  const field = (label: 'Index' | 'Text') => frame.getByLabel(label, { exact: true });
  const query = frame.getByRole('dialog', { name: 'Query Options' });
  /** Does something in the popup of the query type and the field. */
  const inQueryOptions = async (act: () => Promise<unknown>): Promise<void> => {
    await frame.getByRole('button', { name: 'Query Options' }).click();
    await query.waitFor();
    await act();
    await frame.getByLabel('Query type', { exact: true }).press('Escape');
    await query.waitFor({ state: 'hidden' });
  };
  /** Chooses from a menu of the page. */
  const choose = async (menu: string, item: string | RegExp): Promise<void> => {
    await frame.getByRole('button', { name: menu, exact: true }).click();
    const items = frame.getByRole('menu', { name: menu }).locator('[role^="menuitem"]');
    await items
      .filter({ hasText: typeof item === 'string' ? new RegExp(`^${escaped(item)}`) : item })
      .first()
      .click();
  };
  return {
    frame,
    field,
    button: (name: string | RegExp) =>
      frame.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }),
    hits: frame.locator('.hit'),
    /** Waits until the host has told the page all: until then the form may still be filled with what it brings. */
    async isReady(): Promise<void> {
      await frame.locator('body[aria-busy="false"] #index').waitFor();
    },
    /** Waits until the page of this endpoint is there: the one before it stays in sight until the new one is opened. */
    async isFor(endpoint: string): Promise<void> {
      await frame.locator('label.endpoint', { hasText: new RegExp(`^${escaped(endpoint)}$`) }).waitFor();
    },
    /** Where the page stands in its result: `11–20 of 1,170`. */
    range: (text: string | RegExp) => frame.locator('.toolbar .range').filter({ hasText: text }),
    /** Waits until nothing is under way any more and the page stands there, or says that there are no hits. */
    async shows(text: RegExp): Promise<void> {
      const told = frame.locator('body[aria-busy="false"] :is(.toolbar .range, .empty > p)');
      await told.filter({ hasText: text }).first().waitFor();
    },
    /** Chooses from **More Actions**. */
    more: (item: string | RegExp) => choose('More Actions', item),
    /** Chooses a layout of the hits, or whether lines are wrapped. */
    layout: (item: 'Table' | 'Lines' | 'Wrap Lines') => choose('Layout', item),
    async queryType(label: string): Promise<void> {
      await inQueryOptions(() => frame.getByLabel('Query type', { exact: true }).selectOption({ label }));
    },
    /** The ids of the hits that are shown. Those outside the window are not rendered, so their text would be empty. */
    async ids(): Promise<readonly string[]> {
      return frame.locator('.hit').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-id') ?? ''));
    },
    /** Unfolds a hit, from 0 up, unless it is unfolded, and waits for its document. */
    async unfold(at: number) {
      const hit = frame.locator(`.hit[data-row="${at}"]`);
      if ((await hit.getAttribute('aria-expanded')) !== 'true') await hit.locator('.cell').first().click();
      const document = frame.locator(`.hit[data-row="${at}"] + .document`);
      await document.locator('.node, pre').first().waitFor();
      return document;
    },
    async search({ Index, Field, Text, Size }: SearchWords): Promise<void> {
      await this.isReady();
      if (Size !== undefined) await choose('More Actions', new RegExp(`^${Size}$`));
      await this.isReady();
      if (Index !== undefined) await field('Index').fill(Index);
      if (Field !== undefined) await inQueryOptions(() => frame.getByLabel('Field', { exact: true }).fill(Field));
      if (Text !== undefined) await field('Text').fill(Text);
      await field('Text').press('Enter');
    },
  };
}
