/** The requests of the page: their ids, and which replies still count. */
import assert from 'node:assert/strict';
import {
  type CurrentReply,
  NumberedRequests,
  type RequestWithoutId,
} from '../../../../../src/core/search/page/numberedRequests';
import type { PageReply, PageRequest } from '../../../../../src/core/search/page/requestsOfPage';
import { emptyQuestion } from '../../../../../src/protocol/question';
import { pageOf } from '../../../webview/page';

const question = { ...emptyQuestion, index: 'logs' };
const total = { hits: 57, isExact: true };
const zone = 'UTC';
const init: PageReply = { kind: 'init', panelId: 'p', endpointId: 'e', endpoints: [] };
const follow = { state: 'following', came: 0, replacesPage: false } as const;

const search: RequestWithoutId = { kind: 'search', question, from: 0 };
const turn: RequestWithoutId = { kind: 'turnPage', to: 'next' };
const complete: RequestWithoutId = { kind: 'complete', of: 'index', index: 'l', text: 'l' };
const histogram: RequestWithoutId = { kind: 'histogram', pageId: 'a', field: 'at', zone };
const values: RequestWithoutId = { kind: 'countValues', path: 'status' };
const following: RequestWithoutId = { kind: 'follow', pageId: 'a', seconds: 5 };

/** Requests, with what was sent and the id of the latest one. */
function open() {
  const sent: PageRequest[] = [];
  const requests = new NumberedRequests((message) => sent.push(message));
  const send = (post: RequestWithoutId): string => {
    requests.send(post);
    const message = sent.at(-1);
    return message !== undefined && 'requestId' in message ? message.requestId : '';
  };
  return { sent, send, receive: (message: PageReply) => requests.receive(message) };
}

/** The replies to a request of this id, each with the request that it may answer. */
const replies: readonly (readonly [post: RequestWithoutId, reply: (requestId: string) => PageReply])[] = [
  [search, (pageId) => ({ kind: 'page', pageId, question, page: pageOf(1) })],
  [search, (requestId) => ({ kind: 'progress', requestId, text: '1 of 2' })],
  [search, (requestId) => ({ kind: 'failed', requestId, sentence: 'No.', nextStep: '' })],
  [search, (requestId) => ({ kind: 'canceled', requestId })],
  [turn, (pageId) => ({ kind: 'page', pageId, question, page: pageOf(1) })],
  [{ kind: 'count' }, (requestId) => ({ kind: 'counted', requestId, pageId: 'a', range: '', total })],
  [complete, (requestId) => ({ kind: 'completions', requestId, items: [] })],
  [{ ...complete, of: 'dateField' }, (requestId) => ({ kind: 'completions', requestId, items: [] })],
  [histogram, (requestId) => ({ kind: 'histogram', requestId })],
  [{ kind: 'listFields' }, (requestId) => ({ kind: 'fields', requestId, items: [] })],
  [values, (requestId) => ({ kind: 'values', requestId, values: none })],
  [following, (requestId) => ({ kind: 'followed', requestId, ...follow })],
  [{ kind: 'takeNewHits' }, (pageId) => ({ kind: 'newHits', pageId, question, page: pageOf(1), areBarsOld: false })],
];

const none = { path: 'a', rows: [], figures: [], notes: [], status: '' };

describe('numberedRequests: a request of the page', () => {
  it('has an id that no other has, also of another page', () => {
    const [one, other] = [open(), open()];
    const posts = replies.map(([post]) => post);
    const ids = [...posts, ...posts].flatMap((post) => [one.send(post), other.send(post)]);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.ok(id.length > 0 && id.length <= 100, id);
  });

  it('is sent as it is besides, and what is no request has no id', () => {
    const { sent, send } = open();
    const requestId = send(search);
    const others: readonly RequestWithoutId[] = [
      { kind: 'ready' },
      { kind: 'openHit', pageId: 'a', row: 0 },
      { kind: 'act', action: 'save' },
      { kind: 'steerFollow', to: 'resume' },
      { kind: 'chooseEndpoint', endpointId: 'f' },
    ];
    for (const post of others) send(post);
    assert.deepEqual(sent, [{ ...search, requestId }, ...others]);
  });

  it('is canceled by its id, while it is under way', () => {
    const { sent, send, receive } = open();
    send({ kind: 'cancel' });
    assert.deepEqual(sent, []);
    send(search);
    const requestId = send(turn);
    send({ kind: 'cancel' });
    assert.deepEqual(sent.at(-1), { kind: 'cancel', requestId });
    receive({ kind: 'progress', requestId, text: '1 of 2' });
    send({ kind: 'cancel' });
    assert.equal(sent.length, 4);
    receive({ kind: 'canceled', requestId });
    send({ kind: 'cancel' });
    assert.equal(sent.length, 4, 'nothing is left to cancel');
  });
});

describe('numberedRequests: a reply', () => {
  for (const [post, reply] of replies) {
    const name = `${reply('x').kind} to ${post.kind}${post.kind === 'complete' ? ` of ${post.of}` : ''}`;
    it(`is taken without the id, of the latest request only: ${name}`, () => {
      const { send, receive } = open();
      const [first, second] = [send(post), send(post)];
      assert.equal(receive(reply(first)), undefined);
      assert.equal(receive(reply('other')), undefined);
      const taken = receive(reply(second)) ?? assert.fail('it is dropped');
      assert.equal(taken.kind, reply('x').kind);
      assert.ok(!('requestId' in taken) || taken.requestId === undefined);
    });
  }

  it('is not dropped because of requests of another kind', () => {
    const { send, receive } = open();
    const ids = [
      complete,
      { ...complete, of: 'dateField' } as const,
      histogram,
      { kind: 'listFields' } as const,
      values,
    ];
    const sent = ids.map((post) => send(post));
    send(search);
    const [typed = '', dates = '', bars = '', fields = '', counted = ''] = sent;
    const taken = [
      receive({ kind: 'completions', requestId: typed, items: [] }),
      receive({ kind: 'completions', requestId: dates, items: [] }),
      receive({ kind: 'histogram', requestId: bars }),
      receive({ kind: 'fields', requestId: fields, items: [] }),
      receive({ kind: 'values', requestId: counted, values: none }),
    ];
    assert.deepEqual(
      taken.map((message) => (message?.kind === 'completions' ? message.of : message?.kind)),
      ['index', 'dateField', 'histogram', 'fields', 'values'],
    );
  });

  it('to a search comes once, and none to the one before it', () => {
    const { send, receive } = open();
    const pageId = send(search);
    const page: PageReply = { kind: 'page', pageId, question, page: pageOf(1) };
    assert.deepEqual(receive(page), page);
    assert.equal(receive(page), undefined);
    const next = send(turn);
    assert.equal(receive({ kind: 'failed', requestId: pageId, sentence: 'No.', nextStep: '' }), undefined);
    assert.equal(receive({ kind: 'canceled', requestId: next })?.kind, 'canceled');
    assert.equal(receive({ kind: 'progress', requestId: next, text: '' }), undefined);
  });

  it('to completions may come twice, and says for which input', () => {
    const { send, receive } = open();
    const requestId = send({ ...complete, of: 'field' });
    const expected: CurrentReply = { kind: 'completions', of: 'field', items: [] };
    for (let time = 0; time < 2; time++) {
      assert.deepEqual({ ...receive({ kind: 'completions', requestId, items: [] }) }, expected);
    }
  });

  it('of following comes as often as its state changes, until the page ends it, or searches, or turns', () => {
    for (const end of [search, turn, { kind: 'steerFollow', to: 'end' }] as const) {
      const { send, receive } = open();
      const requestId = send(following);
      const pageId = send({ kind: 'takeNewHits' });
      const told: PageReply = { kind: 'followed', requestId, ...follow };
      for (let time = 0; time < 2; time++) assert.equal(receive(told)?.kind, 'followed');
      send({ kind: 'steerFollow', to: 'resume' });
      assert.equal(receive(told)?.kind, 'followed');
      send(end);
      assert.equal(receive(told), undefined);
      assert.equal(receive({ kind: 'newHits', pageId, question, page: pageOf(1), areBarsOld: false }), undefined);
    }
  });

  it('is counted of its own, or by another feature', () => {
    const { send, receive } = open();
    const requestId = send({ kind: 'count' });
    const counted: PageReply = { kind: 'counted', pageId: 'a', range: '1 of 57', total };
    const isReply = (message: PageReply) => {
      const taken = receive(message);
      return taken?.kind === 'counted' ? taken.isReply : undefined;
    };
    assert.equal(isReply(counted), false);
    assert.equal(isReply({ ...counted, requestId }), true);
    assert.equal(isReply({ ...counted, requestId }), undefined);
    assert.equal(isReply(counted), false);
  });

  it('is no matter of messages that answer none', () => {
    const { receive } = open();
    const messages: readonly PageReply[] = [
      init,
      { kind: 'columns', pageId: 'a', table: pageOf(1).table },
      { kind: 'hit', pageId: 'a', row: 0 },
      { kind: 'newest', pageId: 'a', at: 0 },
      { kind: 'announce', text: 'Copied' },
    ];
    for (const message of messages) assert.equal(receive(message), message);
  });
});

describe('numberedRequests: a page that VS Code made anew', () => {
  const pageOfBefore: PageReply = { kind: 'page', pageId: 'before-8', question, page: pageOf(1) };

  it('takes the reply to the search of the page before, and can cancel it', () => {
    const { sent, send, receive } = open();
    assert.equal(receive(pageOfBefore), undefined);
    receive({ ...init, busy: 'before-8' });
    send({ kind: 'cancel' });
    assert.deepEqual(sent, [{ kind: 'cancel', requestId: 'before-8' }]);
    assert.equal(receive(pageOfBefore)?.kind, 'page');
  });

  it('waits for its own search, where it has one already', () => {
    const { send, receive } = open();
    const pageId = send(search);
    receive({ ...init, busy: 'before-8' });
    assert.equal(receive(pageOfBefore), undefined);
    assert.equal(receive({ ...pageOfBefore, pageId })?.kind, 'page');
  });

  it('goes on to be told of what is followed, and of the new hits that were asked for', () => {
    const { send, receive } = open();
    receive(init);
    const requestId = send(following);
    const pageId = send({ kind: 'takeNewHits' });
    receive(init);
    assert.equal(receive({ kind: 'followed', requestId, ...follow })?.kind, 'followed');
    const newHits = { kind: 'newHits', pageId, question, page: pageOf(1), areBarsOld: false } as const;
    assert.equal(receive(newHits)?.kind, 'newHits');
  });

  it('drops what an address says once something newer is searched for, or another one was pasted', () => {
    const { send, receive } = open();
    const address = { kind: 'readAddress', text: 'https://k', form: question, zone: 'UTC' } as const;
    const told = (requestId: string) => receive({ kind: 'address', requestId, notes: [] })?.kind;
    const older = send(address);
    const newer = send(address);
    assert.deepEqual([told(older), told(newer)], [undefined, 'address']);
    send(search);
    assert.equal(told(newer), undefined);
    const last = send(address);
    send({ kind: 'chooseEndpoint', endpointId: 'f' });
    assert.equal(told(last), undefined);
  });

  it('drops the replies of another endpoint, once it is there', () => {
    const { send, receive } = open();
    receive(init);
    const pageId = send(search);
    const requestId = send(values);
    send({ kind: 'chooseEndpoint', endpointId: 'f' });
    assert.equal(receive({ kind: 'progress', requestId: pageId, text: '' })?.kind, 'progress');
    receive({ ...init, endpointId: 'f' });
    assert.equal(receive({ ...pageOfBefore, pageId }), undefined);
    assert.equal(receive({ kind: 'values', requestId, values: none }), undefined);
    const next = send(search);
    receive({ ...init, endpointId: 'f' });
    assert.equal(receive({ ...pageOfBefore, pageId: next })?.kind, 'page');
  });
});
