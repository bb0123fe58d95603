import * as l10n from '@vscode/l10n';
import { plainText } from '../../base/text/plainText';
import type { NamedObject } from '../../config/files/namesIn';
import type { RouterPart } from '../../config/files/partsAt';
import { splitQualifiedName } from '../../config/names/qualifiedName';
import { isKnown } from '../../config/source/placedText';
import { itemCountText } from '../../proxy/describe/labels';
import { entryPointOf, type Inventory, inventoryGroupOf, isKnownWhole, itemOf } from '../../proxy/model/inventory';
import { itemGraphOf } from '../../proxy/model/itemGraph';
import type { Item, ItemKind, TraefikProtocol } from '../../proxy/model/model';
import type { SubjectRef } from '../../proxy/model/subject';
import { publicUrlsOf } from '../../proxy/publicUrls/publicUrls';
import { entryPointTooltip, itemTooltip, type NodeTooltip } from '../../proxy/tree/nodeTooltip';
import { readsProviderOf } from './loadedProviders';
import { itemsOfMatch, listedKinds, matchDeclared } from './matchDeclared';
import { boundFirst, missingFromProxy, type ReadProxy } from './readProxies';

/** What a live proxy says of a name, a rule, or an entry point in a file. */
export interface LiveTooltip extends NodeTooltip {
  /** Of the endpoint. */
  readonly proxy: string;
  /** Undefined if the proxy does not have it. */
  readonly ref: SubjectRef | undefined;
  /** Whether requests of a URL can be asked about. */
  readonly isRouted: boolean;
  /** Whether there may be access logs of it. */
  readonly hasLogs: boolean;
}

/**
 * What each proxy that has the object of a name says of it; that of the file first, which also says that it does not have it,
 * and why that may be. Proxies list only routers, services, and middlewares.
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
    const group = inventoryGroupOf<ItemKind>(proxy.inventory, protocol as TraefikProtocol, listed);
    return proxy.isBound && isKnown(name) && isKnownWhole(group) ? [missing(proxy, whyMissing(name, proxy))] : [];
  });
}

function whyMissing(name: string, { inventory }: ReadProxy): NodeTooltip['rows'] {
  const why =
    readsProviderOf(name, inventory) === false
      ? l10n.t('It does not use the provider {0}', plainText(splitQualifiedName(name).provider, longestName))
      : l10n.t('It may not be deployed or running, or the static configuration leaves it out');
  return [[l10n.t('Why'), why]];
}

/**
 * What each proxy says of the rule of a router, that of the file first: the router as it has it, with the rule that counts there,
 * and requests that the rule takes; or what it says of an entry point. That something is missing is only said of the proxy
 * that the file is for.
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
    ...itemTooltip(item, contextOf(inventory)),
    proxy,
    ref: { endpointId, protocol, kind, name },
    isRouted: protocol === 'http' && kind === 'routers',
    hasLogs: protocol === 'http' && kind !== 'middlewares',
  };
}

function contextOf(inventory: Inventory): Parameters<typeof itemTooltip>[1] {
  return { inventory, graph: itemGraphOf(inventory) };
}
