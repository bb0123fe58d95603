/** A hit in full below its row: what can be done with it, and how it is shown. */
import assert from 'node:assert/strict';
import { withBrowser } from './browser';
import { allByRole, byRole, click, nameOf, openResult, rowOf, tableOf } from './page';

describe('hitDocument: a hit in full', () => {
  withBrowser();
  const hit = { nodes: [], json: '{"a":1}', isCut: false };
  const documents = () => [...document.querySelectorAll<HTMLElement>('.document')];
  const actions = (within: HTMLElement) => allByRole('button', undefined, within).map(nameOf);

  it('has what can be done with every hit, and with some', () => {
    const whole = { ...rowOf(2), hasTrace: true, hasRouter: true, hasRequest: true };
    const page = openResult({ table: tableOf(1, { rows: [rowOf(1), whole] }) });
    click(page.row(0));
    click(page.row(1));
    const [one = assert.fail(), other = assert.fail()] = documents();
    const always = ['Open as JSON', 'Copy', 'Select for Compare'];
    assert.deepEqual(actions(one), always);
    assert.deepEqual(actions(other), [...always, ...['Same Trace', 'Reveal Router', 'Find Router for This Request']]);
    for (const [name, action] of [
      ['Open as JSON', 'open'],
      ['Copy', 'copyDocument'],
      ['Select for Compare', 'selectForCompare'],
    ] as const) {
      click(byRole('button', name, other));
      const place = { pageId: page.state().shown?.pageId, row: 1 };
      assert.deepEqual(page.posted.at(-1), { kind: 'place', action, place });
    }
  });

  it('is compared with the one that was selected, here or in another page', () => {
    const page = openResult();
    click(page.row(0));
    assert.equal(allByRole('button', 'Compare with Selected').length, 0);
    page.act('selectHit');
    click(byRole('button', 'Compare with Selected'));
    const asked = page.posted.at(-1);
    assert.equal(asked?.kind === 'place' && asked.action, 'compareWithSelected');
  });

  it('is shown in the same way as the others', () => {
    const page = openResult();
    for (const row of [0, 1]) {
      click(page.row(row));
      page.receive({ kind: 'hit', pageId: page.state().shown?.pageId ?? '', row, hit });
    }
    const texts = () => documents().map((one) => one.querySelector('pre')?.textContent);
    assert.deepEqual(texts(), [undefined, undefined]);
    click(byRole('tab', 'JSON', documents()[1]));
    assert.deepEqual(texts(), ['{"a":1}', '{"a":1}']);
  });
});
