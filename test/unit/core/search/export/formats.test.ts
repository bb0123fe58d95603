import assert from 'node:assert/strict';
import { exportPage } from '../../../../../src/core/search/export/exportHits';
import { type ExportFormat, formatOf } from '../../../../../src/core/search/export/formats';
import type { ExportPacing } from '../../../../../src/core/search/export/hitFormat';

/** The file that a page of hits makes. */
async function exportedText(
  format: ExportFormat,
  columns: readonly string[],
  hits: readonly string[],
): Promise<string> {
  const chunks: string[] = [];
  await exportPage(hits, { format, columns, write: async (chunk) => void chunks.push(chunk) });
  return chunks.join('');
}

const working: ExportPacing = {
  pause: () => undefined,
  run: (job, args) => job.run(...args),
};

/** A format, hit by hit. */
function opened(name: ExportFormat, columns: readonly string[]) {
  const format = formatOf(name, columns);
  return {
    begin: (hits: readonly string[]) => format.begin(hits, working),
    async lines(hits: readonly string[]): Promise<string> {
      const pieces: string[] = [];
      for (const each of hits) await format.put(each, pieces, working);
      return pieces.join('');
    },
    end: () => format.end(),
    notes: () => format.notes(),
  };
}

const hit = (id: string, source: string, more = '') =>
  `{"_index":"logs","_id":"${id}","_score":1.5,${more}"_source":${source}}`;

describe('formats: exported JSON', () => {
  it('is a list with one hit a line', async () => {
    assert.equal(
      await exportedText('json', [], [hit('a', '{"n":1}'), hit('b', '{"n":2}')]),
      '[\n{"_index":"logs","_id":"a","_source":{"n":1}},\n{"_index":"logs","_id":"b","_source":{"n":2}}\n]\n',
    );
  });

  it('is an empty list without hits', async () => {
    assert.deepEqual(JSON.parse(await exportedText('json', [], [])), []);
  });

  it('is the same in pieces', async () => {
    const format = opened('json', []);
    const [a, b] = [hit('a', '{}'), hit('b', '{}')];
    const pieces = [
      await format.begin([a]),
      await format.lines([a]),
      await format.lines([]),
      await format.lines([b]),
      format.end(),
    ];
    assert.equal(pieces.join(''), await exportedText('json', [], [a, b]));
  });
});

describe('formats: exported NDJSON', () => {
  it('keeps the document as it was stored: digits, escapes, order, spaces', async () => {
    const source = '{"z": 1.10, "a":9007199254740993, "e":1e2, "s":"\\ud800 \\u0041", "__proto__":{"x":1}}';
    assert.equal(
      await exportedText('ndjson', [], [hit('a', source)]),
      `{"_index":"logs","_id":"a","_source":${source}}\n`,
    );
  });

  it('has one line for each hit, also where a document was stored with line breaks', async () => {
    const text = await exportedText('ndjson', [], [hit('a', '{\r\n  "a": "x\\ny",\n  "b": 1\n}')]);
    assert.equal(text, '{"_index":"logs","_id":"a","_source":{   "a": "x\\ny",   "b": 1 }}\n');
    assert.deepEqual(JSON.parse(text)._source, { a: 'x\ny', b: 1 });
  });

  it('leaves out the sort values, wherever a document has something that looks like them', async () => {
    for (const source of ['{"a":1,"sort":[1]}', '{"a":",\\"sort\\":[1]}"}', '{"a":[{"b":1,"sort":[1]}]}', '{}']) {
      const plain = `{"_index":"logs","_id":"a","_source":${source}}\n`;
      assert.equal(await exportedText('ndjson', [], [hit('a', source)]), plain);
      for (const sort of ['[1]', '["x,\\"sort\\":[1]}"]', '[]', '[null,[1]]']) {
        const sorted = `{"_index":"logs","_id":"a","_score":null,"_source":${source},"sort":${sort}}`;
        assert.equal(await exportedText('ndjson', [], [sorted]), plain, sorted);
      }
    }
  });

  it('keeps the routing, without which a document is not found, and fields that were asked for', async () => {
    assert.equal(
      await exportedText(
        'ndjson',
        [],
        ['{"_index":"i","_id":"1","_score":null,"_routing":"r","fields":{"a":[1]},"sort":[1]}'],
      ),
      '{"_index":"i","_id":"1","_routing":"r","fields":{"a":[1]}}\n',
    );
  });
});

describe('formats: exported CSV', () => {
  const rows = async (columns: readonly string[], ...hits: readonly string[]) =>
    (await exportedText('csv', columns, hits)).split('\r\n');

  it('has the fields of the first page as columns where none are chosen, objects gone into', async () => {
    assert.deepEqual(await rows([], hit('a', '{"b":{"c":1,"d":"x"},"e":[1,2]}'), hit('f', '{"g":true,"h":{}}')), [
      '_index,_id,b.c,b.d,e,g,h',
      'logs,a,1,x,"[1,2]",,',
      'logs,f,,,,true,{}',
      '',
    ]);
  });

  it('has the chosen columns and no others, in their order', async () => {
    assert.deepEqual(await rows(['d', '_id', '_score', 'b'], hit('a', '{"b":1,"c":2,"d":3}')), [
      'd,_id,_score,b',
      '3,a,1.5,1',
      '',
    ]);
  });

  it('finds a chosen column that is an object, in a list of objects, or has dots in its name', async () => {
    assert.deepEqual(
      await rows(['o', 'l.n', 'a.b'], hit('a', '{"o":{"x":1},"l":[{"n":1},{"n":2}],"a.b":9007199254740993}')),
      ['o,l.n,a.b', '"{""x"":1}","[1,2]",9007199254740993', ''],
    );
  });

  it('leaves a cell empty for null and for no value, and quotes an empty text', async () => {
    assert.deepEqual(await rows(['a', 'b', 'c'], hit('a', '{"a":null,"c":""}')), ['a,b,c', ',,""', '']);
  });

  it('unpacks the lists of one that engines send where there is no source', async () => {
    assert.deepEqual(await rows([], '{"_index":"i","_id":"1","fields":{"a":["x"],"b":[1,2],"c.d":[null]}}'), [
      '_index,_id,a,b,c.d',
      'i,1,x,"[1,2]",',
      '',
    ]);
  });

  it('has no formula anywhere, in names of fields neither', async () => {
    assert.deepEqual(await rows([], '{"_index":"=i","_id":"@1","_source":{"=1+1":"+cmd|x","-a":{"b":"-2"}}}'), [
      "_index,_id,'=1+1,'-a.b",
      `'=i,'@1,"'+cmd|x",-2`,
      '',
    ]);
  });

  it('takes names as they are, also those that objects of JavaScript have', async () => {
    assert.deepEqual(await rows([], hit('a', '{"__proto__":1,"constructor":{"name":"x"}}')), [
      '_index,_id,__proto__,constructor.name',
      'logs,a,1,x',
      '',
    ]);
    assert.deepEqual(await rows(['constructor', 'toString'], hit('a', '{"b":1}')), ['constructor,toString', ',', '']);
  });

  it('says which fields came up later and have no column', async () => {
    const format = opened('csv', []);
    const first = [hit('a', '{"a":1}')];
    await format.begin(first);
    await format.lines(first);
    assert.deepEqual(format.notes(), []);
    assert.equal(await format.lines([hit('b', '{"a":2,"late":1}')]), 'logs,b,2\r\n');
    assert.deepEqual(format.notes(), [
      'The columns are the fields of the first hits. 1 field that appears later has no column: late.',
    ]);
    await format.lines([hit('c', `{${Array.from({ length: 7 }, (_, at) => `"f${at}":1`).join()}}`)]);
    assert.deepEqual(format.notes(), [
      'The columns are the fields of the first hits. 8 fields that appear later have no column: late, f0, f1, f2, f3, ….',
    ]);
  });

  it('says nothing of fields that are left out because others were chosen', async () => {
    const format = opened('csv', ['a']);
    const hits = [hit('a', '{"a":1,"b":2}')];
    await format.begin(hits);
    await format.lines(hits);
    assert.deepEqual(format.notes(), []);
  });

  it('goes into no object below a name that would fill the memory', async () => {
    const inside = JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, at])));
    const name = 'n'.repeat(1_000_000);
    const [head, first] = await rows([], hit('a', `{"${name}":${inside}}`));
    assert.equal(head, `_index,_id,${name}`);
    assert.equal(first, `logs,a,"${inside.replaceAll('"', '""')}"`);
  });

  it('outlives a document nested without end', async () => {
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    const [head = ''] = await rows([], hit('a', deep));
    assert.equal(head, `_index,_id,${Array.from({ length: 51 }, () => 'a').join('.')}`);
  });
});

describe('formats: what the page writes shorter', () => {
  it('is in every file as it is stored: amounts with their digits, and texts with the signs of a terminal', async () => {
    const source = '{"Duration":10510676402,"DownstreamStatus":502,"message":"\\u001b[31mno\\u001b[0m"}';
    const columns = ['Duration', 'message'];
    assert.equal(
      await exportedText('csv', columns, [hit('1', source)]),
      'Duration,message\r\n10510676402,\u001b[31mno\u001b[0m\r\n',
    );
    for (const format of ['json', 'ndjson'] as const) {
      assert.ok((await exportedText(format, [], [hit('1', source)])).includes(source));
    }
  });
});
