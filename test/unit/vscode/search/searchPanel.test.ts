import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { canceledFailure } from '../../../../src/core/base/errors/failure';
import type { HttpResponse } from '../../../../src/core/base/http/httpClient';
import type { PageReply } from '../../../../src/core/search/page/requestsOfPage';
import { emptyQuestion, type SearchQuestion } from '../../../../src/protocol/question';
import type { TableOptions } from '../../../../src/vscode/search/tableOptions';
import { endpoint, json } from '../../core/search/fakeHttpClient';
import {
  asks,
  fakeMemento,
  fakeSearchClient,
  fields,
  hitsUpTo,
  kinds,
  openPanel,
  question,
  searchFor,
  settled,
  slowSearchClient,
  until,
} from './openPanel';

const initOf = (heard: readonly PageReply[]) => {
  const init = heard.findLast((message) => message.kind === 'init');
  assert.ok(init?.kind === 'init');
  return init;
};

describe('searchPanel: the host of a search page', () => {
  it('introduces itself to a page that is ready, with the endpoints and what the form begins with', async () => {
    const { say, heard, panel, endpoints } = openPanel(fakeSearchClient(hitsUpTo(9)));
    await say({ kind: 'ready' });
    assert.deepEqual(heard, [
      {
        kind: 'init',
        panelId: 'panel',
        endpointId: endpoint.id,
        endpoints,
        question: { ...question, index: '', field: '', text: '', size: 25, highlight: true },
        layout: { kind: 'usual', isWrapped: false, areTimesRelative: false },
      },
    ]);
    assert.equal(panel.title, 'Search');
  });

  it('describes lines where the page shows them, and remembers that for new pages', async () => {
    const state = fakeMemento();
    const { say, heard } = openPanel(fakeSearchClient(hitsUpTo(3)), { state });
    const linesOf = (message: (typeof heard)[number] | undefined) => {
      const table =
        message?.kind === 'page' ? message.page.table : message?.kind === 'columns' ? message.table : undefined;
      return table?.areLines === true ? table.rows.map(({ name }) => name) : undefined;
    };
    const lines = { kind: 'lines', isWrapped: true, areTimesRelative: false } as const;
    const table = { ...lines, kind: 'table' } as const;
    const savedBy = (layout: typeof table) => ({ panelId: 'panel', endpointId: endpoint.id, form: question, layout });
    await say({ kind: 'ready' });
    await say(searchFor('r1'));
    assert.deepEqual(linesOf(heard.at(-1)), undefined);
    await say({ kind: 'chooseLayout', layout: lines });
    assert.deepEqual(kinds(heard).at(-1), 'columns r1');
    assert.deepEqual(linesOf(heard.at(-1)), ['n: 0, word: w0', 'n: 1, word: w1', 'n: 2, word: w2']);
    await say(searchFor('r2'));
    assert.equal(linesOf(heard.at(-1))?.[0], 'n: 0, word: w0');
    // Nothing new is drawn where lines are only wrapped.
    const before = heard.length;
    await say({ kind: 'chooseLayout', layout: { ...lines, isWrapped: false } });
    await say({ kind: 'chooseLayout', layout: lines });
    await settled();
    assert.equal(heard.length, before);
    await say({ kind: 'chooseLayout', layout: { ...lines, kind: 'table' } });
    assert.deepEqual(linesOf(heard.at(-1)), undefined);
    await say({ kind: 'chooseLayout', layout: lines });

    const other = openPanel(fakeSearchClient(hitsUpTo(3)), { state });
    await other.say({ kind: 'ready' });
    assert.deepEqual(other.heard[0]?.kind === 'init' && other.heard[0].layout, lines);
    await other.say(searchFor('r1'));
    assert.equal(linesOf(other.heard.at(-1))?.[0], 'n: 0, word: w0');
    // What a page saved itself is its own.
    const saved = openPanel(fakeSearchClient(hitsUpTo(3)), { state, restored: savedBy(table) });
    await saved.say({ kind: 'ready' });
    await saved.say(searchFor('r1'));
    assert.deepEqual(saved.heard[0]?.kind === 'init' && saved.heard[0].layout, table);
    assert.equal(linesOf(saved.heard.at(-1))?.[0], undefined);
  });

  it('takes no layout from its storage that is none', async () => {
    const state = fakeMemento();
    await state.update('search/layout', { kind: 'cards' });
    const { say, heard } = openPanel(fakeSearchClient(hitsUpTo(3)), { state });
    await say({ kind: 'ready' });
    assert.deepEqual(heard[0]?.kind === 'init' && heard[0].layout?.kind, 'usual');
  });

  it('answers each request once, with its id', async () => {
    const { say, heard } = openPanel(fakeSearchClient(hitsUpTo(19)));
    await say(searchFor('r1'));
    await say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    await say({ kind: 'turnPage', requestId: 'r3', to: 'previous' });
    await say({ kind: 'turnPage', requestId: 'r4', to: 'previous' });
    await say({ kind: 'turnPage', requestId: 'r5', to: { offset: 10 } });
    assert.deepEqual(kinds(heard), ['page r1', 'page r2', 'page r3', 'failed r4', 'page r5']);
  });

  for (const [what, answer, says] of [
    ['a busy engine', { status: 429, headers: {}, body: '' }, { isPassing: true }],
    ['an engine that is not up', { status: 503, headers: {}, body: 'Bad Gateway' }, { isPassing: true }],
    ['wrong credentials', { status: 401, headers: {}, body: '' }, { isOfEndpoint: true }],
    ['a login page', { status: 200, headers: {}, body: '<html>Sign in</html>' }, { isOfEndpoint: true }],
    ['a wrong path', { status: 404, headers: {}, body: '404 page not found' }, { isOfEndpoint: true }],
    ['an index that is not there', json({ error: { type: 'index_not_found_exception', reason: 'x' } }, 404), {}],
    ['a wrong query', json({ error: { type: 'parsing_exception', reason: 'x' } }, 400), {}],
  ] as const) {
    it(`says what may help after ${what}`, async () => {
      const { say, heard } = openPanel(fakeSearchClient(() => answer));
      await say(searchFor('r1'));
      const [failed] = heard;
      assert.ok(failed?.kind === 'failed');
      const { isOfEndpoint, isPassing } = failed;
      assert.deepEqual({ ...(isOfEndpoint && { isOfEndpoint }), ...(isPassing && { isPassing }) }, says);
    });
  }

  it('starts where it is told to', async () => {
    const client = fakeSearchClient(hitsUpTo(100));
    const { say, heard } = openPanel(client);
    await say(searchFor('r1', question, 40));
    assert.equal(client.asked[0]?.from, 40);
    assert.ok(heard[0]?.kind === 'page' && heard[0].page.range === '41–50 of 100');
  });

  it('shows a page made anew what the one before showed, with the failure that came while it was hidden', async () => {
    const answers: HttpResponse[] = [];
    const client = fakeSearchClient((asked) => answers.shift() ?? hitsUpTo(19)(asked));
    const { say, heard } = openPanel(client);
    await say(searchFor('r1'));
    answers.push({ status: 503, headers: {}, body: 'Bad Gateway' });
    await say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    await say({ kind: 'ready' });
    const init = heard.at(-1);
    assert.ok(init?.kind === 'init');
    assert.equal(init.shown?.pageId, 'r1');
    assert.equal(init.shown?.page.range, '1–10 of 19');
    assert.match(init.failure?.sentence ?? '', /503/);
    assert.equal(JSON.stringify(init).includes('changeme-test'), false);
  });

  it('tells a page made anew what is under way, and answers that', async () => {
    const { client, answer } = slowSearchClient();
    const { say, heard } = openPanel(client);
    const asked = say(searchFor('r1'));
    await asks(client, 1);
    await say({ kind: 'ready' });
    assert.ok(heard[0]?.kind === 'init' && heard[0].busy === 'r1');
    answer(0, json({ hits: { hits: [] } }));
    await asked;
    assert.deepEqual(kinds(heard), ['init', 'page r1']);
  });

  it('cancels what it is told to, and answers that it did', async () => {
    const { client } = slowSearchClient();
    const { say, heard, called } = openPanel(client);
    const asked = say(searchFor('r1'));
    await asks(client, 1);
    await say({ kind: 'cancel', requestId: 'another' });
    assert.equal(client.asked[0]?.signal?.aborted, false);
    await say({ kind: 'cancel', requestId: 'r1' });
    await asked;
    assert.deepEqual(heard, [{ kind: 'canceled', requestId: 'r1' }]);
    assert.deepEqual(
      called.map(([name]) => name),
      ['asked'],
    );
  });

  it('answers an older request as canceled when a newer one comes', async () => {
    const { client, answer } = slowSearchClient();
    const { say, heard } = openPanel(client);
    const older = say(searchFor('r1'));
    await asks(client, 1);
    const newer = say(searchFor('r2'));
    await older;
    await asks(client, 2);
    answer(1, json({ hits: { hits: [] } }));
    await newer;
    assert.deepEqual(kinds(heard), ['canceled r1', 'page r2']);
  });

  it('goes one page further when Next is pressed while a Next is under way', async () => {
    const { client, answer } = slowSearchClient();
    const { say, heard } = openPanel(client);
    const page = (at: number) => hitsUpTo(100)({ path: '', body: '', from: at, size: 10 });
    const asked = say(searchFor('r1'));
    await asks(client, 1);
    answer(0, page(0));
    await asked;
    const first = say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    await asks(client, 2);
    const second = say({ kind: 'turnPage', requestId: 'r3', to: 'next' });
    await first;
    answer(1, page(10));
    await asks(client, 3);
    answer(2, page(20));
    await second;
    assert.deepEqual(kinds(heard), ['page r1', 'canceled r2', 'page r3']);
    assert.equal(client.asked[2]?.from, 20);
    const last = heard.at(-1);
    assert.ok(last?.kind === 'page' && last.page.range === '21–30 of 100');
  });

  /** Pages that are read and described in another thread, which takes a while: something can come at any moment of it. */
  const longPages = () => {
    const short = hitsUpTo(50);
    const long = `"long":[${Array.from({ length: 300_000 }, (_, at) => `{"n":${at}}`).join()}],"n"`;
    return fakeSearchClient((asked) => {
      const answer = short(asked);
      return asked.from === 0 ? answer : { ...answer, body: answer.body.replace('"n"', long) };
    });
  };
  const moments = [0, 20, 80, 250];

  for (const moment of moments) {
    it(`stays on the page that is shown where a long one is canceled after ${moment} ms`, async () => {
      const { say, heard } = openPanel(longPages());
      await say(searchFor('r1'));
      const first = say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
      await sleep(moment);
      await say({ kind: 'cancel', requestId: 'r2' });
      await first;
      await say({ kind: 'turnPage', requestId: 'r3', to: 'next' });
      const last = heard.at(-1);
      assert.ok(last?.kind === 'page' && last.pageId === 'r3');
      assert.equal(last.page.range, kinds(heard)[1] === 'page r2' ? '21–30 of 50' : '11–20 of 50');
      assert.equal(kinds(heard).length, 3);
    });

    it(`goes one page further where Next is pressed ${moment} ms after a Next to a long page`, async () => {
      const { say, heard } = openPanel(longPages());
      await say(searchFor('r1'));
      const first = say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
      await sleep(moment);
      await say({ kind: 'turnPage', requestId: 'r3', to: 'next' });
      await first;
      const last = heard.at(-1);
      assert.ok(last?.kind === 'page' && last.pageId === 'r3', kinds(heard).join());
      assert.equal(last.page.range, '21–30 of 50');
      assert.match(kinds(heard).join(), /^page r1,(?:canceled|page) r2,page r3$/);
    });
  }

  it('cancels what is under way when the panel is closed', async () => {
    const { client } = slowSearchClient();
    const { say, dispose } = openPanel(client);
    const asked = say(searchFor('r1'));
    await asks(client, 1);
    dispose();
    await asked;
    assert.equal(client.asked[0]?.signal?.aborted, true);
  });

  it('says what it does not understand to the log, without repeating it', async () => {
    const { hear, heard, logged } = openPanel(fakeSearchClient(hitsUpTo(9)));
    hear({ kind: 'act', nth: 1, name: 'editForm', about: { text: 1, secret: 'do not repeat' } });
    assert.deepEqual(heard, []);
    assert.equal(logged.length, 1);
    assert.doesNotMatch(JSON.stringify(logged), /do not repeat/);
  });

  it('answers also where something unforeseen failed', async () => {
    const { say, heard, logged } = openPanel(new TypeError('a bug'));
    await say(searchFor('r1'));
    assert.ok(heard[0]?.kind === 'failed');
    assert.match(heard[0].nextStep, /log/);
    assert.doesNotMatch(JSON.stringify(heard), /a bug/);
    assert.equal(logged.length, 1);
  });

  it('answers a question that cannot be asked with what to change', async () => {
    const client = fakeSearchClient(hitsUpTo(9));
    const { say, heard } = openPanel(client);
    await say(searchFor('r1', { ...question, index: ' ' }));
    assert.ok(heard[0]?.kind === 'failed');
    assert.match(heard[0].nextStep, /index name/);
    assert.equal(client.asked.length, 0);
  });

  it('tells others how a new search ended, and nobody of turned pages', async () => {
    const answers: HttpResponse[] = [];
    const client = fakeSearchClient((asked) => answers.shift() ?? hitsUpTo(19)(asked));
    const { say, called } = openPanel(client);
    await say(searchFor('r1'));
    await say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    answers.push(json({ error: { type: 'parsing_exception', reason: 'unknown query' } }, 400));
    await say(searchFor('r3'));
    assert.deepEqual(
      called.map(([name]) => name),
      ['asked', 'outcome', 'asked', 'outcome'],
    );
    assert.deepEqual(called[1], ['outcome', { endpointId: endpoint.id, question }]);
    assert.match(JSON.stringify(called[3]), /unknown query/);
  });

  it('keeps working where its endpoint was removed', async () => {
    const { say, heard, panel, endpoints } = openPanel(fakeSearchClient(hitsUpTo(9)));
    await say(searchFor('r1'));
    endpoints.splice(0);
    await say({ kind: 'ready' });
    assert.equal(heard.at(-1)?.kind, 'init');
    assert.equal(panel.title, 'logs · Removed endpoint');
  });

  it('names its endpoint in its title only beside others', async () => {
    const { say, panel, search, endpoints } = openPanel(fakeSearchClient(hitsUpTo(9)));
    await say(searchFor('r1'));
    assert.equal(panel.title, 'logs · logs');
    endpoints.pop();
    await search.endpointsChanged();
    assert.equal(panel.title, 'logs');
    endpoints.splice(0, 1, { id: 'other', name: 'archive' });
    await search.endpointsChanged();
    assert.equal(panel.title, 'logs · Removed endpoint');
  });

  it('follows the names of the endpoints, also of those that come and go', async () => {
    const { say, panel, search, acted, endpoints } = openPanel(fakeSearchClient(hitsUpTo(9)));
    await say({ kind: 'ready' });
    await say(searchFor('r1'));
    endpoints.splice(0, 1, { id: endpoint.id, name: 'access logs' });
    await search.endpointsChanged();
    assert.equal(panel.title, 'logs · access logs');
    assert.deepEqual(acted, [['listEndpoints', endpoints]]);
  });

  it('names the index in its title, in one line and cut', async () => {
    const { say, panel } = openPanel(fakeSearchClient(hitsUpTo(9)));
    await say(searchFor('r1', { ...question, index: `a\n\u202eb${'c'.repeat(100)}` }));
    assert.equal(panel.title, `a b${'c'.repeat(36)}… · logs`);
  });

  it('is about what it was asked last, also before the answer is there', async () => {
    const { client, answer } = slowSearchClient();
    const { say, panel } = openPanel(client);
    const none = json({ took: 1, hits: { total: { value: 0, relation: 'eq' }, hits: [] } });
    const first = say(searchFor('r1'));
    await asks(client, 1);
    answer(0, none);
    await first;
    assert.equal(panel.title, 'logs · logs');
    const second = say(searchFor('r2', { ...question, index: 'other' }));
    await asks(client, 2);
    assert.equal(panel.title, 'other · logs');
    answer(1, none);
    await second;
  });

  it('learns the fields before it sorts, so that indices without the field do not fail', async () => {
    const client = fakeSearchClient(hitsUpTo(9));
    const { say } = openPanel(client, { fields });
    await say(searchFor('r1', { ...question, sort: [{ field: 'n', order: 'desc' }] }));
    assert.match(
      client.asked[0]?.body ?? '',
      /"sort":\[\{"n":\{"order":"desc","missing":"_last","unmapped_type":"long"\}\}/,
    );
  });

  it('tells a page made anew that there is a hit to compare with', async () => {
    const { say, heard } = openPanel(fakeSearchClient(hitsUpTo(9)));
    await say(searchFor('r1'));
    await say({ kind: 'place', action: 'selectForCompare', place: { pageId: 'r1', row: 0 } });
    await say({ kind: 'ready' });
    const init = heard.at(-1);
    assert.ok(init?.kind === 'init' && init.isHitSelected === true);
  });

  it('says that the endpoint was changed where its connection was closed under the search', async () => {
    const closed = fakeSearchClient(() => Promise.reject(canceledFailure()));
    const { say, heard } = openPanel(closed);
    await say(searchFor('r1'));
    assert.ok(heard[0]?.kind === 'failed');
    assert.match(heard[0].sentence, /setting changed/);
  });

  it('asks anew for the page to turn to when the endpoint is reached in another way by now', async () => {
    const [before, after] = [fakeSearchClient(hitsUpTo(100)), fakeSearchClient(hitsUpTo(90))];
    const { say, heard, reachBy } = openPanel(before);
    await say(searchFor('r1'));
    reachBy(after);
    await say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    await say({ kind: 'turnPage', requestId: 'r3', to: 'next' });
    await say({ kind: 'turnPage', requestId: 'r4', to: 'previous' });
    assert.deepEqual([before.asked.length, after.asked[0]?.from], [1, 10]);
    const ranges = heard.flatMap((message) => (message.kind === 'page' ? [message.page.range] : []));
    assert.deepEqual(ranges, ['1–10 of 100', '11–20 of 90', '21–30 of 90', '11–20 of 90']);
  });

  it('searches another endpoint when told to, and keeps the form', async () => {
    const { say, heard, panel, search } = openPanel(fakeSearchClient(hitsUpTo(9)));
    await say(searchFor('r1'));
    await say({ kind: 'chooseEndpoint', endpointId: 'nobody' });
    assert.equal(search.search.endpointId, endpoint.id);
    await say({ kind: 'chooseEndpoint', endpointId: 'other' });
    const init = heard.at(-1);
    assert.ok(init?.kind === 'init');
    assert.equal(init.endpointId, 'other');
    assert.equal(init.shown, undefined);
    assert.deepEqual(init.question, question);
    assert.equal(panel.title, 'logs · archive');
    await say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    assert.deepEqual(heard.at(-1), { kind: 'canceled', requestId: 'r2' });
  });

  it('draws a page with the columns that were chosen while it was described', async () => {
    const { say, heard, search } = openPanel(fakeSearchClient(hitsUpTo(100)), { fields });
    await say(searchFor('r1'));
    const optionsNow = search.search.tableOptions.bind(search.search);
    const before = (await optionsNow()).of('logs');
    let describe: () => void = () => undefined;
    const chosen = new Promise<void>((resolve) => {
      describe = resolve;
    });
    let asked = 0;
    search.search.tableOptions = async () => {
      if (++asked > 1) return optionsNow();
      await chosen;
      return { of: () => before } as unknown as TableOptions;
    };
    const turning = say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    await until(() => asked > 0, 'descriptions');
    await say({ kind: 'chooseColumns', pageId: 'r1', paths: ['n'] });
    describe();
    await turning;
    const drawn = heard.flatMap((message) => {
      if (message.kind === 'page') return [[message.pageId, message.page.table.columns[0]]];
      return message.kind === 'columns' ? [[message.pageId, message.table.columns[0]]] : [];
    });
    assert.deepEqual(drawn.at(-1), ['r2', 'n']);
  });

  it('is at the endpoint that was chosen last, however fast', async () => {
    const { say, heard, search } = openPanel(fakeSearchClient(hitsUpTo(9)));
    const choices = ['other', endpoint.id].map((endpointId) => say({ kind: 'chooseEndpoint', endpointId }));
    await Promise.all(choices);
    const init = heard.at(-1);
    assert.deepEqual([search.search.endpointId, init?.kind === 'init' && init.endpointId], [endpoint.id, endpoint.id]);
  });

  it('says nothing to a page that is closed, and does not touch it', async () => {
    const { say, heard, acted, panel, search, dispose } = openPanel(fakeSearchClient(hitsUpTo(9)));
    const saying = say({ kind: 'ready' });
    dispose();
    await saying;
    search.act('turnPage', 'next');
    assert.deepEqual([heard, acted], [[], []]);
    assert.equal(panel.title, '');
  });

  it('knows how far one can go: by the form, and once a page is shown, by all hits that are counted', async () => {
    const { say, search, fillIn } = openPanel(fakeSearchClient(hitsUpTo(1_234)));
    assert.deepEqual(search.reach, { size: 50, hits: undefined });
    fillIn({ ...question, size: 25 });
    assert.deepEqual(search.reach, { size: 25, hits: undefined });
    await say(searchFor('r1'));
    assert.deepEqual(search.reach, { size: 10, hits: 1_234 });
  });
});

describe('searchPanel: a search that someone else asks of a page', () => {
  it('comes at once to a page that is there, shown or hidden', async () => {
    const { say, heard, acted, search, show } = openPanel(fakeSearchClient(hitsUpTo(9)));
    await say({ kind: 'ready' });
    search.ask(question);
    show(false);
    search.ask({ ...question, text: 'newer' });
    show(true);
    await say({ kind: 'ready' });
    assert.deepEqual(acted, [
      ['ask', question],
      ['ask', { ...question, text: 'newer' }],
    ]);
    assert.deepEqual(kinds(heard), ['init', 'init']);
  });

  it('waits for the endpoint of a page that is new, and only the latest counts', async () => {
    const { say, acted, search } = openPanel(fakeSearchClient(hitsUpTo(9)));
    search.ask({ ...question, text: 'older' });
    search.ask(question);
    assert.deepEqual(acted, []);
    await say({ kind: 'ready' });
    assert.deepEqual(acted, [['ask', question]]);
  });
});

describe('searchPanel: a page that another search may replace', () => {
  const index = { ...emptyQuestion, index: 'logs' };
  const filter = { label: 'n: 1', clause: '{"term":{"n":1}}', isOut: false };
  const time = { field: '@timestamp', span: '1h', from: '', to: '' } as const;
  const asked: SearchQuestion = { ...question, filters: [filter], time };
  const body = { ...index, body: '{"query":{"match_all":{}}}' };

  for (const [what, form, isUntouched] of [
    ['as it was given', asked, true],
    ['with more hits to a page', { ...asked, size: 100 }, true],
    ['without highlighting', { ...asked, highlight: true }, true],
    ['in another order', { ...asked, sort: [{ field: 'n', order: 'asc' as const }] }, true],
    ['with another text', { ...asked, text: 'xy' }, false],
    ['with another kind', { ...asked, by: 'phrase' as const }, false],
    ['with a filter more', { ...asked, filters: [filter, filter] }, false],
    ['with a filter that is off', { ...asked, filters: [{ ...filter, isOff: true as const }] }, false],
    ['without a filter', { ...asked, filters: [] }, false],
    ['with another time', { ...asked, time: { ...time, span: '24h' as const } }, false],
    ['with another index', { ...asked, index: 'other' }, false],
    ['with a body', { ...asked, body: '{}' }, false],
    ['with nothing but an index', index, true],
  ] as const) {
    it(`is${isUntouched ? '' : ' not'} one whose form is ${what}`, async () => {
      const { say, search, fillIn } = openPanel(fakeSearchClient(hitsUpTo(9)), { hasPage: true });
      search.begin(asked);
      await say({ kind: 'ready' });
      assert.equal(search.isUntouched, true);
      fillIn(form as SearchQuestion);
      assert.equal(search.isUntouched, isUntouched);
      // What is asked of it then is its form.
      search.ask(asked);
      assert.equal(search.isUntouched, true);
    });
  }

  it('is one whose body was run from an editor, whatever the form beside it has', async () => {
    const { say, search, fillIn } = openPanel(fakeSearchClient(hitsUpTo(9)));
    await say({ kind: 'ready' });
    fillIn(asked);
    search.ask(body);
    fillIn({ ...asked, ...{ index: body.index, body: body.body } });
    assert.equal(search.isUntouched, true);
    fillIn({ ...asked, index: body.index, body: '{}' });
    assert.equal(search.isUntouched, false);
  });

  it('is a new one', async () => {
    const { say, search } = openPanel(fakeSearchClient(hitsUpTo(9)));
    assert.equal(search.isUntouched, true);
    await say({ kind: 'ready' });
    assert.equal(search.isUntouched, true);
  });

  it('is not one that VS Code restored with more than an index in its form', () => {
    const restored = (form: SearchQuestion) =>
      openPanel(fakeSearchClient(hitsUpTo(9)), { restored: { panelId: 'panel', endpointId: endpoint.id, form } })
        .search;
    assert.deepEqual([restored(asked).isUntouched, restored(index).isUntouched], [false, true]);
    assert.deepEqual(restored(asked).form, asked);
  });
});

describe('searchPanel: a search that begins before its page is there', () => {
  it('gives a page that comes later its hits at once, and searches no second time', async () => {
    const client = fakeSearchClient(hitsUpTo(9));
    const { say, heard, search, panel, carriedOut } = openPanel(client);
    search.begin(question);
    await carriedOut();
    assert.equal(client.asked.length, 1);
    assert.equal(panel.title, 'logs · logs');
    assert.deepEqual(heard, []);
    await say({ kind: 'ready' });
    const { shown, busy, question: form } = initOf(heard);
    assert.deepEqual([shown?.page.range, busy, form], ['1–9 of 9', undefined, question]);
    assert.deepEqual(kinds(heard), ['init']);
    // From now on it is a search as any other.
    await say({ kind: 'openHit', pageId: shown?.pageId, row: 0 });
    assert.match(kinds(heard).join(), /^init,hit /);
    assert.equal(client.asked.length, 1);
  });

  it('is taken over by a page that comes while it runs: its answer has the id that the page was told', async () => {
    const { client, answer } = slowSearchClient();
    const { say, heard, search, carriedOut } = openPanel(client);
    search.begin(question);
    // The page is there first: it waits for what is about to begin.
    await say({ kind: 'ready' });
    const { busy, shown } = initOf(heard);
    assert.ok(busy !== undefined && shown === undefined);
    await asks(client, 1);
    answer(0, hitsUpTo(9)({ path: '', body: '', from: 0, size: 10 }));
    await carriedOut();
    assert.deepEqual(kinds(heard), ['init', `page ${busy}`]);
    await say({ kind: 'ready' });
    assert.equal(initOf(heard).shown?.pageId, busy);
  });

  it('can be canceled by the page', async () => {
    const { client } = slowSearchClient();
    const { say, heard, search, carriedOut } = openPanel(client);
    search.begin(question);
    await say({ kind: 'ready' });
    const { busy } = initOf(heard);
    await asks(client, 1);
    await say({ kind: 'cancel', requestId: busy });
    await carriedOut();
    assert.deepEqual(kinds(heard), ['init', `canceled ${busy}`]);
  });

  it('tells the page that comes later why it failed', async () => {
    const failing = fakeSearchClient(() => ({ status: 503, headers: {}, body: 'x' }));
    const { say, heard, search, carriedOut } = openPanel(failing);
    search.begin(question);
    await carriedOut();
    await say({ kind: 'ready' });
    const { failure, busy } = initOf(heard);
    assert.deepEqual([failure?.isPassing, failure?.isOfSearch, busy], [true, true, undefined]);
  });

  it('is drawn as the person chose last', async () => {
    const state = fakeMemento();
    await state.update('search/layout', { kind: 'lines', isWrapped: false, areTimesRelative: false });
    const { say, heard, search, carriedOut } = openPanel(fakeSearchClient(hitsUpTo(3)), { state });
    search.begin(question);
    await carriedOut();
    await say({ kind: 'ready' });
    assert.equal(initOf(heard).shown?.page.table.areLines, true);
    assert.deepEqual(kinds(heard), ['init']);
  });

  it('is that for all documents where the index of the last search is known', async () => {
    const client = fakeSearchClient(hitsUpTo(9));
    const { say, heard, search, carriedOut } = openPanel(client, { last: { index: 'logs', field: 'message' } });
    search.begin(undefined);
    await carriedOut();
    await say({ kind: 'ready' });
    const { shown, question: form } = initOf(heard);
    assert.deepEqual([shown?.page.range, form?.index, form?.field, form?.text], ['1–9 of 9', 'logs', 'message', '']);
    assert.deepEqual([search.form, search.isUntouched], [form, true]);
  });

  for (const by of ['exact', 'range', 'id'] as const) {
    it(`is that for all documents where the last search needed a value: ${by}`, async () => {
      const client = fakeSearchClient(hitsUpTo(9));
      const last = { index: 'logs', field: 'code', by };
      const { say, heard, search, called, carriedOut } = openPanel(client, { last });
      search.begin(undefined);
      await carriedOut();
      await say({ kind: 'ready' });
      const { shown, failure, question: form } = initOf(heard);
      assert.deepEqual([shown?.page.range, failure], ['1–9 of 9', undefined]);
      // The form begins with what the last one ended with, and so does the next new one.
      assert.deepEqual([form?.by, form?.field], [by, 'code']);
      assert.deepEqual(called[0], ['asked', endpoint.id, form]);
    });
  }

  it('is none before the first search, and none of a page that VS Code restores: it asks for its own', async () => {
    const client = fakeSearchClient(hitsUpTo(9));
    const { say, heard, search } = openPanel(client);
    search.begin(undefined);
    await say({ kind: 'ready' });
    assert.deepEqual([initOf(heard).busy, initOf(heard).shown, client.asked.length], [undefined, undefined, 0]);
    const restored = openPanel(client, { last: { index: 'logs' } });
    await restored.say({ kind: 'ready' });
    assert.deepEqual([initOf(restored.heard).busy, client.asked.length], [undefined, 0]);
  });

  it('does not replace what a person searches before the first message, unless it was asked for', async () => {
    const typed = { ...question, text: 'typed at once' };
    const { say, heard, search, carriedOut } = openPanel(fakeSearchClient(hitsUpTo(9)), { last: { index: 'logs' } });
    search.begin(undefined);
    await say(searchFor('r1', typed));
    await carriedOut();
    await say({ kind: 'ready' });
    assert.deepEqual([kinds(heard), initOf(heard).shown?.question], [['page r1', 'init'], typed]);
    const other = openPanel(fakeSearchClient(hitsUpTo(9)));
    other.search.begin(question);
    await other.say(searchFor('r1', typed));
    await other.carriedOut();
    await other.say({ kind: 'ready' });
    assert.deepEqual(initOf(other.heard).shown?.question, question);
  });

  it('is not begun without an index, which stands in the form as it was asked', async () => {
    const client = fakeSearchClient(hitsUpTo(9));
    const { say, heard, search, fillIn } = openPanel(client);
    const asked = { ...question, index: '' };
    search.begin(asked);
    fillIn(asked);
    await say({ kind: 'ready' });
    assert.deepEqual([initOf(heard).question, initOf(heard).busy, client.asked.length], [asked, undefined, 0]);
  });
});

describe('searchPanel: the exact number of hits', () => {
  const bounded = (asked: Parameters<ReturnType<typeof hitsUpTo>>[0]): HttpResponse => {
    const { hits, ...rest } = JSON.parse(hitsUpTo(100)(asked).body);
    if (asked.path.includes('_count')) return json({ count: 12_345, _shards: { total: 1, successful: 1, failed: 0 } });
    const isExact = JSON.parse(asked.body).track_total_hits === true;
    const total = isExact ? { value: 12_345, relation: 'eq' } : { value: 10_000, relation: 'gte' };
    return json({ ...rest, hits: { ...hits, total } });
  };

  it('is counted when asked for, and stays with the page', async () => {
    const { say, heard, search } = openPanel(fakeSearchClient(bounded));
    await say(searchFor('r1'));
    assert.ok(heard[0]?.kind === 'page' && heard[0].page.range === '1–10 of 10,000+');
    await say({ kind: 'count', requestId: 'c1' });
    assert.deepEqual(heard.at(-1), {
      kind: 'counted',
      requestId: 'c1',
      pageId: 'r1',
      range: '1–10 of 12,345',
      total: { hits: 12_345, isExact: true },
    });
    assert.equal(search.reach?.hits, 12_345);
    await say({ kind: 'ready' });
    const init = heard.at(-1);
    assert.ok(init?.kind === 'init' && init.shown?.page.range === '1–10 of 12,345');
  });

  it('is not counted any more when another page is asked for', async () => {
    const { client, answer } = slowSearchClient();
    const { say, heard } = openPanel(client);
    const asked = say(searchFor('r1'));
    await asks(client, 1);
    answer(0, bounded({ path: '', body: '{}', from: 0, size: 10 }));
    await asked;
    const counting = say({ kind: 'count', requestId: 'c1' });
    await asks(client, 2);
    const turning = say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    await counting;
    await asks(client, 3);
    answer(2, bounded({ path: '', body: '{}', from: 10, size: 10 }));
    await turning;
    assert.deepEqual(kinds(heard), ['page r1', 'canceled c1', 'page r2']);
  });

  it('is told to the page where an export had to count, and stays on the next one', async () => {
    const { say, heard, called, fillIn } = openPanel(fakeSearchClient(bounded));
    await say(searchFor('r1'));
    await say({ kind: 'act', action: 'export' });
    const [[, , countShown] = []] = called.filter(([name]) => name === 'exportHits');
    assert.ok(typeof countShown === 'function');
    assert.equal(await countShown(new AbortController().signal), 12_345);
    assert.deepEqual(heard.at(-1), {
      kind: 'counted',
      pageId: 'r1',
      range: '1–10 of 12,345',
      total: { hits: 12_345, isExact: true },
    });
    await say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    const next = heard.at(-1);
    assert.ok(next?.kind === 'page' && next.page.range === '11–20 of 12,345');
    fillIn({ ...question, text: 'typed since' });
    await say({ kind: 'act', action: 'export' });
    assert.deepEqual(called.filter(([name]) => name === 'exportHits').at(-1)?.[2], undefined);
  });

  const all = { ...emptyQuestion, index: 'logs', size: 10 };

  it('is told without being asked for where the engine has it at hand: of all documents', async () => {
    const client = fakeSearchClient(bounded);
    const { say, heard, logged } = openPanel(client, { fields });
    await say(searchFor('r1', all));
    await until(() => heard.length > 1, 'totals after the page');
    assert.deepEqual(kinds(heard), ['page r1', 'counted r1']);
    assert.deepEqual(heard.at(-1), {
      kind: 'counted',
      pageId: 'r1',
      range: '1–10 of 12,345',
      total: { hits: 12_345, isExact: true },
    });
    await say({ kind: 'ready' });
    assert.ok(heard.at(-1)?.kind === 'init');
    assert.match(JSON.stringify(heard.at(-1)), /1–10 of 12,345/);
    // Once, not with each page.
    await say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    await settled();
    assert.equal(client.asked.filter(({ path }) => path.includes('_count')).length, 1);
    assert.deepEqual(logged, []);
  });

  const narrower: readonly (readonly [what: string, more: Partial<SearchQuestion>])[] = [
    ['words', { text: 'x' }],
    ['a filter', { filters: [{ label: 'n: 1', clause: '{"term":{"n":1}}', isOut: false }] }],
    ['a time', { time: { field: '@timestamp', span: '1h', from: '', to: '' } }],
    ['a body', { body: '{}' }],
  ];
  for (const [what, more] of narrower) {
    it(`is not counted unasked for a search with ${what}`, async () => {
      const client = fakeSearchClient(bounded);
      const { say } = openPanel(client);
      await say(searchFor('r1', { ...all, ...more }));
      await settled();
      assert.equal(client.asked.length, 1);
    });
  }

  it('is not counted where it came with the hits, and nothing is said where it cannot be', async () => {
    const client = fakeSearchClient(hitsUpTo(19));
    const { say } = openPanel(client);
    await say(searchFor('r1', all));
    await settled();
    assert.equal(client.asked.length, 1);
    const refusing = fakeSearchClient((asked) =>
      asked.path.includes('_count') ? { status: 403, headers: {}, body: '' } : bounded(asked),
    );
    const other = openPanel(refusing);
    await other.say(searchFor('r1', all));
    await settled();
    assert.deepEqual([kinds(other.heard), other.logged], [['page r1'], []]);
  });

  /** A panel with the first page of all documents, which are being counted. */
  async function countedPanel() {
    const { client, answer } = slowSearchClient();
    const { say, heard } = openPanel(client);
    const asked = say(searchFor('r1', all));
    await asks(client, 1);
    answer(0, bounded({ path: '', body: '{}', from: 0, size: 10 }));
    await asked;
    await asks(client, 2);
    return { client, answer, say, heard };
  }

  it('is told to a page that is drawn in another way meanwhile, and stays so', async () => {
    const { answer, say, heard } = await countedPanel();
    await say({ kind: 'chooseColumns', pageId: 'r1', paths: ['n'] });
    answer(1, bounded({ path: '/logs/_count', body: '{}', from: 0, size: 10 }));
    await until(() => kinds(heard).includes('counted r1'), 'totals');
    await say({ kind: 'ready' });
    assert.deepEqual(kinds(heard), ['page r1', 'columns r1', 'counted r1', 'init']);
    const init = heard.at(-1);
    assert.ok(init?.kind === 'init');
    const { range, table } = init.shown?.page ?? {};
    assert.deepEqual([range, table?.columns], ['1–10 of 12,345', ['n']]);
  });

  it('is no longer counted once something else is asked for', async () => {
    const { client, answer, say, heard } = await countedPanel();
    const turning = say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    await asks(client, 3);
    assert.equal(client.asked[1]?.signal?.aborted, true);
    answer(2, bounded({ path: '', body: '{}', from: 10, size: 10 }));
    await turning;
    assert.deepEqual(kinds(heard), ['page r1', 'page r2']);
  });

  it('has nothing to say before a search', async () => {
    const { say, heard } = openPanel(fakeSearchClient(bounded));
    await say({ kind: 'count', requestId: 'c1' });
    assert.deepEqual(heard, [{ kind: 'canceled', requestId: 'c1' }]);
  });
});
