import assert from 'node:assert/strict';
import { bytesOf, type NormalizedTarget, normalizeTarget } from '../../../../../src/core/proxy/rules/requestTarget';
import { cleaned, operations, type PathVector, routed } from './vectorsPaths';

const usual = { isCleaned: true, keepsSemicolons: false };

function see(target: string, settings = usual): NormalizedTarget {
  const seen = normalizeTarget(target, settings);
  return 'refused' in seen ? assert.fail(`${target}: ${seen.refused}`) : seen;
}

function hold(vectors: readonly PathVector[]): void {
  for (const [sent, decoded, routing] of vectors) {
    const seen = see(sent);
    assert.equal(seen.decodedPath, decoded, sent);
    assert.equal(seen.routingPath, routing, sent);
  }
}

const isRefused = (target: string): boolean => 'refused' in normalizeTarget(target, usual);

describe('requestTarget: the path that rules see', () => {
  it('is cleaned as the entry point does it', () => hold(cleaned));

  it('is decoded, normalized and cleaned in that order', () => hold(operations));

  it('keeps reserved characters escaped', () => hold(routed));

  it('has no escapes where none are needed, and those that stay in capitals', () => {
    // TestNormalizePath in pkg/server/server_entrypoint_tcp_test.go.
    const unreserved = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~';
    const escapes = Array.from(unreserved, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
    const reserved = '%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%25';
    assert.equal(see(`/${escapes}${reserved}%0a`).routingPath, `/${unreserved}${reserved}\n`);
    assert.equal(see(`/${escapes}${reserved.toLowerCase()}%0a`).routingPath, `/${unreserved}${reserved}\n`);
  });

  it('is refused with a fragment or a broken escape', () => {
    for (const target of ['/#', '/a#b', '/%', '/%f', '/a%zz']) assert.ok(isRefused(target), target);
    for (const target of ['/', '/%20', '/%23', '/?#', '/?%']) assert.ok(!isRefused(target), target);
  });

  it('is refused with control characters', () => {
    for (const target of ['/a\tb', '/a\x7fb', '/?a=\n']) assert.ok(isRefused(target), JSON.stringify(target));
    assert.equal(see('/%09').routingPath, '/\t');
  });

  it('stays as it was sent where the entry point does not clean paths', () => {
    const { routingPath, decodedPath } = see('/a//b/../c/%2e%2e/%2F', { ...usual, isCleaned: false });
    assert.equal(routingPath, '/a//b/../c/../%2F');
    assert.equal(decodedPath, '/a//b/../c/..//');
  });

  it('is of bytes, whether or not they are text', () => {
    assert.equal(see('/%C3%A4').routingPath, bytesOf('/ä'));
    assert.equal(see('/%ff').routingPath, '/\xff');
  });
});

describe('requestTarget: the parameters that rules see', () => {
  const parameters = (query: string, settings = usual) => [...see(`/?${query}`, settings).query];

  it('have all their values in their order', () => {
    assert.deepEqual(parameters('a=1&b=2&a=3&a'), [
      ['a', ['1', '3', '']],
      ['b', ['2']],
    ]);
  });

  it('are decoded, with plus signs for spaces', () => {
    assert.deepEqual(parameters('a+b=c+%2B%26'), [['a b', ['c +&']]]);
  });

  it('are not there where an escape is broken or nothing is said', () => {
    assert.deepEqual(parameters('a=%&&b=1&%z=2'), [['b', ['1']]]);
    assert.deepEqual(parameters('=1'), [['', ['1']]]);
  });

  it('are parted by semicolons too, unless the entry point keeps these', () => {
    assert.deepEqual(parameters('a=1;b=2'), [
      ['a', ['1']],
      ['b', ['2']],
    ]);
    assert.deepEqual(parameters('a=1;b=2', { ...usual, keepsSemicolons: true }), [['a', ['1;b=2']]]);
  });
});
