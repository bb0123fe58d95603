import type { Endpoint } from '../endpoints/endpoint';
import { isSecretHeader } from '../secrets/secretsInNames';
import { tokensInPath } from '../secrets/tokens';
import { plainText } from '../text/plainText';
import { maskEchoes } from './maskEchoes';

/**
 * Makes one line of server text, or of an error about a server: cleaned by `plainText`, and with `•••` for the endpoint's
 * credentials (some servers echo the request). It is still server text: escape it where it is shown.
 *
 * @returns at most 500 code points; undefined if nothing is left, or only JSON with nothing in it: `{}`
 */
export function serverText(text: string, endpoint: Endpoint): string | undefined {
  const shown = plainText(withoutSecrets(text, endpoint), SHOWN);
  return NOTHING.has(shown) ? undefined : shown;
}

const NOTHING: ReadonlySet<string> = new Set(['', '{}', '[]', '""', 'null']);

/**
 * The first 20,000 code points of server text as one line (see `plainText`), with `•••` for the endpoint's credentials, however
 * they are escaped.
 */
export function withoutSecrets(text: string, endpoint: Endpoint): string {
  // Enough more to recognize a secret at the cut.
  return plainText(maskEchoes(plainText(text, READ + MOST_OF_SECRET), secretsOf(endpoint)), READ);
}

const SHOWN = 500;
/** A body may have 64 MiB, but only its beginning is shown. */
const READ = 20_000;
const MOST_OF_SECRET = 10_000;
/** Shorter values of custom headers are rarely secrets, unless the header's name says so. */
const SHORTEST_HEADER = 4;

const SCHEME = /^(?:Basic|Bearer|Token|ApiKey|Negotiate|Digest)[ \t]+/i;

/** Everything that must not be repeated; longer ones first. */
function secretsOf({ url, auth, headers }: Endpoint): string[] {
  // The host appears in every message of a server about a name.
  const secrets = Object.entries(headers).flatMap(([name, value]) =>
    name.toLowerCase() === 'host' || (value.length < SHORTEST_HEADER && !isSecretHeader(name))
      ? []
      : [value, value.replace(SCHEME, '')],
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
