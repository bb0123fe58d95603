import { startSearchEngine } from '../servers/search/index';
import { startWorkbench, type Workbench } from '../ui/harness';
import { openProxyScout, row, searchPage } from '../ui/person';
import { stageExtension } from './extensions';
import { median } from './measure';
import { inMs, type Row } from './rows';

/** Searches of each kind that are measured, and before that, until all is loaded and compiled. */
const rounds = 15;
const warmUp = 3;

/** What the bars above the hits cost a person who waits for the hits, in a running VS Code. */
export async function* measure(): AsyncGenerator<Row> {
  const engine = await startSearchEngine();
  try {
    const endpoints = [{ name: 'logs', url: engine.url, kind: 'search' as const }];
    const workbench = await startWorkbench({ extensionPath: await stageExtension({ name: 'extension', endpoints }) });
    try {
      await openProxyScout(workbench);
      await row(workbench, 'logs').click();
      yield await enterToHits(workbench);
    } finally {
      await workbench.close();
    }
  } finally {
    await engine.close();
  }
}

async function enterToHits(workbench: Workbench): Promise<Row> {
  const page = searchPage(workbench);
  await page.search({ Index: 'access-logs' });
  await page.shows(/^1–/);
  const times = { with: [] as number[], without: [] as number[] };
  for (let round = -warmUp; round < rounds; round++) {
    for (const kind of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      await setFolded(workbench, kind === 'without');
      const took = await timeToHits(workbench, round % 2 === 0 ? 'timeout' : 'upstream');
      if (round >= 0) times[kind].push(took);
    }
  }
  const [candidate, floor] = [median(times.with), median(times.without)];
  return {
    what: `Enter to drawn hits with the time bar, in VS Code (${inMs(candidate)})`,
    value: candidate / floor,
    goal: 1.15,
    unit: '× the floor',
    floor: `with the time bar folded away: ${inMs(floor)}`,
  };
}

/** Folds the bars away or back, and waits until what they show is there. */
async function setFolded(workbench: Workbench, isFolded: boolean): Promise<void> {
  const { frame, button } = searchPage(workbench);
  const fold = button('Hits over Time');
  if ((await fold.getAttribute('aria-expanded')) === String(isFolded)) await fold.click();
  await frame
    .locator(isFolded ? '.time-bar .area[hidden]' : '.time-bar:not(.previous) .chart')
    .waitFor({ state: 'attached' });
}

/** From Enter in the form until the first hit of the new search stands in the page, in milliseconds. */
async function timeToHits(workbench: Workbench, text: string): Promise<number> {
  const { field, frame } = searchPage(workbench);
  await field('Text').fill(text);
  const watch = await frame.locator('body').evaluateHandle((body) => ({
    drawn: new Promise<number>((resolve) => {
      const listen = (event: KeyboardEvent): void => {
        if (event.key !== 'Enter') return;
        document.removeEventListener('keydown', listen, true);
        const pressed = performance.now();
        const before = body.querySelector('.hit');
        const changes = new MutationObserver(() => {
          const now = body.querySelector('.hit');
          if (now === null || now === before) return;
          changes.disconnect();
          body.getBoundingClientRect();
          resolve(performance.now() - pressed);
        });
        changes.observe(body, { childList: true, subtree: true });
      };
      document.addEventListener('keydown', listen, true);
    }),
  }));
  await field('Text').press('Enter');
  return watch.evaluate(({ drawn }) => drawn);
}
