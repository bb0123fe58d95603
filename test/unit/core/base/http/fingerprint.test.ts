import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { fingerprintOf, readFingerprint } from '../../../../../src/core/base/http/verifyCertificate';
import { makeSelfSigned } from './certificates';

describe('fingerprint: a fingerprint', () => {
  const fingerprint = '22b85a4e00ff'.padEnd(64, '0');
  /** As OpenSSL and browsers write it. */
  const withColons = fingerprint.toUpperCase().replace(/..(?=.)/g, '$&:');

  it('is the one that Node and OpenSSL tell', () => {
    const { raw, fingerprint256 } = new X509Certificate(makeSelfSigned(['a.test']).cert);
    assert.deepEqual(readFingerprint(fingerprint256), { fingerprint: fingerprintOf(raw) });
  });

  const spellings = [
    fingerprint,
    fingerprint.toUpperCase(),
    withColons,
    `  ${withColons.toLowerCase()}\n`,
    withColons.replaceAll(':', ' '),
    `sha256 Fingerprint=${withColons}`,
    `SHA256:${fingerprint}`,
  ];
  for (const text of spellings) {
    it(`is read from ${JSON.stringify(text)}`, () => assert.deepEqual(readFingerprint(text), { fingerprint }));
  }

  const others: readonly (readonly [text: string, words: RegExp])[] = [
    ['', /64 hexadecimal digits/],
    [fingerprint.slice(1), /64 hexadecimal digits/],
    [`${fingerprint}0`, /64 hexadecimal digits/],
    [fingerprint.replace('2', 'g'), /64 hexadecimal digits/],
    [withColons.slice(24 * 1.5), /SHA-1/],
  ];
  for (const [text, words] of others) {
    it(`is not read from ${JSON.stringify(text)}`, () => {
      const read = readFingerprint(text);
      assert.ok('problem' in read);
      assert.match(read.problem, words);
    });
  }
});
