import type { Endpoint } from '../endpoints/endpoint';
import { RequestFailure } from '../errors/failure';
import { MASK } from '../secrets/secretsInText';
import { withoutTokens } from '../secrets/tokens';
import { withoutTrailing } from '../text/trim';
import type { HttpResponse } from './httpClient';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Longer than any browser takes; an address that long is no offer to a person. */
const LONGEST_ADDRESS = 2_000;

/**
 * Where an answer points to, without credentials and fragment.
 *
 * @param asked the whole address that was asked
 * @param named the origin under whose name it was asked: the server speaks of itself by it, and the way there stays ours
 * @returns undefined where it is no redirect, or one whose address cannot be read
 */
export function redirectOf({ status, headers }: HttpResponse, asked: string, named: string): URL | undefined {
  if (!REDIRECTS.has(status) || headers.location === undefined || !URL.canParse(headers.location, asked)) {
    return undefined;
  }
  const target = new URL(headers.location, asked);
  target.username = '';
  target.password = '';
  target.hash = '';
  const here = new URL(asked);
  if (target.origin === named) target.port = here.port;
  // Also where scheme or port are others, as with https.
  if (target.hostname === new URL(named).hostname) target.hostname = here.hostname;
  return target;
}

/**
 * A redirect that is not followed: to another origin (the endpoint's credentials are for its own), of a request that is
 * no GET, or one too many.
 */
export function redirectedBy(endpoint: Endpoint, status: number, target: URL, tooMany: boolean): RequestFailure {
  const base = new URL(endpoint.url);
  const betterUrl = upgradeOf(base, target);
  return new RequestFailure({
    kind: 'redirected',
    ...(betterUrl !== undefined
      ? {
          sentence: `${base.origin} wants to be asked by https.`,
          nextStep: `Change the endpoint’s URL to ${withoutTokens(betterUrl, MASK)}.`,
          betterUrl,
        }
      : target.origin === base.origin
        ? {
            sentence: tooMany
              ? `${base.origin} keeps redirecting from one address to the next.`
              : `${base.origin} redirects a request that cannot be redirected.`,
            nextStep: 'Check the path of the endpoint’s URL.',
          }
        : {
            sentence: `${base.origin} redirects to another server, perhaps to a login page.`,
            nextStep: 'Use an address of the API that takes credentials directly, or change the endpoint’s URL.',
          }),
    status,
    ...(isAddress(target) ? { location: target.href } : {}),
  });
}

/** The endpoint's URL with https, if that is where the same host leads. The path is the endpoint's, not the server's. */
function upgradeOf(base: URL, target: URL): string | undefined {
  if (base.protocol !== 'http:' || target.protocol !== 'https:' || target.hostname !== base.hostname) return undefined;
  return withoutTrailing(target.origin + base.pathname, '/');
}

const isAddress = ({ protocol, href }: URL): boolean =>
  (protocol === 'https:' || protocol === 'http:') && href.length <= LONGEST_ADDRESS;
