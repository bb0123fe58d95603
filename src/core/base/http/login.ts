import type { Endpoint } from '../endpoints/endpoint';
import { challengesOf } from './challenge';
import { type DigestChallenge, digestAnswer, digestChallengeOf, newCnonce } from './digest';
import type { HttpResponse } from './httpClient';

/** How requests send an endpoint's user and password. */
interface Login {
  /** The `Authorization` of a request, if it is known before a challenge. */
  before(method: string, path: string): string | undefined;
  /** The `Authorization` for another attempt after this response; undefined if the response is final. */
  after(answer: HttpResponse, method: string, path: string): Retry | undefined;
}

interface Retry {
  readonly authorization: string;
  /** Call with the resulting status. */
  settle(status: number): void;
}

interface Session {
  readonly challenge: DigestChallenge;
  readonly cnonce: string;
  count: number;
}

/**
 * The login of an endpoint with a user and a password; for others it does nothing.
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
export function loginOf({ auth }: Endpoint, onDigest: () => void, isDigest: () => boolean = () => false): Login {
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
      if (!wantsDigest && isDigest()) {
        wantsDigest = true;
        onDigest();
      }
      if (!wantsDigest) return basic;
      return session === undefined ? undefined : answerWith(session, method, path);
    },
    after({ status, headers }, method, path) {
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
        settle(outcome) {
          session = outcome === 401 ? undefined : fresh;
        },
      };
    },
  };
}
