import type { Endpoint } from '../endpoint';
import { onOneLine, plainText } from '../text/plainText';

/**
 * Makes one line of what a server, or an error about one, says: cleaned by `plainText`, and with `•••` for the
 * endpoint's credentials (some servers echo the request). It is still the server's text: escape it where it is shown.
 *
 * @returns at most 500 code points; undefined where nothing is left
 */
export function serverText(text: string, endpoint: Endpoint): string | undefined {
  return plainText(withoutSecrets(text, endpoint), SHOWN) || undefined;
}

/** The first 20,000 code points of what a server says as one line (see `plainText`), with `•••` for the endpoint's credentials. */
export function withoutSecrets(text: string, endpoint: Endpoint): string {
  return secretsOf(endpoint).reduce((line, secret) => line.replaceAll(secret, '•••'), plainText(text, READ));
}

const SHOWN = 500;
/** A body may have 64 MiB; what is shown of it is in its first pages. */
const READ = 20_000;
/** Blanking out every `a` would make a riddle of the text, and tell the password. */
const SHORTEST_SECRET = 4;

/** All that must not be repeated, in the forms in which a server may echo it and a line shows it; longer ones first. */
function secretsOf({ auth, headers }: Endpoint): string[] {
  // The host is in every sentence that a server writes about a name.
  const secrets = Object.entries(headers).flatMap(([name, value]) => (name.toLowerCase() === 'host' ? [] : [value]));
  if (auth.type === 'basic') {
    secrets.push(auth.password, Buffer.from(`${auth.username}:${auth.password}`, 'utf8').toString('base64'));
  }
  if (auth.type === 'bearer') secrets.push(auth.token);
  if (auth.type === 'apiKey') secrets.push(auth.key);
  return secrets
    .map((secret) => Buffer.from(secret, 'utf8').toString('utf8'))
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .flatMap((secret) => [secret, onOneLine(secret).trim()])
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length);
}
