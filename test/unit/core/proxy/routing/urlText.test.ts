import assert from 'node:assert/strict';
import { type AskedUrl, readAskedUrl, urlAt, urlInSelection } from '../../../../../src/core/proxy/routing/urlText';

const longestUrl = 8_000;

function read(typed: string): AskedUrl {
  const found = readAskedUrl(typed);
  return 'problem' in found ? assert.fail(found.problem) : found;
}

function problem(typed: string): string {
  const found = readAskedUrl(typed);
  return 'problem' in found ? found.problem : assert.fail(JSON.stringify(found));
}

describe('urlText: a typed URL', () => {
  it('is taken apart as it stands, without being cleaned', () => {
    assert.deepEqual(read(' HTTPS://Shop.Example.test:8443/a/../b//%2f?X=%41&x '), {
      protocol: 'http',
      isTls: true,
      host: 'Shop.Example.test:8443',
      name: 'Shop.Example.test',
      port: 8443,
      target: '/a/../b//%2f?X=%41&x',
      notes: [],
    });
  });

  it('may have no scheme, no path, or only a query', () => {
    assert.deepEqual([read('shop.test/a').protocol, read('shop.test/a').isTls], ['http', undefined]);
    assert.equal(read('http://shop.test').target, '/');
    assert.equal(read('http://shop.test?a=b').target, '/?a=b');
    assert.equal(read('shop.test').protocol, 'http');
  });

  it('may mean a connection', () => {
    assert.deepEqual([read('tcp://db.test:5432').protocol, read('tcp://db.test:5432').isTls], ['tcp', undefined]);
    assert.deepEqual([read('tls://db.test').protocol, read('tls://db.test').isTls], ['tcp', true]);
    assert.equal(read('db.test:5432').protocol, undefined);
    assert.equal(read('db.test:5432/').protocol, 'http');
    assert.match(problem('tcp://db.test/path'), /^A connection has no path/);
  });

  it('may have an IPv6 address for a host', () => {
    const { host, name, port } = read('http://[::1]:8080/x');
    assert.deepEqual([host, name, port], ['[::1]:8080', '::1', 8080]);
    assert.match(problem('http://::1/'), /in brackets/);
    assert.match(problem('http://[beef]/'), /in brackets/);
  });

  it('has only those characters encoded that cannot be sent, which is said', () => {
    const { target, notes } = read('http://a.test/ü b/{id}?q="x y"#part');
    assert.equal(target, '/%C3%BC%20b/{id}?q="x%20y"');
    assert.deepEqual(notes, [
      'The part after “#” is not sent.',
      'Characters that are not allowed in URLs are encoded, as in a browser.',
    ]);
  });

  it('loses user and password, which is said', () => {
    const { host, notes } = read('https://me:s3cr3t@shop.test/');
    assert.equal(host, 'shop.test');
    assert.match(notes.join(), /^The user name and password are ignored/);
  });

  it('is refused with a reason where it cannot be asked about', () => {
    assert.match(problem(''), /^Enter a URL/);
    assert.match(problem('ftp://a.test'), /^Enter an http, https, tcp, or tls URL/);
    assert.match(problem('https://'), /^Enter a host/);
    assert.match(problem('http://a.test:0/'), /^The port must be a number/);
    assert.match(problem('http://a.test:70000/'), /^The port must be a number/);
    assert.match(problem('two words'), /without spaces/);
    assert.match(problem('http://exämple.test/'), /xn--/);
    assert.match(problem('http://a\\b/'), /host is not valid/);
    assert.match(problem(`http://a.test/${'x'.repeat(longestUrl)}`), /too long/);
  });
});

describe('urlText: a URL in an editor', () => {
  it('is what is selected, without quotation marks, brackets and punctuation around it', () => {
    for (const selected of [
      'https://a.test/x?y=(z)',
      '"https://a.test/x?y=(z)",',
      '<https://a.test/x?y=(z)>.',
      '(https://a.test/x?y=(z))',
      '\n  `https://a.test/x?y=(z)`;\nmore',
    ]) {
      assert.equal(urlInSelection(selected), 'https://a.test/x?y=(z)', selected);
    }
    assert.equal(urlInSelection('http://[::1]'), 'http://[::1]');
    assert.equal(urlInSelection(' \n '), '');
  });

  it('loses the brackets behind it that it does not open, and keeps the others', () => {
    assert.equal(urlInSelection('http://a.test/(x)]).'), 'http://a.test/(x)');
    assert.equal(urlInSelection('http://a.test/{a}[b](c)'), 'http://a.test/{a}[b](c)');
    assert.equal(urlInSelection('http://a.test/)(})]'), 'http://a.test/)(');
    assert.equal(urlInSelection(`http://a.test/${')'.repeat(3_000)}`), 'http://a.test/');
  });

  it('is the one that the cursor is in or at', () => {
    const line = 'see "http://a.test/x", and [https://b.test/y](tcp://c.test:1).';
    assert.equal(urlAt(line, line.indexOf('a.test')), 'http://a.test/x');
    assert.equal(urlAt(line, line.indexOf('"http') + 1), 'http://a.test/x');
    assert.equal(urlAt(line, line.indexOf('", and')), 'http://a.test/x');
    assert.equal(urlAt(line, line.indexOf('and')), undefined);
    assert.equal(urlAt('nothing here', 3), undefined);
    assert.equal(urlAt('http://', 3), undefined);
  });

  it('is found in a very long line', () => {
    const line = `${'x '.repeat(100_000)}https://a.test/ ${'y '.repeat(100_000)}`;
    assert.equal(urlAt(line, line.indexOf('a.test')), 'https://a.test/');
  });
});
