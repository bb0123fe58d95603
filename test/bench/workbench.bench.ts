import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { startWorkbench, type Workbench } from '../ui/harness';
import { openProxyScout, row } from '../ui/person';
import { stageExtension } from './extensions';
import { median } from './measure';
import { inMs, type Row } from './rows';

/** Endpoints of each size. VS Code keeps the rows that it has shown once, so each gives one first look. */
const endpointCount = 3;

/** What a person waits for in a running VS Code, from the key to what is drawn. */
export async function* measure(): AsyncGenerator<Row> {
  const large = await startTraefik({ generated: { routers: 5_000, services: 5_000, middlewares: 500 } });
  const small = await startTraefik({ generated: { routers: 200, services: 200, middlewares: 20 } });
  try {
    const workbench = await startWorkbench({ extensionPath: await stage(large, small) });
    try {
      await openProxyScout(workbench);
      yield await firstRows(workbench);
      yield await keyToList(workbench);
    } finally {
      await workbench.close();
    }
  } finally {
    await large.close();
    await small.close();
  }
}

/** An extension that has its endpoints built in. */
function stage(large: RunningTraefik, small: RunningTraefik): Promise<string> {
  const endpoints = [...Array(endpointCount).keys()].flatMap((number) => [
    { name: `small ${number}`, url: small.url, kind: 'proxy' as const },
    { name: `large ${number}`, url: large.url, kind: 'proxy' as const },
  ]);
  return stageExtension({ name: 'extension', endpoints });
}

async function firstRows(workbench: Workbench): Promise<Row> {
  const times = { small: [] as number[], large: [] as number[] };
  for (let number = 0; number < endpointCount; number++) {
    for (const size of ['small', 'large'] as const) times[size].push(await timeToRows(workbench, `${size} ${number}`));
  }
  const [candidate, floor] = [median(times.large), median(times.small)];
  return {
    what: `First rows of a group of 5,000, in VS Code (${inMs(candidate)})`,
    value: candidate / floor,
    goal: 2,
    unit: '× the floor',
    floor: `first rows of a group of 200: ${inMs(floor)}`,
  };
}

/** From the key that unfolds an endpoint's routers until the first of them stand in the page, in milliseconds. */
async function timeToRows(workbench: Workbench, endpoint: string): Promise<number> {
  const { page } = workbench;
  await workbench.expand(row(workbench, endpoint));
  // A click would unfold the routers as well, and what was unfolded once is kept.
  await row(workbench, 'HTTP').click();
  await row(workbench, 'Routers').waitFor();
  await page.keyboard.press('ArrowDown');
  const watch = await page.evaluateHandle(() => ({
    shown: new Promise<number>((resolve) => {
      const listen = (event: KeyboardEvent): void => {
        if (event.key !== 'ArrowRight') return;
        document.removeEventListener('keydown', listen, true);
        const pressed = performance.now();
        const changes = new MutationObserver(() => {
          if (document.querySelector('[role="treeitem"][aria-level="4"]') === null) return;
          changes.disconnect();
          resolve(performance.now() - pressed);
        });
        changes.observe(document.body, { childList: true, subtree: true });
      };
      document.addEventListener('keydown', listen, true);
    }),
  }));
  await page.keyboard.press('ArrowRight');
  const took = await watch.evaluate(({ shown }) => shown);
  await row(workbench, endpoint).click();
  await page.keyboard.press('ArrowLeft');
  await row(workbench, endpoint).and(page.locator('[aria-expanded="false"]')).waitFor();
  return took;
}

/** What is typed, and how often. */
const word = 'orders-api-staging';
const roundCount = 3;
/** Milliseconds without a change after which a list is taken to be what it will be. */
const quietMs = 400;

async function keyToList(workbench: Workbench): Promise<Row> {
  const { page, quickInput } = workbench;
  await workbench.commandPalette('Proxy Scout: Find in Proxies…');
  await quickInput.widget.locator('.monaco-list-row').first().waitFor();
  // All endpoints were read above; their items are indexed when the list is opened.
  await page.waitForTimeout(1_000);
  const rounds: number[][] = [];
  for (let round = 0; round < roundCount; round++) {
    const times: number[] = [];
    for (const key of word) times.push(await timeToList(workbench, key));
    rounds.push(times);
    await quickInput.type('');
    await page.waitForTimeout(quietMs);
  }
  await page.keyboard.press('Escape');
  // What else the machine does makes a round slower, never faster.
  const keys = [...word].map((_, at) => Math.min(...rounds.map((times) => times[at] ?? 0)));
  return {
    what: `Key to list in the quick pick over 30,000 items, in VS Code (slowest key of ${word.length}, best of ${roundCount})`,
    value: Math.max(...keys),
    goal: 100,
    unit: 'ms',
    floor: `median of the keys: ${inMs(median(keys))}`,
  };
}

/** From a key to the last change of the list that it leads to, in milliseconds. */
async function timeToList({ page }: Workbench, key: string): Promise<number> {
  const watch = await page.evaluateHandle(
    (quiet) => ({
      settled: new Promise<number>((resolve) => {
        const list = document.querySelector('.quick-input-list');
        if (list === null) throw new Error('there is no list');
        const listen = (): void => {
          const pressed = performance.now();
          let last = pressed;
          const end = (): void => {
            changes.disconnect();
            resolve(last - pressed);
          };
          let timer = setTimeout(end, quiet);
          const changes = new MutationObserver(() => {
            last = performance.now();
            clearTimeout(timer);
            timer = setTimeout(end, quiet);
          });
          changes.observe(list, { childList: true, subtree: true, characterData: true });
        };
        document.addEventListener('keydown', listen, { capture: true, once: true });
      }),
    }),
    quietMs,
  );
  await page.keyboard.press(key);
  return watch.evaluate(({ settled }) => settled);
}
