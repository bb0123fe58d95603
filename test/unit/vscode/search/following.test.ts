import assert from 'node:assert/strict';
import { RequestFailure } from '../../../../src/core/base/errors/failure';
import type { HttpClient } from '../../../../src/core/base/http/httpClient';
import { openHttpClient } from '../../../../src/core/base/http/openHttpClient';
import type { FieldInfo } from '../../../../src/core/search/engine/fieldList';
import { openSearchClient } from '../../../../src/core/search/engine/searchClient';
import type { PageReply } from '../../../../src/core/search/page/requestsOfPage';
import { type SampleSearchEngine, startSearchEngine } from '../../../servers/search/index';
import { endpointAt } from '../../core/base/http/endpointAt';
import { openPanel, question, searchFor } from './openPanel';

type Told<Kind> = Extract<PageReply, { kind: Kind }>;

describe('following a search in its panel, over the sample engine', () => {
  let engine: SampleSearchEngine;
  let client: HttpClient;
  let panels: ReturnType<typeof openPanel>[] = [];
  let written = 0;
  beforeEach(async () => {
    panels = [];
    written = 0;
    engine = await startSearchEngine();
    client = openHttpClient({ ...endpointAt(engine.url), kind: 'search' });
    engine.createIndex('live', []);
    write(3);
  });
  afterEach(async () => {
    for (const panel of panels) await panel.dispose();
    await client.close();
    await engine.close();
  });

  /** Adds so many documents, each a second newer than the one before. */
  function write(count: number, index = 'live'): void {
    const start = Date.now() - 60_000;
    engine.addDocuments(
      index,
      Array.from({ length: count }, () => {
        written += 1;
        const at = new Date(start + written * 1_000).toISOString();
        return { id: `d${written}`, source: JSON.stringify({ '@timestamp': at, line: `line ${written}` }) };
      }),
    );
  }

  const all = { ...question, index: 'live', field: '', text: '' };
  const newestFirst = { ...all, sort: [{ field: '@timestamp', order: 'desc' as const }] };
  const time: FieldInfo = { name: '@timestamp', types: ['date'], isSearchable: true, isAggregatable: true };
  const open = (fields: readonly FieldInfo[] = [time]) => {
    const panel = openPanel(
      openSearchClient(async () => client),
      { fields },
    );
    panels.push(panel);
    return panel;
  };
  const follow = (pageId = 'r1') => ({ kind: 'follow', requestId: 'f1', pageId, seconds: 2 }) as const;
  function told<Kind extends 'followed' | 'newHits'>(panel: ReturnType<typeof open>, kind: Kind): Told<Kind>[] {
    return panel.heard.filter((message): message is Told<Kind> => message.kind === kind);
  }
  /** Waits for a message that is like this. */
  async function until<T>(look: () => T | undefined): Promise<T> {
    for (let turn = 0; turn < 2_000; turn++) {
      const found = look();
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error(`it never came: ${JSON.stringify(panels.map(({ heard }) => heard.at(-1)))}`);
  }
  const idsOf = ({ page }: Told<'newHits'>) => page.table.rows.map(({ id }) => id);

  it('tells how many hits came, and hands them over once', async () => {
    const panel = open();
    await panel.say(searchFor('r1', newestFirst));
    write(2);
    await panel.say(follow());
    const status = await until(() => told(panel, 'followed').find(({ came }) => came === 2));
    assert.deepEqual([status.requestId, status.state, status.replacesPage], ['f1', 'following', false]);
    await panel.say({ kind: 'takeNewHits', requestId: 't1' });
    const [came] = told(panel, 'newHits');
    assert.ok(came !== undefined);
    assert.deepEqual(idsOf(came), ['d5', 'd4', 'd3', 'd2', 'd1']);
    assert.deepEqual([came.fresh, came.page.isFollowed], [[0, 1], true]);
    // What is done with a hit is done with the one that is shown now.
    await panel.say({ kind: 'place', action: 'copyId', place: { pageId: 't1', row: 0 } });
    assert.deepEqual(panel.copied, ['d5']);
  });

  it('keeps the total up, and asks for it only where it is cheap', async () => {
    const panel = open();
    const some = { ...newestFirst, by: 'exists' as const, field: 'line' };
    await panel.say(searchFor('r1', some));
    await panel.say(follow());
    write(2);
    await until(() => told(panel, 'followed').find(({ came }) => came === 2));
    await panel.say({ kind: 'takeNewHits', requestId: 't1' });
    // Documents that arrive too late to be found are not counted.
    assert.equal(told(panel, 'newHits')[0]?.page.range, '1–5 of 5+');
    const counts = () => engine.requests.filter(({ path }) => path.includes('_count')).length;
    assert.equal(counts(), 0);
    // All documents of an index of which the engine has counted only the first 10,000.
    await panel.say(searchFor('r2', { ...all, index: 'access-logs' }));
    await until(() => panel.heard.find(({ kind }) => kind === 'counted'));
    assert.equal(counts(), 1);
    write(1, 'access-logs');
    await panel.say(follow('r2'));
    await until(() => told(panel, 'followed').find(({ requestId, came }) => requestId === 'f1' && came === 1));
    await panel.say({ kind: 'takeNewHits', requestId: 't2' });
    const [, came] = told(panel, 'newHits');
    assert.deepEqual([came?.page.range, came?.page.total], ['1–11 of 25,001', { hits: 25_001, isExact: true }]);
    // Nobody waits for a total that the engine does not tell.
    engine.faults.add({ path: /_count/, fault: { kind: 'html' } });
    const before = told(panel, 'followed').length;
    write(1, 'access-logs');
    await until(() =>
      told(panel, 'followed')
        .slice(before)
        .find(({ came }) => came === 1),
    );
    await panel.say({ kind: 'takeNewHits', requestId: 't3' });
    assert.deepEqual([told(panel, 'newHits')[2]?.page.range, panel.logged], ['1–12', []]);
  });

  it('replaces hits that are in another order by the newest', async () => {
    const panel = open();
    write(20);
    await panel.say(searchFor('r1', { ...all, sort: [{ field: '@timestamp', order: 'asc' }] }));
    await panel.say(follow());
    const status = await until(() => told(panel, 'followed').find(({ came }) => came > 0));
    assert.equal(status.replacesPage, true);
    await panel.say({ kind: 'takeNewHits', requestId: 't1' });
    const [came] = told(panel, 'newHits');
    assert.ok(came !== undefined);
    assert.deepEqual([idsOf(came)[0], idsOf(came).length, came.fresh, came.areBarsOld], ['d23', 10, undefined, true]);
  });

  it('goes on to older hits behind all that are shown', async () => {
    const panel = open();
    write(20);
    await panel.say(searchFor('r1', newestFirst));
    write(2);
    await panel.say(follow());
    await until(() => told(panel, 'followed').find(({ came }) => came === 2));
    await panel.say({ kind: 'takeNewHits', requestId: 't1' });
    await panel.say({ kind: 'turnPage', requestId: 'r2', to: 'next' });
    const page = panel.heard.findLast((message): message is Told<'page'> => message.kind === 'page');
    const [came] = told(panel, 'newHits');
    const shown = new Set(came === undefined ? [] : idsOf(came));
    const older = page?.page.table.rows.map(({ id }) => id) ?? [];
    assert.equal(older.length, 10);
    assert.deepEqual(
      older.filter((id) => shown.has(id)),
      [],
    );
    assert.equal(older[0], 'd13');
  });

  it('says why it cannot', async () => {
    const panel = open([]);
    engine.createIndex('timeless', [{ id: 'a', source: '{"line":"x"}' }]);
    await panel.say(searchFor('r1', { ...all, index: 'timeless' }));
    await panel.say(follow());
    const [status] = told(panel, 'followed');
    assert.equal(status?.state, 'off');
    assert.match(status.why ?? '', /no date field/);
  });

  it('does not seem to begin where the endpoint cannot be read', async () => {
    const sentence = 'The keychain is locked.';
    for (const [error, why] of [
      [new RequestFailure({ kind: 'invalid', sentence, nextStep: 'Unlock it.' }), `${sentence} Unlock it.`],
      [new Error('broken'), undefined],
    ] as const) {
      const panel = open();
      await panel.say(searchFor('r1', newestFirst));
      panel.search.search.engine = async () => {
        throw error;
      };
      await panel.say(follow());
      const status = told(panel, 'followed').at(-1);
      assert.deepEqual([status?.state, status?.why], ['off', why]);
      assert.equal(panel.logged.length, why === undefined ? 1 : 0);
    }
  });

  for (const [when, end] of [
    ['a new search', (panel: ReturnType<typeof open>) => panel.say(searchFor('r2', all))],
    ['a person', (panel: ReturnType<typeof open>) => panel.say({ kind: 'steerFollow', to: 'end' })],
    [
      'another endpoint',
      (panel: ReturnType<typeof open>) => panel.say({ kind: 'chooseEndpoint', endpointId: 'other' }),
    ],
    ['closing the tab', async (panel: ReturnType<typeof open>) => panel.dispose()],
  ] as const) {
    it(`is ended by ${when}`, async () => {
      const panel = open();
      await panel.say(searchFor('r1', newestFirst));
      await panel.say(follow());
      await until(() => told(panel, 'followed').find(({ state }) => state === 'following'));
      await end(panel);
      const heard = told(panel, 'newHits').length;
      await panel.say({ kind: 'takeNewHits', requestId: 't1' });
      assert.equal(told(panel, 'newHits').length, heard);
    });
  }

  it('pauses while the tab is hidden, says so, and goes on when it is told to', async () => {
    const panel = open();
    await panel.say(searchFor('r1', newestFirst));
    await panel.say(follow());
    await until(() => told(panel, 'followed').find(({ state }) => state === 'following'));
    panel.show(false);
    panel.show(true);
    await panel.say({ kind: 'ready' });
    const last = told(panel, 'followed').at(-1);
    assert.deepEqual([last?.state, last?.why], ['paused', 'The tab was hidden.']);
    write(1);
    await panel.say({ kind: 'steerFollow', to: 'resume' });
    await until(() => told(panel, 'followed').find(({ came }) => came === 1));
  });

  it('begins paused where its hits have come while the tab was hidden', async () => {
    const panel = open();
    await panel.say(searchFor('r1', newestFirst));
    panel.show(false);
    await panel.say(follow());
    const last = told(panel, 'followed').at(-1);
    assert.deepEqual([last?.state, last?.why], ['paused', 'The tab was hidden.']);
  });

  it('pauses where the engine fails, with the reason', async () => {
    const panel = open();
    await panel.say(searchFor('r1', newestFirst));
    engine.faults.add({ path: /_search/, fault: { kind: 'html' } });
    await panel.say(follow());
    const status = await until(() => told(panel, 'followed').find(({ state }) => state === 'paused'));
    assert.match(status.why ?? '', /\w/);
    assert.equal(panel.heard.filter(({ kind }) => kind === 'failed').length, 0);
  });
});
