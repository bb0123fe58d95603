import type { EndpointAuth } from '../../../src/core/base/endpoints/endpoint';
import { type Access, isAdmitted } from '../shared/access';
import { type DigestUser, withDigest } from '../shared/digest';
import type { Handler, Reply } from '../shared/reply';
import type { TraefikVersion } from './listing';
import { recordedAnswer } from './recorded';
import { notRouted } from './respond';

/**
 * Something in front of Traefik's API. Middlewares of its own, answering as recorded:
 * `digestAuth` and `ipAllowList` admit nobody; `forwardAuth` admits the bearer token `sample-token`; `rateLimit` admits the first
 * request only; `redirectScheme` sends everybody to https; `otherBackend` is a catch-all router that leads elsewhere.
 * And gateways that have an opinion on `per_page`: `pageLimit` refuses more than 250 as a web application firewall does,
 * `pageCap` makes 250 of it.
 */
export type Front =
  | 'digestAuth'
  | 'forwardAuth'
  | 'ipAllowList'
  | 'rateLimit'
  | 'redirectScheme'
  | 'otherBackend'
  | 'pageLimit'
  | 'pageCap';

/** The largest page that the gateways let through. */
const largestPage = 250;

/** What the gateways refuse with. */
const refusedPage: Reply = {
  status: 403,
  headers: { 'content-type': 'text/html' },
  body: '<html><head><title>403 Forbidden</title></head></html>\n',
};

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
      case 'pageLimit':
        return pageSizeOf(request.path) > largestPage ? refusedPage : handler(request);
      case 'pageCap': {
        const size = Math.min(pageSizeOf(request.path), largestPage);
        return handler({ ...request, path: request.path.replace(/(?<=[?&]per_page=)\d+/, String(size)) });
      }
    }
  };
}

/** What `per_page` says; 0 where it says nothing. */
function pageSizeOf(path: string): number {
  return Number(new URL(path, 'http://traefik').searchParams.get('per_page'));
}

/** Refuses as Traefik's basicAuth middleware does; a bearer token or a key as the recorded forwardAuth does. */
export function traefikAccess(auth: EndpointAuth, version: TraefikVersion): Access {
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
