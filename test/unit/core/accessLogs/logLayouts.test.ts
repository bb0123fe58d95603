import assert from 'node:assert/strict';
import {
  fieldsToChoose,
  layoutAround,
  layoutsAmong,
  unsearchableRouters,
} from '../../../../src/core/accessLogs/logLayouts';
import { fields } from './given';

type Types = Readonly<Record<string, string>>;

/** What is asked of an index with these fields: `router by how / service / status / time / sort`. */
function told(types: Types): readonly string[] {
  return layoutsAmong(fields(types)).map(({ router, service, status, time, sort }) =>
    [`${router.field} by ${router.by}`, service?.field, status, time, sort].map((part) => part ?? '-').join(' / '),
  );
}

/** Traefik's fields below a prefix, as an engine maps texts by itself. */
function dynamic(prefix: string): Types {
  return {
    [`${prefix}RouterName`]: 'text',
    [`${prefix}RouterName.keyword`]: 'keyword',
    [`${prefix}ServiceName`]: 'text',
    [`${prefix}ServiceName.keyword`]: 'keyword',
    [`${prefix}DownstreamStatus`]: 'long',
  };
}

/** The same with keywords. */
function mapped(prefix: string): Types {
  return {
    [`${prefix}RouterName`]: 'keyword',
    [`${prefix}ServiceName`]: 'keyword',
    [`${prefix}DownstreamStatus`]: 'long',
  };
}

describe('logLayouts: how access logs lie in an index', () => {
  const shipped: readonly (readonly [string, Types, string])[] = [
    [
      'the Elastic integration',
      {
        '@timestamp': 'date',
        'traefik.access.router.name': 'keyword',
        'observer.egress.interface.name': 'keyword',
        'http.response.status_code': 'long',
      },
      'traefik.access.router.name by term / observer.egress.interface.name / http.response.status_code / @timestamp / @timestamp',
    ],
    [
      "Filebeat's module, which knows no service",
      { '@timestamp': 'date', 'traefik.access.frontend_name': 'keyword', 'traefik.access.backend_url': 'keyword' },
      'traefik.access.frontend_name by term / - / - / @timestamp / @timestamp',
    ],
    [
      'JSON decoded at the root',
      { '@timestamp': 'date', ...mapped('') },
      'RouterName by term / ServiceName / DownstreamStatus / @timestamp / @timestamp',
    ],
    [
      'JSON decoded at the root, mapped by the engine itself',
      { '@timestamp': 'date', ...dynamic('') },
      'RouterName.keyword by term / ServiceName.keyword / DownstreamStatus / @timestamp / @timestamp',
    ],
    [
      'Filebeat without keys_under_root',
      { '@timestamp': 'date', ...dynamic('json.') },
      'json.RouterName.keyword by term / json.ServiceName.keyword / json.DownstreamStatus / @timestamp / @timestamp',
    ],
    [
      'Fluent Bit with a Merge_Log_Key of its own',
      { '@timestamp': 'date', ...dynamic('log_processed.') },
      'log_processed.RouterName.keyword by term / log_processed.ServiceName.keyword / log_processed.DownstreamStatus / @timestamp / @timestamp',
    ],
    [
      "the OpenTelemetry Collector's otel mode",
      { '@timestamp': 'date_nanos', ...mapped('attributes.') },
      'attributes.RouterName by term / attributes.ServiceName / attributes.DownstreamStatus / @timestamp / @timestamp',
    ],
    [
      'the Collector without a mapping mode',
      { '@timestamp': 'date', ...dynamic('Attributes.') },
      'Attributes.RouterName.keyword by term / Attributes.ServiceName.keyword / Attributes.DownstreamStatus / @timestamp / @timestamp',
    ],
    [
      'Data Prepper',
      { time: 'date', ...dynamic('log.attributes.') },
      'log.attributes.RouterName.keyword by term / log.attributes.ServiceName.keyword / log.attributes.DownstreamStatus / time / time',
    ],
    [
      'labels of APM that are indexed',
      { '@timestamp': 'date', ...mapped('labels.') },
      'labels.RouterName by term / labels.ServiceName / labels.DownstreamStatus / @timestamp / @timestamp',
    ],
    [
      'texts without a keyword',
      { RouterName: 'text', ServiceName: 'text' },
      'RouterName by phrase / ServiceName / - / - / -',
    ],
  ];
  for (const [name, types, wanted] of shipped) {
    it(`is found as ${name} leaves them`, () => {
      assert.deepEqual(told(types), [wanted]);
    });
  }

  it('is not guessed: no field, no layout', () => {
    assert.deepEqual(told({ '@timestamp': 'date', message: 'text', ServiceName: 'keyword' }), []);
    assert.deepEqual(told({ RouterNames: 'keyword', MyRouterName: 'keyword' }), []);
    assert.deepEqual(told({ RouterName: 'long' }), []);
    const inside = fields({ 'json.RouterName': 'keyword' }).map((field) => ({ ...field, nestedIn: 'json' }));
    assert.deepEqual(layoutsAmong(inside), []);
  });

  it('looks at no more than twenty prefixes that nobody knows', () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`p${at}.RouterName`, 'text']));
    assert.equal(told(many).length, 20);
  });

  it('leaves out what the engine cannot search, and says so', () => {
    const types = { '@timestamp': 'date', 'labels.RouterName': '-keyword', DownstreamStatus: '-long' };
    assert.deepEqual(told(types), []);
    assert.deepEqual(unsearchableRouters(fields(types)), ['labels.RouterName']);
    assert.deepEqual(unsearchableRouters(fields({ ...types, RouterName: 'keyword' })), ['labels.RouterName']);
  });

  it('takes whole names before words, and a keyword before the one below a text', () => {
    const types = { json: 'object', 'json.RouterName': 'text', ...dynamic(''), 'attributes.RouterName': 'keyword' };
    assert.deepEqual(
      layoutsAmong(fields(types)).map(({ router }) => router.field),
      ['attributes.RouterName', 'RouterName.keyword', 'json.RouterName'],
    );
  });

  it('asks by words where one index keeps whole names and the other cuts them', () => {
    assert.deepEqual(told({ RouterName: 'keyword|text' }), ['RouterName by phrase / - / - / - / -']);
  });

  it('sorts by a time that was stored as text, and limits no time by it', () => {
    const types = { RouterName: 'keyword', StartUTC: 'text', 'StartUTC.keyword': 'keyword' };
    assert.deepEqual(told(types), ['RouterName by term / - / - / - / StartUTC.keyword']);
  });

  it('remembers where a name stands in a document, and the text above it', () => {
    assert.deepEqual(layoutsAmong(fields(dynamic('json.')))[0]?.router, {
      field: 'json.RouterName.keyword',
      by: 'term',
      path: 'json.RouterName',
      text: 'json.RouterName',
    });
  });

  it('proposes the columns that are there, the time first', () => {
    const types = { '@timestamp': 'date', ...dynamic(''), RequestPath: 'text', Duration: 'long', ClientHost: 'ip' };
    assert.deepEqual(layoutsAmong(fields(types))[0]?.columns, [
      '@timestamp',
      'DownstreamStatus',
      'RequestPath',
      'Duration',
      'RouterName',
      'ServiceName',
      'ClientHost',
    ]);
  });
});

describe('logLayouts: a field that a person chose for the names of routers', () => {
  it('is asked as it is indexed', () => {
    const types = { '@timestamp': 'date', 'router.name': 'text', 'router.name.raw': 'keyword' };
    const layout = layoutAround('router.name', fields(types));
    assert.deepEqual(
      [layout?.router.field, layout?.router.by, layout?.time],
      ['router.name.raw', 'term', '@timestamp'],
    );
  });

  it('is known as Traefik names it, also by its keyword', () => {
    const layout = layoutAround('RouterName.keyword', fields(dynamic('')));
    assert.deepEqual([layout?.router.field, layout?.service?.field], ['RouterName.keyword', 'ServiceName.keyword']);
  });

  it('is asked by words where it holds whole lines, in which no router can be told', () => {
    for (const name of ['message', 'event.original', 'body.text']) {
      const layout = layoutAround(name, fields({ [name]: 'text', [`${name}.keyword`]: 'keyword' }));
      assert.deepEqual(layout?.router, { field: name, by: 'phrase' });
      assert.deepEqual(layout?.columns, [name]);
    }
  });

  it('must be one that can be searched', () => {
    assert.equal(layoutAround('a', fields({ a: '-keyword' })), undefined);
    assert.equal(layoutAround('b', fields({ a: 'keyword' })), undefined);
  });

  it('is one of those that hold texts, whole lines first', () => {
    const types = { _index: 'keyword', b: 'text', 'b.keyword': 'keyword', a: 'keyword', message: 'text', n: 'long' };
    assert.deepEqual(
      fieldsToChoose(fields(types)).map(({ name }) => name),
      ['message', 'a', 'b'],
    );
  });

  it('knows durations only as whole nanoseconds, as Traefik and the Elastic Common Schema have them', () => {
    const durationIn = (types: Types) => layoutsAmong(fields(types))[0]?.duration;
    const ecs = { 'traefik.access.router.name': 'keyword' };
    assert.equal(durationIn({ RouterName: 'keyword', Duration: 'long' }), 'Duration');
    assert.equal(durationIn({ 'json.RouterName': 'keyword', 'json.Duration': 'unsigned_long' }), 'json.Duration');
    assert.equal(durationIn({ ...ecs, 'event.duration': 'long' }), 'event.duration');
    assert.equal(durationIn({ 'traefik.access.frontend_name': 'keyword', 'event.duration': 'long' }), 'event.duration');
    for (const type of ['float', 'double', 'keyword', 'text', '-long', 'long|double']) {
      assert.equal(durationIn({ RouterName: 'keyword', Duration: type }), null, type);
    }
    assert.equal(durationIn({ RouterName: 'keyword', duration: 'long' }), null);
    // Beside a field that a person chose, nobody knows what it means.
    assert.equal(layoutAround('route', fields({ route: 'keyword', Duration: 'long' }))?.duration, null);
  });
});
