import assert from 'node:assert/strict';
import type { HttpAnswer } from '../../../../src/core/http/door';
import type { FailureKind } from '../../../../src/core/http/failure';
import { openSearchDoor } from '../../../../src/core/search/engine/searchDoor';
import { openPager } from '../../../../src/core/search/paging/openPager';
import { failureFrom, fakeDoor, json } from './fakeDoor';

const html = { 'content-type': 'text/html; charset=utf-8' };
const text = { 'content-type': 'text/plain' };

function failure(answer: HttpAnswer) {
  const pager = openPager(openSearchDoor(async () => fakeDoor(() => answer)));
  return failureFrom(() =>
    pager.run({ index: 'logs', body: '{"query":{"match":{"message":"x"}}}', from: 0, size: 10 }),
  );
}

describe('what a person is told when not an engine answers', () => {
  const answers: readonly [what: string, answer: HttpAnswer, kind: FailureKind, sentence: RegExp][] = [
    ['a login page at 200', { status: 200, headers: html, body: '<html>Sign in</html>' }, 'notAnApi', /HTML page/],
    ['HTML that is called JSON', { status: 200, headers: {}, body: '\n<!DOCTYPE html>' }, 'notAnApi', /HTML page/],
    ['an HTML 502', { status: 502, headers: html, body: '<h1>Bad Gateway</h1>' }, 'serverError', /status 502/],
    ['a proxy’s 404', { status: 404, headers: text, body: '404 page not found' }, 'notFound', /status 404/],
    ['a text 401', { status: 401, headers: text, body: 'Unauthorized' }, 'unauthorized', /credentials/],
    ['an empty 401', { status: 401, headers: {}, body: '' }, 'unauthorized', /credentials/],
    ['a cloud’s 403', json({ Message: 'User: anonymous is not authorized' }, 403), 'forbidden', /does not allow/],
    ['a rate limit', { status: 429, headers: text, body: 'slow down' }, 'rateLimited', /too often/],
    [
      'a dashboard',
      json({ statusCode: 404, error: 'Not Found', message: 'x' }, 404),
      'notAnApi',
      /not a search engine/,
    ],
    ['other JSON', json({ version: '3.7.9' }), 'notAnApi', /not a search engine/],
    ['a JSON array', json([]), 'notAnApi', /not a search engine/],
    ['null', json(null), 'notAnApi', /not a search engine/],
    ['hits that are no objects', json({ hits: { hits: [1] } }), 'notAnApi', /not a search engine/],
    ['a cut answer', { status: 200, headers: {}, body: '{"hits":{"hits":[{"_i' }, 'malformed', /not whole/],
    ['nothing', { status: 200, headers: {}, body: '' }, 'malformed', /empty/],
  ];
  for (const [what, answer, kind, sentence] of answers) {
    it(`${what}: ${kind}`, async () => {
      const told = await failure(answer);
      assert.equal(told.kind, kind);
      assert.match(told.sentence, sentence);
      assert.equal(told.status, answer.status);
      assert.notEqual(told.nextStep, '');
    });
  }
});

describe('what an engine says of itself', () => {
  it('stays in the detail, without credentials, and out of the sentence', async () => {
    const reason = 'no such index [<img src=x>\u202e$(bug) changeme-test]';
    const told = await failure(json({ error: { root_cause: [], type: 'index_not_found_exception', reason } }, 404));
    assert.doesNotMatch(told.sentence + told.nextStep, /img|bug/);
    assert.match(told.detail ?? '', /no such index/);
    assert.doesNotMatch(told.detail ?? '', /changeme-test|\u202e/);
  });

  it('is read through a chain of causes of any depth', async () => {
    let body = '{"type":"inner","reason":"deepest"}';
    for (let depth = 0; depth < 20_000; depth++) body = `{"type":"outer","reason":"r","caused_by":${body}}`;
    assert.equal((await failure({ status: 400, headers: {}, body: `{"error":${body}}` })).kind, 'rejected');
  });

  it('is shown where its reasons are so long that looking for one in the other would take minutes', async () => {
    const place = 'a'.repeat(8_000_000);
    const deepest = `${'a'.repeat(1_000_000)}b${'a'.repeat(1_000_000)}`;
    const error = { root_cause: [{ reason: place }], reason: place, caused_by: { reason: deepest } };
    assert.match((await failure(json({ error }, 400))).detail ?? '', /^a{499}…$/);
  });

  it('is read where parts of it have another shape', async () => {
    const error = { type: 5, reason: 'the reason', root_cause: {}, failed_shards: 'all', line: 2.5, col: '7' };
    const told = await failure(json({ error }, 400));
    assert.deepEqual([told.detail, told.place], ['the reason', undefined]);
  });

  it('limits nothing where the limit is none', async () => {
    const reason = 'Result window is too large, from + size must be less than or equal to: [0] but was [10]';
    const asked: string[] = [];
    const door = fakeDoor(({ path }) => {
      asked.push(path);
      return json({ error: { type: 'illegal_argument_exception', reason } }, 400);
    });
    const pager = openPager(openSearchDoor(async () => door, { method: 'POST' }));
    const told = await failureFrom(() => pager.run({ index: 'logs', body: '{}', from: 0, size: 10 }));
    assert.equal(told.detail, reason);
    assert.equal(asked.length, 1);
  });

  it('names the place and what is wrong there', async () => {
    const told = await failure(
      json(
        {
          error: {
            root_cause: [{ type: 'x_content_parse_exception', reason: '[1:9] [bool] failed to parse field [must]' }],
            type: 'x_content_parse_exception',
            reason: '[1:9] [bool] failed to parse field [must]',
            caused_by: { type: 'illegal_argument_exception', reason: 'numeric value expected' },
          },
        },
        400,
      ),
    );
    assert.equal(told.detail, '[1:9] [bool] failed to parse field [must]: numeric value expected');
  });
});
