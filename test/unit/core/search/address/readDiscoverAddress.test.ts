/** Addresses as the versions of Discover write them, and what becomes of them. */
import assert from 'node:assert/strict';
import { readDiscoverAddress } from '../../../../../src/core/search/address/readDiscoverAddress';
import type { FieldInfo } from '../../../../../src/core/search/engine/fieldList';
import { searchOf } from '../../../../../src/core/search/query/searchOf';
import { emptyQuestion, type SearchQuestion } from '../../../../../src/protocol/question';
import { questionSchema } from '../../../../../src/protocol/questionSchema';

const dated = (name: string): FieldInfo => ({ name, types: ['date'], isSearchable: true, isAggregatable: true });
const fieldsOf: Readonly<Record<string, readonly FieldInfo[]>> = {
  'logs-*': [dated('@timestamp'), dated('event.created'), { ...dated('status'), types: ['long'] }],
  'shop-*': [dated('created')],
  'names-*': [{ ...dated('name'), types: ['keyword'] }],
};

async function read(address: string, form: Partial<SearchQuestion> = {}, zone = 'UTC') {
  const result = await readDiscoverAddress(address, {
    form: { ...emptyQuestion, ...form },
    zone,
    now: new Date('2026-11-24T12:00:00Z'),
    fieldsOf: async (index) => fieldsOf[index] ?? [],
  });
  if ('problem' in result) return { ...result, question: undefined, notes: [], columns: [], whyIndex: undefined };
  assert.deepEqual(questionSchema.parse(result.question), result.question);
  // What was made can be asked.
  if (result.question.index !== '') searchOf(result.question, 0, new Date(), fieldsOf[result.question.index] ?? []);
  return { whyIndex: undefined, ...result, problem: undefined };
}

const kibana = 'https://kibana.example.test';
const uuid = 'ce572630-0f58-11ed-bd81-e7f3585b181b';
/** Discover of Kibana 7.11 to 8.16, with parts of its state. */
const discover = (app: string, global = 'time:(from:now-15m,to:now)') =>
  `${kibana}/app/discover#/?_g=(filters:!(),refreshInterval:(pause:!t,value:0),${global})&_a=(${app})`;

describe('readDiscoverAddress: an address of Discover', () => {
  it('of Kibana 8 becomes index, time range, query string, filters, and columns', async () => {
    const { question, columns, notes } = await read(
      `${kibana}/s/shop/app/discover#/?_g=(filters:!(('$state':(store:globalState),meta:(alias:!n,disabled:!f,index:'logs-*',key:env,negate:!t,params:(query:dev),type:phrase),query:(match_phrase:(env:dev)))),refreshInterval:(pause:!t,value:60000),time:(from:now-1h,to:now))&_a=(columns:!(message,host.name),dataSource:(dataViewId:'logs-*',type:dataView),filters:!(('$state':(store:appState),meta:(alias:!n,disabled:!t,index:'logs-*',key:level,negate:!f,params:!(ERROR,CRITICAL),type:phrases,value:!(ERROR,CRITICAL)),query:(bool:(minimum_should_match:1,should:!((match_phrase:(level:ERROR)),(match_phrase:(level:CRITICAL))))))),grid:(columns:(host.name:(width:127))),hideChart:!f,interval:auto,query:(language:kuery,query:'service.name%20:%20%22shop%22%20and%20status%20%3E%3D%20500'),rowHeight:3,sort:!(!('@timestamp',desc)))&_tab=(tabId:'6d09')`,
      { index: 'other', size: 25, highlight: false },
    );
    assert.deepEqual(question, {
      ...emptyQuestion,
      index: 'logs-*',
      size: 25,
      highlight: false,
      by: 'queryString',
      text: 'service.name:"shop" AND status:>=500',
      time: { field: '@timestamp', span: '1h', from: '', to: '' },
      filters: [
        {
          label: 'level: ERROR, CRITICAL',
          clause:
            '{"bool":{"minimum_should_match":1,"should":[{"match_phrase":{"level":"ERROR"}},{"match_phrase":{"level":"CRITICAL"}}]}}',
          isOut: false,
          isOff: true,
        },
        { label: 'env: dev', clause: '{"match_phrase":{"env":"dev"}}', isOut: true },
      ],
    });
    assert.deepEqual([columns, notes], [['@timestamp', 'message', 'host.name'], []]);
  });

  const places: readonly [what: string, address: string, index: string][] = [
    [
      'Kibana 9',
      `${kibana}/app/discover#/?_tab=(tabId:new)&_a=(dataSource:(dataViewId:'logs-*',type:dataView))`,
      'logs-*',
    ],
    ['Kibana 7.11', `${kibana}/app/discover#/?_a=(index:'*beat-*')`, '*beat-*'],
    ['Kibana 7.17, percent-encoded', `${kibana}/app/discover#/?_a=(index:%27logs-%2A%27)`, 'logs-*'],
    ['Kibana 7.10', `${kibana}/_plugin/kibana/app/kibana#/discover?_a=(index:'logs-*')`, 'logs-*'],
    ['a path before it', `http://localhost:5601/abc/app/discover#?_a=(index:'logs-*')`, 'logs-*'],
    ['a solution of Kibana', `${kibana}/app/discover#/p/logs/?_a=(index:'logs-*')`, 'logs-*'],
    ['Amazon', `https://search.example.test/_dashboards/app/discover#/?_a=(index:'logs-*')`, 'logs-*'],
    ['a tenant', `${kibana}/app/discover?security_tenant=global#/?_a=(index:'logs-*')`, 'logs-*'],
    ['the state before the #', `${kibana}/app/discover?_a=(index:'logs-*')`, 'logs-*'],
    [
      'OpenSearch Dashboards 2.9',
      `${kibana}/app/data-explorer/discover#?_a=(discover:(columns:!(_source),isDirty:!f,sort:!()),metadata:(indexPattern:'logs-*',view:discover))&_q=(filters:!(),query:(language:kuery,query:''))`,
      'logs-*',
    ],
    [
      'a dataset of OpenSearch Dashboards 2.17',
      `${kibana}/w/abc/app/data-explorer/discover#?_a=(discover:(sort:!()),metadata:(view:discover))&_q=(filters:!(),query:(dataset:(id:'${uuid}',timeFieldName:created,title:'shop-*',type:INDEX_PATTERN),language:kuery,query:''))`,
      'shop-*',
    ],
    [
      'Explore of OpenSearch Dashboards 3',
      `${kibana}/w/19jD-R/app/explore/logs/#/?_q=(dataset:(id:'${uuid}',timeFieldName:time,title:'logs-otel-v1*',type:INDEXES),language:kuery,query:'')&_a=(legacy:(columns:!(body),sort:!()))`,
      'logs-otel-v1*',
    ],
    [
      'a link to the locator of Kibana 8',
      `${kibana}/app/r?l=DISCOVER_APP_LOCATOR&v=8.13.4&p=${encodeURIComponent('{"dataViewSpec":{"id":"a","title":"vm-42"},"query":{"language":"kuery","query":""},"filters":[]}')}`,
      'vm-42',
    ],
  ];
  for (const [what, address, index] of places) {
    it(`has its index with ${what}`, async () => {
      const { question, whyIndex } = await read(address);
      assert.deepEqual([question?.index, whyIndex], [index, undefined]);
    });
  }

  it('of a packed link is read as a whole', async () => {
    const packed =
      'N4IgJghgLhBqCWBTA7gZQA6IMYgFynjDxAjAFoALAexwBoQp4oAbRY5qgcwGczvr0ZAFQh6jALaIAYkmZgAchEnFEAN0QA7KADosAJ0TRERehGYdk8qgEkNYRAA88AMzPdEAXzHxJAJQganGz4IM56VOLEGlTIZADMFKIMVFExIF4gWFTMAK7iGtx4ANogktzcEEFJ1Nw6GkpsALr0AI45iHoAnnigzAGcOZXBIADW7V1JbR3duCC10DncAAQAfAC8SwCsAAzbSwFgS9FQS+jQFLhLADogAPQUhsxQFDfp9M7wTx2FuEWgkjAeqNEDMQKx1MwkhpEJwjHgoHp2vQwPAKgAjVhEXCuZjuMSdTDEdAUPQQdxJM6k8Q/UBTCazexonKcdIZOkzf7QLAUAD6xNJ5JC4MQkIZiCZLI8GQAJPMoMFQLUqAZiBB0OhUDB5azmnNlVBiiU1JodPpDPKTOBENwcI1dfAtB1VGZVTkoCkPEA==';
    const address = `${kibana}/app/r?l=DISCOVER_APP_LOCATOR&v=8.17.0&lz=${encodeURIComponent(packed)}`;
    const { question, columns, notes } = await read(`<${address}>\n`);
    assert.deepEqual(question, {
      ...emptyQuestion,
      index: 'logs-shop-*',
      by: 'queryString',
      text: 'status:>=500 AND NOT path:"/health"',
      time: { field: 'event.created', span: 'own', from: 'now-3h', to: 'now' },
      filters: [{ label: 'level: debug', clause: '{"match_phrase":{"level":"debug"}}', isOut: true }],
      sort: [{ field: 'event.created', order: 'desc' }],
    });
    assert.deepEqual([columns, notes], [['event.created', 'message', 'host.name'], []]);
  });

  describe('with no more than the ID of its data view', () => {
    const address = discover(`index:'${uuid}',query:(language:lucene,query:'status:500')`);

    it('has the index asked for', async () => {
      const { question, whyIndex, notes } = await read(address);
      assert.equal(question?.index, '');
      assert.match(whyIndex ?? '', /only the ID of its data view/);
      assert.deepEqual(notes, []);
    });

    it('leaves the index of the form, and says so', async () => {
      const { question, whyIndex, notes } = await read(address, { index: ' logs-* ' });
      assert.deepEqual([question?.index, question?.text, whyIndex], ['logs-*', 'status:500', undefined]);
      assert.match(notes.join(), new RegExp(`${uuid}.+still “logs-\\*”`));
    });

    for (const [what, part] of [
      ['a name of its own', 'dataSource:(dataViewId:action-pattern,type:dataView)'],
      ['a pattern of dates', "index:'[logstash-]YYYY.MM.DD'"],
      ['no data view', 'columns:!()'],
    ] as const) {
      it(`has the index asked for with ${what}`, async () =>
        assert.notEqual((await read(discover(part))).whyIndex, undefined));
    }

    it('takes no table elsewhere for an index, and no data source', async () => {
      for (const dataset of [
        "title:a.b.c,type:S3,id:'::a'",
        'title:up,type:PROMETHEUS',
        "title:'other::logs-*',type:INDEX_PATTERN",
      ]) {
        const address = `${kibana}/app/data-explorer/discover#?_q=(query:(dataset:(${dataset}),language:kuery,query:''))`;
        assert.notEqual((await read(address)).whyIndex, undefined, dataset);
      }
    });
  });

  describe('its time range', () => {
    const timeOf = async (time: string, app = "index:'logs-*'", zone?: string) => {
      const { question, notes } = await read(discover(app, time), {}, zone);
      return [question?.time, notes] as const;
    };

    for (const [time, from, to] of [
      [
        "time:(from:'2026-05-09T18:02:40.258Z',to:'2026-05-10T02:05:46.064Z')",
        '2026-05-09T18:02:40.258Z',
        '2026-05-10T02:05:46.064Z',
      ],
      [
        "time:(from:'2026-09-07T16:00:57Z%7C%7C-30m',mode:absolute,to:'2026-09-07T16:00:57Z')",
        '2026-09-07T16:00:57Z||-30m',
        '2026-09-07T16:00:57Z',
      ],
      ['time:(from:now-20d,to:now)', 'now-20d', 'now'],
      ['time:(from:now-15w,to:now-1h)', 'now-15w', 'now-1h'],
      ["time:(from:'2026-05-09T18:02:40%2B02:00',to:now)", '2026-05-09T18:02:40+02:00', 'now'],
      ['time:(from:now%2Fd,mode:quick,to:now%2Fd)', 'now/d', 'now/d'],
    ] as const) {
      it(`is from ${from} to ${to}`, async () =>
        assert.deepEqual(await timeOf(time), [{ field: '@timestamp', span: 'own', from, to }, []]));
    }

    for (const [from, span] of [
      ['now-15m', '15m'],
      ['now-60m', '1h'],
      ['now-24h', '24h'],
      ['now-7d', '7d'],
    ] as const) {
      it(`is one that the form offers, from ${from}`, async () =>
        assert.equal((await timeOf(`time:(from:${from},mode:quick,to:now)`))[0]?.span, span));
    }

    it('is meant in the time zone of the browser where it has none', async () => {
      const [time, notes] = await timeOf(
        "time:(from:'2026-03-29T01:59:59.500',to:'2026-07-01')",
        "index:'logs-*'",
        'Europe/Berlin',
      );
      assert.deepEqual([time?.from, time?.to, notes], ['2026-03-29T00:59:59.500Z', '2026-06-30T22:00:00.000Z', []]);
    });

    it('is said to be rounded otherwise', async () => {
      const [time, notes] = await timeOf('time:(from:now-7d%2Fd,to:now)', "index:'logs-*'", 'Europe/Berlin');
      assert.equal(time?.from, 'now-7d/d');
      assert.match(notes.join(), /rounded in UTC/);
    });

    for (const time of [
      'from:yesterday,to:now',
      "from:'',to:now",
      'from:now-5fortnights,to:now',
      'from:now-10ms,to:now',
      "from:'2026-13-40',to:now",
    ]) {
      it(`is left out where engines do not know it: ${time}`, async () => {
        const [range, notes] = await timeOf(`time:(${time})`);
        assert.equal(range, undefined);
        assert.match(notes.join(), /Left out: the time range/);
      });
    }

    it('is left out where the index has no date', async () => {
      const [time, notes] = await timeOf('time:(from:now-1h,to:now)', "index:'names-*'");
      assert.equal(time, undefined);
      assert.match(notes.join(), /has no date/);
    });

    it('is any time where there is none, and that is said', async () => {
      const [time, notes] = await timeOf('a:b');
      assert.equal(time, undefined);
      assert.match(notes.join(), /no time range/);
    });

    it('is of the date that the address is sorted by, and else of a usual one', async () => {
      for (const [app, field] of [
        ["index:'logs-*',sort:!(!(event.created,desc))", 'event.created'],
        ["index:'logs-*',sort:!(!(status,desc))", '@timestamp'],
        ["index:'shop-*',sort:!(!(other,desc))", 'created'],
        ["index:'unknown-*',sort:!(!(timestamp,desc))", 'timestamp'],
        ["index:'unknown-*',sort:!(!(price,desc))", '@timestamp'],
      ] as const)
        assert.equal((await timeOf('time:(from:now-15m,to:now)', app))[0]?.field, field, app);
    });
  });

  describe('its order', () => {
    for (const [sort, keys] of [
      ["!(!('@timestamp',desc))", []],
      ["!('@timestamp',desc)", []],
      ["!(!('@timestamp',asc))", [['@timestamp', 'asc']]],
      [
        "!(!(status,desc),!('@timestamp',desc))",
        [
          ['status', 'desc'],
          ['@timestamp', 'desc'],
        ],
      ],
      ['!()', []],
    ] as const) {
      it(`is what it is, or the one that comes anyway: ${sort}`, async () => {
        const { question, notes } = await read(discover(`index:'logs-*',sort:${sort}`));
        assert.deepEqual(
          question?.sort,
          keys.map(([field, order]) => ({ field, order })),
        );
        assert.deepEqual(notes, []);
      });
    }

    it('is never by score', async () => {
      const { question, notes } = await read(discover("index:'logs-*',sort:!(_score,desc)"));
      assert.deepEqual(question?.sort, []);
      assert.match(notes.join(), /sorting by _score/);
    });
  });

  describe('its query', () => {
    const queryOf = async (query: string) => {
      const { question, notes } = await read(discover(`index:'logs-*',query:${query}`));
      return [question?.by, question?.text, notes, question?.filters] as const;
    };

    for (const [query, by, text] of [
      ["(language:lucene,query:'a:1%20%2B%20b')", 'queryString', 'a:1 + b'],
      ["(language:lucene,query:'a:1+b')", 'queryString', 'a:1 b'],
      ["(language:lucene,query:'*')", 'words', ''],
      ["(language:kuery,query:'')", 'words', ''],
      ["(language:kuery,query:'*')", 'words', ''],
      ["(query_string:(analyze_wildcard:!t,query:'tool:MSG'))", 'queryString', 'tool:MSG'],
      ["(language:lucene,query:(query_string:(analyze_wildcard:!t,query:'*')))", 'words', ''],
      ['(language:lucene,query:(match_all:()))', 'words', ''],
      ["'level:error'", 'queryString', 'level:error'],
    ] as const) {
      it(`is a query string: ${query}`, async () => {
        assert.deepEqual(await queryOf(query), [by, text, [], []]);
      });
    }

    it('is a filter where it is a clause', async () => {
      const [, text, notes, filters] = await queryOf("(language:lucene,query:(term:(order:'42')))");
      assert.deepEqual([text, notes], ['', []]);
      assert.deepEqual(filters, [{ label: 'order: 42', clause: '{"term":{"order":"42"}}', isOut: false }]);
    });

    for (const [query, said] of [
      ["(esql:'FROM logs-* | LIMIT 10')", /ES\|QL: FROM logs-\* \| LIMIT 10/],
      ["(dataset:(title:'logs-*'),language:PPL,query:'source%3Dlogs')", /PPL: source=logs/],
      ["(language:kuery,query:'a:1%20and%20items:%7Bname:x%7D')", /items:\{name:x\}/],
      ["(language:kuery,query:'a:1%20and%20d%20%3E%202026-01-01')", /in UTC/],
      ["(language:kuery,query:'(((')", /\(\(\(/],
      ['(a:1)', /because it cannot be read: the query\./],
    ] as const) {
      it(`is left out, or what of it has no equal, and that is said: ${query}`, async () =>
        assert.match((await queryOf(query))[2].join(), said));
    }
  });

  describe('its filters', () => {
    const filtersOf = async (filters: string) => {
      const { question, notes } = await read(discover(`index:'logs-*',filters:!(${filters})`));
      return { filters: question?.filters ?? [], notes };
    };
    const clauseOf = async (filter: string) => (await filtersOf(filter)).filters[0];

    const cases: readonly [what: string, filter: string, label: string, clause: unknown][] = [
      [
        'a phrase without meta',
        '(query:(match_phrase:(app:riff-raff)))',
        'app: riff-raff',
        { match_phrase: { app: 'riff-raff' } },
      ],
      [
        'a phrase of Kibana 5',
        "(meta:(key:host,negate:!f,value:api),query:(match:(host:(query:'a b',type:phrase))))",
        'host: a b',
        { match_phrase: { host: { query: 'a b' } } },
      ],
      [
        'a range',
        '(meta:(type:range),range:(bytes:(gte:10,lt:20)))',
        'bytes: >= 10, < 20',
        { range: { bytes: { gte: 10, lt: 20 } } },
      ],
      [
        'a range of Kibana 8',
        "(meta:(type:range),query:(range:('@timestamp':(format:strict_date_optional_time,lte:now))))",
        '@timestamp: <= now',
        { range: { '@timestamp': { format: 'strict_date_optional_time', lte: 'now' } } },
      ],
      [
        'a field that exists',
        '(exists:(field:error),meta:(type:exists,value:exists))',
        'error: any value',
        { exists: { field: 'error' } },
      ],
      [
        'its own name',
        "(meta:(alias:'Slow%20ones'),query:(range:(ms:(gt:500))))",
        'Slow ones',
        { range: { ms: { gt: 500 } } },
      ],
      [
        'a clause that a person wrote',
        '(meta:(type:custom),query:(bool:(filter:!((term:(a:1)),(terms:(b:!(2,3)))))))',
        'a: 1 AND b: 2, 3',
        { bool: { filter: [{ term: { a: 1 } }, { terms: { b: [2, 3] } }] } },
      ],
      [
        'a clause of a kind that no filter of the page has',
        '(query:(bool:(filter:!((term:(a:1))),must:!((geo_shape:(p:(shape:())))))))',
        '{"bool":{"filter":[{"term":{"a":1}}],"must":[{"geo_shape":{"p":{"shape":{}}}}]}}',
        { bool: { filter: [{ term: { a: 1 } }], must: [{ geo_shape: { p: { shape: {} } } }] } },
      ],
      [
        'several that are combined',
        '(meta:(params:!((meta:(negate:!t),query:(match_phrase:(a:x))),(meta:(params:!((query:(term:(b:!t)))),relation:AND,type:combined),query:())),relation:OR,type:combined),query:())',
        '(NOT a: x) OR (b: true)',
        {
          bool: {
            should: [
              { bool: { must_not: [{ match_phrase: { a: 'x' } }] } },
              { bool: { filter: [{ term: { b: true } }] } },
            ],
            minimum_should_match: 1,
          },
        },
      ],
      [
        'an ID with many digits',
        '(query:(term:(order:12345678901234567890)))',
        'order: 12345678901234567890',
        { term: { order: '12345678901234567890' } },
      ],
    ];
    for (const [what, filter, label, clause] of cases) {
      it(`are chips: ${what}`, async () => {
        const { filters, notes } = await filtersOf(filter);
        assert.deepEqual(filters, [{ label, clause: JSON.stringify(clause), isOut: false }]);
        assert.deepEqual(notes, []);
      });
    }

    it('exclude and are disabled as there', async () => {
      assert.deepEqual(await clauseOf('(meta:(disabled:!t,negate:!t),query:(exists:(field:a)))'), {
        label: 'a: any value',
        clause: '{"exists":{"field":"a"}}',
        isOut: true,
        isOff: true,
      });
    });

    it('are left out where they are no clause, and that is said', async () => {
      for (const [filter, said] of [
        ['(meta:(key:level))', /“level”/],
        ["(meta:(alias:'My filter'),query:())", /“My filter”/],
        ['text', /a filter without a name/],
        ['(query:(a:(),b:()))', /without a name/],
        ['(meta:(key:x,params:!(),relation:AND,type:combined))', /“x”/],
        ['(meta:(key:x,params:!((meta:(key:y))),relation:OR,type:combined))', /“x”/],
        [`(query:(terms:(a:!(${'abcdefghij,'.repeat(2_000)}z))))`, /Left out: the filter “/],
      ] as const) {
        const { filters, notes } = await filtersOf(filter);
        assert.deepEqual(filters, [], filter);
        assert.match(notes.join(), said);
      }
    });

    it('are at most as many as a question holds', async () => {
      const many = Array.from({ length: 120 }, (_, at) => `(query:(term:(a:${at})))`);
      const { filters, notes } = await filtersOf(many.join());
      assert.equal(filters.length, 100);
      assert.match(notes.join(), /Left out: 20 filters, such as “a: 100”/);
    });
  });

  describe('its columns', () => {
    for (const [columns, chosen] of [
      ['!()', []],
      ['!(_source)', []],
      ['!(a,b)', ['@timestamp', 'a', 'b']],
      ["!(a,'@timestamp')", ['@timestamp', 'a']],
      ['!(a,_source)', ['@timestamp', 'a', '_source']],
    ] as const) {
      it(`are those, after the time: ${columns}`, async () =>
        assert.deepEqual((await read(discover(`index:'logs-*',columns:${columns}`))).columns, chosen));
    }
  });

  describe('of one document', () => {
    for (const [path, index, text, form] of [
      ['discover#/doc/ce5726/.ds-logs-2026?id=a%2Fb%3Fc', '.ds-logs-2026', 'a/b?c', ''],
      ['kibana#/doc/ce5726/logs-1/doc?id=42', 'logs-1', '42', 'other'],
      ['discover#/context/logs-*/42?_g=(filters:!())&_a=(columns:!(a))', 'logs-*', '42', 'mine'],
      ['discover#/context/ce5726/42', 'mine', '42', 'mine'],
      ['kibana#/context/ce5726/doc/42', '', '42', ''],
    ] as const) {
      it(`is that document: ${path}`, async () => {
        const { question, whyIndex, notes } = await read(`${kibana}/app/${path}`, { index: form });
        assert.deepEqual([question?.by, question?.text, question?.index], ['id', text, index]);
        assert.equal(whyIndex === undefined, index !== '');
        assert.equal(notes.join().includes('Show Surrounding Hits'), path.includes('context'));
      });
    }

    it('is one document also where its ID would be several', async () => {
      const { question } = await read(`${kibana}/app/discover#/doc/ce5726/logs-1?id=a%20b,c`);
      assert.deepEqual([question?.by, question?.text], ['words', '']);
      assert.deepEqual(question?.filters, [
        { label: '_id: a b,c', clause: '{"ids":{"values":["a b,c"]}}', isOut: false },
      ]);
    });
  });

  describe('that opens a saved search', () => {
    it('is read as far as it goes, and what is not there is said', async () => {
      for (const path of [
        'discover#/view/571aaf70-4c88',
        'kibana#/discover/571aaf70-4c88',
        'data-explorer/discover#/view/571aaf70-4c88',
      ]) {
        const { question, notes } = await read(`${kibana}/app/${path}?_g=(time:(from:now-7d,to:now))`, {
          index: 'logs-*',
        });
        assert.equal(question?.time?.span, '7d');
        assert.match(notes.join(), /Left out: the saved search that it opens\./);
      }
    });

    it('is not read without more', async () =>
      assert.match(
        (await read(`${kibana}/app/discover#/view/571aaf70-4c88`)).problem ?? '',
        /only the ID of a saved search/,
      ));
  });

  it('says what else was left out', async () => {
    const { notes } = await read(
      `${kibana}/app/discover#/?_g=(refreshInterval:(pause:!f,value:5000),time:(from:now-15m,to:now))&_a=(breakdownField:log.level,columns:text,index:'logs-*',sort:!(a,b,c))`,
    );
    assert.deepEqual(notes, [
      'Left out, because it cannot be read: the sort order and the columns.',
      'Left out: the breakdown by log.level and the automatic refresh.',
    ]);
  });

  describe('that holds nothing', () => {
    const unread: readonly [what: string, address: string, problem: RegExp][] = [
      ['a short link', `${kibana}/goto/0a4fb3c2d1e0f9a8b7c6d5e4f3a2b1c0`, /short link/],
      ['a short link of Kibana 8', `${kibana}/app/r/s/Xk3aB`, /short link/],
      ['a state of the browser', `${kibana}/app/discover#/?_g=h@44136fa&_a=h@f78a174`, /only the browser knows/],
      ['no state', `${kibana}/app/discover#/`, /contains no search/],
      ['a damaged state', `${kibana}/app/discover#/?_a=(index:'logs`, /damaged/],
      ['a damaged locator', `${kibana}/app/r?l=DISCOVER_APP_LOCATOR&v=8.13.4&lz=N4Ig`, /damaged/],
      ['a locator without end', `${kibana}/app/r?l=DISCOVER_APP_LOCATOR&v=8&p=${'['.repeat(200)}`, /damaged/],
    ];
    for (const [what, address, problem] of unread) {
      it(`is said to hold nothing: ${what}`, async () => assert.match((await read(address)).problem ?? '', problem));
    }

    it('is read in part where only a part is in the browser, or damaged', async () => {
      for (const [part, said] of [
        ['h@f78a174', /only the browser knows/],
        ["(index:'logs", /“_a” of the address, which is damaged/],
      ] as const) {
        const { question, notes } = await read(`${kibana}/app/discover#/?_g=(time:(from:now-1h,to:now))&_a=${part}`);
        assert.equal(question?.time?.span, '1h');
        assert.match(notes.join(), said);
      }
    });
  });
});
