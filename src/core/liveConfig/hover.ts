import * as l10n from '@vscode/l10n';
import { plainText } from '../base/text/plainText';
import type { NamedObject } from '../config/files/definition';
import type { RouterPart } from '../config/files/hover';
import { splitQualifiedName } from '../config/names/objectNames';
import { isKnown } from '../config/source/placedText';
import { itemCountText } from '../proxy/describe/labels';
import { entryPointOf, inventoryGroupOf, isKnownWhole, itemOf } from '../proxy/model/inventory';
import { itemGraphOf } from '../proxy/model/itemGraph';
import type { Item, ItemKind, TraefikProtocol } from '../proxy/model/model';
import { copiesOfRouter } from '../proxy/model/originalOfCopy';
import type { SubjectRef } from '../proxy/model/subject';
import { publicUrlsOf } from '../proxy/publicUrls/publicUrls';
import { entryPointTooltip, itemTooltip, type NodeTooltip } from '../proxy/tree/nodeTooltip';
import { itemsOfMatch, listedKinds, matchDeclared, readsProviderOf } from './matchDeclared';
import { boundFirst, missingFromProxy, type ReadProxy } from './readProxies';

/** A live proxy's report about a name, a rule, or an entry point in a file. */
export interface LiveTooltip extends NodeTooltip {
  /** The name of the endpoint. */
  readonly proxy: string;
  /** Undefined if the proxy does not have it. */
  readonly ref: SubjectRef | undefined;
  /** Whether the user can ask which router takes a URL. */
  readonly isRouted: boolean;
  /** Whether access logs of it may exist. */
  readonly hasLogs: boolean;
}

/**
 * The reports of all proxies that have the object of a name. The file's proxy comes first, and also reports that it
 * lacks the object, and the likely reason. Of a router that is listed as copies only, they are of these. Proxies list only
 * routers, services, and middlewares.
 */
export function liveTooltips(
  { protocol, kind, name }: NamedObject,
  proxies: readonly ReadProxy[],
): readonly LiveTooltip[] {
  const listed = listedKinds[kind];
  if (listed === undefined) return [];
  return boundFirst(proxies).flatMap((proxy) => {
    const item: Item | undefined = itemOf(proxy.inventory, { protocol, kind: listed, name });
    if (item !== undefined) return [tooltipOf(item, proxy)];
    const copies = protocol === 'http' && kind === 'router' ? copiesOfRouter(name, proxy.inventory) : [];
    if (copies.length > 0) return copies.map((copy) => tooltipOf(copy, proxy));
    const group = inventoryGroupOf<ItemKind>(proxy.inventory, protocol as TraefikProtocol, listed);
    return proxy.isBound && isKnown(name) && group?.state === 'read' ? [missing(proxy, whyMissing(name, proxy))] : [];
  });
}

function whyMissing(name: string, { inventory }: ReadProxy): NodeTooltip['rows'] {
  const why =
    readsProviderOf(name, inventory) === false
      ? l10n.t('It does not use the provider {0}', plainText(splitQualifiedName(name).provider, longestName))
      : l10n.t('Not deployed, not running, or left out by the static configuration');
  return [[l10n.t('Why'), why]];
}

/**
 * The reports of all proxies about the rule of a router, the file's proxy first: the proxy's router with its effective
 * rule, and requests that the rule takes; or about an entry point. Only the file's proxy reports a missing object.
 */
export function livePartTooltips(part: RouterPart, proxies: readonly ReadProxy[]): readonly LiveTooltip[] {
  const tooltipsOf = part.kind === 'rule' ? ruleTooltips : entryPointTooltips;
  return boundFirst(proxies).flatMap((proxy) => tooltipsOf(part, proxy));
}

function ruleTooltips({ declaration, text, isOurs }: RouterPart, proxy: ReadProxy): readonly LiveTooltip[] {
  const [match] = matchDeclared([declaration], proxy.inventory);
  if (match?.certainty === 'none') {
    return isOurs && proxy.isBound && declaration.isConditional !== true ? [missing(proxy)] : [];
  }
  return itemsOfMatch(match).map((item) => {
    const tooltip = tooltipOf(item, proxy);
    const isOther = item.kind === 'routers' && isKnown(text.value) && item.rule !== text.value;
    const notes: NodeTooltip['rows'] = [
      ...(isOther ? [[l10n.t('This file'), l10n.t('has another rule, which the proxy does not use')] as const] : []),
      ...requestsOf(item, proxy),
    ];
    return { ...tooltip, rows: [...tooltip.rows, ...notes] };
  });
}

const mostRequests = 3;
const longestUrl = 200;

/** Requests that a rule takes, unless another router takes them first. */
function requestsOf(item: Item, { inventory, endpoint }: ReadProxy): NodeTooltip['rows'] {
  if (item.kind !== 'routers' || endpoint === undefined) return [];
  const found = publicUrlsOf(item, inventory, endpoint);
  if ('problem' in found) return [];
  const urls = found.addresses.slice(0, mostRequests).map(({ url }) => plainText(url, longestUrl));
  return [[l10n.t('Takes requests such as'), urls.join(' · ')]];
}

function entryPointTooltips({ text, isOurs }: RouterPart, proxy: ReadProxy): readonly LiveTooltip[] {
  const { inventory, endpointId } = proxy;
  const found = entryPointOf(inventory, text.value);
  if (found === undefined) {
    return isOurs && proxy.isBound && isKnownWhole(inventory.entryPoints) ? [missing(proxy)] : [];
  }
  const { title, rows, errors } = entryPointTooltip(found);
  const users = itemGraphOf(inventory).routersOn(found.name).length;
  return [
    {
      proxy: proxy.name,
      title,
      rows: [
        ...rows,
        ...(found.hasTls ? [] : [['TLS', l10n.t('only for routers that turn it on')] as const]),
        [l10n.t('Used by'), itemCountText(users, 'routers')],
      ],
      errors,
      ref: { type: 'entryPoint', endpointId, name: found.name },
      isRouted: false,
      hasLogs: false,
    },
  ];
}

const longestName = 60;

function missing(proxy: ReadProxy, rows: NodeTooltip['rows'] = []): LiveTooltip {
  return {
    proxy: proxy.name,
    title: missingFromProxy(proxy),
    rows,
    errors: [],
    ref: undefined,
    isRouted: false,
    hasLogs: false,
  };
}

function tooltipOf(item: Item, { endpointId, name: proxy, inventory }: ReadProxy): LiveTooltip {
  const { protocol, kind, name } = item;
  return {
    ...itemTooltip(item, { inventory, graph: itemGraphOf(inventory) }),
    proxy,
    ref: { endpointId, protocol, kind, name },
    isRouted: protocol === 'http' && kind === 'routers',
    hasLogs: protocol === 'http' && kind !== 'middlewares',
  };
}
