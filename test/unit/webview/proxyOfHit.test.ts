import assert from 'node:assert/strict';
import { withBrowser } from './browser';
import { allByRole, byRole, click, menuContext, openResult, rowOf, tableOf } from './page';

describe('proxyOfHit: what leads from a hit to its proxy', () => {
  withBrowser();

  it('is offered where the hit names a router, or says enough of a request', () => {
    const rows = [{ ...rowOf(1), hasRouter: true, hasRequest: true }, { ...rowOf(2), hasRequest: true }, rowOf(3)];
    const page = openResult({ table: tableOf(1, { rows }) });
    click(page.row(0));
    click(byRole('button', 'Reveal Router'));
    click(byRole('button', 'Find Router for This Request'));
    const actions = page.posted.flatMap((message) => (message.kind === 'place' ? message.action : []));
    assert.deepEqual(actions, ['revealRouter', 'whichRouter']);
    click(page.row(0));
    click(page.row(1));
    assert.deepEqual(allByRole('button', 'Reveal Router'), []);
    byRole('button', 'Find Router for This Request');
    click(page.row(1));
    click(page.row(2));
    assert.deepEqual(allByRole('button', 'Find Router for This Request'), []);
  });

  it('is in the context menu of the same hits', () => {
    const page = openResult({ table: tableOf(1, { rows: [{ ...rowOf(1), hasRequest: true }, rowOf(2)] }) });
    const offered = [0, 1].map((at) => menuContext(page.row(at)).hasRequest);
    assert.deepEqual(offered, [true, false]);
  });
});
