import { mock } from 'node:test';
import { mostFollowed } from '../../src/core/search/follow/followedHits';
import type { SearchQuestion } from '../../src/protocol/question';
import type { HitPage } from '../../src/protocol/resultPage';
import { growingIndex } from '../unit/core/search/follow/growingIndex';
import { median, usedHeap } from './measure';
import type { Row } from './rows';
import { openSearchPage } from './searchPage';
import { describePage, emptyQuestion, followSearch, openFollow, searchOf } from './shippedCore';

const begin = Date.parse('2026-11-01T00:00:00Z');
const hourSeconds = 3_600;
/** Seconds until as many hits are kept as ever are. */
const warmPolls = 900;
/** Documents a second. */
const rate = 10;
const keptHits = mostFollowed;
/** New hits of one look, and how often some come. */
const newHits = 10;
const looks = 25;

/** What an hour of a followed search takes, and what each look costs the page. */
export async function* measure(): AsyncGenerator<Row> {
  yield* await anHour();
  yield await newHitsDrawn();
}

/** An hour in which time passes as fast as it is asked for. */
async function anHour(): Promise<readonly Row[]> {
  const index = growingIndex();
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: begin });
  try {
    const question: SearchQuestion = { ...emptyQuestion, index: 'logs', by: 'match', field: 'text', text: 'line' };
    const search = searchOf(question, 0, new Date());
    const followed = followSearch({ question, search, from: 0, time: '@timestamp' }, [], new Date());
    if (typeof followed === 'string') throw new Error(followed);
    const follow = openFollow({
      client: index.client,
      follow: followed,
      base: undefined,
      timeoutMs: undefined,
      seconds: 2,
      isAttended: () => true,
      onChange: () => undefined,
      onUnexpected: (error) => {
        throw error;
      },
    });
    follow.resume();
    let warm = 0;
    let taken = 0;
    for (let second = 0; second < hourSeconds; second++) {
      const at = begin + second * 1_000;
      index.forgetBefore(at - 60_000);
      const text = `line of second ${second} `.repeat(10);
      index.write(...Array.from({ length: rate }, (_, each) => ({ id: `${second}-${each}`, at: at + each, text })));
      mock.timers.tick(1_000);
      await settled();
      const page = follow.take()?.page;
      if (page !== undefined) {
        taken = page.hits.length;
        describePage(page, { columns: [], fields: [] });
      }
      index.asked.length = 0;
      if (second === warmPolls) warm = usedHeap();
    }
    const value = usedHeap() / warm;
    follow.close();
    if (taken !== keptHits) throw new Error(`${taken} hits are kept, not ${keptHits}`);
    return [
      {
        what: `an hour of Follow, ${rate} documents a second: memory at its end`,
        value,
        goal: 1.05,
        unit: '× the floor',
        floor: `after ${warmPolls / 60} minutes: ${(warm / 2 ** 20).toFixed(1)} MB`,
      },
      { what: 'an hour of Follow: requests at once', value: index.mostAtOnce, goal: 1, unit: 'requests' },
    ];
  } finally {
    mock.timers.reset();
  }
}

/** Until what waits for nothing but promises has ended. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
}

/** What a page with as many hits as are kept takes for those that came. */
async function newHitsDrawn(): Promise<Row> {
  const page = await openSearchPage();
  try {
    await page.show(pageOf(0));
    await page.follow();
    const fresh = Array.from({ length: newHits }, (_, at) => at);
    const times: number[] = [];
    for (let look = 1; look <= looks; look++) times.push(await page.arrive(pageOf(look * newHits), fresh));
    return {
      what: `${newHits} new hits on top of ${keptHits}: message to layout`,
      value: median(times),
      goal: 100,
      unit: 'ms',
    };
  } finally {
    await page.close();
  }
}

/** The newest hits, of which that many came since the first page. */
function pageOf(came: number): HitPage {
  const body = '{"query":{"match_all":{}},"sort":[{"@timestamp":{"order":"desc"}}]}';
  const hits = Array.from({ length: keptHits }, (_, at) => {
    const number = keptHits + came - at;
    const source = {
      '@timestamp': new Date(begin + number * 100).toISOString(),
      message: `GET /api/v2/orders/${number} "Mozilla/5.0" 200 in ${number % 100}.5ms shop.example.com via shop@file`,
      DownstreamStatus: 200 + (number % 5),
      RequestHost: 'shop.example.com',
      RouterName: 'shop@file',
    };
    const json = JSON.stringify({ _index: 'logs', _id: String(number), _source: source, sort: [begin + number] });
    return { index: 'logs', id: String(number), score: undefined, sort: `[${begin + number}]`, json };
  });
  return describePage(
    {
      search: { index: 'logs', body, from: 0, size: 50 },
      from: 0,
      size: 50,
      asked: 'from/size',
      hits,
      hasPrevious: false,
      hasNext: true,
      isFollowed: true,
      tookMs: 1,
      total: undefined,
      partial: [],
      notes: [],
      bytes: 100_000,
      sent: { method: 'GET', path: '/logs/_search', body },
    },
    { columns: [], fields: [{ name: '@timestamp', types: ['date'], isSearchable: true, isAggregatable: true }] },
  );
}
