import { createHash, randomBytes } from 'node:crypto';
import type { Handler, Reply } from './reply';

/** Who may ask, by Digest. */
export interface DigestUser {
  readonly username: string;
  readonly password: string;
  /** Default MD5, which is all that Traefik knows. */
  readonly algorithm?: 'MD5' | 'SHA-256';
  /** After how many requests with one nonce a new one is asked for, as `stale`. Default: never. */
  readonly usesOfNonce?: number;
}

/**
 * Admits one user by Digest, as Traefik does (go-http-auth): the nonce must be the server's own, and the count of requests
 * with it must rise; who counts wrong is refused without a word of it.
 *
 * @param refuse makes the refusal of its `WWW-Authenticate`
 */
export function withDigest(user: DigestUser, refuse: (challenge: string) => Reply, handler: Handler): Handler {
  const { username, password, algorithm = 'MD5', usesOfNonce = Number.POSITIVE_INFINITY } = user;
  const realm = 'traefik';
  const opaque = randomBytes(12).toString('base64');
  const counts = new Map<string, number>();
  const hash = (...parts: readonly string[]) =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(parts.join(':'))
      .digest('hex');

  const challenge = (stale: boolean): string => {
    const nonce = randomBytes(12).toString('base64');
    counts.set(nonce, 0);
    const words = `Digest realm="${realm}", nonce="${nonce}", opaque="${opaque}", algorithm="${algorithm}", qop="auth"`;
    return stale ? `${words}, stale=true` : words;
  };

  return (request) => {
    const given = new Map(
      [...(request.headers.authorization ?? '').matchAll(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g)].map(
        ([, name = '', quoted, plain]) => [name, quoted?.replace(/\\(.)/g, '$1') ?? plain ?? ''],
      ),
    );
    const of = (name: string) => given.get(name) ?? '';
    const count = counts.get(of('nonce'));
    const expected = hash(
      hash(username, realm, password),
      of('nonce'),
      of('nc'),
      of('cnonce'),
      of('qop'),
      hash(request.method, of('uri')),
    );
    const isRight =
      /^Digest /.test(request.headers.authorization ?? '') &&
      count !== undefined &&
      of('username') === username &&
      of('realm') === realm &&
      of('opaque') === opaque &&
      of('uri') === request.path &&
      of('response') === expected;
    if (!isRight) return refuse(challenge(false));
    const now = Number.parseInt(of('nc'), 16);
    if (now <= count) return refuse(challenge(false));
    if (now > usesOfNonce) return refuse(challenge(true));
    counts.set(of('nonce'), now);
    return handler(request);
  };
}
