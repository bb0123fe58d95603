/** What can be changed in a filter, and what becomes of its clause and its label. */
import assert from 'node:assert/strict';
import { filterEdit } from '../../../../../src/core/search/query/filterEdit';
import { longestClause } from '../../../../../src/protocol/question';

const filterOf = (clause: string) => ({ label: 'old', clause, isOut: true, isOff: true as const });
const inputsOf = (clause: string) => filterEdit(filterOf(clause)).inputs.map(({ label, text }) => [label, text]);
const edited = (clause: string, ...texts: readonly string[]) => {
  const { edited, problem } = filterEdit(filterOf(clause), texts);
  return edited ?? { problem };
};
const clauseOf = (clause: string, ...texts: readonly string[]) => {
  const filter = edited(clause, ...texts);
  return 'problem' in filter ? filter : [filter.clause, filter.label];
};

describe('filterEdit: a filter that is edited', () => {
  const simple: readonly (readonly [clause: string, inputs: readonly (readonly [string, string])[]])[] = [
    ['{"term":{"status":500}}', [['Value', '500']]],
    ['{ "term" : { "status" : "500" } }', [['Value', '500']]],
    ['{"term":{"n":90071992547409931234}}', [['Value', '90071992547409931234']]],
    ['{"term":{"ok":true}}', [['Value', 'true']]],
    ['{"match_phrase":{"message":"a \\"b\\" \\u00e9"}}', [['Value', 'a "b" é']]],
    ['{"exists":{"field":"host"}}', [['Field', 'host']]],
    [
      '{"range":{"took":{"gt":1.50,"lte":20}}}',
      [
        ['From', '1.50'],
        ['To', '20'],
      ],
    ],
    [
      '{"range":{"at":{"lt":"now","format":"x"}}}',
      [
        ['From', ''],
        ['To', 'now'],
      ],
    ],
  ];
  for (const [clause, inputs] of simple) {
    it(`offers the values of ${clause}`, () => {
      assert.deepEqual(inputsOf(clause), inputs);
    });
  }

  for (const clause of [
    '{"terms":{"status":[500,502]}}',
    '{"term":{"status":{"value":500}}}',
    '{"term":{"a":1,"b":2}}',
    '{"nested":{"path":"a","query":{"term":{"a.b":1}}}}',
    '{"range":{"took":{"gte":1,"gt":2}}}',
    '{"range":{"took":{"gte":1,"gte":2}}}',
    '{"range":{"took":{"from":1,"to":2}}}',
    '{"range":{"took":{"format":"x"}}}',
    '{"bool":{"should":[]}}',
    'not JSON',
  ]) {
    it(`offers the JSON of ${clause}`, () => {
      assert.deepEqual(inputsOf(clause), [['Query clause as JSON', clause]]);
    });
  }

  const edits: readonly (readonly [clause: string, texts: readonly string[], clause: string, label: string])[] = [
    ['{"term":{"status":500}}', ['404'], '{"term":{"status":404}}', 'status: 404'],
    ['{"term":{"status":500}}', [' 404 '], '{"term":{"status":404}}', 'status: 404'],
    ['{"term":{"status":"500"}}', ['404'], '{"term":{"status":"404"}}', 'status: 404'],
    ['{"term":{"n":1}}', ['90071992547409931234'], '{"term":{"n":90071992547409931234}}', 'n: 90071992547409931234'],
    ['{"term":{"n":1}}', ['012'], '{"term":{"n":"012"}}', 'n: 012'],
    ['{"term":{"ok":true}}', ['false'], '{"term":{"ok":false}}', 'ok: false'],
    ['{"term":{"ok":true}}', ['1'], '{"term":{"ok":"1"}}', 'ok: 1'],
    ['{"term":{"__proto__":"a"}}', ['b"}'], '{"term":{"__proto__":"b\\"}"}}', '__proto__: b"}'],
    ['{"match_phrase":{"m":"a"}}', ['b\u202ec'], '{"match_phrase":{"m":"b\u202ec"}}', 'm: bc'],
    ['{"exists":{"field":"a"}}', ['b'], '{"exists":{"field":"b"}}', 'b: any value'],
    ['{"range":{"took":{"gt":1,"lte":20}}}', ['2', ''], '{"range":{"took":{"gt":2}}}', 'took: 2 – …'],
    ['{"range":{"took":{"lt":20}}}', ['2', '20'], '{"range":{"took":{"gte":2,"lt":20}}}', 'took: 2 – 20'],
    ['{"range":{"a":{"lt":"now","format":"x"}}}', ['', '1'], '{"range":{"a":{"lt":"1","format":"x"}}}', 'a: … – 1'],
    ['{"bool":{}}', [' {"term":{"a":1}}\n'], '{"term":{"a":1}}', 'a: 1'],
    ['{"bool":{}}', ['{"bool":{"must":[1.0]}}'], '{"bool":{"must":[1.0]}}', '{"bool":{"must":[1.0]}}'],
  ];
  for (const [before, texts, after, label] of edits) {
    it(`makes ${after} of ${before}`, () => {
      assert.deepEqual(clauseOf(before, ...texts), [after, label]);
    });
  }

  it('stays switched off, and out', () => {
    assert.deepEqual(edited('{"term":{"a":1}}', '2'), {
      label: 'a: 2',
      clause: '{"term":{"a":2}}',
      isOut: true,
      isOff: true,
    });
  });

  it('stays as it is, with its own label, where nothing was changed', () => {
    const filter = filterOf('{ "term": {"a": 1.0} }');
    assert.equal(filterEdit(filter, ['1.0']).edited, filter);
  });

  for (const [before, texts, problem] of [
    ['{"term":{"a":1}}', [' '], 'Enter a value.'],
    ['{"exists":{"field":"a"}}', [''], 'Enter the field to search.'],
    ['{"range":{"a":{"gt":1}}}', ['', ' '], 'Enter a lower or upper bound.'],
    ['{"bool":{}}', ['{"bool":{}'], 'This is not valid JSON.'],
    ['not JSON', ['not JSON'], 'This is not valid JSON.'],
    ['{"bool":{}}', ['{"bool":{},"term":{}}'], 'Enter one clause of the query DSL, such as {"term":{"status":500}}.'],
    ['{"bool":{}}', ['{}'], 'Enter one clause of the query DSL, such as {"term":{"status":500}}.'],
    ['{"bool":{}}', ['[]'], 'Enter one clause of the query DSL, such as {"term":{"status":500}}.'],
    ['{"bool":{}}', ['null'], 'Enter one clause of the query DSL, such as {"term":{"status":500}}.'],
    ['{"term":{"a":1}}', ['x'.repeat(longestClause)], 'Shorten the filter to 20,000 characters.'],
  ] as const) {
    it(`says “${problem}” of ${JSON.stringify(texts).slice(0, 40)}`, () => {
      assert.deepEqual(edited(before, ...texts), { problem });
    });
  }

  it('has a label of one line that can be read, however long the value is', () => {
    const filter = edited('{"term":{"a":"b"}}', `${'x'.repeat(99)}😀\n${'y'.repeat(5_000)}`);
    assert.ok('label' in filter);
    assert.equal(filter.label, `a: ${'x'.repeat(99)}…`);
  });

  it('is read in time that grows with its length only', () => {
    const spaces = ' '.repeat(longestClause);
    for (const clause of [
      `{"term":{"a":"${'\\'.repeat(longestClause)}`,
      `{"term":{"a":"${'\\\\'.repeat(longestClause / 2)}"}}`,
      `{"range":{"a":{${'"gte":1,'.repeat(longestClause / 8)}"x":[]}}}`,
      `{${spaces}"term"${spaces}:{"a":1}${spaces}x`,
      '{"a":'.repeat(longestClause / 5),
    ]) {
      assert.equal(filterEdit(filterOf(clause)).inputs.length, 1);
    }
  });
});
