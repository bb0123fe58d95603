import * as l10n from '@vscode/l10n';
import { plural } from '../../../l10n/plural';
import { missesSecret } from '../../base/endpoints/endpointExchange';
import type { StoredEndpoint } from '../../base/endpoints/endpointRecord';
import { type EndpointExposure, endpointExposures } from '../../base/endpoints/exposure';
import type { Failure } from '../../base/errors/failure';
import { MASK } from '../../base/secrets/secretsInText';
import { withoutTokens } from '../../base/secrets/tokens';
import { plainText } from '../../base/text/plainText';
import { clockText, uptimeText } from '../describe/dates';
import { ariaText, joinedParts } from '../describe/labels';
import { staleSentences } from '../describe/staleness';
import { type Inventory, inventoryGroups } from '../model/inventory';
import type { EndpointNode } from './nodes';

const LONGEST_NAME = 200;
const LONGEST_VERSION = 50;

/** What is known of a proxy at the moment. */
export interface KnownOfProxy {
  /** The result of the last successful read; undefined before that. */
  readonly inventory?: Inventory | undefined;
  /** Why the last read failed, if it did: the inventory is then stale. */
  readonly failure?: Failure | undefined;
  /** How many findings the configuration has; undefined until that is known. */
  readonly found?: number | undefined;
}

/** The row of a stored endpoint: what needs attention, then its host and the proxy's version. */
export function endpointNode(stored: StoredEndpoint, known: KnownOfProxy = {}): EndpointNode {
  const {
    state,
    hint: { id, kind, name },
  } = stored;
  const label = plainText(name, LONGEST_NAME);
  const title = kind === 'proxy' ? l10n.t('Proxy endpoint {0}', label) : l10n.t('Search endpoint {0}', label);
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
    spoken: ariaText(title, description),
  };
}

function endpointDescription(stored: StoredEndpoint, known: KnownOfProxy): string {
  switch (stored.state) {
    case 'ready': {
      const { inventory, failure, found = 0 } = known;
      return joinedParts(
        inventory !== undefined && failure !== undefined
          ? l10n.t('stale since {0}', clockText(inventory.readAt, 'minutes'))
          : inventory !== undefined && isPartlyOld(inventory)
            ? l10n.t('partially stale')
            : undefined,
        missesSecret(stored.endpoint) ? l10n.t('credentials missing') : undefined,
        ...exposuresNow(stored, known).map(({ mark }) => mark),
        new URL(stored.endpoint.url).host,
        plainText(inventory?.version?.number ?? '', LONGEST_VERSION),
        found === 0 ? undefined : plural(found, { one: '{0} finding', other: '{0} findings' }),
      );
    }
    case 'gone':
      return l10n.t('Endpoint data missing');
    case 'newer':
      return l10n.t('Saved by a newer version of Proxy Scout');
    case 'corrupt':
      return l10n.t('Endpoint data cannot be read');
  }
}

/** Whether a part of it is from an earlier read. */
function isPartlyOld(inventory: Inventory): boolean {
  return inventoryGroups(inventory).some(({ group }) => group.state === 'stale');
}

/** Whether an API is open to anyone is known only once it has responded. */
function exposuresNow(stored: StoredEndpoint, { inventory }: KnownOfProxy): readonly EndpointExposure[] {
  if (stored.state !== 'ready') return [];
  return endpointExposures(stored.endpoint).filter(({ kind }) => kind !== 'openApi' || inventory !== undefined);
}

/** The lines of an endpoint's tooltip: where it is, what responded and when, and what its marks mean. */
export function endpointTooltip(stored: StoredEndpoint, known: KnownOfProxy): readonly string[] {
  if (stored.state !== 'ready') return [endpointDescription(stored, known), recoveryTexts[stored.state]()];
  const { inventory, failure } = known;
  const readAt = inventory && clockText(inventory.readAt, 'seconds');
  const version = plainText(inventory?.version?.number ?? '', LONGEST_VERSION);
  const uptime = inventory && uptimeText(inventory);
  return [
    withoutTokens(stored.endpoint.url, MASK),
    ...(version === '' ? [] : [joinedParts(`Traefik ${version}`, uptime)]),
    ...(readAt === undefined ? [] : [l10n.t('Read at {0}', readAt)]),
    ...(failure === undefined || readAt === undefined
      ? []
      : ['', `${l10n.t('Stale: last read at {0}.', readAt)} ${failure.sentence}`]),
    ...(inventory === undefined ? [] : staleSentences(inventory)).flatMap((sentence) => ['', sentence]),
    ...exposuresNow(stored, known).flatMap(({ sentence }) => ['', sentence]),
  ];
}

/** What to do about an endpoint that cannot be used. */
export const recoveryTexts: Readonly<Record<Exclude<StoredEndpoint['state'], 'ready'>, () => string>> = {
  gone: enterAgain,
  newer: () => l10n.t('Update Proxy Scout to use this endpoint, or remove it.'),
  corrupt: enterAgain,
};

function enterAgain(): string {
  return l10n.t('Edit the endpoint to enter its URL and credentials again, or remove it.');
}
