import assert from 'node:assert/strict';
import { readGoTo } from '../../../../../src/core/search/page/pageSteps';

describe('goTo: where to go in a result', () => {
  const reach = { size: 25, hits: 1_000 };
  for (const [text, offset] of [
    ['1', 0],
    [' 5 ', 100],
    ['p5', 100],
    ['P 40', 975],
    ['#1', 0],
    ['#27', 26],
    ['# 1000', 999],
  ] as const) {
    it(`is ${offset} for ${text}`, () => assert.deepEqual(readGoTo(text, reach), { offset }));
  }

  it('can be written as the numbers on the page are', () => {
    for (const language of ['en-US', 'de', 'fr', 'de-CH', 'pl', 'ja']) {
      const text = `#${new Intl.NumberFormat(language).format(1_234_567)}`;
      assert.deepEqual(readGoTo(text, { size: 10, hits: undefined }), { offset: 1_234_566 }, text);
    }
  });

  for (const text of ['', 'x', '0', '#0', '-1', '1.5', '1e3', 'p', '#', '99999999999999999999', '9007199254740993']) {
    it(`is asked for again after ${JSON.stringify(text)}`, () => assert.ok('problem' in readGoTo(text, reach)));
  }

  it('is not behind the end, where the end is known', () => {
    assert.deepEqual(readGoTo('#1001', reach), { problem: 'The last hit is 1,000, on page 40.' });
    assert.deepEqual(readGoTo('41', reach), { problem: 'The last hit is 1,000, on page 40.' });
    assert.deepEqual(readGoTo('41', { size: 25, hits: undefined }), { offset: 1_000 });
    assert.deepEqual(readGoTo('2', { size: 25, hits: 0 }), { problem: 'The result has no hits.' });
    assert.deepEqual(readGoTo('1', { size: 25, hits: 0 }), { offset: 0 });
  });
});
