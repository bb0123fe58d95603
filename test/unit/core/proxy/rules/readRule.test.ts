import assert from 'node:assert/strict';
import { readRule } from '../../../../../src/core/proxy/rules/readRule';
import type { RuleFault, RuleNode, RuleProtocol, RuleSyntax } from '../../../../../src/core/proxy/rules/rule';
import { ruleOf } from './asking';

/** The tree as Traefik has it: `!` only before matchers, as De Morgan moves it, and pairs that lean to the left. */
function treeOf(node: RuleNode, isNegated = false): string {
  switch (node.kind) {
    case 'matcher':
      return `${isNegated ? '!' : ''}m[${node.values.join(', ')}]`;
    case 'not':
      return treeOf(node.part, !isNegated);
    default: {
      const kind = (node.kind === 'and') === isNegated ? 'or' : 'and';
      return node.parts.map((part) => treeOf(part, isNegated)).reduce((left, right) => `${kind}(${left}, ${right})`);
    }
  }
}

function faultOf(text: string, protocol: RuleProtocol = 'http', syntax: RuleSyntax = 'v3'): RuleFault {
  const rule = readRule(text, { protocol, syntax });
  return rule.kind === 'fault' ? rule : assert.fail(`${text} is read`);
}

/** What is wrong with a rule, and which part of it. */
function toldOf(text: string): string {
  const { message, place } = faultOf(text);
  return `${message} [${place === undefined ? '' : text.slice(place.start, place.end)}]`;
}

/** All parts of a rule as they are marked in its text. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  const look = (node: RuleNode): void => {
    parts.push(text.slice(node.start, node.end));
    if (node.kind === 'not') look(node.part);
    else if (node.kind !== 'matcher') for (const part of node.parts) look(part);
  };
  look(ruleOf(text).root);
  return parts;
}

describe('readRule: reading a rule', () => {
  it("makes the trees of Traefik's own tests", () => {
    // TestRuleMatch in pkg/rules/parser_test.go, whose matcher m is Method here.
    for (const [text, tree] of [
      ['m(`1`)', 'm[1]'],
      ['(m(`1`))', 'm[1]'],
      ['M(`1`)', 'm[1]'],
      ['m(`1`, `2`)', 'm[1, 2]'],
      ['!m(`1`)', '!m[1]'],
      ['m(`1`) && m(`2`)', 'and(m[1], m[2])'],
      ['m(`1`) || m(`2`)', 'or(m[1], m[2])'],
      ['!(m(`1`) && m(`2`))', 'or(!m[1], !m[2])'],
      ['!(m(`1`) || m(`2`))', 'and(!m[1], !m[2])'],
    ] as const) {
      const renamed = text.replaceAll('m(', 'Method(').replaceAll('M(', 'METHOD(');
      assert.equal(treeOf(ruleOf(renamed, 'http', 'v2').root), tree, text);
    }
    for (const text of [
      ['', 'm', 'm()', 'm(``)', 'm(`1`) &&', 'm(`1`) ||', 'm(`1)', 'm(`1`))', '(m(`1`)', 'w(`1`)'],
      ['m(`1`) && m()'],
    ].flat()) {
      faultOf(text.replaceAll('m(', 'Method('));
    }
  });

  it('binds && stronger than ||, and ! strongest', () => {
    const rule = 'Method(`1`) || !Method(`2`) && Method(`3`) || Method(`4`)';
    assert.equal(treeOf(ruleOf(rule).root), 'or(or(m[1], and(!m[2], m[3])), m[4])');
  });

  it('takes the spellings of names that Traefik takes', () => {
    for (const name of ['PathPrefix', 'pathprefix', 'PATHPREFIX', 'Pathprefix']) ruleOf(`${name}(\`/\`)`);
    for (const name of ['pathPrefix', 'PATHprefix', 'PathPrefiX']) {
      assert.equal(toldOf(`${name}(\`/\`)`), `Unknown matcher “${name}”. [${name}]`);
    }
  });

  it('has no matchers of the other protocol or the other version', () => {
    faultOf('HostSNI(`a.test`)');
    faultOf('Host(`a.test`)', 'tcp');
    faultOf('Headers(`X`, `1`)');
    faultOf('Header(`X`, `1`)', 'http', 'v2');
    ruleOf('HostHeader(`a.test`)', 'http', 'v2');
    faultOf('HostHeader(`a.test`)');
  });

  it('takes both kinds of quotes, with the escapes of Go', () => {
    const meant = (text: string): string => {
      const { root } = ruleOf(`Method(${text})`);
      return root.kind === 'matcher' ? (root.values[0] ?? '') : assert.fail();
    };
    assert.equal(meant('`a\\"b`'), 'a\\"b');
    assert.equal(meant('"a\\"b\\\\"'), 'a"b\\');
    assert.equal(meant('"\\x41\\102\\u00e4\\U0001F9AD\\t`"'), 'AB\u00e4\u{1F9AD}\t`');
    assert.equal(meant('`a\r\nb`'), 'a\nb');
    for (const text of ["'a'", '"a', '`a', '"a\nb"', '"\\q"', '"\\ud800"', '"\\400"', 'a', '1', '']) {
      faultOf(`Method(${text})`);
    }
  });

  it('does not read values that are no text, which Traefik takes', () => faultOf('Method("\\xff")'));

  it('takes what Go takes besides: comments, a last comma, dots and a line break where a line may end', () => {
    for (const text of [
      'Method(`a`) // Host(',
      'Method(`a`) /* Host( */ && Method(`b`)',
      'Method(`a`,)',
      'Method(`a`...)',
      'Method(`a`) &&\n Method(`b`)',
      '(\nMethod(\n`a`))',
      '\n\tMethod (`a`)\n\n\n',
      'Method(`a`) // b\n',
      'Method(`a`) /* b\n */ ',
      'Method(`a`,\n)',
    ]) {
      ruleOf(text);
    }
  });

  it('refuses a line break before an operator', () => {
    assert.equal(toldOf('Method(`a`)\n&& Method(`b`)'), 'Unexpected “&&”. Expected the end of the rule. [&&]');
    assert.match(toldOf('(Method(`a`)\n|| Method(`b`))'), /lines can only be broken after an operator/);
  });

  it('refuses what joins matchers in other languages', () => {
    for (const text of [
      'Method(`a`) and Method(`b`)',
      'Method(`a`) & Method(`b`)',
      'Method(`a`), Method(`b`)',
      'Method(`a`) Method(`b`)',
      'Method(`a`) || ',
      '!',
      '()',
      'Method',
      'Method(Method(`a`))',
      'a.b(`c`)',
      'Method(`a`) == Method(`b`)',
      'Method(`a`);',
      '(Method)(`a`)',
      'Method((`a`))',
      'Method(`a` + `b`)',
      'Method(`a`\n)',
    ]) {
      faultOf(text);
    }
  });

  it('points at what is wrong', () => {
    assert.equal(
      toldOf('Host(`a.test`, `b.test`)'),
      'Wrong number of values for Host: expected 1, got 2. [Host(`a.test`, `b.test`)]',
    );
    assert.equal(toldOf('Host(`a`) && Path(`b`)'), 'The path “b” does not start with “/”. [Path(`b`)]');
    assert.equal(toldOf('Host(a)'), 'Unexpected “a”. Expected a value in quotes. [a]');
    assert.equal(toldOf('Host(`a`) Host(`b`)'), 'Unexpected “Host”. Expected the end of the rule. [Host]');
    assert.equal(toldOf('Host(`a`) &&'), 'Unexpected end of the rule. Expected a matcher. []');
    assert.equal(
      toldOf('Host(`bücher.test`)'),
      'The host “bücher.test” contains non-ASCII characters. Write it in punycode (xn--). [Host(`bücher.test`)]',
    );
  });

  it('knows the place of each part, with its brackets', () => {
    assert.deepEqual(partsOf(' !(Host(`a`) || Path(`/b`)) && ((Method(`c`))) '), [
      '!(Host(`a`) || Path(`/b`)) && ((Method(`c`)))',
      '!(Host(`a`) || Path(`/b`))',
      '(Host(`a`) || Path(`/b`))',
      'Host(`a`)',
      'Path(`/b`)',
      '((Method(`c`)))',
    ]);
  });
});
