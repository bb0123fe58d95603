import type { Endpoint } from '../endpoints/endpoint';
import { isSecretHeader, tokensInPath } from '../secrets/secretsInText';
import { plainText } from '../text/plainText';
import { maskEchoes } from './maskEchoes';

/**
 * Makes one line of server text, or of an error about a server: cleaned by `plainText`, and with `•••` for the
 * endpoint's credentials (some servers echo the request). It is still server text: escape it where it is shown.
 *
 * @returns at most 500 code points; undefined if nothing is left, or only JSON with nothing in it: `{}`
 */
export function serverText(text: string, endpoint: Endpoint): string | undefined {
  const shown = plainText(withoutSecrets(text, endpoint), shownLength);
  return nothing.has(shown) ? undefined : shown;
}

const nothing: ReadonlySet<string> = new Set(['', '{}', '[]', '""', 'null']);

/** The first 20,000 code points as one line (see `plainText`), with `•••` for credentials, however escaped. */
export function withoutSecrets(text: string, endpoint: Endpoint): string {
  // The extra length lets `maskEchoes` recognize a secret at the cut.
  return plainText(maskEchoes(plainText(text, longestMasked + mostOfSecret), secretsOf(endpoint)), longestMasked);
}

const shownLength = 500;
/** A body may have 64 MiB, but only its beginning is shown. */
const longestMasked = 20_000;
const mostOfSecret = 10_000;
/** Shorter values of custom headers are rarely secrets, unless the header's name says so. */
const shortestHeader = 4;

const authSchemePattern = /^(?:Basic|Bearer|Token|ApiKey|Negotiate|Digest)[ \t]+/i;

/** All secrets of the endpoint, longest first. */
function secretsOf({ url, auth, headers }: Endpoint): string[] {
  // The host is left out: every message of a server about a name contains it.
  const secrets = Object.entries(headers).flatMap(([name, value]) =>
    name.toLowerCase() === 'host' || (value.length < shortestHeader && !isSecretHeader(name))
      ? []
      : [value, value.replace(authSchemePattern, '')],
  );
  if (auth.type === 'basic') {
    secrets.push(auth.password);
    // Also finds a password that is too short to be found in base64 by itself.
    secrets.push(Buffer.from(`${auth.username}:${auth.password}`, 'utf8').toString('base64'));
    secrets.push(Buffer.from(`${auth.username}:${auth.password}`, 'utf8').toString('base64url'));
  }
  secrets.push(...tokensInPath(url));
  if (auth.type === 'bearer') secrets.push(auth.token);
  if (auth.type === 'apiKey') secrets.push(auth.key);
  return [...new Set(secrets)].sort((a, b) => b.length - a.length);
}
