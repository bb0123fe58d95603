/**
 * Everyday tasks, counted in clicks, picks, and fields: a task that takes more than it does now fails. Then those of each
 * kind by the keyboard alone.
 */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { startSearchEngine } from '../servers/search/index';
import type { RunningTraefik } from '../servers/traefik/index';
import { type CountingHands, countingHands } from './hands';
import { describeWorkbench, type Workbench } from './harness';
import { type Keys, keysOf } from './keys';
import { markSecret } from './marks';
import {
  asked,
  foldView,
  hoverUntil,
  nameAdded,
  pane,
  pressHovered,
  row,
  saidInStatusBar,
  told,
  unfold,
  walkthroughStep,
} from './person';
import {
  addedRow,
  becomeColleague,
  deploy,
  deployBack,
  line,
  preparedTasks,
  seeAllChanges,
  seeAllowed,
  seeCure,
  seeWhy,
  taskUser,
} from './tasksPlace';
import { repeatUntil, untilEqual } from './waits';

const urlQuestion = 'URL of a request, several URLs, host:port of a TCP connection, or curl command';

/** What is looked for by a filter, and a row that is seen then. */
const filters = [
  {
    task: 'all routers at websecure with errors',
    filter: 'entrypoint:websecure status:error',
    first: 'websecure-conflicted-websecure-shop-beta@file',
  },
  {
    task: 'the routers that do not use a middleware',
    filter: 'entrypoint:mgmt -middleware:mgmt-auth',
    first: 'sso-api@file',
  },
] as const;

describeWorkbench('Everyday tasks:', (fixtures) => {
  let edge: RunningTraefik;
  let guarded: RunningTraefik;
  let third: RunningTraefik;
  let folder: string;
  let workbench: Workbench;
  let hands: CountingHands;
  let keys: Keys;

  before(async () => {
    ({ edge, guarded, third, folder, workbench } = await preparedTasks(fixtures));
    keys = keysOf(workbench);
  });
  beforeEach(() => {
    hands = countingHands(workbench);
  });

  const titleButton = async (name: string): Promise<Locator> => {
    const button = pane(workbench, 'Proxies').getByRole('button', { name });
    await hoverUntil(workbench, pane(workbench, 'Proxies'), button);
    return button;
  };
  const collapseAll = async (): Promise<void> => {
    await (await titleButton('Collapse All')).click();
    await row(workbench, 'HTTP').waitFor({ state: 'hidden' });
    await row(workbench, 'edge').waitFor();
  };
  const closeComparison = async (): Promise<void> => {
    const view = pane(workbench, 'Comparison');
    await pressHovered(workbench, view, view.getByRole('button', { name: 'Close Comparison' }));
    await view.waitFor({ state: 'hidden' });
  };
  /** The task is done in so many steps. */
  const took = (steps: number): void => assert.equal(hands.steps.length, steps, hands.steps.join(', '));

  it('adding an open Traefik takes 2 steps, and the walkthrough sees it', async () => {
    await workbench.commandPalette('Welcome: Open Walkthrough...');
    await workbench.quickInput.pick(/^\s*Get Started with Proxy Scout/);
    const done = workbench.page.locator('.getting-started-step .codicon-getting-started-step-checked:visible');
    await workbench.page.locator('.getting-started-step').filter({ hasText: 'Add a proxy' }).waitFor();
    assert.equal(await done.count(), 0);
    await hands.click(pane(workbench, 'Proxies').getByRole('button', { name: 'Add Proxy Endpoint', exact: true }));
    await hands.fill(edge.url, `Add ${edge.url}`);
    await row(workbench, 'HTTP').waitFor();
    took(2);
    await done.first().waitFor();
    assert.equal(await done.count(), 1);
    await workbench.commandPalette('View: Close Editor');
    await nameAdded(workbench, addedRow(workbench), 'edge');
  });

  it('adding one behind a self-signed certificate and a password takes 5 steps', async () => {
    await hands.click(await titleButton('Add Endpoint…'));
    await hands.fill(guarded.url, `Add ${guarded.url}`);
    await hands.click(workbench.page.getByRole('dialog').getByRole('button', { name: 'Trust', exact: true }));
    await asked(workbench, 'User name');
    await hands.fill(taskUser.username);
    await asked(workbench, 'Password');
    markSecret(taskUser.password);
    await hands.fill(taskUser.password);
    await row(workbench, 'HTTP').waitFor();
    took(5);
    await nameAdded(workbench, addedRow(workbench), 'guarded');
  });

  it('a collapsed tree shows that something is down', async () => {
    await row(workbench, 'edge').and(workbench.page.locator('[aria-expanded="false"]')).waitFor();
    await row(workbench, 'edge').and(workbench.page.locator('[aria-label$=" problems"]')).waitFor();
    took(0);
  });

  it('why shop-web does not answer takes 2 steps', async () => {
    await hands.click(await titleButton('Find in Proxies…'));
    await hands.fill('shop-web', /^shop-web@file/);
    await row(workbench, 'shop-web@file').and(workbench.page.locator('[aria-selected="true"]')).waitFor();
    await seeWhy(workbench);
    took(2);
  });

  it('which router takes an https URL takes 2 steps', async () => {
    await collapseAll();
    const edgeRow = row(workbench, 'edge');
    const find = edgeRow.getByRole('button', { name: 'Find Router for URL…' });
    await hoverUntil(workbench, edgeRow, find);
    await hands.click(find);
    await workbench.quickInput.widget.getByPlaceholder(urlQuestion).waitFor();
    await hands.fill('https://shop.example.test/', 'https://shop.example.test/');
    await line(workbench, /GET\shttps:\/\/shop\.example\.test\/\son\swebsecure/).waitFor();
    await line(workbench, /websecure-conflicted-websecure-shop-web@file\s·\smatches/).waitFor();
    took(2);
  });

  for (const { task, filter, first } of filters) {
    it(`filtering ${task} takes 3 steps`, async () => {
      await collapseAll();
      await hands.menu(row(workbench, 'edge'), 'Filter Proxies…');
      await hands.fill(filter, /^Show \d of/);
      await row(workbench, first).waitFor();
      took(3);
      const edge = row(workbench, 'edge');
      await pressHovered(workbench, edge, edge.getByRole('button', { name: 'Clear Filter' }));
      await row(workbench, 'edge').filter({ hasNotText: '“' }).waitFor();
    });
  }

  it('all differences before and after a change take 7 steps', async () => {
    await collapseAll();
    await hands.menu(row(workbench, 'edge'), 'Take Snapshot…');
    await asked(workbench, 'Snapshot name');
    await hands.acceptProposed();
    await saidInStatusBar(workbench, 'saved (secrets masked).');
    deploy(edge);
    await hands.menu(row(workbench, 'edge'), 'Compare With…');
    await asked(workbench, 'Compare With');
    await hands.pick(/· edge\s*$/);
    await row(workbench, 'new-shop@file').waitFor();
    await hands.click(workbench.page.getByRole('button', { name: 'Open All Changes' }).first());
    await seeAllChanges(workbench);
    took(7);
    await closeComparison();
  });

  it('going from a problem to its cure takes 2 steps, and to where it lies one more', async () => {
    await collapseAll();
    await unfold(workbench, 'edge');
    await hands.click(row(workbench, 'Problems').locator('.monaco-tl-twistie'));
    await hands.click(row(workbench, 'shop-api-v2@file').locator('.monaco-tl-twistie'));
    await workbench.treeRows(/^\s*Give it a higher priority than the other router/).waitFor();
    took(2);
    await hands.click(row(workbench, 'shop-api@file').filter({ hasText: 'matches first' }).locator('.label-name'));
    await seeCure(workbench);
    took(3);
  });

  it('adding a Traefik behind a certificate and a password needs no mouse', async () => {
    await keys.command('Add Endpoint…');
    await keys.type(third.url, `Add ${third.url}`);
    await keys.press('Trust');
    await asked(workbench, 'User name');
    await keys.type(taskUser.username);
    await asked(workbench, 'Password');
    await keys.type(taskUser.password);
    await addedRow(workbench)
      .filter({ hasText: new URL(third.url).host })
      .waitFor();
    await keys.choose('Rename…');
    await asked(workbench, 'Name of the endpoint');
    await keys.type('third');
    await row(workbench, 'third').waitFor();
  });

  it('why shop-web does not answer needs no mouse', async () => {
    await keys.goTo('edge');
    await workbench.page.keyboard.press('Control+f');
    await keys.type('shop-web', /^shop-web@file/);
    await row(workbench, 'shop-web@file').and(workbench.page.locator('[aria-selected="true"]')).waitFor();
    await seeWhy(workbench);
  });

  it('a filter needs no mouse', async () => {
    const [{ filter, first }] = filters;
    await keys.goTo('edge');
    await keys.choose('Filter Proxies…');
    await asked(workbench, 'Filter edge');
    await keys.type(filter, /^Show \d of/);
    await row(workbench, first).waitFor();
    await keys.goTo('edge');
    await keys.choose('Clear Filter');
    await row(workbench, 'edge').filter({ hasNotText: '“' }).waitFor();
  });

  it('all differences before and after a change need no mouse', async () => {
    await keys.goTo('edge');
    await keys.choose('Take Snapshot…');
    await asked(workbench, 'Snapshot name');
    await keys.type('by keys');
    await saidInStatusBar(workbench, 'Snapshot “by keys” saved (secrets masked).');
    deployBack(edge);
    await keys.goTo('edge');
    await keys.choose('Compare With…');
    await asked(workbench, 'Compare With');
    await keys.type('by keys', /· edge\s*$/);
    await row(workbench, 'new-shop@file').waitFor();
    await keys.command('Open All Changes');
    await workbench.page.getByRole('tab', { name: /^by keys \(.*\) → edge \(.*\)/ }).waitFor();
    await seeAllChanges(workbench);
    await closeComparison();
  });

  it('going from a problem to its cure needs no mouse', async () => {
    await collapseAll();
    await keys.goTo('edge');
    await keys.unfold();
    for (const name of ['Problems', 'shop-api-v2@file']) {
      // Further keys would pass by what is not drawn yet.
      await row(workbench, name).waitFor();
      await keys.goOnTo(name);
      await keys.unfold();
    }
    await row(workbench, 'shop-api@file').filter({ hasText: 'matches first' }).waitFor();
    await workbench.page.keyboard.press('ArrowDown');
    await keys.goOnTo('shop-api@file');
    await workbench.page.keyboard.press('Enter');
    await seeCure(workbench);
  });

  it('sharing two endpoints takes 3 steps, and a colleague uses them after 2', async () => {
    await collapseAll();
    await hands.command('Save Endpoints to Workspace…');
    const list = workbench.quickInput.widget;
    await list.getByPlaceholder('Select the endpoints to save, without their credentials').waitFor();
    for (const name of ['edge', 'guarded']) {
      // By its name: VS Code draws a row with the text of another one first.
      await hands.click(list.locator('.monaco-list-row').and(list.getByRole('checkbox', { name, exact: true })));
    }
    await workbench.quickInput.accept();
    await told(workbench, '2 endpoints saved to .vscode/proxy-scout.json.');
    took(3);
    await becomeColleague(workbench, folder, { edge: 'shared edge', guarded: 'shared guarded' });
    const shared = row(workbench, 'shared edge');
    const dialog = workbench.page.getByRole('dialog').filter({ hasText: 'Allow All includes' });
    const allow = shared.getByRole('button', { name: 'Allow Requests…' });
    await hoverUntil(workbench, shared, allow);
    await hands.click(allow, dialog);
    await workbench.screenshot('tasks-allow-all');
    await hands.click(dialog.getByRole('button', { name: 'Allow All 2' }));
    await seeAllowed(workbench, ['shared edge', 'shared guarded']);
    took(5);
  });

  it('sharing two endpoints, and using them, needs no mouse', async () => {
    await collapseAll();
    await keys.command('Save Endpoints to Workspace…');
    await workbench.quickInput.widget
      .getByPlaceholder('Select the endpoints to save, without their credentials')
      .waitFor();
    await keys.check('edge', 'third');
    await told(workbench, '2 endpoints saved to .vscode/proxy-scout.json.');
    await becomeColleague(workbench, folder, { edge: 'team edge', third: 'team third' });
    // A row that is drawn anew while its menu is open is not told to the command, which asks then.
    await repeatUntil(workbench.page.getByRole('dialog').filter({ hasText: 'Allow All includes' }), async () => {
      await workbench.page.keyboard.press('Escape');
      await keys.goTo('team edge');
      await keys.choose('Allow Requests…');
    });
    await keys.press('Allow All 2');
    await seeAllowed(workbench, ['team edge', 'team third']);
  });

  it('adding a search endpoint is a step of the walkthrough, which is then done', async () => {
    const engine = await fixtures.closes(startSearchEngine());
    const { page, quickInput } = workbench;
    await workbench.commandPalette('View: Close All Editors');
    const step = await walkthroughStep(workbench, 'Search logs and documents');
    const add = step.getByRole('button', { name: 'Add Search Endpoint' });
    const address = quickInput.widget.filter({ has: page.getByPlaceholder('Address of') });
    // VS Code draws the step anew when another one is done.
    await repeatUntil(address, () => add.click({ timeout: 5_000 }));
    await workbench.screenshot('walkthrough-search');
    const done = step.locator('.codicon-getting-started-step-checked:visible');
    assert.equal(await done.count(), 0);
    await quickInput.type(engine.url);
    await quickInput.item(`Add ${engine.url}`).waitFor();
    await quickInput.accept();
    await done.waitFor();
    // What was done before the walkthrough was opened is done, too.
    const all = page.locator('.getting-started-step .codicon-getting-started-step-checked:visible');
    await untilEqual(() => all.count(), 5);
    await workbench.screenshot('walkthrough-search-done');
    await foldView(workbench, 'Search', false);
    await pane(workbench, 'Search')
      .getByRole('treeitem', { name: /^Search endpoint Elasticsearch/ })
      .waitFor();
  });
});
