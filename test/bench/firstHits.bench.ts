import { startSearchEngine } from '../servers/search';
import type { Workbench } from '../ui/harness';
import { openProxyScout, row, unfold } from '../ui/person';
import { floorCommit, measureInTurns } from './extensions';
import { median } from './measure';
import { inMs, type Row } from './rows';

/** Windows of each of the two builds, each of which has an extension host of its own. */
const windowCount = 7;
/** Milliseconds in which what VS Code does by itself after it has listed the indices is done. */
const quietMs = 3_000;

/** What a person waits for who clicks on an index while no page is open: from the click to the first hit. */
export async function* measure(): AsyncGenerator<Row> {
  const engine = await startSearchEngine({ documents: 5_000 });
  try {
    const endpoints = [{ name: 'engine', url: engine.url, kind: 'search' as const }];
    const { candidate, floor } = await measureInTurns({ name: 'hits', endpoints }, windowCount, timeToHits);
    yield {
      what: `Click on an index to its first hit, in VS Code (${inMs(median(candidate))})`,
      value: median(candidate) / median(floor),
      goal: 0.5,
      unit: '× the floor',
      floor: `the build of ${floorCommit}: ${inMs(median(floor))}`,
    };
  } finally {
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
