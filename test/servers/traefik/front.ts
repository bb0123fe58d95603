import type { Auth } from '../../../src/core/endpoint';
import { type Access, isAdmitted } from '../shared/access';
import { type DigestUser, withDigest } from '../shared/digest';
import type { Handler } from '../shared/reply';
import type { TraefikVersion } from './listing';
import { recordedAnswer } from './recorded';
import { notRouted } from './respond';

/**
 * A middleware of Traefik's in front of its API, answering as recorded:
 * `digestAuth` and `ipAllowList` admit nobody; `forwardAuth` admits the bearer token `sample-token`; `rateLimit` admits the first
 * request only; `redirectScheme` sends everybody to https; `otherBackend` is a catch-all router that leads elsewhere.
 */
export type Front = 'digestAuth' | 'forwardAuth' | 'ipAllowList' | 'rateLimit' | 'redirectScheme' | 'otherBackend';

/** What `forwardAuth` lets through. */
export const frontToken = 'sample-token';

export function withFront(front: Front, version: TraefikVersion, handler: Handler): Handler {
  const recorded = (name: string) => recordedAnswer(version, name);
  let admitted = 0;
  return (request) => {
    switch (front) {
      case 'digestAuth':
        return recorded('digest-none');
      case 'ipAllowList':
        return recorded('forbidden');
      case 'forwardAuth':
        return isAdmitted({ type: 'bearer', token: frontToken }, request.headers) ? handler(request) : recorded('sso');
      case 'rateLimit':
        admitted += 1;
        return admitted === 1 ? handler(request) : recorded('throttled');
      case 'redirectScheme': {
        const reply = recorded('redirected');
        const host = (request.headers.host ?? '').replace(/:\d+$/, '');
        return { ...reply, headers: { ...reply.headers, location: `https://${host}${request.path}` } };
      }
      case 'otherBackend': {
        const reply = recorded('not-routed');
        return { ...reply, body: String(reply.body).replace('/api/version', request.path) };
      }
    }
  };
}

/** Refuses as Traefik's basicAuth middleware does; a bearer token or a key as the recorded forwardAuth does. */
export function traefikAccess(auth: Auth, version: TraefikVersion): Access {
  const refusal = recordedAnswer(version, auth.type === 'basic' ? 'auth-none' : 'sso');
  return { auth, refuse: () => refusal };
}

/** Traefik's digestAuth middleware, with one user. */
export function withDigestAuth(user: DigestUser, version: TraefikVersion, handler: Handler): Handler {
  const refusal = recordedAnswer(version, 'digest-none');
  const refuse = (challenge: string) => ({
    ...refusal,
    headers: { ...refusal.headers, 'www-authenticate': challenge },
  });
  return withDigest(user, refuse, handler);
}

/** A router for the API whose rule names a host: its name alone, whatever port the request is for. Nothing else is routed. */
export function routedByHost(host: string, handler: Handler): Handler {
  return (request) => ((request.headers.host ?? '').replace(/:\d+$/, '') === host ? handler(request) : notRouted);
}
