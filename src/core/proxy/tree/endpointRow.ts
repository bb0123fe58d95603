import { missesSecret } from '../../base/endpoints/endpointExchange';
import type { StoredEndpoint } from '../../base/endpoints/endpointRecord';
import { type EndpointExposure, endpointExposures } from '../../base/endpoints/exposure';
import type { Failure } from '../../base/errors/failure';
import { MASK } from '../../base/secrets/secretsInText';
import { withoutTokens } from '../../base/secrets/tokens';
import { plainText } from '../../base/text/plainText';
import { clockText, uptimeText } from '../describe/dates';
import { ariaText, countText, joinedParts } from '../describe/labels';
import { staleSentences } from '../describe/staleness';
import { type Inventory, inventoryGroups } from '../model/inventory';
import type { EndpointNode } from './nodes';

const LONGEST_NAME = 200;
const LONGEST_VERSION = 50;

/** What is known of a proxy at the moment. */
export interface KnownOfProxy {
  /** What the last good read gave; undefined before it. */
  readonly inventory?: Inventory | undefined;
  /** Why the last read failed, where it did: the inventory is then stale. */
  readonly failure?: Failure | undefined;
  /** How many things were found in the configuration; undefined until that is worked out. */
  readonly found?: number | undefined;
}

/** The row of a stored endpoint: what is to be noticed first, then its host and the proxy's version. */
export function endpointNode(stored: StoredEndpoint, known: KnownOfProxy = {}): EndpointNode {
  const {
    state,
    hint: { id, kind, name },
  } = stored;
  const label = plainText(name, LONGEST_NAME);
  const description = endpointDescription(stored, known);
  const isStale = known.inventory !== undefined && (known.failure !== undefined || isPartlyOld(known.inventory));
  return {
    type: 'endpoint',
    id: `endpoint/${id}`,
    endpointId: id,
    kind,
    state,
    mark: isStale ? 'stale' : exposuresNow(stored, known).length > 0 ? 'exposed' : undefined,
    label,
    description,
    spoken: `${kind === 'proxy' ? 'Proxy' : 'Search'} endpoint ${label}, ${ariaText(description)}`,
  };
}

function endpointDescription(stored: StoredEndpoint, known: KnownOfProxy): string {
  switch (stored.state) {
    case 'ready': {
      const { inventory, failure, found = 0 } = known;
      return joinedParts(
        inventory !== undefined && failure !== undefined
          ? `stale since ${clockText(inventory.readAt, 'minutes')}`
          : inventory !== undefined && isPartlyOld(inventory)
            ? 'partly stale'
            : undefined,
        missesSecret(stored.endpoint) ? 'credentials not entered' : undefined,
        ...exposuresNow(stored, known).map(({ mark }) => mark),
        new URL(stored.endpoint.url).host,
        plainText(inventory?.version?.number ?? '', LONGEST_VERSION),
        found === 0 ? undefined : countText(found, 'finding'),
      );
    }
    case 'gone':
      return 'stored record is gone';
    case 'newer':
      return 'stored by a newer Proxy Scout';
    case 'corrupt':
      return 'stored record cannot be read';
  }
}

/** Whether something of it is as it was at an earlier read. */
function isPartlyOld(inventory: Inventory): boolean {
  return inventoryGroups(inventory).some(({ group }) => group.state === 'stale');
}

/** That an API is open to all is known only when it has answered. */
function exposuresNow(stored: StoredEndpoint, { inventory }: KnownOfProxy): readonly EndpointExposure[] {
  if (stored.state !== 'ready') return [];
  return endpointExposures(stored.endpoint).filter(({ kind }) => kind !== 'openApi' || inventory !== undefined);
}

/** What hovering an endpoint tells, a line each: where it is, what answered and when, and what its marks mean. */
export function endpointTooltip(stored: StoredEndpoint, known: KnownOfProxy): readonly string[] {
  if (stored.state !== 'ready') return [endpointDescription(stored, known), recoveryText[stored.state]];
  const { inventory, failure } = known;
  const readAt = inventory && clockText(inventory.readAt, 'seconds');
  const version = plainText(inventory?.version?.number ?? '', LONGEST_VERSION);
  const uptime = inventory && uptimeText(inventory);
  return [
    withoutTokens(stored.endpoint.url, MASK),
    ...(version === '' ? [] : [`Traefik ${version}${uptime === undefined ? '' : `, up ${uptime}`}`]),
    ...(readAt === undefined ? [] : [`Read at ${readAt}`]),
    ...(failure === undefined || readAt === undefined
      ? []
      : ['', `Stale: this is how it was at ${readAt}. ${failure.sentence}`]),
    ...(inventory === undefined ? [] : staleSentences(inventory)).flatMap((sentence) => ['', sentence]),
    ...exposuresNow(stored, known).flatMap(({ sentence }) => ['', sentence]),
  ];
}

/** What to do about an endpoint that cannot be asked. */
export const recoveryText: Readonly<Record<Exclude<StoredEndpoint['state'], 'ready'>, string>> = {
  gone: 'Edit the endpoint to enter its address and credentials again, or remove it.',
  newer: 'Update Proxy Scout to use this endpoint, or remove it.',
  corrupt: 'Edit the endpoint to enter its address and credentials again, or remove it.',
};
