import assert from 'node:assert/strict';
import type { Endpoint } from '../../../../../src/core/base/endpoints/endpoint';
import type { FailureKind } from '../../../../../src/core/base/errors/failure';
import type { HttpResponse } from '../../../../../src/core/base/http/httpClient';
import { openSearchClient } from '../../../../../src/core/search/engine/searchClient';
import { openPager } from '../../../../../src/core/search/paging/openPager';
import { failureOf } from '../../../../../src/core/search/wire/searchFailure';
import { checkRefusal, endpoint, failureFrom, fakeHttpClient, isCheck, json } from '../fakeHttpClient';

const html = { 'content-type': 'text/html; charset=utf-8' };
const text = { 'content-type': 'text/plain' };

function failure(answer: HttpResponse) {
  const pager = openPager(
    openSearchClient(async () =>
      fakeHttpClient(({ body }) => (isCheck(body) && answer.status === 200 ? checkRefusal : answer)),
    ),
  );
  return failureFrom(() =>
    pager.run({ index: 'logs', body: '{"query":{"match":{"message":"x"}}}', from: 0, size: 10 }),
  );
}

describe('searchFailure: what a person is told when not an engine answers', () => {
  const answers: readonly [what: string, answer: HttpResponse, kind: FailureKind, sentence: RegExp][] = [
    ['a login page at 200', { status: 200, headers: html, body: '<html>Sign in</html>' }, 'notAnApi', /HTML page/],
    ['HTML that is called JSON', { status: 200, headers: {}, body: '\n<!DOCTYPE html>' }, 'notAnApi', /HTML page/],
    ['an HTML 502', { status: 502, headers: html, body: '<h1>Bad Gateway</h1>' }, 'serverError', /status 502/],
    [
      'a proxy’s 404',
      { status: 404, headers: text, body: '404 page not found' },
      'notAnApi',
      /no search engine at this URL/,
    ],
    [
      'a gateway’s 504',
      { status: 504, headers: html, body: '<h1>504</h1>' },
      'timedOut',
      /did not wait for the search/,
    ],
    [
      'a proxy’s 413',
      { status: 413, headers: html, body: '<h1>413</h1>' },
      'rejected',
      /rejected the search as too large/,
    ],
    ['a text 401', { status: 401, headers: text, body: 'Unauthorized' }, 'unauthorized', /credentials/],
    ['an empty 401', { status: 401, headers: {}, body: '' }, 'unauthorized', /credentials/],
    ['a cloud’s 403', json({ Message: 'User: anonymous is not authorized' }, 403), 'forbidden', /denied access/],
    ['a rate limit', { status: 429, headers: text, body: 'slow down' }, 'rateLimited', /too many requests/],
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
    [
      'a cut answer',
      { status: 200, headers: {}, body: '{"hits":{"hits":[{"_i' },
      'malformed',
      /incomplete or not valid/,
    ],
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

describe('searchFailure: an API key that is refused', () => {
  const refused = async (auth: Endpoint['auth']) =>
    failureOf({ status: 401, headers: {}, body: '' }, { ...endpoint, auth }).failure;

  it('is said to be in parts where it is: id and key, as they are shown beside the encoded one', async () => {
    const told = await refused({ type: 'apiKey', key: 'VuaCfGcBCdbkQm-e5aOx:ui2lp2axTNmsyakw9tvNnw' });
    assert.match(told.nextStep, /contains a colon.*the encoded key/);
    assert.doesNotMatch(JSON.stringify(told), /ui2lp2axTNmsyakw9tvNnw/);
  });

  it('is not said to be so otherwise', async () => {
    for (const auth of [
      { type: 'apiKey', key: 'VnVhQ2ZHY0JDZGJrUW0=' },
      { type: 'apiKey', key: 'a:b', header: 'x-api-key' },
      { type: 'bearer', token: 'a:b' },
    ] satisfies Endpoint['auth'][]) {
      assert.doesNotMatch((await refused(auth)).nextStep, /colon/);
    }
  });
});

describe('searchFailure: what an engine says of itself', () => {
  it('stays in the detail, without credentials, and out of the sentence', async () => {
    const reason = 'no such index [<img src=x>\u202e$(bug) changeme-test]';
    const told = await failure(json({ error: { root_cause: [], type: 'index_not_found_exception', reason } }, 404));
    assert.equal(told.sentence, 'Index not found.');
    assert.match(told.nextStep, /^Check the index name/);
    assert.doesNotMatch(told.sentence + told.nextStep, /img|bug/);
    assert.match(told.detail ?? '', /no such index/);
    assert.doesNotMatch(told.detail ?? '', /changeme-test|\u202e/);
  });

  const dates: readonly [format: string, nextStep: string][] = [
    ['strict_date_optional_time||epoch_millis', 'Enter a date such as 2026-01-31T12:00:00Z or now-1h.'],
    ['strict_date_optional_time_nanos||epoch_millis', 'Enter a date such as 2026-01-31T12:00:00Z or now-1h.'],
    [
      'dd/MM/yyyy HH:mm',
      'Enter the date in the format of the field, dd/MM/yyyy HH:mm, or relative to now, such as now-1h.',
    ],
    [
      'yyyy[ HH]||epoch_second',
      'Enter the date in the format of the field, yyyy[ HH] or epoch_second, or relative to now, such as now-1h.',
    ],
    ['changeme-test\u202e\n', 'Enter the date in the format of the field, •••, or relative to now, such as now-1h.'],
  ];
  for (const [format, nextStep] of dates) {
    it(`tells how a date is written in ${JSON.stringify(format)}`, async () => {
      const inner = `failed to parse date field [abc] with format [${format}]`;
      const root = { type: 'parse_exception', reason: `${inner}: [${inner}]` };
      const error = { root_cause: [root], type: 'search_phase_execution_exception', reason: 'all shards failed' };
      const told = await failure(json({ error }, 400));
      assert.deepEqual(
        [told.kind, told.sentence, told.nextStep],
        ['rejected', 'The server could not parse the date.', nextStep],
      );
    });
  }

  it('says so where it runs no expensive queries', async () => {
    const reason = "[wildcard] queries cannot be executed when 'search.allow_expensive_queries' is set to false.";
    const root = { type: 'exception', reason };
    const told = await failure(json({ error: { root_cause: [root], type: 'search_phase_execution_exception' } }, 400));
    assert.deepEqual([told.kind, told.sentence], ['rejected', 'The server does not allow expensive queries.']);
  });

  it('is read through a chain of causes of any depth', async () => {
    let body = '{"type":"inner","reason":"deepest"}';
    for (let depth = 0; depth < 20_000; depth++) body = `{"type":"outer","reason":"r","caused_by":${body}}`;
    assert.equal((await failure({ status: 400, headers: {}, body: `{"error":${body}}` })).kind, 'rejected');
  });

  it('is shown where its reasons are so long that looking for one in the other would take minutes', async () => {
    const place = 'a'.repeat(130_000);
    const deepest = `${'a'.repeat(60_000)}b${'a'.repeat(60_000)}`;
    const error = { root_cause: [{ reason: place }], reason: place, caused_by: { reason: deepest } };
    assert.match((await failure(json({ error }, 400))).detail ?? '', /^a{499}…$/);
  });

  it('is told as it came where it is far longer than an engine’s refusal is', async () => {
    const error = { type: 'x', reason: `no rights for elastic:changeme-test ${'a'.repeat(5 * 2 ** 20)}` };
    const told = await failure(json({ error }, 400));
    assert.equal(told.kind, 'rejected');
    assert.match(told.detail ?? '', /^\{"error":\{"type":"x","reason":"no rights for [^ ]*••• a+…$/);
  });

  it('is read where parts of it have another shape', async () => {
    const error = { type: 5, reason: 'the reason', root_cause: {}, failed_shards: 'all', line: 2.5, col: '7' };
    const told = await failure(json({ error }, 400));
    assert.deepEqual([told.detail, told.place], ['the reason', undefined]);
  });

  it('limits nothing where the limit is none', async () => {
    const reason = 'Result window is too large, from + size must be less than or equal to: [0] but was [10]';
    const asked: string[] = [];
    const client = fakeHttpClient(({ path, body }) => {
      if (!isCheck(body)) asked.push(path);
      return json({ error: { type: 'illegal_argument_exception', reason } }, 400);
    });
    const pager = openPager(openSearchClient(async () => client, { method: 'POST' }));
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
