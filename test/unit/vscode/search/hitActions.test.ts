import assert from 'node:assert/strict';
import type { PageRequest } from '../../../../src/core/search/page/requestsOfPage';
import { Commands } from '../../../../src/vscode/shared/ids';
import { json } from '../../core/search/fakeHttpClient';
import {
  fakeMemento,
  fakeSearchClient,
  fields,
  hitsUpTo,
  openPanel,
  question,
  searchFor,
  settled,
  until,
} from './openPanel';

type PlaceMessage = Extract<PageRequest, { kind: 'place' }>;
const at = (action: PlaceMessage['action'], row = 1, path?: string, pageId = 'r1'): PlaceMessage => ({
  kind: 'place',
  action,
  place: { pageId, row, ...(path !== undefined && { path }) },
});

const documents = [
  `{"_index":"logs-1","_id":"a/b","_source":{"big":9007199254740993,"text":"a \\"b\\"\\n","list":[1,"x"],"none":null}}`,
  `{"_index":"logs-2","_id":"second","_source":{"big":1}}`,
];
const client = () =>
  fakeSearchClient(() => ({
    ...json(null),
    body: `{"hits":{"total":{"value":2,"relation":"eq"},"hits":[${documents.join(',')}]}}`,
  }));

describe('hitActions: what can be done with a hit', () => {
  it('is done with the page that is shown, and with no other', async () => {
    const { say, shown, heard, runCommand } = openPanel(client());
    await say(searchFor('r1'));
    await say(at('open', 1, undefined, 'r0'));
    await say(at('open', 2));
    await runCommand(Commands.openHit, { pageId: 'r0', row: 0 });
    assert.deepEqual(shown, []);
    const said = heard.filter(({ kind }) => kind === 'announce');
    assert.equal(said.length, 3);
    assert.deepEqual(said[0], { kind: 'announce', text: 'These hits are no longer shown.' });
  });

  it('is done for the page that wants it, whichever panel has the focus, and by a context menu for the one that has', async () => {
    const { say, shown, panel, runCommand } = openPanel(client());
    await say(searchFor('r1'));
    panel.active = false;
    await say(at('open', 1));
    assert.equal(shown.length, 1);
    await runCommand(Commands.openHit, { pageId: 'r1', row: 1 });
    assert.equal(shown.length, 1);
    panel.active = true;
    await runCommand(Commands.openHit, { webview: 'proxyScout.search', pageId: 'r1', row: 1 });
    assert.equal(shown.length, 2);
    for (const argument of [undefined, 'r1', { row: 1 }, { pageId: 'r1', row: 1, panelId: 'another' }]) {
      await runCommand(Commands.openHit, argument);
    }
    assert.equal(shown.length, 2);
  });

  it('opens as received, indented, with every digit', async () => {
    const { say, shown } = openPanel(client());
    await say(searchFor('r1'));
    await say(at('open', 0));
    assert.equal(shown[0]?.name, 'a/b');
    assert.equal(shown[0]?.ending, '.json');
    assert.match(shown[0]?.text ?? '', /^\{\n {2}"_index": "logs-1",.*"big": 9007199254740993,.*\n\}\n$/s);
  });

  it('is named by its rank where it has no id', async () => {
    const { say, shown } = openPanel(fakeSearchClient(() => json({ hits: { hits: [{ _source: {} }] } })));
    await say(searchFor('r1', question, 40));
    await say(at('open', 0));
    assert.equal(shown[0]?.name, 'hit 41');
  });

  it('is copied: the document, its id, a path and a value, and the person is told', async () => {
    const { say, copied, heard } = openPanel(client());
    await say(searchFor('r1'));
    await say(at('copyDocument', 1));
    await say(at('copyId', 0));
    await say(at('copyPath', 0, 'text'));
    for (const path of ['big', 'text', 'list', 'none', 'absent', '_index']) await say(at('copyValue', 0, path));
    assert.match(copied.shift() ?? '', /"_id": "second"/);
    assert.deepEqual(copied, ['a/b', 'text', '9007199254740993', 'a "b"\n', '[1,"x"]', 'null', 'logs-1']);
    const said = heard.flatMap((message) => (message.kind === 'announce' ? [message.text] : []));
    assert.deepEqual(said.slice(0, 4), ['Document copied', 'Document ID copied', 'Path copied', 'Value copied']);
    assert.ok(said.includes('There is no value to copy.'));
  });

  it('is one value where it is one of a list, of a list of objects, or of a list in it', async () => {
    const source = '{"tags":["a","b"],"v":[{"c":1},{"c":[2,3]}],"m":[[4,5],[6]]}';
    const hit = `{"_id":"1","_ignored":["tags"],"_source":${source},"matched_queries":["p","q"]}`;
    const known = ['tags', 'v.c'].map((name) => ({
      name,
      types: ['keyword'],
      isSearchable: true,
      isAggregatable: true,
    }));
    const answer = { ...json(null), body: `{"hits":{"hits":[${hit}]}}` };
    const { say, copied, acted, heard } = openPanel(
      fakeSearchClient(() => answer),
      { fields: known },
    );
    await say(searchFor('r1'));
    await settled();
    await say({ kind: 'openHit', pageId: 'r1', row: 0 });
    const opened = heard.find(({ kind }) => kind === 'hit');
    const nodes = (opened?.kind === 'hit' && opened.hit?.nodes) || assert.fail('the hit is not open');
    const copyAll = async (wanted: string): Promise<string[]> => {
      copied.length = 0;
      for (const { path, start } of nodes.filter(({ path }) => path === wanted)) {
        const place = { pageId: 'r1', row: 0, path, ...(start !== undefined && { start }) };
        await say({ kind: 'place', action: 'copyValue', place });
      }
      return [...copied];
    };
    assert.deepEqual(await copyAll('tags'), ['["a","b"]', 'a', 'b']);
    assert.deepEqual(await copyAll('v'), ['[{"c":1},{"c":[2,3]}]', '{"c":1}', '{"c":[2,3]}']);
    assert.deepEqual(await copyAll('v.c'), ['1', '[2,3]', '2', '3']);
    assert.deepEqual(await copyAll('m'), ['[4,5,6]', '[4,5]', '4', '5', '[6]', '6']);
    assert.deepEqual(await copyAll('matched_queries'), ['["p","q"]', 'p', 'q']);
    const last = nodes.findLast(({ path }) => path === 'tags');
    const place = { pageId: 'r1', row: 0, path: 'tags', start: last?.start ?? -1 };
    for (const action of ['filterFor', 'filterOut'] as const) await say({ kind: 'place', action, place });
    const by = { label: 'tags: b', clause: '{"term":{"tags":"b"}}' };
    assert.deepEqual(acted, [
      ['addFilter', { ...by, isOut: false }],
      ['addFilter', { ...by, isOut: true }],
    ]);
    // A place where no value of the path begins.
    copied.length = 0;
    await say({ kind: 'place', action: 'copyValue', place: { ...place, start: place.start + 1 } });
    assert.deepEqual(copied, []);
  });

  it('is copied with what the engine says of it, of which the tree has lines', async () => {
    const hit = { _id: '1', _source: { text: 'a b' }, highlight: { text: ['<a> b'] }, matched_queries: ['q'] };
    const { say, copied } = openPanel(fakeSearchClient(() => json({ hits: { hits: [hit] } })));
    await say(searchFor('r1'));
    for (const path of ['highlight.text', 'matched_queries']) await say(at('copyValue', 0, path));
    assert.deepEqual(copied, ['<a> b', 'q']);
  });

  it('is copied and opened in the ways that fit it, which a context menu lists', async () => {
    const { say, called, copied, shown, runCommand, panel } = openPanel(client());
    await say(searchFor('r1'));
    const hit = { pageId: 'r1', row: 0, webviewSection: 'hit' };
    const facts = { hasTime: true, hasTrace: true, hasRouter: true, hasRequest: false };
    await runCommand(Commands.copyFromHit, hit);
    await runCommand(Commands.copyFromHit, { ...hit, path: 'big' });
    await runCommand(Commands.openFromHit, hit);
    await runCommand(Commands.openFromHit, { ...hit, ...facts });
    const lists = called.filter(([name]) => name === 'Copy' || name === 'Open');
    assert.deepEqual(lists, [
      ['Copy', 'Document', 'Document ID'],
      ['Copy', 'Value', 'Path', 'Document', 'Document ID'],
      ['Open', 'Document'],
      ['Open', 'Document', 'Surrounding Hits', 'Same Trace', 'Router in the Proxies View'],
    ]);
    // The last one of each list.
    assert.deepEqual([copied, shown.length, called.at(-1)?.[0]], [['a/b', 'a/b'], 1, 'revealRouter']);
    panel.active = false;
    for (const argument of [hit, { row: 0 }, undefined]) await runCommand(Commands.copyFromHit, argument);
    assert.equal(copied.length, 2);
  });

  it('is compared with another, also with one of another panel', async () => {
    const { say, compared, heard } = openPanel(client());
    await say(searchFor('r1'));
    await say(at('compareWithSelected', 1));
    assert.deepEqual(compared, []);
    assert.ok(heard.some((message) => message.kind === 'announce' && message.text.includes('Select for Compare')));
    await say(at('selectForCompare', 0));
    await say(at('compareWithSelected', 1));
    assert.deepEqual(compared, [['a/b', 'second']]);
  });

  it('hands its router on, and its request', async () => {
    const { say, called } = openPanel(client());
    await say(searchFor('r1'));
    for (const action of ['revealRouter', 'whichRouter'] as const) {
      await say(at(action, 1));
      assert.deepEqual(called.at(-1), [
        action,
        { endpointId: '0b7cbd7a-2f6e-4f0e-9a3c-6f6e0f4a1d11', index: 'logs-2', json: documents[1] },
      ]);
    }
  });

  it('has hits around it only where it is known when it was, and a trace only where it names one', async () => {
    const { say, heard, called } = openPanel(client());
    await say(searchFor('r1'));
    await say(at('showSurrounding', 1));
    await say(at('sameTrace', 1));
    const told = heard.flatMap((message) => (message.kind === 'announce' ? [message.text] : []));
    assert.match(told.at(-2) ?? '', /^This hit has no date/);
    assert.match(told.at(-1) ?? '', /^This hit has no trace ID/);
    assert.ok(!called.some(([what]) => what === 'searchAnew'));
  });

  it('is shown in full, once for each time it is asked for, also when it is gone', async () => {
    const { say, heard } = openPanel(client());
    await say({ kind: 'openHit', pageId: 'r1', row: 0 });
    await say(searchFor('r1'));
    await say({ kind: 'openHit', pageId: 'r1', row: 0 });
    await say({ kind: 'openHit', pageId: 'r1', row: 2 });
    const hits = heard.flatMap((message) => (message.kind === 'hit' ? [message] : []));
    assert.deepEqual(
      hits.map(({ row, hit }) => [row, hit?.json.includes('9007199254740993')]),
      [
        [0, undefined],
        [0, true],
        [2, undefined],
      ],
    );
  });

  it('becomes a condition for the form, with every digit', async () => {
    const { say, acted } = openPanel(client(), {
      fields: [{ name: 'big', types: ['long'], isSearchable: true, isAggregatable: true }],
    });
    await say(searchFor('r1'));
    await settled();
    await say(at('filterFor', 0, 'big'));
    await say(at('filterOut', 0, 'big'));
    const by = { label: 'big: 9007199254740993', clause: '{"term":{"big":9007199254740993}}' };
    assert.deepEqual(acted, [
      ['addFilter', { ...by, isOut: false }],
      ['addFilter', { ...by, isOut: true }],
    ]);
  });
});

describe('hitActions: a condition on a value of a hit', () => {
  const known = (name: string, type: string) => ({ name, types: [type], isSearchable: true, isAggregatable: true });
  const hit =
    '{"_index":"logs-1","_id":"a","_ignored":["code"],"_source":{"n":1,"text":"the","code":"long","o":{"lat":1}}}';
  /** An engine that finds the document by what `isFound` says of a body. */
  const asked = async (path: string, isFound: (body: string) => boolean | number, fields = [known('n', 'long')]) => {
    const bodies: string[] = [];
    const engine = fakeSearchClient(({ body }) => {
      const isAsking = body.includes('"ids"');
      const found = isAsking ? isFound(body) : true;
      if (isAsking) bodies.push(body);
      if (typeof found === 'number') return json({ error: { type: 'x', reason: 'no' } }, found);
      return { ...json(null), body: `{"hits":{"hits":[${found ? hit : ''}]}}` };
    });
    const { say, heard, acted } = openPanel(engine, { fields });
    await say(searchFor('r1'));
    await settled();
    await say(at('filterFor', 0, path));
    const said = heard.flatMap((message) => (message.kind === 'announce' ? [message.text] : []));
    return { bodies, said, isMade: acted.some(([name]) => name === 'addFilter') };
  };
  const own = '{"ids":{"values":["a"]}},{"term":{"_index":"logs-1"}}';

  it('is made where the engine finds the hit by it', async () => {
    const { isMade, bodies } = await asked('n', () => true);
    assert.equal(isMade, true);
    assert.deepEqual(bodies, [`{"query":{"bool":{"filter":[${own},{"term":{"n":1}}]}},"_source":false,"size":1}`]);
  });

  it('is not made where the engine has the hit and does not find it by the value', async () => {
    for (const answer of [false, 400]) {
      const { isMade, said } = await asked('text', (body) => (body.includes('match_phrase') ? answer : true), [
        known('text', 'text'),
      ]);
      assert.deepEqual([isMade, said], [false, ['The server does not find this hit by this value.']]);
    }
  });

  it('is made where the engine does not tell: the document is gone, the user may not ask, it knows no such query', async () => {
    for (const answer of [false, 400, 403, 503]) assert.equal((await asked('n', () => answer)).isMade, true);
  });

  it('is not made of what no index holds, and nothing is asked for it', async () => {
    for (const [path, words] of [
      ['o.lat', /because it is not indexed/],
      ['code', /because it is not indexed/],
      ['o', /^Select a value inside/],
    ] as const) {
      const { isMade, said, bodies } = await asked(path, () => true, [known('n', 'long'), known('code', 'keyword')]);
      assert.deepEqual([isMade, bodies], [false, []]);
      assert.match(said.join(), words);
    }
  });
});

describe('hitActions: the columns of a page', () => {
  it('are chosen for the endpoint and index, in this and every other panel', async () => {
    const state = fakeMemento();
    const { say, heard } = openPanel(fakeSearchClient(hitsUpTo(9)), { state });
    await say(searchFor('r1'));
    await say({ kind: 'chooseColumns', pageId: 'r0', paths: ['nothing'] });
    await say({ kind: 'chooseColumns', pageId: 'r1', paths: ['word', 'n'] });
    const columns = heard.at(-1);
    assert.ok(columns?.kind === 'columns' && columns.pageId === 'r1');
    assert.deepEqual(columns.table.columns, ['word', 'n']);
    assert.deepEqual(
      columns.table.rows[3]?.cells.map(({ text }) => text),
      ['', 'w3', '3'],
    );
    const other = openPanel(fakeSearchClient(hitsUpTo(9)), { state });
    await other.say(searchFor('r2'));
    const page = other.heard[0];
    assert.ok(page?.kind === 'page');
    assert.deepEqual(page.page.table.columns, ['word', 'n']);
  });

  it('are toggled by the context menus of values and headings, on the page with the focus', async () => {
    const { acted, panel, runCommand } = openPanel(fakeSearchClient(hitsUpTo(9)));
    await runCommand(Commands.toggleColumn, { pageId: 'r1', row: 0, path: 'n' });
    await runCommand(Commands.removeColumn, { pageId: 'r1', webviewSection: 'heading', path: '_source' });
    for (const argument of [undefined, {}, { path: '' }, { path: 1 }]) {
      await runCommand(Commands.toggleColumn, argument);
    }
    panel.active = false;
    await runCommand(Commands.toggleColumn, { path: 'n' });
    assert.deepEqual(acted, [
      ['toggleColumn', 'n'],
      ['toggleColumn', '_source'],
    ]);
  });

  it('stay when the page is made anew or turned', async () => {
    const { say, heard } = openPanel(fakeSearchClient(hitsUpTo(19)));
    await say(searchFor('r1'));
    await say({ kind: 'chooseColumns', pageId: 'r1', paths: ['n'] });
    await say({ kind: 'ready' });
    await say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    const [init, page] = heard.slice(-2);
    assert.ok(init?.kind === 'init' && page?.kind === 'page');
    assert.deepEqual(init.shown?.page.table.columns[0], 'n');
    assert.deepEqual(page.page.table.rows[0]?.cells[1]?.text, '10');
  });

  it('get their types as soon as the engine has told them, without keeping the page waiting', async () => {
    const { say, heard } = openPanel(fakeSearchClient(hitsUpTo(19)), { fields });
    await say(searchFor('r1'));
    await say({ kind: 'chooseColumns', pageId: 'r1', paths: ['n'] });
    assert.ok(heard[0]?.kind === 'page');
    const typed = () => {
      const last = heard.findLast(({ kind }) => kind === 'columns');
      return last?.kind === 'columns' ? last.table.headings[1] : undefined;
    };
    await until(() => typed()?.type !== undefined, 'types');
    const heading = typed();
    assert.deepEqual([heading?.column, heading?.type, heading?.sortField], ['n', 'long', 'n']);
  });
});
