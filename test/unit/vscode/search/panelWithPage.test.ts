/** A search panel with its page: what the page does, and what it is told. */
import assert from 'node:assert/strict';
import type { PageView } from '../../../../src/protocol/pageView';
import { endpoint } from '../../core/search/fakeHttpClient';
import {
  asks,
  fakeSearchClient,
  type Given,
  hitsUpTo,
  openPanelWithPage,
  question,
  settled,
  slowSearchClient,
  until,
} from './openPanel';

const open = (client = fakeSearchClient(hitsUpTo(30)), given: Given = {}) => openPanelWithPage(client, given);

/** The hits that a page shows. */
const names = ({ shown }: PageView) => shown?.page.table.rows.map(({ id }) => id);

describe('panelWithPage: a search panel with its page', () => {
  it('carries out what the user does, and tells how far it is', async () => {
    const page = open();
    await page.ready();
    assert.deepEqual([page.view().endpointId, page.view().endpoints.length], [endpoint.id, 2]);
    await page.act('editForm', { index: 'logs' });
    await page.act('changeQuestion', { size: 10 });
    await page.act('pressSearch');
    assert.equal(page.told.at(-1)?.done, 3);
    assert.equal(names(page.view())?.[0], '0');
    await page.act('turnPage', 'next');
    assert.deepEqual([names(page.view())?.[0], page.view().busy], ['10', undefined]);
    await page.act('toggleHit', { pageId: page.view().shown?.pageId ?? '', row: 1 });
    assert.deepEqual(page.view().unfolded, [1]);
    const hit = page.view().hits[1];
    assert.ok(typeof hit === 'object' && hit.json.includes('"w11"'));
    // Only what is other: not the ten hits again.
    assert.doesNotMatch(JSON.stringify(page.told.at(-1)), /"rows"/);
  });

  it('does nothing to a hit of the page before, where the user pressed before the next one was drawn', async () => {
    const page = open();
    await page.ready();
    await page.act('editForm', { index: 'logs' });
    await page.act('changeQuestion', { size: 10 });
    await page.act('pressSearch');
    const place = { pageId: page.view().shown?.pageId ?? '', row: 1 };
    await page.act('turnPage', 'next');
    await page.act('toggleHit', place);
    await page.act('scrollTo', { pageId: place.pageId, top: 100 });
    assert.deepEqual([page.view().unfolded, page.view().top], [[], undefined]);
    await page.act('actOnHit', { action: 'copyDocument', place });
    assert.deepEqual([page.copied, page.view().announcement?.text], [[], 'These hits are no longer shown.']);
    await page.act('actOnHit', {
      action: 'copyDocument',
      place: { ...place, pageId: page.view().shown?.pageId ?? '' },
    });
    assert.match(page.copied.join(), /"w11"/);
  });

  it('asks for nothing that the page did not name as the user can', async () => {
    const client = fakeSearchClient(hitsUpTo(30));
    const page = open(client);
    await page.ready();
    const before = page.told.length;
    page.hear({ kind: 'search', requestId: 'r1', question, from: 0 });
    page.hear({ kind: 'act', nth: 1, name: 'pressSearch', about: 'secret' });
    await settled();
    assert.deepEqual([client.asked.length, page.told.length - before, page.logged.length], [0, 0, 2]);
    assert.doesNotMatch(JSON.stringify(page.logged), /secret/);
  });

  it('tells nothing to a hidden page, and everything to the next one', async () => {
    const page = open();
    await page.ready();
    await page.act('editForm', { index: 'logs', text: 'x' });
    await page.act('pressSearch');
    await page.act('toggleHit', { pageId: page.view().shown?.pageId ?? '', row: 0 });
    await page.act('editForm', { text: 'typed since' });
    page.show(false);
    await settled();
    const before = page.told.length;
    page.search.model.change((state) => ({ state: { ...state, isRequestShown: true } }));
    assert.equal(page.told.length, before);
    page.show(true);
    await page.ready();
    const { form, unfolded, hits, isRequestShown } = page.view();
    assert.deepEqual([form.text, unfolded, isRequestShown, typeof hits[0]], ['typed since', [0], true, 'object']);
    assert.equal(names(page.view())?.length, 25);
  });

  it('is restored from what VS Code kept: the form as typed, and the page that was shown', async () => {
    const page = open();
    await page.ready();
    await page.act('editForm', { index: 'logs' });
    await page.act('changeQuestion', { size: 10 });
    await page.act('pressSearch');
    await page.act('turnPage', 'next');
    await page.act('editForm', { text: 'typed since' });
    const restored = page.view().saved ?? assert.fail('nothing is kept');
    assert.doesNotMatch(JSON.stringify(restored), /w1[0-9]/);
    const again = open(fakeSearchClient(hitsUpTo(30)), { restored });
    await again.ready();
    assert.deepEqual([again.view().form.text, names(again.view())?.[0]], ['typed since', '10']);
  });

  it('goes to another endpoint with its form, and without the hits', async () => {
    const page = open();
    await page.ready();
    await page.act('editForm', { index: 'logs' });
    await page.act('pressSearch');
    await page.act('switchEndpoint', 'other');
    assert.deepEqual([page.view().endpointId, page.view().form.index, page.view().shown], ['other', 'logs', undefined]);
  });

  it('shows hits that come before the page, and cancels what the user does not wait for', async () => {
    const { client, answer } = slowSearchClient();
    const page = open(client);
    page.search.begin(question);
    await asks(client, 1);
    const ready = page.ready();
    await until(() => page.told.length > 1, 'messages after the first');
    assert.equal(page.view().busy?.what, 'search');
    answer(0, hitsUpTo(3)({ path: '', body: '{}', from: 0, size: 10 }));
    await ready;
    assert.deepEqual([names(page.view())?.length, page.view().busy], [3, undefined]);
    const searched = page.act('pressSearch');
    await page.act('cancelRequest');
    await searched;
    assert.deepEqual([page.view().busy, page.view().isCanceled, names(page.view())?.length], [undefined, true, 3]);
  });
});
