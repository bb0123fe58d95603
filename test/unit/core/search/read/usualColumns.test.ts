import assert from 'node:assert/strict';
import type { FieldInfo } from '../../../../../src/core/search/engine/fieldList';
import { usualViewOf } from '../../../../../src/core/search/read/usualColumns';

const field = (name: string, ...types: string[]): FieldInfo => ({
  name,
  types,
  isSearchable: true,
  isAggregatable: types[0] !== 'text',
});
const time = field('@timestamp', 'date');

describe('usualColumns: how hits are shown before anyone chooses columns', () => {
  const cases: readonly [what: string, fields: readonly FieldInfo[], columns: readonly string[], lines: boolean][] = [
    ['nothing known', [], [], false],
    ['fields of no log', [time, field('price', 'double')], [], false],
    [
      'Traefik’s access log',
      [
        'StartUTC:date ClientAddr:keyword ClientHost:keyword DownstreamStatus:long Duration:long RequestHost:keyword',
        'RequestMethod:keyword RequestPath:text RequestPath.keyword:keyword RouterName:keyword ServiceName:keyword',
        'level:keyword msg:text time:date',
      ]
        .flatMap((line) => line.split(' '))
        .map((one) => field(...(one.split(':') as [string, string]))),
      [
        ...['time', 'DownstreamStatus', 'RequestMethod', 'RequestHost', 'RequestPath', 'Duration', 'RouterName'],
        ...['ServiceName', 'ClientHost'],
      ],
      false,
    ],
    [
      'the same below a prefix',
      [time, field('json.DownstreamStatus', 'long'), field('json.RequestPath', 'keyword')],
      ['@timestamp', 'json.DownstreamStatus', 'json.RequestPath'],
      false,
    ],
    [
      'requests in ECS',
      [
        time,
        field('message', 'text'),
        field('http.response.status_code', 'long'),
        field('url.original', 'keyword'),
        field('event.duration', 'long'),
      ],
      ['@timestamp', 'http.response.status_code', 'url.original', 'event.duration'],
      false,
    ],
    [
      'lines in ECS, where log is an object',
      [time, field('log', 'object'), field('log.level', 'keyword'), field('message', 'text'), field('host.name')],
      ['@timestamp', 'log.level', 'message'],
      true,
    ],
    [
      'lines in OpenTelemetry',
      [time, field('severity_text', 'keyword'), field('body', 'object'), field('body.text', 'text')],
      ['@timestamp', 'severity_text', 'body.text'],
      true,
    ],
    ['lines of Docker, without a date', [field('log', 'text'), field('stream', 'keyword')], ['log'], true],
  ];
  for (const [what, fields, columns, hasMessage] of cases) {
    it(`is, for ${what}, ${columns.join(', ') || 'not known'}${hasMessage ? ', as lines' : ''}`, () =>
      assert.deepEqual(usualViewOf(fields), { columns, hasMessage }));
  }
});
