/** An address of Discover that is pasted into the words. */
import assert from 'node:assert/strict';
import { initialState, savedState } from '../../../src/core/search/page/pageState';
import type { PageReply, PageRequest } from '../../../src/core/search/page/requestsOfPage';
import { emptyQuestion, type SearchQuestion } from '../../../src/protocol/question';
import { withBrowser } from './browser';
import {
  allByRole,
  byRole,
  choose,
  click,
  focused,
  input,
  type OpenPage,
  openPage,
  openQueryOptions,
  openResult,
  press,
  textOf,
  type,
} from './page';

const address = "https://kibana.test/app/discover#/?_g=(time:(from:now-15m,to:now))&_a=(index:'logs-*')";
const hostile = '<img src=x onerror=alert(1)>';

/** Pastes a text into the words; returns whether the page let the browser do it. */
function paste(text: string): boolean {
  const target = input('Text');
  target.focus();
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { getData: (kind: string) => (kind === 'text/plain' ? text : '') } });
  return target.dispatchEvent(event);
}

const asked: SearchQuestion = { ...emptyQuestion, index: 'logs-*', by: 'queryString', text: 'status:500', size: 10 };
/** Replies to the address that was sent last. */
const reply = (page: OpenPage, to: Partial<Extract<PageReply, { kind: 'address' }>> = {}): void => {
  const requestId = page.requestOf('readAddress');
  page.receive({ kind: 'address', requestId, question: asked, notes: [], ...to });
};
const searches = (posted: readonly PageRequest[]) =>
  posted.flatMap((message) => (message.kind === 'search' ? [message.question] : []));
/** What is said of the address, title first; undefined where nothing is. */
const said = () => {
  const bar = allByRole('status').find((one) => one.classList.contains('pasted'));
  return bar && [...bar.querySelectorAll('p, li')].map(textOf);
};

describe('addressInWords: an address that is pasted into the words', () => {
  withBrowser();

  it('goes to the host with what the form keeps, and not into the words', () => {
    const page = openPage({ index: ' mine ', text: 'typed', size: 25, highlight: false });
    assert.equal(paste(address), false);
    const { zone, ...message } = page.posted.find(({ kind }) => kind === 'readAddress') as { zone: string };
    assert.deepEqual(message, {
      kind: 'readAddress',
      requestId: page.requestOf('readAddress'),
      text: address,
      form: { index: 'mine', size: 25, highlight: false },
    });
    assert.match(zone, /^[A-Z]/);
    assert.equal(page.state().form.text, 'typed');
  });

  it('is read when it was dropped or typed, as soon as it is searched for', () => {
    const page = openPage();
    type('Text', ` ${address} `);
    press('Enter');
    assert.deepEqual(
      page.posted.map(({ kind }) => kind).filter((kind) => kind === 'search' || kind === 'readAddress'),
      ['readAddress'],
    );
  });

  it('stays a text where it is none of Discover, where others are meant, and where no words are asked for', () => {
    const page = openPage();
    for (const text of ['timeout', 'https://kibana.test/app/dashboards#/view/1', `see ${address}`])
      assert.equal(paste(text), true);
    openQueryOptions();
    choose('Query type', 'Exact value');
    assert.equal(paste(address), true);
    type('Field', 'referer');
    type('Text', address);
    press('Enter');
    assert.deepEqual(
      page.posted.filter(({ kind }) => kind === 'readAddress'),
      [],
    );
    assert.deepEqual(
      searches(page.posted).map(({ text }) => text),
      [address],
    );
  });

  it('becomes the form, and is searched for', () => {
    const page = openPage({ index: 'mine', text: 'typed' });
    type('Text', 'typed again');
    paste(address);
    reply(page);
    assert.deepEqual(searches(page.posted), [asked]);
    assert.equal(page.state().form, asked);
    assert.equal(said(), undefined);
    assert.equal(focused(), 'textbox Text');
    click(byRole('button', 'Restore Previous Search'));
    assert.deepEqual([page.state().form.index, page.state().form.text], ['mine', 'typed again']);
  });

  it('says what was left out until that is closed, and nothing is made of it', () => {
    const page = openResult();
    paste(address);
    reply(page, { notes: [`Left out: the filters “${hostile}”.`, 'Left out: the columns.'] });
    page.answer();
    assert.deepEqual(said(), [
      'The form was filled in from the pasted address.',
      `Left out: the filters “${hostile}”.`,
      'Left out: the columns.',
    ]);
    assert.equal(document.querySelectorAll('img').length, 0);
    byRole('button', 'Close').focus();
    press('Enter');
    assert.equal(said(), undefined);
    assert.match(focused(), /^row/);
  });

  it('says so beside hits as long as they are its own, also after the index was entered', () => {
    const page = openResult();
    paste(address);
    reply(page, { notes: ['Left out: the columns.'] });
    page.answer();
    click(byRole('button', 'Search'));
    page.answer();
    type('Index', 'other');
    press('Enter');
    page.answer();
    assert.equal(said()?.length, 2);
    type('Text', 'something else');
    press('Enter');
    assert.equal(said(), undefined);
    assert.deepEqual(allByRole('button', 'Restore Previous Search'), []);
  });

  it('asks for the index where it has none, and says why', () => {
    const page = openPage({ index: '', text: '' });
    paste(address);
    reply(page, { question: { ...asked, index: '' }, whyIndex: 'Only its ID is known.' });
    assert.deepEqual(searches(page.posted), []);
    assert.equal(focused(), 'combobox Index');
    assert.equal(input('Index').getAttribute('aria-invalid'), 'true');
    assert.match(document.getElementById('index-problem')?.textContent ?? '', /Only its ID is known/);
    type('Index', 'logs-*');
    press('Enter');
    assert.deepEqual(searches(page.posted), [{ ...asked, index: 'logs-*' }]);
  });

  it('changes nothing where nothing was read, and says why', () => {
    const page = openPage({ text: 'typed' });
    const { form } = page.state();
    paste(address);
    page.receive({ kind: 'address', requestId: page.requestOf('readAddress'), notes: ['A short link.'] });
    assert.deepEqual(said(), ['The pasted address was not read.', 'A short link.']);
    assert.equal(page.state().form, form);
    assert.deepEqual(searches(page.posted), []);
    byRole('button', 'Close').focus();
    press('Enter');
    assert.deepEqual([said(), focused()], [undefined, 'textbox Text']);
  });

  it('is not sent where it is too long, and that is said', () => {
    const page = openPage();
    assert.equal(paste(address + 'a'.repeat(50_000)), false);
    assert.deepEqual(said(), ['The pasted address was not read.', 'It has more than 50,000 characters.']);
    assert.deepEqual(
      page.posted.filter(({ kind }) => kind === 'readAddress'),
      [],
    );
  });

  it('is said no more of once another search was put into the form, or the one before came back', () => {
    const page = openPage({ text: 'typed' });
    const note = (): void => {
      paste(address);
      reply(page, { notes: ['Left out: the columns.'] });
    };
    note();
    page.act('ask', asked);
    assert.equal(said(), undefined);
    note();
    click(byRole('button', 'Restore Previous Search'));
    assert.equal(said(), undefined);
  });

  it('is still said of after the page was made anew', () => {
    const page = openPage();
    paste(address);
    reply(page, { notes: ['Left out: the columns.'] });
    const saved = savedState(page.state());
    assert.deepEqual(initialState(saved).pasted, { isRead: true, notes: ['Left out: the columns.'] });
  });
});
