/** A page whose endpoint was removed: it says so, asks nothing, and can be given another one. */
import assert from 'node:assert/strict';
import { withBrowser } from './browser';
import { allByRole, byRole, click, focused, input, nameOf, openResult, press, question, tableOf } from './page';

describe('removedEndpoint: a page of a removed endpoint', () => {
  withBrowser();
  const other = { id: 'f', name: 'archive' };
  const removed = (endpoints = [other]) => {
    const page = openResult();
    const sent = page.posted.length;
    page.act('listEndpoints', endpoints);
    return { ...page, sent: () => page.posted.slice(sent) };
  };
  const bar = () => byRole('alert', /^This endpoint was removed\./);

  it('says so, with the endpoint ready to be chosen, and marks its hits', () => {
    const page = removed();
    assert.equal(nameOf(bar()), 'This endpoint was removed.Select another endpoint (E) to search there.');
    assert.equal(document.querySelector('.endpoint')?.textContent, 'Removed endpoint');
    assert.equal(focused(), 'combobox Index');
    press('ArrowDown');
    page.receive({ kind: 'completions', requestId: page.requestOf('complete'), items: [] });
    assert.deepEqual(allByRole('option').map(nameOf), ['archive']);
    assert.equal(nameOf(byRole('status', 'Results of the removed endpoint')), 'Results of the removed endpoint');
    assert.ok(document.querySelector('.hits.previous') !== null);
  });

  it('says what to do where there is no other one', () => {
    removed([]);
    assert.equal(
      nameOf(bar()),
      'This endpoint was removed.Add a search endpoint in the Search view, then select it here.',
    );
  });

  it('lets nothing be asked meanwhile, by its inputs, its buttons, keys, and commands of VS Code', () => {
    const page = removed();
    for (const name of ['Text', 'Time range']) assert.ok(input(name).closest('[inert]') !== null, name);
    for (const name of ['Search', 'Query Options', 'Next', 'Fields', 'Follow', 'Layout', 'More Actions']) {
      assert.ok(byRole('button', name).closest('[inert]') !== null, name);
    }
    assert.equal(input('Index').closest('[inert]'), null);
    input('Index').focus();
    press('Enter');
    click(byRole('columnheader', 'status'));
    page.row(0).focus();
    press('f');
    page.act('turnPage', 'next');
    page.act('turnPage', 'first');
    page.act('countAllHits');
    page.act('pressFollow');
    page.act('goTo', 20);
    page.act('ask', question);
    page.act('addFilter', { label: 'a: 1', clause: '{"term":{"a":1}}', isOut: false });
    page.act('showValues', 'status');
    assert.deepEqual(page.sent(), []);
    assert.equal(page.state().busy, undefined);
  });

  it('offers nothing to search for where there were no hits', () => {
    const page = openResult({ table: tableOf(0, { columns: [], fields: [] }) });
    byRole('button', 'All Fields');
    page.act('listEndpoints', [other]);
    assert.deepEqual(allByRole('button', 'All Fields'), []);
  });

  it('takes the focus of what can have it no more to the endpoint, and leaves that of the hits', () => {
    const page = openResult();
    page.row(1).focus();
    page.act('listEndpoints', [other]);
    assert.match(focused(), /^row /);
    page.act('listEndpoints', [other, { id: 'e', name: 'logs' }]);
    assert.deepEqual(allByRole('alert'), []);
    assert.equal(byRole('button', 'Search').closest('[inert]'), null);
    input('Text').focus();
    page.act('listEndpoints', [other]);
    assert.equal(focused(), 'combobox Index');
  });

  it('goes on at another endpoint with what stands in the form', () => {
    const page = removed();
    page.row(0).focus();
    press('e');
    press('Enter');
    assert.deepEqual(page.sent().at(-1), { kind: 'chooseEndpoint', endpointId: 'f' });
    page.receive({ kind: 'init', panelId: 'p', endpointId: 'f', endpoints: [other] });
    assert.deepEqual([allByRole('alert'), allByRole('row')], [[], []]);
    click(byRole('button', 'Search'));
    const asked = page.sent().findLast((message) => message.kind === 'search');
    assert.deepEqual(asked?.kind === 'search' && asked.question, question);
  });

  it('asks nothing again after a reload of the window', () => {
    const page = openResult();
    const sent = page.posted.length;
    page.receive({ kind: 'init', panelId: 'p', endpointId: 'gone', endpoints: [other] });
    bar();
    assert.deepEqual(page.posted.slice(sent), []);
    assert.deepEqual(allByRole('row'), []);
  });
});
