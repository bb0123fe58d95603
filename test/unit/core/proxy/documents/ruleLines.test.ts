import assert from 'node:assert/strict';
import { ruleLines, sentenceLines } from '../../../../../src/core/proxy/documents/ruleLines';

describe('ruleLines: rules broken over lines', () => {
  it('leaves a short one on one line', () => {
    assert.deepEqual(ruleLines('Host(`a.test`) && PathPrefix(`/x`)'), ['Host(`a.test`) && PathPrefix(`/x`)']);
  });

  it('breaks no string, nor what follows a quote without its partner', () => {
    const open = `PathPrefix(\`/${'a'.repeat(72)}\`)`;
    assert.deepEqual(ruleLines(`${open} && Host("a && \\"b || c`), [open, '&& Host("a && \\"b || c']);
    assert.deepEqual(ruleLines(`${open} && Host(\`a && b`), [open, '&& Host(`a && b']);
  });

  it('breaks a long one before its operators', () => {
    const parts = ['Host(`a-rather-long-name.example.test`)', 'PathPrefix(`/api`)', 'Header(`X-Beta`, `1 && 2 || 3`)'];
    assert.deepEqual(ruleLines(parts.join(' && ')), [parts[0], `&& ${parts[1]}`, `&& ${parts[2]}`]);
  });

  it('keeps what is in brackets together as long as it is short', () => {
    const first = '(Host(`shop.example.test`) || Host(`www.shop.example.test`))';
    assert.deepEqual(ruleLines(`${first} && PathPrefix(\`/api\`) && !ClientIP(\`10.0.0.0/8\`)`), [
      first,
      '&& PathPrefix(`/api`)',
      '&& !ClientIP(`10.0.0.0/8`)',
    ]);
  });

  it('breaks what is in brackets too where that is long', () => {
    const hosts = ['one', 'two', 'three'].map((name) => `Host(\`${name}.a-rather-long-name.example.test\`)`);
    assert.deepEqual(ruleLines(`PathPrefix(\`/x\`) && (${hosts.join(' || ')})`), [
      'PathPrefix(`/x`)',
      `&& (${hosts[0]}`,
      `   || ${hosts[1]}`,
      `   || ${hosts[2]})`,
    ]);
  });

  it('shows what belongs together where both operators join: && binds more', () => {
    const [one, other] = [
      'Host(`shop.example.test`) && PathPrefix(`/x`)',
      '!Method(`GET`) && Host(`other.example.test`)',
    ];
    assert.deepEqual(ruleLines(`${one} || ${other}`), [one, `|| ${other}`]);
    const long = 'Host(`a-rather-long-name.example.test`)';
    assert.deepEqual(ruleLines(`${long} && ${long} || ${other}`), [long, `   && ${long}`, `|| ${other}`]);
    assert.deepEqual(ruleLines(`PathPrefix(\`/x\`) && (${long} || ${long} && ${long})`), [
      'PathPrefix(`/x`)',
      `&& (${long}`,
      `   || ${long}`,
      `      && ${long})`,
    ]);
  });

  it('loses nothing but spaces, whatever the text is', () => {
    const texts = [
      '`'.repeat(500),
      '('.repeat(5_000),
      ')) && '.repeat(500),
      '&&||'.repeat(500),
      `"${'\\'.repeat(999)}`,
    ];
    for (const text of texts) {
      assert.equal(ruleLines(text).join('').replaceAll(' ', ''), text.replaceAll(' ', ''));
    }
  });
});

describe('sentenceLines: sentences broken over lines', () => {
  it('breaks between words, and never within backticks', () => {
    const rule = 'Host(`a rather long name that has spaces in it`) && PathPrefix(`/an/api of/some/length`)';
    const lines = sentenceLines(`It matches everything this router would, which is a lot: ${rule} covers ${rule}.`);
    assert.ok(lines.length > 2);
    for (const line of lines) assert.equal((line.match(/`/g)?.length ?? 0) % 2, 0, line);
    assert.equal(lines.join(' '), `It matches everything this router would, which is a lot: ${rule} covers ${rule}.`);
  });

  it('keeps a short one on one line, and all of what has no end', () => {
    assert.deepEqual(sentenceLines('It is a'), ['It is a']);
    assert.deepEqual(sentenceLines(''), []);
    const open = `It is \`${'a b '.repeat(100)}`;
    assert.equal(sentenceLines(open).join(' '), open);
  });
});
