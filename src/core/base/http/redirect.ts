import * as l10n from '@vscode/l10n';
import type { Endpoint } from '../endpoints/endpoint';
import { RequestFailure } from '../errors/failure';
import { withoutTrailing } from '../text/trim';
import { changeUrlTo } from './errorMessages';
import type { HttpResponse } from './httpClient';

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Longer than browsers accept, and too long to show. */
const longestAddress = 2_000;

/**
 * Where a response redirects to, without credentials and fragment.
 *
 * @param asked the full URL of the request
 * @param named the origin that the request named in its `Host`. The server uses it for itself; requests still go to
 * ours
 * @returns undefined if it is not a redirect, or its address cannot be parsed
 */
export function redirectOf({ status, headers }: HttpResponse, asked: string, named: string): URL | undefined {
  if (!redirectStatuses.has(status) || headers.location === undefined || !URL.canParse(headers.location, asked)) {
    return undefined;
  }
  const target = new URL(headers.location, asked);
  target.username = '';
  target.password = '';
  target.hash = '';
  const here = new URL(asked);
  if (target.origin === named) target.port = here.port;
  // Applies even if the scheme or port differs, as with https.
  if (target.hostname === new URL(named).hostname) target.hostname = here.hostname;
  return target;
}

/** A redirect that is not followed: to another origin, of a request other than GET, or one too many. */
export function redirectedBy(endpoint: Endpoint, status: number, target: URL, tooMany: boolean): RequestFailure {
  const base = new URL(endpoint.url);
  const betterUrl = upgradeOf(base, target);
  return new RequestFailure({
    kind: 'redirected',
    ...(betterUrl !== undefined
      ? {
          sentence: l10n.t('{0} redirects to HTTPS.', base.origin),
          nextStep: changeUrlTo(betterUrl),
          betterUrl,
        }
      : target.origin === base.origin
        ? {
            sentence: tooMany
              ? l10n.t('{0} redirects too many times.', base.origin)
              : l10n.t('{0} redirects a request that cannot be redirected.', base.origin),
            nextStep: l10n.t('Check the path of the URL.'),
          }
        : {
            sentence: l10n.t('{0} redirects to another server, possibly to a login page.', base.origin),
            nextStep: l10n.t(
              'Use an API address that accepts credentials directly, or change the URL of the endpoint.',
            ),
          }),
    status,
    ...(isAddress(target) ? { location: target.href } : {}),
  });
}

/** The endpoint's URL with https, if the same host redirects there. The path stays the endpoint's. */
function upgradeOf(base: URL, target: URL): string | undefined {
  if (base.protocol !== 'http:' || target.protocol !== 'https:' || target.hostname !== base.hostname) return undefined;
  return withoutTrailing(target.origin + base.pathname, '/');
}

const isAddress = ({ protocol, href }: URL): boolean =>
  (protocol === 'https:' || protocol === 'http:') && href.length <= longestAddress;
