/** The UI tests wait for what they wait for: a fixed time is in one place, and has a reason. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a fixed time may be waited for. */
const waitsFile = 'test/ui/waits.ts';

/** What waits a fixed time, whatever it is called. */
const sleepPattern = /waitForTimeout|timers\/promises|setTimeout\(\s*(?:resolve|done|r)\b|Atomics\.wait/;

/** A call of `pause` whose reason is a text of some words. */
const reasoned = /\bpause\(\s*[^'"`;]+,\s*'[^']{20,}'\s*,?\s*\)/;

/** The sleeps in a file of test/ui that stand outside of their place, and the pauses without a reason, each with its line. */
function sleepsIn(file: string, text: string): readonly string[] {
  if (file === waitsFile) return [];
  const calls = text.split(/(?=\bpause\()/).slice(1);
  return [
    ...text.split('\n').flatMap((line, at) => (sleepPattern.test(line) ? [`${file}:${at + 1} sleeps`] : [])),
    ...calls.flatMap((call) => (reasoned.test(call) ? [] : [`${file} pauses without a reason: ${call.slice(0, 60)}`])),
  ];
}

describe('waits: a UI test', () => {
  it('waits for what it waits for, or says why it cannot', () => {
    const files = readdirSync('test/ui').map((name) => join('test/ui', name).replaceAll('\\', '/'));
    assert.ok(files.includes(waitsFile));
    assert.deepEqual(
      files.flatMap((file) => sleepsIn(file, readFileSync(file, 'utf8'))),
      [],
    );
  });

  for (const [what, line] of [
    ["Playwright's sleep", 'await page.waitForTimeout(300);'],
    ["Node's sleep", "import { setTimeout as sleep } from 'node:timers/promises';"],
    ['a timer', 'await new Promise((resolve) => setTimeout(resolve, 300));'],
    ['a pause without a reason', 'await pause(page, 300);'],
    ['a pause with an empty reason', "await pause(page, 300, '');"],
    ['a pause with less than a reason', "await pause(workbench.page, 3 * DELAY, 'flaky');"],
  ] as const) {
    it(`is found out with ${what}`, () => {
      assert.equal(sleepsIn('test/ui/some.test.ts', `import {} from 'x';\n${line}\n`).length, 1);
    });
  }

  it('may pause for a reason', () => {
    const line = "await pause(workbench.page, 3 * DELAY, 'a hover may come, and should not hold a link');";
    assert.deepEqual(sleepsIn('test/ui/some.test.ts', line), []);
  });
});
