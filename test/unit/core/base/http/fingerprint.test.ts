import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import {
  fingerprintOf,
  fingerprintWithColons,
  readFingerprint,
} from '../../../../../src/core/base/http/verifyCertificate';
import { makeSelfSigned } from './certificates';

describe('fingerprint: a fingerprint', () => {
  const fingerprint = '22b85a4e00ff'.padEnd(64, '0');

  it('is the one that Node and OpenSSL tell', () => {
    const { raw, fingerprint256 } = new X509Certificate(makeSelfSigned(['a.test']).cert);
    assert.equal(fingerprintWithColons(fingerprintOf(raw)), fingerprint256);
    assert.deepEqual(readFingerprint(fingerprint256), { fingerprint: fingerprintOf(raw) });
  });

  const spellings = [
    fingerprint,
    fingerprint.toUpperCase(),
    fingerprintWithColons(fingerprint),
    `  ${fingerprintWithColons(fingerprint).toLowerCase()}\n`,
    fingerprintWithColons(fingerprint).replaceAll(':', ' '),
    `sha256 Fingerprint=${fingerprintWithColons(fingerprint)}`,
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
    [fingerprintWithColons(fingerprint.slice(24)), /SHA-1/],
  ];
  for (const [text, words] of others) {
    it(`is not read from ${JSON.stringify(text)}`, () => {
      const read = readFingerprint(text);
      assert.ok('problem' in read);
      assert.match(read.problem, words);
    });
  }
});
