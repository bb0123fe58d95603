import * as l10n from '@vscode/l10n';
import type { Endpoint } from '../../base/endpoints/endpoint';
import { missesSecret } from '../../base/endpoints/endpointExchange';
import type { StoredEndpoint } from '../../base/endpoints/endpointRecord';
import { type EndpointExposure, endpointExposures } from '../../base/endpoints/exposure';
import { type Failure, type Remedy, remedyOf } from '../../base/errors/failure';
import { secretMask, withoutTokens } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import { clockText, uptimeText } from '../describe/dateTexts';
import { ariaText, filterText, joinedParts } from '../describe/labels';
import { staleSentences } from '../describe/staleness';
import { type ProblemCount, problemCountText } from '../findings/problemCounts';
import { type Inventory, inventoryGroups } from '../model/inventory';
import { hasChange, versionChanges } from '../model/versions';
import { failureTitle, noteNode } from './messageNodes';
import type { EndpointNode, NoteNode } from './nodes';
import type { TreeModel } from './treeModel';

const longestName = 200;
const longestVersion = 50;
const longestReason = 500;

export interface KnownOfProxy {
  /** The result of the last successful read; undefined before that. */
  readonly inventory?: Inventory | undefined;
  /** The failure of the last read, if it failed: the inventory is then stale. */
  readonly failure?: Failure | undefined;
  /** Its problems; undefined if there are none, and until they are known. */
  readonly problems?: ProblemCount | undefined;
  /** The model behind its rows, and the filter that hides some of them; empty for none. */
  readonly model?: TreeModel | undefined;
  readonly filter?: string;
  /** Whether it has not been read, and is not before the user asks for it. */
  readonly isHeldBack?: boolean;
}

/** The row of a stored endpoint: what is wrong with it, then its host and the proxy's version. */
export function endpointNode(stored: StoredEndpoint, known: KnownOfProxy = {}): EndpointNode {
  const {
    state,
    hint: { id, kind, name },
  } = stored;
  const label = plainText(name, longestName);
  const title = kind === 'proxy' ? l10n.t('Proxy endpoint {0}', label) : l10n.t('Search endpoint {0}', label);
  const description = endpointDescription(stored, known);
  const isUnread = stored.state === 'ready' && known.inventory === undefined && known.failure !== undefined;
  const isStale = known.inventory !== undefined && (known.failure !== undefined || isPartlyOld(known.inventory));
  return {
    type: 'endpoint',
    id: `endpoint/${id}`,
    endpointId: id,
    kind,
    state,
    problems: known.problems,
    mark: isUnread ? 'failed' : isStale ? 'stale' : exposuresNow(stored, known).length > 0 ? 'exposed' : undefined,
    remedy: remedyNow(stored, known),
    isOfWorkspace: stored.workspace !== undefined,
    hasSupportDump: known.inventory && hasChange(known.inventory.version, versionChanges.supportDump) !== false,
    label,
    description,
    spoken: ariaText(title, description),
  };
}

function endpointDescription(stored: StoredEndpoint, known: KnownOfProxy): string {
  switch (stored.state) {
    case 'ready': {
      const { inventory, failure, filter = '', model, isHeldBack = false } = known;
      return joinedParts(
        filter === ''
          ? undefined
          : filterText(filter, model?.viewOptions.filter === filter ? model.itemCounts : undefined),
        inventory === undefined && failure !== undefined ? failureTitle(failure) : undefined,
        inventory !== undefined && failure !== undefined
          ? l10n.t('stale since {0}', clockText(inventory.readAt, 'minutes'))
          : inventory !== undefined && isPartlyOld(inventory)
            ? l10n.t('partially stale')
            : undefined,
        isHeldBack ? notReadYet() : undefined,
        missesSecret(stored.endpoint) ? l10n.t('credentials missing') : undefined,
        ...exposuresNow(stored, known).map(({ mark }) => mark),
        stored.workspace === undefined ? undefined : l10n.t('workspace'),
        addressBeside(stored.endpoint),
        plainText(inventory?.version?.number ?? '', longestVersion),
      );
    }
    case 'gone':
      return l10n.t('Endpoint data missing');
    case 'newer':
      return l10n.t('Saved by a newer version of Proxy Scout');
    case 'corrupt':
      return l10n.t('Endpoint data cannot be read');
    case 'unapproved':
      return joinedParts(l10n.t('workspace'), l10n.t('requests not allowed yet'), new URL(stored.url).host);
    case 'refused':
      return joinedParts(l10n.t('workspace'), l10n.t('refused'), plainText(stored.reason, longestReason));
  }
}

function remedyNow(stored: StoredEndpoint, { failure }: KnownOfProxy): Remedy | undefined {
  if (stored.state !== 'ready') return undefined;
  return missesSecret(stored.endpoint) ? 'credentials' : failure && remedyOf(failure);
}

/** The host, unless it is in the name. */
function addressBeside({ name, url }: Endpoint): string | undefined {
  const { host } = new URL(url);
  return name.includes(host) ? undefined : host;
}

/** Whether a part of it is from an earlier read. */
function isPartlyOld(inventory: Inventory): boolean {
  return inventoryGroups(inventory).some(({ group }) => group.state === 'stale');
}

/** The open API counts only after a response, because the server may require credentials. */
function exposuresNow(stored: StoredEndpoint, { inventory }: KnownOfProxy): readonly EndpointExposure[] {
  if (stored.state !== 'ready') return [];
  return endpointExposures(stored.endpoint).filter(({ kind }) => kind !== 'openApi' || inventory !== undefined);
}

/** The lines of an endpoint's tooltip: its address, the server that responded and when, and the meaning of marks. */
export function endpointTooltip(stored: StoredEndpoint, known: KnownOfProxy = {}): readonly string[] {
  if (stored.state !== 'ready') return [endpointDescription(stored, known), recoveryTexts[stored.state]()];
  const { inventory, failure, problems } = known;
  const readAt = inventory && clockText(inventory.readAt, 'seconds');
  const version = plainText(inventory?.version?.number ?? '', longestVersion);
  const uptime = inventory && uptimeText(inventory);
  return [
    withoutTokens(stored.endpoint.url, secretMask),
    ...(version === '' ? [] : [joinedParts(`Traefik ${version}`, uptime)]),
    ...(problems === undefined ? [] : [problemCountText(problems.count)]),
    ...(readAt === undefined ? [] : [l10n.t('Read at {0}', readAt)]),
    ...(failure === undefined || readAt === undefined
      ? []
      : ['', `${l10n.t('Stale: last read at {0}.', readAt)} ${failure.sentence}`]),
    ...(inventory === undefined ? [] : staleSentences(inventory)).flatMap((sentence) => ['', sentence]),
    ...exposuresNow(stored, known).flatMap(({ sentence }) => ['', sentence]),
  ];
}

const notReadYet = (): string => l10n.t('Not read yet');

/** The row below a proxy that is read when the user asks for it. */
export function unreadNode(parent: EndpointNode): NoteNode {
  return noteNode(parent, notReadYet(), 'unread');
}

/** The next step for an endpoint that cannot be used. */
export const recoveryTexts: Readonly<Record<Exclude<StoredEndpoint['state'], 'ready'>, () => string>> = {
  gone: enterAgain,
  newer: () => l10n.t('Update Proxy Scout to use this endpoint, or remove it.'),
  corrupt: enterAgain,
  unapproved: () => l10n.t('This workspace lists it. Select Allow Requests… after checking its address.'),
  refused: () => l10n.t('Correct its entry in the file of the workspace: select Edit Endpoint….'),
};

function enterAgain(): string {
  return l10n.t('Edit the endpoint to enter its URL and credentials again, or remove it.');
}
