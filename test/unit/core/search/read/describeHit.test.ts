import assert from 'node:assert/strict';
import { describeHitJob } from '../../../../../src/core/search/read/describeHit';
import { field } from './pages';

const fields = [field('t', 'date')];

function lines(json: string) {
  return describeHitJob
    .run(json, fields)
    .nodes.map(({ depth, name, path, cell, inside }) => [depth, name, path, cell.kind, cell.text, inside]);
}

describe('describeHit: a hit in full', () => {
  it('has units and colors where Traefik wrote it, wherever in the document that shows', () => {
    const { nodes } = describeHitJob.run(
      '{"_source":{"Duration":10510676402,"Overhead":5,"DownstreamStatus":502,"n":1}}',
      [],
    );
    assert.deepEqual(
      nodes.map(({ cell: { kind, text, unit, tone } }) => [kind, text, unit, tone]),
      [
        ['number', '10510676402', 'ns', undefined],
        ['number', '5', 'ns', undefined],
        ['number', '502', undefined, 'red'],
        ['number', '1', undefined, undefined],
      ],
    );
    assert.equal(describeHitJob.run('{"_source":{"Duration":1}}', []).nodes[0]?.cell.unit, undefined);
  });

  it('shows the colors of a terminal, never its escape sequences, but in JSON', () => {
    const { nodes, json } = describeHitJob.run(
      '{"_source":{"m":"\\u001b[31mred\\u001b[0m\\u0007","o":{"m":"\\u001b[1mx"}}}',
      [],
    );
    assert.deepEqual(nodes[0]?.cell, {
      kind: 'text',
      text: 'red\\u0007',
      styled: [{ from: 0, to: 3, style: { color: 1 } }],
    });
    assert.equal(nodes[1]?.cell.text, '{"m":"x"}');
    assert.match(json, /\\u001b\[31mred/);
  });

  it('says where nothing can be filtered by: what is in no index, and what the engine tells of the hit', () => {
    const json = `{"_id":"1","_score":1.5,"_source":{"n":1,"off":2,"place":{"lat":1},"flat":{"any":"x"},"new":3},
      "highlight":{"n":["1"]},"sort":[1]}`;
    const known = [
      field('n', 'long'),
      { ...field('off', 'keyword'), isSearchable: false },
      field('place', 'geo_point'),
      field('flat', 'flattened'),
    ];
    const marked = (fields: typeof known) =>
      describeHitJob.run(json, fields).nodes.flatMap(({ path, cell }) => (cell.noFilter === true ? [path] : []));
    const told = ['_score', 'highlight', 'highlight.n', 'highlight.n'];
    assert.deepEqual(marked(known), ['off', 'place.lat', 'new', ...told]);
    // Where the fields may not be seen, all of the document is offered.
    assert.deepEqual(marked([]), told);
  });

  it('has no lines below names that would fill the memory, and says that it is not all', () => {
    const inside = JSON.stringify(Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`f${at}`, at])));
    for (const length of [9_990, 2_000_000]) {
      const hit = describeHitJob.run(`{"_source":{"a":1,"${'n'.repeat(length)}":${inside}}}`, []);
      assert.ok(JSON.stringify(hit.nodes).length < 3_000_000, String(length));
      assert.deepEqual([hit.nodes[0]?.path, hit.isCut], ['a', true]);
    }
  });

  it('is marked by the field above one of the mapping, however many were marked', () => {
    const names = Array.from({ length: 50_000 }, (_, at) => `g${at}`);
    const highlight = { ...Object.fromEntries(names.map((name) => [`${name}.keyword`, ['\ue000x\ue001']])), z: ['x'] };
    const source = Object.fromEntries([...names.slice(0, 3_000), 'h'].map((name) => [name, 'x']));
    const { nodes } = describeHitJob.run(JSON.stringify({ _source: source, highlight }), []);
    assert.deepEqual(nodes[7]?.cell.marks, [[0, 1]]);
    assert.equal(nodes[3_000]?.cell.marks, undefined);
  });

  it('is its document line by line, then what the engine told of it', () => {
    const source = '{ "b": 1.10, "a": { "y": [ "x", { "z": null } ], "e": {} }, "l": [], "t": 1793499533321 }';
    const hit = `{"_index":"i","_id":"1","_score":2.0,"_source":${source},"sort":[1793499533321024999],"_ignored":["b"]}`;
    assert.deepEqual(lines(hit), [
      [0, 'b', 'b', 'number', '1.10', 0],
      [0, 'a', 'a', 'object', '{ "y": [ "x", { "z": null } ], "e": {} }', 5],
      [1, 'y', 'a.y', 'list', '[ "x", { "z": null } ]', 3],
      [2, '0', 'a.y', 'text', 'x', 0],
      [2, '1', 'a.y', 'object', '{ "z": null }', 1],
      [3, 'z', 'a.y.z', 'null', 'null', 0],
      [1, 'e', 'a.e', 'object', '{}', 0],
      [0, 'l', 'l', 'list', '[]', 0],
      [0, 't', 't', 'date', '1793499533321', 0],
      [0, '_index', '_index', 'text', 'i', 0],
      [0, '_id', '_id', 'text', '1', 0],
      [0, '_score', '_score', 'number', '2.0', 0],
      [0, '_ignored', '_ignored', 'list', '["b"]', 1],
      [1, '0', '_ignored', 'text', 'b', 0],
    ]);
  });

  it('leaves out a score that is none, and says what the hit is sorted by in the JSON alone', () => {
    const { nodes, json } = describeHitJob.run(
      '{"_id":"1","_score":null,"_source":{"sort":1,"_score":null},"sort":[17]}',
      [],
    );
    assert.deepEqual(
      nodes.map(({ name, depth, cell }) => [name, depth, cell.text]),
      [
        ['sort', 0, '1'],
        ['_score', 0, 'null'],
        ['_id', 0, '1'],
      ],
    );
    assert.match(json, /"_score": null[\s\S]*17/);
  });

  it('keeps the order of names, those that come twice, and JavaScript’s own', () => {
    const hit = '{"_source":{"b":1,"2":2,"a":3,"b":4,"__proto__":{"constructor":5},"":6}}';
    assert.deepEqual(
      lines(hit).map(([, name, path, , text]) => [name, path, text]),
      [
        ['b', 'b', '1'],
        ['2', '2', '2'],
        ['a', 'a', '3'],
        ['b', 'b', '4'],
        ['__proto__', '__proto__', '{"constructor":5}'],
        ['constructor', '__proto__.constructor', '5'],
        ['', '', '6'],
      ],
    );
  });

  it('has the fields as its document where there is no source', () => {
    assert.deepEqual(
      lines('{"_id":"1","fields":{"a.b":[1.10]}}').map(([depth, name, path]) => [depth, name, path]),
      [
        [0, 'a.b', 'a.b'],
        [1, '0', 'a.b'],
        [0, '_id', '_id'],
      ],
    );
    assert.deepEqual(
      lines('{"_source":{"a":1},"fields":{"f":[2]}}').map(([, name, path]) => [name, path]),
      [
        ['a', 'a'],
        ['fields', 'fields'],
        ['f', 'fields.f'],
        ['0', 'fields.f'],
      ],
    );
  });

  it('writes what cannot be seen as escapes, in names and values, but for the line breaks and tabs of a text', () => {
    const text = 'a\\u202eb\\n\\r\\n\\r\\ud800\u2066c\\u0000\u200b\ufeff\\t👩‍💻';
    const [node] = describeHitJob.run(`{"_source":{"k\\u202e":"${text}"}}`, []).nodes;
    assert.equal(node?.name, 'k\\u202e');
    assert.equal(node?.path, 'k\u202e');
    assert.equal(node?.cell.text, 'a\\u202eb\n\n\\r\\ud800\\u2066c\\u0000\\u200b\\ufeff\t👩‍💻');
  });

  it('has JSON of the same values, in which nothing is unseen', () => {
    const hit = '{"_source":{"s":"a\u202eb\u2028\u0085\ufeff\u{e0001}\ue000","big":9007199254740993,"e":1e2,"d":1.10}}';
    const { json, isCut } = describeHitJob.run(hit, []);
    assert.equal(isCut, false);
    assert.match(json, /"a\\u202eb\\u2028\\u0085\\ufeff\\udb40\\udc01\\ue000"/);
    assert.match(json, /"big": 9007199254740993,\n {4}"e": 1e2,\n {4}"d": 1\.10\n/);
    assert.deepEqual(JSON.parse(json), JSON.parse(hit));
  });

  it('marks what matched, in the document and in the fragments', () => {
    const hit =
      '{"_source":{"m":"one two","l":["two","x"]},"highlight":{"m":["one \ue000two\ue001"],"l":["\ue000two\ue001"]}}';
    const { nodes } = describeHitJob.run(hit, []);
    assert.deepEqual(
      nodes.filter(({ cell }) => cell.marks !== undefined).map(({ path, cell }) => [path, cell.text, cell.marks]),
      [
        ['m', 'one two', [[4, 7]]],
        ['l', 'two', [[0, 3]]],
        ['highlight.m', 'one two', [[4, 7]]],
        ['highlight.l', 'two', [[0, 3]]],
      ],
    );
    assert.equal(nodes.find(({ name, path }) => name === '1' && path === 'l')?.cell.text, 'x');
  });

  it('shows a string of 30 KB whole, and cuts a longer hit', () => {
    const long = describeHitJob.run(`{"_source":{"s":"${'x'.repeat(30_000)}"}}`, []);
    assert.deepEqual(
      [long.nodes[0]?.cell.text.length, long.nodes[0]?.cell.isCut, long.isCut],
      [30_000, undefined, false],
    );
    const longer = describeHitJob.run(`{"_source":{"s":"${'x'.repeat(1_000_000)}"}}`, []);
    assert.deepEqual([longer.nodes[0]?.cell.text.length, longer.json.length, longer.isCut], [40_000, 65_536, true]);
  });

  it('is no longer than a page can take, and says so', () => {
    const many = describeHitJob.run(`{"_source":{"l":[${'1,'.repeat(100_000)}1]},"_id":"1"}`, []);
    assert.deepEqual([many.nodes.length, many.nodes[0]?.inside, many.isCut], [5_000, 4_999, true]);
    const strings = Array.from({ length: 100 }, () => `"${'x'.repeat(30_000)}"`).join();
    const text = describeHitJob
      .run(`{"_source":{"l":[${strings}]}}`, [])
      .nodes.reduce((sum, { cell }) => sum + cell.text.length, 0);
    assert.ok(text < 500_000, `${text}`);
  });

  it('of 1,500 levels ends in a line of JSON', () => {
    for (const [open, close] of [
      ['{"a":', '}'],
      ['[', ']'],
    ]) {
      const { nodes, isCut } = describeHitJob.run(
        `{"_source":{"d":${open?.repeat(1_500)}1${close?.repeat(1_500)}}}`,
        [],
      );
      assert.equal(nodes.length, 51);
      assert.deepEqual([nodes.at(-1)?.depth, nodes.at(-1)?.inside, nodes[0]?.inside, isCut], [50, 0, 50, true]);
    }
  });

  it('is nothing but what the engine told where there is no document', () => {
    assert.deepEqual(lines('{"_id":"1"}'), [[0, '_id', '_id', 'text', '1', 0]]);
    assert.deepEqual(lines('{"_id":"1","_source":null}').at(-1), [0, '_source', '_source', 'null', 'null', 0]);
    assert.deepEqual(lines('{}'), []);
  });
});
