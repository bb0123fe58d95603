import * as l10n from '@vscode/l10n';
import { quoted, quotedList } from '../../base/text/quoted';
import { ipBlockOf } from '../../proxy/rules/hosts';
import { knownEncodings } from '../declare/checkedValues';
import { secondsOfGo } from '../decode/goValues';
import type { CheckedValue } from '../model/declaration';
import { isKnown } from '../source/placedText';
import type { CheckContext } from './checkContext';
import type { PatternChecks } from './patternChecks';

/** The problem of a value of an object in use; undefined if none is certain. */
export function faultOfValue(
  { form, text, options = [] }: CheckedValue,
  { plugins }: CheckContext,
  patterns: PatternChecks,
): string | undefined {
  const { value } = text;
  const [first = '', ...others] = options;
  if (!isKnown(value)) return undefined;
  switch (form) {
    case 'regexp':
      // It may be the value of a header.
      return patterns.isInvalid(value, text) ? l10n.t('A regular expression is not valid.') : undefined;
    case 'cidr':
      return ipBlockOf(value) === undefined
        ? l10n.t('“{0}” is not a valid IP address or range.', quoted(value))
        : undefined;
    case 'user':
      // The value itself is a secret.
      return value.split(':').length === 2 ? undefined : l10n.t('A user is written as “name:hash”.');
    case 'digestUser':
      return value.split(':').length === 3 ? undefined : l10n.t('A user is written as “name:realm:hash”.');
    case 'statusRange':
      return isStatusRange(value)
        ? undefined
        : l10n.t('“{0}” is not a status or a range such as 500-599.', quoted(value));
    case 'statusKey': {
      if (isStatusRange(value)) return undefined;
      const written = text.file.text.slice(text.start, text.end);
      // Numbers lose their names in the files of the file provider.
      return isStatusRange(written)
        ? l10n.t('Traefik does not use the name “{0}”, as it is no text. Put it in quotes.', quoted(written))
        : l10n.t('“{0}” is not a status or a range such as 500-599.', quoted(value));
    }
    case 'mediaType':
      return /^[^/;\s]+\/[^/;\s]+/.test(value) ? undefined : l10n.t('“{0}” is not a media type.', quoted(value));
    case 'breakerExpression':
      return (
        faultOfExpression(value, breakerFunctions) ??
        (/[<>]|[=!]=/.test(value)
          ? undefined
          : l10n.t('This expression compares nothing. Write one such as {0}.', 'NetworkErrorRatio() > 0.5'))
      );
    case 'retryExpression':
      return faultOfExpression(value, retryFunctions);
    case 'cipherSuite':
      return cipherPattern.test(value) ? undefined : l10n.t('There is no cipher suite “{0}”.', quoted(value));
    case 'curve':
      return curves.has(value) ? undefined : l10n.t('There is no curve “{0}”.', quoted(value));
    case 'clientAuthType':
      return authTypes.has(value) ? undefined : l10n.t('There is no client authentication “{0}”.', quoted(value));
    case 'port':
      return /^\d*$/.test(value) ? undefined : l10n.t('“{0}” is not a valid port.', quoted(value));
    case 'plugin':
      return plugins?.has(value) === false ? l10n.t('The plugin “{0}” is not installed.', quoted(value)) : undefined;
    case 'percent':
      return inRange(value, 0, 100) ? undefined : l10n.t('“{0}” is no percentage from 0 to 100.', quoted(value));
    case 'statusCode':
      return statusCodes.has(Number(value)) ? undefined : l10n.t('“{0}” is no status code of HTTP.', quoted(value));
    case 'ipv6Subnet':
      return inRange(value, 1, 128)
        ? undefined
        : l10n.t('“{0}” is no length of an IPv6 prefix, from 1 to 128.', quoted(value));
    case 'notNegative':
      return (secondsOfGo(value) ?? 0) < 0 ? l10n.t('“{0}” cannot be less than 0.', quoted(first)) : undefined;
    case 'encoding':
      return knownEncodings.includes(value)
        ? undefined
        : l10n.t('There is no encoding “{0}”. Known ones: {1}.', quoted(value), quotedList(knownEncodings));
    case 'defaultEncoding':
      return l10n.t('The default encoding “{0}” is none of the encodings: {1}.', quoted(value), quotedList(options));
    case 'headers':
      return l10n.t('These headers have no option that sets or removes one. Add one, or remove the middleware.');
    case 'missing':
      return others.length > 1
        ? l10n.t('“{0}” needs one of {1}.', quoted(first), quotedList(others))
        : l10n.t('“{0}” needs “{1}”.', quoted(first), quoted(others[0] ?? ''));
    case 'excludes':
      return l10n.t('“{0}” and “{1}” exclude each other. Remove one of them.', quoted(first), quoted(others[0] ?? ''));
    default:
      // Traefik accepts the others.
      return undefined;
  }
}

function inRange(value: string, least: number, most: number): boolean {
  return Number(value) >= least && Number(value) <= most;
}

/** NewHTTPCodeRanges in pkg/types ignores the text after a second dash. */
function isStatusRange(value: string): boolean {
  return value.split('-', 2).every((code) => /^\+?\d{1,18}$/.test(code));
}

/** Those with a text in Go (http.StatusText), and 0 for the default. */
const statusCodes: ReadonlySet<number> = new Set([
  ...[0, 100, 101, 102, 103, 200, 201, 202, 203, 204, 205, 206, 207, 208, 226, 300, 301, 302, 303, 304, 305, 307, 308],
  ...[400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 421, 422, 423],
  ...[424, 425, 426, 428, 429, 431, 451, 500, 501, 502, 503, 504, 505, 506, 507, 508, 510, 511],
]);

const breakerFunctions = new Set(['LatencyAtQuantileMS', 'NetworkErrorRatio', 'ResponseCodeRatio']);
const retryFunctions = new Set(['RequestMethod', 'IsNetworkError', 'Attempts', 'ResponseCode']);

/** An unclosed quote extends to the end of the text, so that the search for its end runs once. */
const quotedPattern = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|`[^`]*(?:`|$)/g;

function faultOfExpression(value: string, functions: ReadonlySet<string>): string | undefined {
  for (const [, name = ''] of value.replace(quotedPattern, '""').matchAll(/\b([A-Za-z_]\w*)\s*\(/g)) {
    if (!functions.has(name)) return l10n.t('Expressions have no function “{0}”.', quoted(name));
  }
  return undefined;
}

/** crypto/tls of Go, and Traefik's list (pkg/tls/cipher.go). */
const cipherPattern =
  /^TLS_(?:(?:ECDHE_(?:RSA|ECDSA)|RSA)_WITH_(?:RC4_128_SHA|3DES_EDE_CBC_SHA|AES_(?:128|256)_CBC_SHA|AES_128_CBC_SHA256|AES_128_GCM_SHA256|AES_256_GCM_SHA384)|ECDHE_(?:RSA|ECDSA)_WITH_CHACHA20_POLY1305(?:_SHA256)?|AES_128_GCM_SHA256|AES_256_GCM_SHA384|CHACHA20_POLY1305_SHA256|FALLBACK_SCSV)$/;

const curves = new Set([
  ...['secp256r1', 'CurveP256', 'secp384r1', 'CurveP384', 'secp521r1', 'CurveP521', 'x25519', 'X25519'],
  ...['x25519mlkem768', 'X25519MLKEM768', 'secp256r1mlkem768', 'SecP256r1MLKEM768'],
  ...['secp384r1mlkem1024', 'SecP384r1MLKEM1024'],
]);

const authTypes = new Set([
  ...['NoClientCert', 'RequestClientCert', 'RequireAnyClientCert', 'VerifyClientCertIfGiven'],
  'RequireAndVerifyClientCert',
]);
