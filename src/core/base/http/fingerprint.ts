import { createHash } from 'node:crypto';
import * as l10n from '@vscode/l10n';

/** The SHA-256 of a certificate's DER, as stored in the endpoint's record. */
export function fingerprintOf(der: Uint8Array): string {
  return createHash('sha256').update(der).digest('hex');
}

/** The fingerprint as OpenSSL and browsers write it: `22:B8:5A:…`. */
export function fingerprintWithColons(fingerprint: string): string {
  return fingerprint.toUpperCase().replace(/..(?=.)/g, '$&:');
}

/**
 * Reads a pasted fingerprint: with or without colons or spaces, in upper or lower case, and with the prefixes of
 * OpenSSL (`sha256 Fingerprint=`) and other tools (`SHA256:`).
 *
 * @returns the fingerprint, or `problem`: a sentence with what to paste instead.
 */
export function readFingerprint(text: string): { readonly fingerprint: string } | { readonly problem: string } {
  const digits = text
    .replace(/^.*=/, '')
    .replace(/^\s*sha-?256:/i, '')
    .replace(/[\s:-]/g, '')
    .toLowerCase();
  if (/^[0-9a-f]{64}$/.test(digits)) return { fingerprint: digits };
  return /^[0-9a-f]{40}$/.test(digits)
    ? {
        problem: l10n.t('This is a SHA-1 fingerprint. Enter the SHA-256 fingerprint, which has 64 hexadecimal digits.'),
      }
    : { problem: l10n.t('A SHA-256 fingerprint has 64 hexadecimal digits, with or without colons.') };
}
