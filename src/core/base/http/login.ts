import { createHash, randomBytes } from 'node:crypto';
import type { Endpoint } from '../endpoints/endpoint';
import type { HttpResponse } from './httpClient';

interface Session {
  readonly challenge: DigestChallenge;
  readonly cnonce: string;
  count: number;
}

/**
 * How requests send an endpoint's user and password; for other credentials it does nothing.
 *
 * The first request sends them as Basic without a challenge: engines that also serve anonymous users, with fewer
 * rights, never send one. A server that requires Digest gets them in that one request and never again, and neither does
 * anything that responds in its place later: `onDigest` stores it for the origin and user, until the user edits the
 * credentials. An endpoint with `scheme` starts without credentials, and its password is never sent.
 *
 * An accepted nonce is used again, with a counter, by all requests. Counts may arrive out of order, which servers such
 * as Traefik refuse without a reason. So a request that is refused with a used nonce, `stale` or not, is sent once more
 * with the nonce of the refusal, which no other request uses before it was accepted.
 */
export function loginOf({ auth }: Endpoint, onDigest: () => void, isDigest: () => boolean = () => false) {
  if (auth.type !== 'basic') return { before: () => undefined, after: () => undefined };
  const basic = `Basic ${Buffer.from(`${auth.username}:${auth.password}`, 'utf8').toString('base64')}`;
  let wantsDigest = auth.scheme === 'digest';
  let session: Session | undefined;

  const answerWith = (one: Session, method: string, uri: string): string => {
    one.count += 1;
    return digestAnswer(one.challenge, auth, { method, uri, count: one.count, cnonce: one.cnonce });
  };

  return {
    /** The `Authorization` of a request, if it is known before a challenge. */
    before(method: string, path: string): string | undefined {
      if (!wantsDigest && isDigest()) {
        wantsDigest = true;
        onDigest();
      }
      if (!wantsDigest) return basic;
      return session === undefined ? undefined : answerWith(session, method, path);
    },
    /** The `Authorization` for another attempt after this response; undefined if the response is final. */
    after({ status, headers }: HttpResponse, method: string, path: string) {
      if (status !== 401) return undefined;
      const asked = headers['www-authenticate'] ?? '';
      const challenge = digestChallengeOf(asked);
      if (challenge === undefined) return undefined;
      if (!wantsDigest) {
        // The server accepts Basic, and has just refused these credentials.
        if (challengesOf(asked).some(({ scheme }) => scheme === 'basic')) return undefined;
        wantsDigest = true;
        onDigest();
      }
      const fresh: Session = { challenge, cnonce: newCnonce(), count: 0 };
      return {
        authorization: answerWith(fresh, method, path),
        /** Call with the resulting status. */
        settle(outcome: number): void {
          session = outcome === 401 ? undefined : fresh;
        },
      };
    },
  };
}

/** The parameters of a Digest challenge (RFC 7616, section 3.3). */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque?: string;
  /** As the server writes it; absent means MD5. */
  readonly algorithm?: string;
  readonly hash: 'md5' | 'sha256';
  /** Whether the response is valid for a session, as with `MD5-sess`. */
  readonly isSession: boolean;
  /** Absent for servers that only support RFC 2069. */
  readonly qop?: 'auth';
  /** Whether the user name is hashed, too. */
  readonly userhash: boolean;
}

/** Not SHA-512-256: the example in RFC 7616 contradicts its text, and implementations differ accordingly. */
const hashByName: ReadonlyMap<string, DigestChallenge['hash']> = new Map([
  ['md5', 'md5'],
  ['sha-256', 'sha256'],
]);

/**
 * The first supported Digest challenge of a `WWW-Authenticate` header: servers list the preferred one first. Undefined
 * if there is none: the whole body would have to be hashed (`auth-int`), or the algorithm is unknown.
 */
export function digestChallengeOf(header: string): DigestChallenge | undefined {
  for (const { scheme, parameters } of challengesOf(header)) {
    if (scheme !== 'digest') continue;
    const algorithm = parameters.get('algorithm');
    const [, name = '', session] = /^(.*?)(-sess)?$/i.exec(algorithm ?? 'md5') ?? [];
    const hash = hashByName.get(name.toLowerCase());
    const { realm, nonce, opaque, qop } = Object.fromEntries(parameters);
    const qops = qop?.split(',').map((one) => one.trim().toLowerCase());
    const echoed = [realm, nonce, opaque ?? ''];
    if (hash === undefined || realm === undefined || nonce === undefined || !echoed.every(isAscii)) continue;
    if (qops !== undefined && !qops.includes('auth')) continue;
    return {
      realm,
      nonce,
      hash,
      isSession: session !== undefined,
      userhash: parameters.get('userhash')?.toLowerCase() === 'true',
      ...(opaque === undefined ? {} : { opaque }),
      ...(algorithm === undefined ? {} : { algorithm }),
      ...(qops === undefined ? {} : { qop: 'auth' }),
    };
  }
  return undefined;
}

/** The request, and the client's part of the response to a challenge. */
interface DigestRequest {
  readonly method: string;
  /** The request's target: path and query. */
  readonly uri: string;
  /** The number of requests with the server's nonce, including this one. */
  readonly count: number;
  /** The client's nonce: the same for all requests with one server nonce. */
  readonly cnonce: string;
}

const newCnonce = (): string => randomBytes(16).toString('hex');

/** The value of `Authorization` for a challenge (RFC 7616, section 3.4). */
export function digestAnswer(
  challenge: DigestChallenge,
  { username, password }: { readonly username: string; readonly password: string },
  { method, uri, count, cnonce }: DigestRequest,
): string {
  const { realm, nonce, opaque, algorithm, qop } = challenge;
  const h = (text: string): string => createHash(challenge.hash).update(text, 'utf8').digest('hex');
  const nc = count.toString(16).padStart(8, '0');
  const secret = h(`${username}:${realm}:${password}`);
  const a1 = challenge.isSession ? h(`${secret}:${nonce}:${cnonce}`) : secret;
  const a2 = h(`${method}:${uri}`);
  const response = h(qop === undefined ? `${a1}:${nonce}:${a2}` : `${a1}:${nonce}:${nc}:${cnonce}:${qop}:${a2}`);
  const usesCnonce = qop !== undefined || challenge.isSession;
  return `Digest ${[
    userParameter(challenge, username, h),
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(uri)}`,
    ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
    ...(qop === undefined ? [] : [`qop=${qop}`, `nc=${nc}`]),
    ...(usesCnonce ? [`cnonce="${cnonce}"`] : []),
    `response="${response}"`,
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ...(challenge.userhash ? ['userhash=true'] : []),
  ].join(', ')}`;
}

function userParameter({ realm, userhash }: DigestChallenge, username: string, h: (text: string) => string): string {
  if (userhash) return `username="${h(`${username}:${realm}`)}"`;
  return isAscii(username) ? `username=${quoted(username)}` : `username*=UTF-8''${inExtendedForm(username)}`;
}

/** `encodeURIComponent` keeps characters that RFC 8187, section 3.2.1, requires to be escaped. */
const inExtendedForm = (text: string): string =>
  encodeURIComponent(wellFormed(text)).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
/** The text as it is encoded in UTF-8 and hashed: half a surrogate pair becomes U+FFFD. */
const wellFormed = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
const isAscii = (text: string | undefined): boolean => /^[\x20-\x7e]*$/.test(text ?? '');

const tokenPattern = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
/** The value of a parameter; a token68 such as `abc==` has none. */
const valuePattern = /\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~0-9A-Za-z-]+))/y;

/**
 * The challenges in a `WWW-Authenticate` header, which may contain several (RFC 9110, section 11.6.1). Schemes and names
 * of parameters are in lower case, and values unquoted.
 */
export function challengesOf(header: string) {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  let isSchemeNext = true;
  for (let at = 0; at < header.length; ) {
    const token = matchAt(tokenPattern, header, at)?.[0];
    if (token === undefined) {
      // After a comma, a name without a value is the next scheme.
      if (header[at] === ',') isSchemeNext = true;
      at += 1;
      continue;
    }
    at += token.length;
    const value = matchAt(valuePattern, header, at);
    if (value !== undefined) {
      at += value[0].length;
      const text = value[1]?.replace(/\\(.)/g, '$1') ?? value[2] ?? '';
      const { parameters } = challenges.at(-1) ?? {};
      if (parameters?.has(token.toLowerCase()) === false) parameters.set(token.toLowerCase(), text);
    } else if (isSchemeNext) {
      challenges.push({ scheme: token.toLowerCase(), parameters: new Map() });
    }
    isSchemeNext = false;
  }
  return challenges;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
