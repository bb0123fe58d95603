import type { Endpoint } from '../endpoints/endpoint';
import { challengesOf } from './challenge';
import { type DigestChallenge, digestAnswer, digestChallengeOf, newCnonce } from './digest';
import type { HttpResponse } from './httpClient';

/** How an endpoint's user and password go along with its requests. */
interface Login {
  /** The `Authorization` of a request, as far as it is known before the server was asked. */
  before(method: string, path: string): string | undefined;
  /** What to ask once more with after this answer; undefined where the answer is the end of it. */
  after(answer: HttpResponse, method: string, path: string): Retry | undefined;
}

interface Retry {
  readonly authorization: string;
  /** Call with the status that came of it. */
  settle(status: number): void;
}

interface Session {
  readonly challenge: DigestChallenge;
  readonly cnonce: string;
  count: number;
}

/**
 * The login of an endpoint with a user and a password; another one's has nothing to say.
 *
 * The first request carries them as Basic, unasked: engines that serve strangers too, with less, never ask for them. A
 * server that wants Digest, and not Basic, has them from that one request; from then on it never gets them again, and
 * neither does whoever answers in its place later: `onDigest` has it remembered in the endpoint's record (`scheme`), which
 * only a person takes back. An endpoint whose record says Digest begins without credentials, and its password is never
 * sent.
 *
 * A nonce that was accepted is used again, counting, by all requests. Their counts may arrive out of order, which servers
 * refuse without a word (Traefik's): so whatever is refused with a used nonce, `stale` or not, is asked once more with the
 * one that came with the refusal, and nobody else gets that one before it was accepted.
 */
export function loginOf({ auth }: Endpoint, onDigest: () => void): Login {
  if (auth.type !== 'basic') return { before: () => undefined, after: () => undefined };
  const basic = `Basic ${Buffer.from(`${auth.username}:${auth.password}`, 'utf8').toString('base64')}`;
  let wantsDigest = auth.scheme === 'digest';
  let session: Session | undefined;

  const answerWith = (one: Session, method: string, uri: string): string => {
    one.count += 1;
    return digestAnswer(one.challenge, auth, { method, uri, count: one.count, cnonce: one.cnonce });
  };

  return {
    before(method, path) {
      if (!wantsDigest) return basic;
      return session === undefined ? undefined : answerWith(session, method, path);
    },
    after({ status, headers }, method, path) {
      if (status !== 401) return undefined;
      const asked = headers['www-authenticate'] ?? '';
      const challenge = digestChallengeOf(asked);
      if (challenge === undefined) return undefined;
      if (!wantsDigest) {
        // It takes Basic, and has just refused it.
        if (challengesOf(asked).some(({ scheme }) => scheme === 'basic')) return undefined;
        wantsDigest = true;
        onDigest();
      }
      const fresh: Session = { challenge, cnonce: newCnonce(), count: 0 };
      return {
        authorization: answerWith(fresh, method, path),
        settle(outcome) {
          session = outcome === 401 ? undefined : fresh;
        },
      };
    },
  };
}
