import { missesSecret } from '../endpoints/exchange';
import type { StoredEndpoint } from '../endpoints/record';
import { plainText } from '../text/plainText';
import type { EndpointNode } from './nodes';

const LONGEST_NAME = 200;

/** The row of a stored endpoint. */
export function endpointNode(stored: StoredEndpoint): EndpointNode {
  const {
    state,
    hint: { id, kind, name },
  } = stored;
  const label = plainText(name, LONGEST_NAME);
  const description = endpointDescription(stored);
  return {
    type: 'endpoint',
    id: `endpoint/${id}`,
    endpointId: id,
    kind,
    state,
    label,
    description,
    spoken: `${kind === 'proxy' ? 'Proxy' : 'Search'} endpoint ${label}, ${description}`,
  };
}

function endpointDescription(stored: StoredEndpoint): string {
  switch (stored.state) {
    case 'ready': {
      const { host } = new URL(stored.endpoint.url);
      return missesSecret(stored.endpoint) ? `${host} · credentials not entered` : host;
    }
    case 'gone':
      return 'stored record is gone';
    case 'newer':
      return 'stored by a newer Proxy Scout';
    case 'corrupt':
      return 'stored record cannot be read';
  }
}

/** What to do about an endpoint that cannot be asked. */
export const recovery: Readonly<Record<Exclude<StoredEndpoint['state'], 'ready'>, string>> = {
  gone: 'Edit the endpoint to enter its address and credentials again, or remove it.',
  newer: 'Update Proxy Scout to use this endpoint, or remove it.',
  corrupt: 'Edit the endpoint to enter its address and credentials again, or remove it.',
};
