import assert from 'node:assert/strict';
import { describeTable } from '../../../../../src/core/search/read/describeTable';
import { answerOf, cellOf, described, field, pageOf } from './pages';

describe('describeTable: a cell', () => {
  it('says which values cannot be filtered by, as they are in no index', () => {
    const known = [field('n', 'long')];
    const noFilters = (columns: readonly string[], fields: typeof known) => {
      const [row] = described(['{"n":1,"place":{"lat":1.5}}'], { columns, fields }).table.rows;
      return columns.length > 0
        ? row?.cells.map(({ noFilter }) => noFilter)
        : row?.summary.map(({ path, cell }) => [path, cell.noFilter]);
    };
    assert.deepEqual(noFilters(['n', 'place.lat'], known), [undefined, true]);
    assert.deepEqual(noFilters(['n', 'place.lat'], []), [undefined, undefined]);
    assert.deepEqual(noFilters([], known), [
      ['n', undefined],
      ['place.lat', true],
    ]);
  });

  it('tells null and absent apart', () => {
    assert.deepEqual(cellOf('{"a":null}', 'a'), { kind: 'null', text: 'null' });
    assert.deepEqual(cellOf('{"b":1}', 'a'), { kind: 'absent', text: '' });
    assert.deepEqual(cellOf('{"a":"null"}', 'a'), { kind: 'text', text: 'null' });
    assert.deepEqual(cellOf('{"a":""}', 'a'), { kind: 'text', text: '' });
  });

  it('shows numbers digit for digit', () => {
    for (const digits of ['9007199254740993', '18446744073709551615', '1.10', '1e2', '-0.0', '0.1000000000000000055']) {
      assert.deepEqual(cellOf(`{ "a" : ${digits} }`, 'a'), { kind: 'number', text: digits });
    }
  });

  it('shows booleans', () => {
    assert.deepEqual(cellOf('{"a":true}', 'a'), { kind: 'boolean', text: 'true' });
    assert.deepEqual(cellOf('{"a":false}', 'a'), { kind: 'boolean', text: 'false' });
  });

  it('shows objects and lists with objects as short JSON', () => {
    assert.deepEqual(cellOf('{"a":{"b":[1,{"c":1.10}]}}', 'a'), { kind: 'object', text: '{"b":[1,{"c":1.10}]}' });
    assert.deepEqual(cellOf('{"a":[1,{"c":2}]}', 'a'), { kind: 'list', text: '[1,{"c":2}]' });
    assert.deepEqual(cellOf('{"a":{}}', 'a'), { kind: 'object', text: '{}' });
    assert.deepEqual(cellOf('{"a":[]}', 'a'), { kind: 'list', text: '[]' });
  });

  it('joins several values, of lists and of objects in lists', () => {
    assert.deepEqual(cellOf('{"a":["x",1.10,null,true]}', 'a'), { kind: 'list', text: 'x, 1.10, null, true' });
    assert.deepEqual(cellOf('{"v":[{"c":"red"},{"d":0},{"c":"blue"}]}', 'v.c'), { kind: 'list', text: 'red, blue' });
  });

  it('shows a list of one as its value, which is what it is to an engine', () => {
    assert.deepEqual(cellOf('{"a":[9007199254740993]}', 'a'), { kind: 'number', text: '9007199254740993' });
    assert.deepEqual(cellOf('{"a":[null]}', 'a'), { kind: 'null', text: 'null' });
  });

  it('finds names with dots, dotted in part, and those that JavaScript has itself', () => {
    assert.equal(cellOf('{"a.b":{"c":"x"}}', 'a.b.c')?.text, 'x');
    assert.equal(cellOf('{"a":{"b.c":"y"}}', 'a.b.c')?.text, 'y');
    assert.equal(cellOf('{"__proto__":{"toString":"z"}}', '__proto__.toString')?.text, 'z');
    assert.equal(cellOf('{}', 'constructor')?.kind, 'absent');
  });

  it('recognizes dates by the type of the field', () => {
    const types = [field('t', 'date'), field('n', 'date_nanos'), field('k', 'keyword'), field('m', ['date', 'long'])];
    const at = Date.UTC(2026, 10, 1, 2, 18, 53, 321);
    const cell = (path: string, json: string) => cellOf(`{"${path}":${json}}`, path, types);
    const iso = '2026-11-01T02:18:53.321024999Z';
    assert.deepEqual(cell('t', '1793499533321'), { kind: 'date', text: '1793499533321', at });
    assert.deepEqual(cell('t', '"1793499533321"'), { kind: 'date', text: '1793499533321', at });
    assert.deepEqual(cell('n', `"${iso}"`), { kind: 'date', text: iso, at });
    assert.deepEqual(cell('n', '1793499533321024999'), { kind: 'date', text: '1793499533321024999', at });
    assert.deepEqual(cell('t', `["${iso}"]`), { kind: 'date', text: iso, at });
    assert.deepEqual(cell('k', `"${iso}"`), { kind: 'text', text: iso });
    assert.deepEqual(cell('t', '"tomorrow"'), { kind: 'text', text: 'tomorrow' });
    // Where an index has a number of that name, digits are taken for that number.
    assert.deepEqual(cell('m', '1793499533321'), { kind: 'number', text: '1793499533321' });
    assert.deepEqual(cell('m', `"${iso}"`), { kind: 'date', text: iso, at });
  });

  it('is cut at 200 characters, and says so', () => {
    const long = cellOf(`{"a":"${'x'.repeat(30_000)}"}`, 'a');
    assert.deepEqual([long?.text, long?.isCut], [`${'x'.repeat(199)}…`, true]);
    const exact = cellOf(`{"a":"${'x'.repeat(200)}"}`, 'a');
    assert.deepEqual([exact?.text.length, exact?.isCut], [200, undefined]);
    assert.equal(cellOf(`{"a":${'9'.repeat(300)}}`, 'a')?.isCut, true);
    assert.equal(cellOf(`{"a":[${'"abc",'.repeat(500)}1]}`, 'a')?.text.length, 200);
  });

  it('is not cut within an escape or a character', () => {
    for (const unit of ['\\u00e9', '\\\\', '\\n', '\\ud83d\\ude00', '😀', '\\"']) {
      for (let shift = 0; shift < 7; shift++) {
        const text = cellOf(`{"a":"${'x'.repeat(shift)}${unit.repeat(2_000)}"}`, 'a')?.text ?? '';
        assert.match(text, /^x*(?:é+|\\+|\s*|(?:😀)+|"+)…$/u);
        assert.doesNotMatch(text, /\p{Cs}/u);
      }
    }
  });

  it('is one line that reorders nothing', () => {
    assert.equal(cellOf('{"a":"x\\ny\\u202ez\u2066w\\u0000v"}', 'a')?.text, 'x yzw v');
    assert.equal(cellOf('{"a":{"b":"\u202ex"}}', 'a')?.text, '{"b":"x"}');
    assert.equal(cellOf('{"a":["\\u202ex","y\\r\\nz"]}', 'a')?.text, 'x, y z');
  });

  it('shows what fields and script values have beside the source, and the source where both have it', () => {
    const hit = '{"_id":"1","_source":{"a":1.10},"fields":{"a":["computed"],"b":[2.20],"c.d":["x","y"]}}';
    const table = describeTable(pageOf(answerOf(hit)), { columns: ['a', 'b', 'c.d'], fields: [] });
    assert.deepEqual(
      table.rows[0]?.cells.map(({ kind, text }) => [kind, text]),
      [
        ['number', '1.10'],
        ['number', '2.20'],
        ['list', 'x, y'],
      ],
    );
  });
});

describe('describeTable: a row without columns', () => {
  const summary = (document: string, look = {}, page = {}) =>
    described([document], look, page).table.rows[0]?.summary.map(({ path, cell }) => [path, cell.text]);

  it('has the leading fields in their order, with the inside of objects', () => {
    assert.deepEqual(summary('{"b":1.10,"a":{"y":"z","x":{"w":null}},"l":[{"q":1}],"__proto__":"own","e":{}}'), [
      ['b', '1.10'],
      ['a.y', 'z'],
      ['a.x.w', 'null'],
      ['l', '[{"q":1}]'],
      ['__proto__', 'own'],
      ['e', '{}'],
    ]);
  });

  it('has twelve at most, those searched for first, then the date', () => {
    const fields = Array.from({ length: 30 }, (_, at) => `"f${at}":${at}`).join();
    const body = '{"query":{"bool":{"filter":[{"range":{"n":{"gte":1}}}],"must":[{"match":{"message":"x"}}]}}}';
    const found = summary(
      `{${fields},"n":5,"@timestamp":"2026-11-01","message":"found"}`,
      { fields: [field('@timestamp', 'date')] },
      { search: { index: 'logs', body, from: 0, size: 10 } },
    );
    assert.deepEqual(found?.slice(0, 4), [
      ['message', 'found'],
      ['n', '5'],
      ['@timestamp', '2026-11-01'],
      ['f0', '0'],
    ]);
    assert.equal(found?.length, 12);
  });

  it('begins with what the engine marked', () => {
    const hit = '{"_source":{"a":1,"name":"lamp"},"highlight":{"name.keyword":["\ue000lamp\ue001"]}}';
    const { rows } = describeTable(pageOf(answerOf(hit)), { columns: [], fields: [] });
    assert.deepEqual(rows[0]?.summary, [
      { path: 'name', cell: { kind: 'text', text: 'lamp', marks: [[0, 4]] } },
      { path: 'a', cell: { kind: 'number', text: '1' } },
    ]);
  });

  it('shows all values of a field that comes twice', () => {
    assert.deepEqual(summary('{"a":1,"b":2,"a":3}'), [
      ['a', '1'],
      ['b', '2'],
    ]);
    assert.equal(cellOf('{"a":1,"b":2,"a":3}', 'a')?.text, '1, 3');
  });

  it('is empty where columns are chosen', () => {
    assert.deepEqual(summary('{"a":1}', { columns: ['a'] }), []);
  });
});

describe('describeTable: a row of an access log', () => {
  const hasRouter = (document: string) =>
    described([document], { columns: [], routerField: 'traefik.RouterName' }).table.rows[0]?.hasRouter;

  it('knows whether it names a router', () => {
    assert.equal(hasRouter('{"traefik":{"RouterName":"api@file"}}'), true);
    assert.equal(hasRouter('{"traefik.RouterName":"api@file"}'), true);
    assert.equal(hasRouter('{"traefik":{"RouterName":""}}'), undefined);
    assert.equal(hasRouter('{"traefik":{"RouterName":null}}'), undefined);
    assert.equal(hasRouter('{"RouterName":"api@file"}'), undefined);
  });

  it('knows whether it says enough of a request', () => {
    const requestFields = [['RequestAddr', 'RequestHost'], ['RequestPath']];
    const hasRequest = (document: string) =>
      described([document], { columns: [], requestFields }).table.rows[0]?.hasRequest;
    assert.equal(hasRequest('{"RequestHost":"a.test","RequestPath":"/x"}'), true);
    assert.equal(hasRequest('{"RequestAddr":"a.test:80","RequestPath":"/x"}'), true);
    assert.equal(hasRequest('{"RequestHost":"a.test"}'), undefined);
    assert.equal(hasRequest('{"RequestHost":"","RequestPath":"/x"}'), undefined);
    assert.equal(
      described(['{"RequestHost":"a.test","RequestPath":"/x"}'], { columns: [], requestFields: [] }).table.rows[0]
        ?.hasRequest,
      undefined,
    );
  });
});

describe('describeTable: a column', () => {
  const types = [
    field('message', 'text', false),
    field('message.keyword', 'keyword'),
    field('status', 'long'),
    field('body', 'text', false),
    field('place', 'geo_point'),
    field('clash', ['long', 'keyword']),
    field('both', ['keyword', 'constant_keyword']),
    field('off', 'long', false),
    field('host', 'object', false),
    field('host.name', 'keyword'),
    field('_id', '_id'),
  ];
  const { table } = described(['{}'], { columns: types.map(({ name }) => name), fields: types });
  const column = (path: string) => table.columns.find((each) => each.path === path);

  it('is sorted by itself where the engine can, else by its keyword', () => {
    assert.deepEqual(column('status'), { path: 'status', type: 'long', sortField: 'status' });
    assert.deepEqual(column('message'), { path: 'message', type: 'text', sortField: 'message.keyword' });
    assert.deepEqual(column('both'), { path: 'both', type: 'keyword, constant_keyword', sortField: 'both' });
  });

  it('is not sorted by where no engine could, or not over all indices', () => {
    for (const path of ['body', 'place', 'off', 'clash']) assert.equal(column(path)?.sortField, undefined, path);
  });

  it('can be chosen from the fields of the mapping that documents have', () => {
    assert.deepEqual(
      table.fields.map(({ path }) => path),
      ['message', 'status', 'body', 'place', 'clash', 'both', 'off', 'host.name'],
    );
  });

  it('can be chosen where a document has it, though its name is like that of a multi-field, or an engine’s own', () => {
    const fields = [
      field('_PID', 'keyword'),
      field('_index', '_index'),
      field('error', 'text', false),
      field('error.keyword', 'keyword'),
      field('error.message', 'text', false),
    ];
    const { table } = described(['{"error":"a","_PID":"1"}', '{"error":{"message":"b"}}'], { fields });
    assert.deepEqual(
      table.fields.map(({ path }) => path),
      ['_PID', 'error', 'error.message'],
    );
  });

  it('can be chosen from the fields of the hits where the mapping is not to be seen', () => {
    const { fields } = described(['{"a":1,"b":{"c":[{"d":1}]}}', '{"e":{},"a":2}']).table;
    assert.deepEqual(
      fields,
      ['a', 'b.c.d', 'b.c', 'e'].map((path) => ({ path })),
    );
  });

  it('is one of a thousand at most, those of the hits first', () => {
    const many = Array.from({ length: 1_500 }, (_, at) => field(`f${String(at).padStart(4, '0')}`, 'long'));
    const { fields } = described(['{"f1499":1}'], { fields: many }).table;
    assert.deepEqual([fields.length, fields[0]?.path, fields[1]?.path], [1_000, 'f1499', 'f0000']);
    const wide = `{${Array.from({ length: 3_000 }, (_, at) => `"f${at}":1`).join()}}`;
    assert.equal(described([wide]).table.fields.length, 1_000);
  });
});

describe('describeTable: documents of any shape', () => {
  it('are described without an end of the stack', () => {
    const deep = `{"d":${'{"a":['.repeat(1_500)}${']}'.repeat(1_500)}}`;
    const { rows } = described([deep, `{"l":${'['.repeat(5_000)}${']'.repeat(5_000)}}`]).table;
    assert.equal(rows.length, 2);
    assert.equal(rows[0]?.summary.length, 1);
  });

  it('are described without fields below names that would fill the memory', () => {
    const inside = JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, at])));
    const { table } = described([`{"${'n'.repeat(2_000_000)}":${inside},"${'m'.repeat(600)}":1,"a":1}`]);
    assert.deepEqual(
      table.rows[0]?.summary.map(({ path }) => path),
      ['a'],
    );
    assert.deepEqual(
      table.fields.map(({ path }) => path.length),
      [600, 1],
    );
  });

  it('are described with columns of any path', () => {
    const path = Array.from({ length: 4_000 }, () => 'a').join('.');
    assert.equal(cellOf(`{"a":{"a":{"a":1}}}`, path)?.kind, 'absent');
  });
});

describe('describeTable: the columns that every hit has', () => {
  const known = [field('created', 'date'), field('@timestamp', 'date'), field('n', 'long')];
  const document = '{"created":"2026-01-01T00:00:00Z","@timestamp":"2026-01-02T00:00:00Z","n":1}';

  it('are those of the hit itself, and the document with its first fields', () => {
    const columns = ['_id', '_index', '_score', 'n', '_source'];
    const [row] = described([document], { columns, fields: known }).table.rows;
    assert.deepEqual(
      row?.cells.map(({ kind, text, noFilter }) => [kind, text, noFilter]),
      [
        ['text', row?.id, undefined],
        ['text', row?.index, undefined],
        row?.score === undefined ? ['absent', '', undefined] : ['number', row.score, true],
        ['number', '1', undefined],
        ['absent', '', true],
      ],
    );
    assert.deepEqual(
      row?.summary.map(({ path }) => path),
      ['@timestamp', 'created', 'n'],
    );
    assert.deepEqual(described([document], { columns: ['n'], fields: known }).table.rows[0]?.summary, []);
  });

  it('are also those that only some hits have, such as their routing, unless a field has this name', () => {
    const hits = [
      '{"_index":"i","_id":"1","_routing":"user\\u202e1","_ignored":["b","c"],"_version":3,"_source":{"n":1}}',
      '{"_index":"i","_id":"2","_source":{"_version":"v4"}}',
    ];
    const columns = ['_routing', '_ignored', '_version', '_source'];
    const { rows } = describeTable(pageOf(answerOf(...hits)), { columns, fields: known });
    assert.deepEqual(
      rows.map(({ cells }) => cells.map(({ kind, text }) => `${kind} ${text}`)),
      [
        ['text user1', 'list b, c', 'number 3', 'absent '],
        ['absent ', 'absent ', 'text v4', 'absent '],
      ],
    );
    assert.deepEqual(
      rows[0]?.cells.slice(0, 3).map(({ noFilter }) => noFilter),
      [undefined, undefined, true],
    );
  });

  it('tell the time by @timestamp, or else by the first date of the first hit that has one', () => {
    const time = (...documents: string[]) => described(documents, { columns: ['n'], fields: known }).table.time;
    assert.deepEqual(time(document), { path: '@timestamp', type: 'date', sortField: '@timestamp' });
    assert.equal(time('{"n":1}', '{"created":"2026-01-01T00:00:00Z"}', document)?.path, 'created');
    assert.equal(time('{"n":1}'), undefined);
  });
});
