/**
 * How the UI tests wait: for what the window shows by Playwright's locators, for anything else by what is here. A fixed time
 * (`pause`) is for where nothing tells, with the reason. test/unit/ui/waits.test.ts keeps every other sleep out.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';

/** How long a test waits for what should come in a moment, in milliseconds: long enough for a very busy machine. */
export const patienceMs = 60_000;

/**
 * Looks again and again until what is seen is as expected; by default, until it is anything.
 *
 * @returns what was seen in the end
 * @throws {assert.AssertionError} that shows what was seen last, when it does not come
 */
export async function until<T>(look: () => T | Promise<T>, isExpected: (seen: T) => boolean = Boolean): Promise<T> {
  for (const end = Date.now() + patienceMs; ; await sleep(50)) {
    const seen = await look();
    if (isExpected(seen)) return seen;
    if (Date.now() > end) assert.fail(`After ${patienceMs} ms it is still ${JSON.stringify(seen)}.`);
  }
}

/** Looks again and again until just this is seen. What is seen instead in the end is shown as a difference. */
export async function untilEqual<T>(look: () => T | Promise<T>, expected: T): Promise<void> {
  for (const end = Date.now() + patienceMs; ; await sleep(50)) {
    try {
      return assert.deepEqual(await look(), expected);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

/** Whether it is shown within that time, or no longer shown. */
export async function comes(what: Locator, timeout: number, state: 'visible' | 'hidden' = 'visible'): Promise<boolean> {
  return what.waitFor({ timeout, state }).then(
    () => true,
    () => false,
  );
}

/**
 * Does something until it has an effect. VS Code loses a press on what it draws anew in that moment, and nothing tells that
 * it has done so; what cannot be done in that moment is done again, too.
 *
 * @param act that may be done twice, such as opening what may be open
 * @param patience after which it is done again, in milliseconds
 * @throws {Error} that tells how often it was done, and why it could not be done last
 */
export async function repeatUntil(shown: Locator, act: () => Promise<unknown>, patience = 3_000): Promise<void> {
  const attempts: string[] = [];
  for (const end = Date.now() + patienceMs; ; ) {
    attempts.push(
      await act().then(
        () => 'done',
        (error: unknown) => String(error),
      ),
    );
    if (await comes(shown, patience)) return;
    if (Date.now() > end) throw new Error(`${shown} did not come. The attempts:\n${attempts.join('\n')}`);
  }
}

/** Turns the wheel where the mouse is, and waits until the window has scrolled and drawn what came into sight. */
export async function scroll(page: Page, by: number): Promise<void> {
  const turned = await page.evaluateHandle(() => {
    const drawn = new Promise<void>((resolve) => {
      const afterTwoFrames = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      addEventListener('wheel', afterTwoFrames, { capture: true, once: true });
    });
    // In an object, because a promise would be awaited here already.
    return { drawn };
  });
  await page.mouse.wheel(0, by);
  await turned.evaluate(({ drawn }) => drawn);
  await turned.dispose();
}

/**
 * Waits a fixed time.
 *
 * @param _reason why there is nothing to wait for: mostly because the point is that nothing comes
 */
export async function pause(page: Page, milliseconds: number, _reason: string): Promise<void> {
  await page.waitForTimeout(milliseconds);
}
