import type { Door } from '../http/door';
import { RequestFailure } from '../http/failure';

/**
 * Something answered with JSON, and not with what the API answers there.
 *
 * @param what it should have been, within a sentence: `list of the HTTP routers`
 */
export function notTheApi({ endpoint }: Door, what: string, status: number): RequestFailure {
  return new RequestFailure({
    kind: 'notAnApi',
    sentence: `${new URL(endpoint.url).origin} answered with JSON that is no ${what}.`,
    nextStep: 'Check the port and the path of the URL: something other than the Traefik API answers there.',
    status,
  });
}
