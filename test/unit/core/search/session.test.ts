import assert from 'node:assert/strict';
import type { HttpRequest } from '../../../../src/core/http/door';
import { describePage } from '../../../../src/core/search/describePage';
import type { SearchQuery } from '../../../../src/core/search/request';
import { searchSession } from '../../../../src/core/search/session';
import { failureFrom, fakeDoor, json, slowDoor } from './fakeDoor';

const query: SearchQuery = { index: 'logs', field: 'message', text: 'x', from: 0, size: 10 };

function asked(request: HttpRequest | undefined): { from: number; size: number } {
  const { from, size } = JSON.parse(request?.body ?? '{}');
  return { from, size };
}

/** An engine with `matches` matching documents named 1, 2, …; it counts to `counts` and pages to `window`, as real ones do. */
function engine(matches: number, { window = 10_000, counts = 10_000 } = {}) {
  return fakeDoor((request) => {
    const { from, size } = asked(request);
    if (from + size > window) {
      const reason = `Result window is too large, from + size must be less than or equal to: [${window}] but was [${from + size}]. See the scroll api for a more efficient way to request large data sets.`;
      const cause = { type: 'illegal_argument_exception', reason };
      return json(
        {
          error: { root_cause: [cause], type: 'search_phase_execution_exception', reason: 'all shards failed' },
          status: 400,
        },
        400,
      );
    }
    const shown = Math.max(0, Math.min(size, matches - from));
    return json({
      took: 3,
      timed_out: false,
      _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
      hits: {
        total: matches > counts ? { value: counts, relation: 'gte' } : { value: matches, relation: 'eq' },
        hits: Array.from({ length: shown }, (_, at) => ({ _index: 'logs', _id: `${from + at + 1}`, _score: 1 })),
      },
    });
  });
}

function sessionOver(door: ReturnType<typeof fakeDoor>) {
  return searchSession(async () => door);
}

describe('a search session', () => {
  it('walks ten matches from 3 by 2: 4–5, then 6–7, then back to 4–5, 2–3 and 1–2', async () => {
    const session = sessionOver(engine(10));
    const shown = [];
    shown.push(await session.run({ ...query, from: 3, size: 2 }));
    for (const to of ['next', 'previous', 'previous', 'previous'] as const) shown.push(await session.turn(to));
    assert.deepEqual(
      shown.map((page) => [describePage(page).range, page.hits.map(({ id }) => id)]),
      [
        ['4–5 of 10', ['4', '5']],
        ['6–7 of 10', ['6', '7']],
        ['4–5 of 10', ['4', '5']],
        ['2–3 of 10', ['2', '3']],
        ['1–2 of 10', ['1', '2']],
      ],
    );
    assert.equal(session.page?.hasPrevious, false);
    const failure = await failureFrom(() => session.turn('previous'));
    assert.equal(failure.kind, 'invalid');
    assert.equal(session.page?.query.from, 0);
  });

  it('shows two matches past six and goes back twice to the second and third', async () => {
    const session = sessionOver(engine(10));
    await session.run({ ...query, from: 5, size: 2 });
    await session.turn('previous');
    const page = await session.turn('previous');
    assert.equal(describePage(page).range, '2–3 of 10');
  });

  it('ends with a short last page', async () => {
    const session = sessionOver(engine(25));
    await session.run({ ...query, from: 10 });
    const last = await session.turn('next');
    assert.equal(describePage(last).range, '21–25 of 25');
    assert.equal(last.hasNext, false);
    assert.equal((await failureFrom(() => session.turn('next'))).kind, 'invalid');
  });

  it('ends where the total is exactly reached, without asking for an empty page', async () => {
    const session = sessionOver(engine(20));
    assert.equal((await session.run(query)).hasNext, true);
    assert.equal((await session.turn('next')).hasNext, false);
  });

  it('shows an offset behind the end as an empty page that leads back', async () => {
    const session = sessionOver(engine(57));
    const page = await session.run({ ...query, from: 60 });
    assert.equal(describePage(page).range, 'No hits from 61 on, of 57');
    assert.deepEqual([page.hasNext, page.hasPrevious], [false, true]);
    assert.equal(describePage(await session.turn('previous')).range, '51–57 of 57');
  });

  it('says no hits for a search that matches nothing', async () => {
    const page = await sessionOver(engine(0)).run(query);
    assert.equal(describePage(page).range, 'No hits');
    assert.deepEqual([page.hasNext, page.hasPrevious], [false, false]);
  });

  it('tells a total that the engine stopped counting', async () => {
    const session = sessionOver(engine(12_000));
    assert.equal(describePage(await session.run({ ...query, from: 10 })).range, '11–20 of 10,000+');
  });

  it('goes on by full pages where nothing was counted', async () => {
    let left = 15;
    const session = sessionOver(
      fakeDoor((request) => {
        const shown = Math.min(asked(request).size, left);
        left -= shown;
        return json({ hits: { hits: Array.from({ length: shown }, () => ({})) } });
      }),
    );
    const first = await session.run(query);
    assert.deepEqual([describePage(first).range, first.hasNext], ['1–10', true]);
    const second = await session.turn('next');
    assert.deepEqual([describePage(second).range, second.hasNext], ['11–15', false]);
  });

  it('stops at the window of 10,000 with the limit in words, and asks only for what fits in', async () => {
    const door = engine(12_000);
    const session = sessionOver(door);
    await session.run({ ...query, from: 9_985 });
    const last = await session.turn('next');
    assert.deepEqual(asked(door.asked.at(-1)), { from: 9_995, size: 5 });
    assert.equal(last.hasNext, false);
    assert.equal(last.limit, 10_000);
    assert.match(describePage(last).notes.join(), /first 10,000 hits/);
    // And the full size again on the way back.
    await session.turn('previous');
    assert.deepEqual(asked(door.asked.at(-1)), { from: 9_985, size: 10 });
  });

  it('asks for exactly what was typed also beyond the window, and passes on the engine’s own limit', async () => {
    const door = engine(12_000, { window: 500 });
    const session = sessionOver(door);
    const failure = await failureFrom(() => session.run({ ...query, from: 495 }));
    assert.deepEqual(asked(door.asked.at(-1)), { from: 495, size: 10 });
    assert.match(failure.sentence, /first 500 hits/);
    assert.match(failure.detail ?? '', /Result window is too large/);
  });

  it('learns a smaller window from the refusal', async () => {
    const session = sessionOver(engine(12_000, { window: 500 }));
    await session.run({ ...query, from: 485 });
    assert.match((await failureFrom(() => session.turn('next'))).sentence, /first 500 hits/);
    assert.equal(session.page?.query.from, 485);
    const last = await session.turn('next');
    assert.deepEqual([last.hits.length, last.hasNext, last.limit], [5, false, 500]);
  });

  it('pages on where the index allows more than 10,000', async () => {
    const session = sessionOver(engine(12_000, { window: 50_000, counts: 50_000 }));
    await session.run({ ...query, from: 9_995 });
    assert.equal(describePage(await session.turn('next')).range, '10,006–10,015 of 12,000');
  });

  it('keeps its page and its place when an answer fails', async () => {
    let healthy = true;
    const good = engine(50);
    const session = sessionOver(
      fakeDoor((request) => (healthy ? good.request(request) : { status: 503, headers: {}, body: 'Bad Gateway' })),
    );
    const first = await session.run({ ...query, from: 10 });
    healthy = false;
    assert.equal((await failureFrom(() => session.turn('next'))).kind, 'serverError');
    assert.equal(session.page, first);
    healthy = true;
    assert.equal((await session.turn('next')).query.from, 20);
  });

  it('ends the older request when a newer one comes, and only the newer moves it', async () => {
    const { door, answer } = slowDoor();
    const session = sessionOver(door);
    const older = failureFrom(() => session.run({ ...query, text: 'older' }));
    await new Promise(setImmediate);
    const newer = session.run({ ...query, text: 'newer' });
    await new Promise(setImmediate);
    assert.equal((await older).kind, 'cancelled');
    assert.equal(door.asked[0]?.signal?.aborted, true);
    answer(1, json({ hits: { hits: [] } }));
    await newer;
    assert.equal(session.page?.query.text, 'newer');
  });

  it('does not move for an answer that comes after its cancellation', async () => {
    const cancel = new AbortController();
    const session = sessionOver(
      fakeDoor(() => {
        cancel.abort();
        return json({ hits: { hits: [] } });
      }),
    );
    assert.equal((await failureFrom(() => session.run(query, cancel.signal))).kind, 'cancelled');
    assert.equal(session.page, undefined);
  });

  it('asks for nothing once cancelled', async () => {
    const door = engine(1);
    assert.equal((await failureFrom(() => sessionOver(door).run(query, AbortSignal.abort()))).kind, 'cancelled');
    assert.deepEqual(door.asked, []);
  });

  it('cannot turn before the first search', async () => {
    assert.equal((await failureFrom(() => sessionOver(engine(5)).turn('next'))).kind, 'invalid');
  });
});
