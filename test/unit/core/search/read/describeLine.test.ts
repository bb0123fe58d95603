import assert from 'node:assert/strict';
import { describeTable, type TableDescriptionOptions } from '../../../../../src/core/search/read/describeTable';
import type { LinePart } from '../../../../../src/core/search/read/readTable';
import { recordedLines } from '../../accessLogs/recentLines';
import { answerOf, described, field, pageOf } from './pages';

const withLines: Partial<TableDescriptionOptions> = { asLines: true };
const dates = [field('@timestamp', 'date')];

/** The line of a document: what it is made of. */
function lineOf(document: string, look: Partial<TableDescriptionOptions> = {}): readonly LinePart[] {
  return described([document], { ...withLines, ...look }).table.rows[0]?.line ?? assert.fail('there is no line');
}

/** The same, short: the kind, the field, and the text of each part. */
function told(document: string, look?: Partial<TableDescriptionOptions>): readonly string[] {
  return lineOf(document, look).map(({ kind, path, cell }) => `${kind} ${path ?? '-'}: ${cell.text}`);
}

/** A hit with highlights. */
function lineOfHit(source: string, highlight: string): readonly LinePart[] {
  const hit = `{"_index":"logs","_id":"1","_source":${source},"highlight":${highlight}}`;
  const table = describeTable(pageOf(answerOf(hit)), { columns: [], fields: [], asLines: true });
  return table.rows[0]?.line ?? assert.fail('there is no line');
}

describe('describeLine: a hit as a line of a log', () => {
  it('is described only where the page shows lines', () => {
    const [row] = described(['{"message":"a"}']).table.rows;
    assert.equal(row?.line, undefined);
  });

  it('is its time, its level, and its message', () => {
    const line =
      '{"@timestamp":"2026-11-20T14:03:12Z","level":"warn","host":"a","message":"disk is nearly full","pid":7}';
    assert.deepEqual(told(line, { fields: dates }), [
      'time @timestamp: 2026-11-20T14:03:12Z',
      'level level: warn',
      'message message: disk is nearly full',
    ]);
    const [time, level] = lineOf(line, { fields: dates });
    assert.equal(time?.cell.at, Date.UTC(2026, 10, 20, 14, 3, 12));
    assert.equal(level?.cell.tone, 'orange');
  });

  const messages: readonly [who: string, document: string, told: readonly string[]][] = [
    [
      'the Elastic Common Schema',
      '{"log":{"level":"error","logger":"x"},"message":"no"}',
      ['level log.level: error', 'message message: no'],
    ],
    [
      'OpenTelemetry',
      '{"severity_text":"INFO","body":{"text":"up"}}',
      ['level severity_text: INFO', 'message body.text: up'],
    ],
    ['Docker', '{"log":"listening\\n","stream":"stdout"}', ['message log: listening']],
    [
      'Traefik itself',
      '{"level":"debug","msg":"Configuration received"}',
      ['level level: debug', 'message msg: Configuration received'],
    ],
    ['an error alone', '{"error":{"message":"boom"},"message":""}', ['message error.message: boom']],
    ['what could not be parsed', '{"message":null,"event":{"original":"<13>x"}}', ['message event.original: <13>x']],
    ['a number', '{"level":30,"message":42}', ['level level: 30', 'message message: 42']],
  ];
  for (const [who, document, parts] of messages)
    it(`is found in ${who}`, () => assert.deepEqual(told(document), parts));

  it('is found in fields, where every value is in a list', () => {
    const hit = '{"_index":"logs","_id":"1","fields":{"message":["a \\"b\\"\\n","c"],"level":["error"]}}';
    const table = describeTable(pageOf(answerOf(hit)), { columns: [], fields: [], asLines: true });
    assert.deepEqual(
      table.rows[0]?.line?.map(({ kind, cell }) => `${kind}: ${cell.text}`),
      ['level: error', 'message: a "b"\n, c'],
    );
  });

  it('is the summary of a hit without a message', () => {
    const document = '{"name":"Blue shirt","price":12.50,"message":{"id":1}}';
    assert.deepEqual(told(document), ['field name: Blue shirt', 'field price: 12.50', 'field message.id: 1']);
    assert.deepEqual(told(document, { columns: ['price'] }), told(document));
    assert.deepEqual(told('{}'), []);
  });

  it('has the lines of a message, with nothing else that breaks or hides', () => {
    const [message] = lineOf('{"message":"a\\n\\tat b\\r\\nc\\u0000\\u202ed\\u2028e"}');
    assert.equal(message?.cell.text, 'a\n    at b\nc d e');
  });

  it('has more of a message than a table, and then an ellipsis', () => {
    const [message] = lineOf(JSON.stringify({ message: 'x'.repeat(3_000) }));
    assert.equal(message?.cell.text, `${'x'.repeat(999)}…`);
    assert.equal(message?.cell.isCut, true);
  });

  it('shows what matched before the message, if it is elsewhere', () => {
    const line = lineOfHit(
      '{"message":"failed","error":"upstream timeout","tags":["timeout"]}',
      '{"error":["upstream \ue000timeout\ue001"],"tags":["\ue000timeout\ue001"]}',
    );
    assert.deepEqual(
      line.map(({ kind, path, cell: { text, marks } }) => [kind, path, text, marks]),
      [
        ['field', 'error', 'upstream timeout', [[9, 16]]],
        ['field', 'tags', 'timeout', [[0, 7]]],
        ['message', 'message', 'failed', undefined],
      ],
    );
  });

  it('has the colors of a terminal, and marks in them', () => {
    const [message] = lineOfHit(
      '{"message":"\\u001b[31mupstream \\u001b[1mtimeout\\u001b[0m"}',
      '{"message":["\\u001b[31mupstream \\u001b[1m\ue000timeout\ue001\\u001b[0m"]}',
    );
    assert.deepEqual(message?.cell, {
      kind: 'text',
      text: 'upstream timeout',
      marks: [[9, 16]],
      styled: [
        { from: 0, to: 9, style: { color: 1 } },
        { from: 9, to: 16, style: { color: 1, isBold: true } },
      ],
    });
  });
});

describe('describeLine: a line of an access log', () => {
  const recorded = recordedLines()[0] ?? assert.fail('nothing is recorded');
  const parts = (prefix = '') => [
    `status ${prefix}DownstreamStatus: 502`,
    `method ${prefix}RequestMethod: POST`,
    `host ${prefix}RequestHost: shop.example.test`,
    `path ${prefix}RequestPath: /boom`,
    `duration ${prefix}Duration: 29292255`,
    `router ${prefix}RouterName: shop-web@file`,
  ];

  it('is taken apart where it is Traefik’s own JSON, whatever it stands below', () => {
    assert.deepEqual(told(recorded), parts());
    assert.deepEqual(told(`{"json":${recorded}}`), parts('json.'));
    assert.deepEqual(
      told(`{"attributes":${recorded},"body":{"text":${JSON.stringify(recorded)}}}`),
      parts('attributes.'),
    );
  });

  it('has its status by its class, and its duration in nanoseconds', () => {
    const line = lineOf(`{"json":${recorded}}`);
    assert.equal(line.find(({ kind }) => kind === 'status')?.cell.tone, 'red');
    assert.equal(line.find(({ kind }) => kind === 'duration')?.cell.unit, 'ns');
  });

  it('is taken apart in the Elastic Common Schema', () => {
    const ecs =
      '{"http":{"request":{"method":"GET"},"response":{"status_code":404}},"url":{"original":"/x?y"},"event":{"duration":81000,"original":"raw"},"traefik":{"access":{"frontend_name":"web"}}}';
    assert.deepEqual(told(ecs), [
      'status http.response.status_code: 404',
      'method http.request.method: GET',
      'path url.original: /x?y',
      'duration event.duration: 81000',
      'router traefik.access.frontend_name: web',
    ]);
  });

  it('is taken apart in the Common Log Format, in milliseconds', () => {
    const clf =
      '10.0.0.1 - - [21/Nov/2026:02:19:18 +0000] "GET /a HTTP/1.1" 200 18 "-" "curl/8" 3 "web@docker" "http://10.0.0.2:80" 5ms';
    const line = lineOf(JSON.stringify({ message: `${clf}\n` }));
    assert.deepEqual(
      line.map(({ kind, path, cell: { text, unit, tone } }) => [kind, path, text, unit ?? tone]),
      [
        ['status', undefined, '200', 'green'],
        ['method', undefined, 'GET', undefined],
        ['path', undefined, '/a', undefined],
        ['duration', undefined, '5', 'ms'],
        ['router', undefined, 'web@docker', undefined],
      ],
    );
    const marked = lineOfHit(
      JSON.stringify({ log: clf }),
      JSON.stringify({ log: [clf.replace('curl', '\ue000curl\ue001')] }),
    );
    assert.equal(marked.find(({ kind }) => kind === 'message')?.cell.text, clf);
  });

  it('says what it says beside', () => {
    const more = (members: string) => told(`{"DownstreamStatus":200,${members}}`).slice(1);
    assert.deepEqual(more('"msg":"","level":"info"'), []);
    assert.deepEqual(more('"message":"retried"'), ['message message: retried']);
    assert.deepEqual(more('"message":"{\\"DownstreamStatus\\":200}","msg":"later"'), ['message msg: later']);
  });

  const request =
    '"DownstreamStatus":502,"RequestMethod":"GET","RequestHost":"shop.test","RequestPath":"/a?b=1","RouterName":"web@docker"';
  const messageIn = (message: string, of = request) =>
    lineOf(`{${of},"message":${JSON.stringify(message)}}`).find(({ kind }) => kind === 'message')?.cell.text;

  for (const message of [
    'GET /a?b=1 502',
    'GET /a?b=1 "curl/8.5.0" 502 in 12.345ms shop.test via web@docker',
    'GET /a?b=1 "Mozilla/5.0 (X11; Linux) Firefox/130" 502 in 1.2s',
    '10.0.0.1 - - [21/Nov/2026:02:19:18 +0000] "GET /a?b=1 HTTP/2.0" 502 18 "-" "https://a.test/x"',
    'Completed GET https://shop.test/a?b=1 with status 502 after 12 ms',
    'method=GET path="/a?b=1" status=502 duration=3ms',
  ]) {
    it(`has no message that only repeats it: ${message}`, () => assert.equal(messageIn(message), undefined));
  }

  for (const message of [
    'GET /a?b=1 502 upstream connect error',
    'GET /a?b=1 "curl/8.5.0" 502 in 12.345ms shop.test via web@docker upstream timeout',
    'GET /a?b=1 502 "connection refused"',
    'method=GET path="/a?b=1" status=502 error="EOF"',
    'GET /a?b=1 502 E1234',
    'GET /a?b=1 502 接続が拒否されました',
    // Of other requests, or of none.
    'GET /a?b=1 504',
    'POST /a?b=1 502',
    'GET /a 502',
    'in 3 ms',
  ]) {
    it(`has a message with more in it: ${message}`, () => assert.equal(messageIn(message), message));
  }

  it('has a message that repeats it where a match is in it, and where it does not have all parts', () => {
    const repeated = 'GET /a?b=1 502 in 3 ms';
    const source = `{${request},"message":"${repeated}"}`;
    const marked = lineOfHit(source, '{"message":["\ue000GET\ue001 /a?b=1 502 in 3 ms"]}');
    assert.equal(marked.find(({ kind }) => kind === 'message')?.cell.text, repeated);
    const other = lineOfHit(source, '{"RouterName":["\ue000web\ue001@docker"]}');
    assert.equal(
      other.some(({ kind }) => kind === 'message'),
      false,
    );
    assert.equal(messageIn(repeated, '"DownstreamStatus":502,"RequestMethod":"GET"'), repeated);
  });

  it('has no message in the Elastic Common Schema either that only repeats it', () => {
    const ecs =
      '"http":{"request":{"method":"GET"},"response":{"status_code":200}},"url":{"path":"/"},"traefik":{"access":{}}';
    assert.equal(messageIn('GET / 200 "curl/8"', ecs), undefined);
    assert.equal(messageIn('GET / 200 retried', ecs), 'GET / 200 retried');
  });

  it('is not made of an application’s log that names an address', () => {
    const document =
      '{"url":{"path":"/x"},"http":{"request":{"method":"GET"}},"log":{"level":"info"},"message":"asked"}';
    assert.deepEqual(told(document), ['level log.level: info', 'message message: asked']);
  });
});

describe('describeLine: what numbers count', () => {
  const unitIn = (document: string, path: string, look: Partial<TableDescriptionOptions> = {}, body = '{}') =>
    described([document], { columns: [path], ...look }, { search: { index: 'logs', body, from: 0, size: 10 } }).table
      .rows[0]?.cells[0]?.unit;

  it('is told by the names of Traefik’s access log, in a document that is one', () => {
    const names = [
      'Duration',
      'OriginDuration',
      'Overhead',
      'DownstreamContentSize',
      'RequestContentSize',
      'RequestCount',
    ];
    const recorded = recordedLines()[0] ?? assert.fail('nothing is recorded');
    assert.deepEqual(
      names.map((name) => unitIn(recorded, name)),
      ['ns', 'ns', 'ns', 'bytes', 'bytes', undefined],
    );
    assert.equal(unitIn(`{"a":{"b":${recorded}}}`, 'a.b.Duration'), 'ns');
    // Somebody else's duration.
    assert.equal(unitIn('{"Duration":1.5,"RouterName":"core-1"}', 'Duration'), undefined);
    assert.equal(unitIn('{"Duration":1.5,"x":{"DownstreamStatus":200}}', 'Duration'), undefined);
  });

  it('is told by the fields of the index where only some of them were fetched', () => {
    const fields = [field('Duration', 'long'), field('DownstreamStatus', 'integer')];
    const body = '{"_source":["Duration"]}';
    assert.equal(unitIn('{"Duration":5}', 'Duration', { fields }, body), 'ns');
    assert.equal(unitIn('{"Duration":5}', 'Duration', { fields }), undefined);
  });

  it('is told by the mapping before anything else', () => {
    const mapped = { ...field('event.duration', 'long'), unit: 'ms' } as const;
    assert.equal(unitIn('{"event":{"duration":5}}', 'event.duration', { fields: [mapped] }), 'ms');
    assert.equal(unitIn('{"event":{"duration":5}}', 'event.duration'), 'ns');
    assert.equal(unitIn('{"event.duration":"5000"}', 'event.duration'), 'ns');
    assert.equal(unitIn('{"event.duration":"5 min"}', 'event.duration'), undefined);
    assert.equal(unitIn('{"http":{"response":{"body":{"bytes":12}}}}', 'http.response.body.bytes'), 'bytes');
    assert.equal(unitIn('{"took":12}', 'took'), undefined);
  });
});
