import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { ipBlockOf } from '../../proxy/rules/hosts';
import type { CheckedValue } from '../model/declaration';
import { isKnown } from '../source/placedText';
import type { CheckContext } from './checkContext';
import type { PatternChecks } from './patternChecks';

/** What is wrong with a value that an object has when it is used; undefined if nothing certainly is. */
export function faultOfValue(
  { form, text }: CheckedValue,
  { plugins }: CheckContext,
  patterns: PatternChecks,
): string | undefined {
  const { value } = text;
  if (!isKnown(value)) return undefined;
  switch (form) {
    case 'regexp':
      // It may be that of a header.
      return patterns.isInvalid(value, text) ? l10n.t('A regular expression is not valid.') : undefined;
    case 'cidr':
      return ipBlockOf(value) === undefined
        ? l10n.t('“{0}” is not a valid IP address or range.', quoted(value))
        : undefined;
    case 'user':
      // The value itself is a secret.
      return value.includes(':') ? undefined : l10n.t('A user is written as “name:hash”.');
    case 'digestUser':
      return value.split(':').length === 3 ? undefined : l10n.t('A user is written as “name:realm:hash”.');
    case 'statusRange':
      return /^\d+(?:-\d+)?$/.test(value)
        ? undefined
        : l10n.t('“{0}” is not a status or a range such as 500-599.', quoted(value));
    case 'mediaType':
      return /^[^/;\s]+\/[^/;\s]+/.test(value) ? undefined : l10n.t('“{0}” is not a media type.', quoted(value));
    case 'breakerExpression':
      return faultOfExpression(value, BREAKER_FUNCTIONS);
    case 'retryExpression':
      return faultOfExpression(value, RETRY_FUNCTIONS);
    case 'cipherSuite':
      return CIPHER.test(value) ? undefined : l10n.t('There is no cipher suite “{0}”.', quoted(value));
    case 'curve':
      return CURVES.has(value) ? undefined : l10n.t('There is no curve “{0}”.', quoted(value));
    case 'clientAuthType':
      return AUTH_TYPES.has(value) ? undefined : l10n.t('There is no client authentication “{0}”.', quoted(value));
    case 'port':
      return /^\d*$/.test(value) ? undefined : l10n.t('“{0}” is not a valid port.', quoted(value));
    case 'plugin':
      return plugins?.has(value) === false ? l10n.t('The plugin “{0}” is not installed.', quoted(value)) : undefined;
    case 'missing':
      return l10n.t('“{0}” lacks a value that it needs.', quoted(value));
  }
}

const BREAKER_FUNCTIONS = new Set(['LatencyAtQuantileMS', 'NetworkErrorRatio', 'ResponseCodeRatio']);
const RETRY_FUNCTIONS = new Set(['RequestMethod', 'IsNetworkError', 'Attempts', 'ResponseCode']);

/** One that does not end goes on to the end of the text, and is looked for once. */
const QUOTED = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|`[^`]*(?:`|$)/g;

function faultOfExpression(value: string, functions: ReadonlySet<string>): string | undefined {
  for (const [, name = ''] of value.replace(QUOTED, '""').matchAll(/\b([A-Za-z_]\w*)\s*\(/g)) {
    if (!functions.has(name)) return l10n.t('Expressions have no function “{0}”.', quoted(name));
  }
  return undefined;
}

/** crypto/tls of Go, and Traefik's list (pkg/tls/cipher.go). */
const CIPHER =
  /^TLS_(?:(?:ECDHE_(?:RSA|ECDSA)|RSA)_WITH_(?:RC4_128_SHA|3DES_EDE_CBC_SHA|AES_(?:128|256)_CBC_SHA|AES_128_CBC_SHA256|AES_128_GCM_SHA256|AES_256_GCM_SHA384)|ECDHE_(?:RSA|ECDSA)_WITH_CHACHA20_POLY1305(?:_SHA256)?|AES_128_GCM_SHA256|AES_256_GCM_SHA384|CHACHA20_POLY1305_SHA256|FALLBACK_SCSV)$/;

const CURVES = new Set([
  ...['secp256r1', 'CurveP256', 'secp384r1', 'CurveP384', 'secp521r1', 'CurveP521', 'x25519', 'X25519'],
  ...['x25519mlkem768', 'X25519MLKEM768', 'secp256r1mlkem768', 'SecP256r1MLKEM768'],
  ...['secp384r1mlkem1024', 'SecP384r1MLKEM1024'],
]);

const AUTH_TYPES = new Set([
  ...['NoClientCert', 'RequestClientCert', 'RequireAnyClientCert', 'VerifyClientCertIfGiven'],
  'RequireAndVerifyClientCert',
]);
