import { listen, type RunningServer } from '../servers/shared/listen';
import { startWorkbench, type Workbench } from '../ui/harness';
import { foldView, openProxyScout, pane, row, widenSideBar } from '../ui/person';
import { stageExtension } from './extensions';
import { median } from './measure';
import { inMs, type Row } from './rows';

/** Endpoints of each size. VS Code keeps the rows that it has shown once, so each gives one first look. */
const endpointCount = 7;
/** Indices, with an alias for each three: both groups are folded up at first, as long ones are. */
const sizes = { small: 200, large: 10_000 } as const;

/** What a person waits for who looks at what a search engine holds, from the key to what is drawn in a running VS Code. */
export async function* measure(): AsyncGenerator<Row> {
  const engines = { small: await startListing(sizes.small), large: await startListing(sizes.large) };
  try {
    const endpoints = [...Array(endpointCount + 1).keys()].flatMap((number) =>
      (['small', 'large'] as const).map((size) => ({
        name: `${size} ${number}`,
        url: engines[size].url,
        kind: 'search' as const,
      })),
    );
    const workbench = await startWorkbench({ extensionPath: await stageExtension({ name: 'extension', endpoints }) });
    try {
      await openProxyScout(workbench);
      await widenSideBar(workbench, 400);
      await foldView(workbench, 'Proxies');
      yield* firstRows(workbench);
    } finally {
      await workbench.close();
    }
  } finally {
    await engines.small.close();
    await engines.large.close();
  }
}

async function* firstRows(workbench: Workbench): AsyncGenerator<Row> {
  const times = { small: [] as Look[], large: [] as Look[] };
  for (let number = 0; number <= endpointCount; number++) {
    for (const size of number % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const)) {
      const look = await lookAt(workbench, `${size} ${number}`, sizes[size]);
      // With the first one, what lists them is loaded.
      if (number > 0) times[size].push(look);
    }
  }
  const of = (size: keyof typeof times, part: keyof Look) => median(times[size].map((look) => look[part]));
  for (const [part, what] of [
    ['listed', 'Key to the first rows of an endpoint with 10,000 indices, listed in three requests'],
    ['both', '… and to the first indices, which one more key unfolds'],
  ] as const) {
    const [candidate, floor] = [of('large', part), of('small', part)];
    yield {
      what: `${what}, in VS Code (${inMs(candidate)})`,
      value: candidate / floor,
      goal: 2,
      unit: '× the floor',
      floor: `with 200 indices: ${inMs(floor)}`,
    };
  }
}

/** In milliseconds. */
interface Look {
  readonly listed: number;
  /** With the time to the first indices. */
  readonly both: number;
}

/** @param count how many indices it lists */
async function lookAt(workbench: Workbench, endpoint: string, count: number): Promise<Look> {
  const { keyboard } = workbench.page;
  const root = row(workbench, endpoint);
  await root.waitFor();
  await focusRow(workbench, endpoint);
  const listed = await timeToLevel(workbench, 2);
  await keyboard.press('ArrowDown');
  const unfolded = await timeToLevel(workbench, 3);
  // All others come behind the first ones: the next look begins when VS Code has them.
  await workbench.page.locator(`[role="treeitem"][aria-level="3"][aria-setsize="${count}"]`).first().waitFor();
  await focusRow(workbench, endpoint);
  await keyboard.press('ArrowLeft');
  await root.and(workbench.page.locator('[aria-expanded="false"]')).waitFor();
  return { listed, both: listed + unfolded };
}

/** Goes to the row of an endpoint by the keyboard: from the top, those before it are folded up. */
async function focusRow(workbench: Workbench, endpoint: string): Promise<void> {
  const { page } = workbench;
  const list = pane(workbench, 'Search').locator('.monaco-list');
  await list.focus();
  await page.keyboard.press('Home');
  const focused = list.locator('.monaco-list-row.focused', { has: page.getByText(endpoint, { exact: true }) });
  for (let steps = 0; steps < 30 && !(await focused.isVisible()); steps++) await page.keyboard.press('ArrowDown');
  await focused.waitFor();
}

/** From the key that unfolds the focused row until the first row of a level stands in the page, in milliseconds. */
async function timeToLevel({ page }: Workbench, level: number): Promise<number> {
  const watch = await page.evaluateHandle(
    (wanted) => ({
      shown: new Promise<number>((resolve) => {
        const listen = (event: KeyboardEvent): void => {
          if (event.key !== 'ArrowRight') return;
          document.removeEventListener('keydown', listen, true);
          const pressed = performance.now();
          const changes = new MutationObserver(() => {
            if (document.querySelector(`[role="treeitem"][aria-level="${wanted}"]`) === null) return;
            changes.disconnect();
            resolve(performance.now() - pressed);
          });
          changes.observe(document.body, { childList: true, subtree: true });
        };
        document.addEventListener('keydown', listen, true);
      }),
    }),
    level,
  );
  await page.keyboard.press('ArrowRight');
  return watch.evaluate(({ shown }) => shown);
}

/** An engine that only tells what it holds, at once: what is measured is the client. */
function startListing(count: number): Promise<RunningServer> {
  const names = Array.from({ length: count }, (_, at) => `logs-shop-${String(at).padStart(6, '0')}`);
  const resolved = {
    indices: names.map((name) => ({ name, attributes: ['open'] })),
    aliases: names.flatMap((_, at) => (at % 3 === 0 ? [{ name: `shop-${at}`, indices: names.slice(at, at + 3) }] : [])),
    data_streams: [],
  };
  const listed = names.map((index, at) => ({
    index,
    health: at % 3 === 0 ? 'yellow' : 'green',
    status: 'open',
    'docs.count': String(at * 97),
    'store.size': String(at * 40_961),
  }));
  const answers = [
    ['/_resolve/', JSON.stringify(resolved)],
    ['/_cat/indices', JSON.stringify(listed)],
    ['/_cluster/health', '{"status":"yellow"}'],
    ['/', '{"version":{"number":"9.1.0"},"tagline":"You Know, for Search"}'],
  ] as const;
  return listen(({ path }) => {
    const body = answers.find(([start]) => path.startsWith(start))?.[1] ?? '{}';
    return { status: 200, headers: { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' }, body };
  });
}
