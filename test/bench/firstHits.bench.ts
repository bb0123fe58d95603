import { startSearchEngine } from '../servers/search';
import { startWorkbench, type Workbench } from '../ui/harness';
import { openProxyScout, row, unfold } from '../ui/person';
import { stageExtension } from './extensions';
import { median } from './measure';
import { inMs, type Row } from './rows';

/** Windows of each of the two builds, each of which has an extension host of its own. */
const windowCount = 7;
/** The commit whose page was started by each search, and drawn without a library. */
const before = '32c3bc6';
/** Milliseconds in which what VS Code does by itself after it has listed the indices is done. */
const quietMs = 3_000;

/** What a person waits for who clicks on an index while no page is open: from the click to the first hit. */
export async function* measure(): AsyncGenerator<Row> {
  const engine = await startSearchEngine({ documents: 5_000 });
  const endpoints = [{ name: 'engine', url: engine.url, kind: 'search' as const }];
  const builds: { readonly workbench: Workbench; readonly times: number[] }[] = [];
  try {
    for (const commit of [undefined, before]) {
      const name = commit === undefined ? 'hits' : 'hits-before';
      const extensionPath = await stageExtension({ name, endpoints, ...(commit !== undefined && { commit }) });
      builds.push({ workbench: await startWorkbench({ extensionPath }), times: [] });
    }
    for (let at = 0; at < windowCount; at++) {
      for (const { workbench, times } of at % 2 === 0 ? builds : builds.toReversed()) {
        times.push(await timeToHits(workbench));
      }
    }
    const [candidate = 0, floor = 0] = builds.map(({ times }) => median(times));
    yield {
      what: `Click on an index to its first hit, in VS Code (${inMs(candidate)})`,
      value: candidate / floor,
      goal: 0.5,
      unit: '× the floor',
      floor: `the build of ${before}: ${inMs(floor)}`,
    };
  } finally {
    for (const { workbench } of builds) await workbench.close();
    await engine.close();
  }
}

async function timeToHits(workbench: Workbench): Promise<number> {
  const window = await workbench.openSecondWindow();
  await openProxyScout(window);
  // Rows out of sight are not drawn.
  await window.page.setViewportSize({ width: 1400, height: 1600 });
  await unfold(window, 'engine', 'Indices');
  const index = row(window, 'access-logs');
  await index.waitFor();
  await window.page.waitForTimeout(quietMs);
  const began = performance.now();
  await index.click();
  await window.webview().locator('.hit').first().waitFor();
  const took = performance.now() - began;
  await window.page.close();
  return took;
}
