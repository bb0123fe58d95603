import assert from 'node:assert/strict';
import { queryStringOfKql } from '../../../../../src/core/search/address/kqlQueryString';

describe('kqlQueryString: KQL as a query string', () => {
  const same: readonly [kql: string, text: string][] = [
    ['', ''],
    ['  ', ''],
    ['timeout', 'timeout'],
    ['connection refused', '(connection refused)'],
    ['"connection refused"', '"connection refused"'],
    ['status: 500', 'status:500'],
    ['status:500 ', 'status:500'],
    ['example.name : "backend"', 'example.name:"backend"'],
    ['message: connection refused', 'message:(connection refused)'],
    ['message: "say \\"hi\\" to C:\\dir"', 'message:"say \\"hi\\" to C:\\\\dir"'],
    ['a: 1 and b: 2', 'a:1 AND b:2'],
    ['a: 1 AND NOT b: 2', 'a:1 AND NOT b:2'],
    ['"violates" AND NOT "smoke"', '"violates" AND NOT "smoke"'],
    ['a: 1 or b: 2 and c: 3', 'a:1 OR (b:2 AND c:3)'],
    ['(a: 1 or b: 2) and c: 3', '(a:1 OR b:2) AND c:3'],
    ['("logout" or "login" or ("UI" and "DONE")) ', '"logout" OR "login" OR ("UI" AND "DONE")'],
    ['not a: 1', 'NOT a:1'],
    ['not a: 1 and not b: 2', 'NOT a:1 AND NOT b:2'],
    ['not (a: 1 or b: 2)', 'NOT (a:1 OR b:2)'],
    // In Lucene, a clause beside an OR that must not match would exclude documents of the others.
    ['a: 1 or not b: 2', 'a:1 OR (*:* AND NOT b:2)'],
    ['a: 1 or (not b: 2 and not c: 3)', 'a:1 OR (*:* AND NOT b:2 AND NOT c:3)'],
    ['not (not a: 1)', 'NOT (*:* AND NOT a:1)'],
    ['status: (500 or 502)', 'status:(500 OR 502)'],
    ['tags: (a and b and not c)', 'tags:(a AND b AND NOT c)'],
    ['tags: (not a)', 'tags:(*:* AND NOT a)'],
    ['tags: ("a b" or (c and d*))', 'tags:("a b" OR (c AND d*))'],
    ['error: *', '_exists_:error'],
    ['not error.message: *', 'NOT _exists_:error.message'],
    ['*', ''],
    ['*:*', '*:*'],
    ['path: /api/v1/*', 'path:\\/api\\/v1\\/*'],
    ['host: *web*', 'host:*web*'],
    ['name: what?', 'name:what\\?'],
    ['kubernetes.*: shop', 'kubernetes.\\*:shop'],
    ['"my field": x', 'my\\ field:x'],
    ['url: "http://a.test/?b=c&d"', 'url:"http://a.test/?b=c&d"'],
    ['url: http\\://a.test', 'url:http\\:\\/\\/a.test'],
    ['code: -5', 'code:\\-5'],
    ['service: shop-cart', 'service:shop-cart'],
    ['word: \\and', 'word:and'],
    ['word: \\OR', 'word:\\OR'],
    ['word: AND\\*', 'word:AND\\*'],
    ['a: tom & jerry || b', 'a:(tom \\& jerry \\|\\| b)'],
    ['note: \\u00e9t\\u00e9', 'note:été'],
    ['isOk: true', 'isOk:true'],
    ['bytes > 100 and bytes <= 2.5', 'bytes:>100 AND bytes:<=2.5'],
    ['temperature >= -5', 'temperature:>=-5'],
    ['@timestamp >= now-1h', '@timestamp:[now-1h TO *]'],
    ['@timestamp < "2026-11-24T10:00:00Z"', '@timestamp:{* TO 2026-11-24T10:00:00Z}'],
    ['name > "b c"', 'name:{"b c" TO *}'],
    ['android and ordinary', 'android AND ordinary'],
    ['a\u00a0and\tb', 'a AND b'],
    ['or', 'or'],
    ['notable', 'notable'],
    ['a: not', 'a:not'],
    ['a: \\*', 'a:\\*'],
  ];
  for (const [kql, text] of same) {
    it(`writes ${kql || 'nothing'} as ${text || 'nothing'}`, () => {
      const { text: written, leftOut } = queryStringOfKql(kql);
      assert.deepEqual({ written, leftOut }, { written: text === '' && kql.trim() === '*' ? '*' : text, leftOut: [] });
    });
  }

  const partly: readonly [kql: string, text: string, leftOut: readonly string[]][] = [
    ['a: 1 and items: { name: x and n > 2 }', 'a:1', ['items: { name: x and n > 2 }']],
    ['a: 1 and (b: null or c: 2) and d: 3', 'a:1 AND d:3', ['(b: null or c: 2)']],
    ['a: 1 or items: { name: x }', '', ['a: 1 or items: { name: x }']],
    ['a: "" and b: 1', 'b:1', ['a: ""']],
    ['a: two words* and b: 1', 'b:1', ['a: two words*']],
    ['a: \\<b', '', ['a: \\<b']],
    ['host.*: *', '', ['host.*: *']],
    ['*: 5', '', ['*: 5']],
    ['a: double  space', '', ['a: double  space']],
    ['a > 5*', '', ['a > 5*']],
  ];
  for (const [kql, text, leftOut] of partly) {
    it(`leaves out what has no equal in ${kql}`, () => {
      const { text: written, leftOut: told } = queryStringOfKql(kql);
      assert.deepEqual([written, told], [text, leftOut]);
    });
  }

  for (const kql of [
    '(a',
    'a)',
    '"a',
    'a:',
    'a: (b',
    'a: b: c',
    'a and ',
    'x not y',
    // Kibana takes `not` with a space behind it for an operator, also within a word.
    'msg: not found',
    'msg: cannot open',
    'not not a: 1',
    'a > not b',
    '\\q',
    '{a}',
    'a >',
    'not (a',
    'a: ()',
  ]) {
    it(`leaves out all of ${kql}, which is no KQL`, () => {
      const { text, leftOut } = queryStringOfKql(kql);
      assert.deepEqual([text, leftOut], ['', [kql]]);
    });
  }

  it('leaves out what is nested too deep, without an end of the stack', () => {
    for (const sign of ['(', 'a:(', 'a:{', 'not (']) {
      const { text, leftOut } = queryStringOfKql(sign.repeat(200_000));
      assert.deepEqual([text, leftOut.length], ['', 1]);
    }
  });

  it('knows dates without a time zone', () => {
    for (const [kql, is] of [
      ['@timestamp >= 2026-11-24', true],
      ['@timestamp: "2026-11-24T10:00:00"', true],
      ['not d: (2026-11 or b)', true],
      ['@timestamp >= "2026-11-24T10:00:00Z"', false],
      ['@timestamp >= now-1h and build: 2026', false],
    ] as const)
      assert.equal(queryStringOfKql(kql).hasLocalDate, is, kql);
  });

  describe('by the types of fields', () => {
    const known = (name: string, ...types: string[]) => ({ name, types, isSearchable: true, isAggregatable: true });
    const fields = [
      known('rule', 'keyword'),
      known('msg', 'text'),
      known('two', 'keyword', 'text'),
      known('n', 'long'),
    ];
    const nothing = '(*:* AND NOT *:*)';
    const cases: readonly [kql: string, text: string, leftOut?: readonly string[]][] = [
      ['rule: *threshold rule', 'rule:*threshold\\ rule'],
      ['not rule: a: b*', '', ['not rule: a: b*']],
      ['rule: POST /*/_search and not rule: (/.* x or b)', 'rule:POST\\ \\/*\\/_search AND NOT rule:(\\/.*\\ x OR b)'],
      ['msg: *threshold rule', 'msg:(*threshold rule)'],
      ['msg: con* -refused', 'msg:(con* \\-refused)'],
      ['two: a* b', '', ['two: a* b']],
      ['n: a* b', '', ['n: a* b']],
      ['unknown: a* b', '', ['unknown: a* b']],
      ['ru*: a* b', '', ['ru*: a* b']],
      ['a* b', '', ['a* b']],
      ['rule: a*  b', '', ['rule: a*  b']],
      // A clause without a word would be as if it were not there.
      ['msg: \\* and rule: (not a)', `(msg:\\* OR ${nothing}) AND rule:(*:* AND NOT a)`],
      ['not (two: "--" and n: 1)', `NOT ((two:"--" OR ${nothing}) AND n:1)`],
      ['not msg: ?', `NOT (msg:\\? OR ${nothing})`],
      ['msg: (- or a) and \\* and n: 1', `msg:((\\- OR ${nothing}) OR a) AND (\\* OR ${nothing}) AND n:1`],
      ['rule: "/" and n: 1', 'rule:"/" AND n:1'],
      ['msg: "/"', 'msg:"/"'],
    ];
    for (const [kql, text, leftOut = []] of cases) {
      it(`writes ${kql}`, () => {
        const { text: written, leftOut: told } = queryStringOfKql(kql, fields);
        assert.deepEqual([written, told], [text, leftOut]);
      });
    }
  });
});
