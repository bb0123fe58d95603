import * as l10n from '@vscode/l10n';
import { maskText } from '../base/secrets/secretsInText';
import { plainText } from '../base/text/plainText';
import type { ConfigGroup } from '../config/files/readConfigFiles';
import type { Declaration } from '../config/model/declaration';
import { rangeOf, type SourceRange } from '../config/source/placedText';
import { healthSummary } from '../proxy/describe/itemSummary';
import { joinedParts, statusName } from '../proxy/describe/labels';
import { type Condition, itemCondition, leadsToServers } from '../proxy/model/condition';
import { type ItemGraph, itemGraphOf } from '../proxy/model/itemGraph';
import type { ItemRef } from '../proxy/model/itemRef';
import type { Item } from '../proxy/model/model';
import { routerPriorityOf } from '../proxy/rules/priority';
import { type LiveMatch, matchesIn } from './matchDeclared';
import { boundFirst, missingFromProxy, type ReadProxy, shownProxyName } from './readProxies';

/** A live proxy's report about a declared object, as a line above it. */
export interface LiveLine {
  /** The name, or the text that creates the object. */
  readonly at: SourceRange;
  readonly endpointId: string;
  /** `edge: enabled · 2 of 3 up · priority 27`; one visible line, with server text. */
  readonly text: string;
  /** Absent if the proxy does not have the object. */
  readonly found?: { readonly condition: Condition; readonly ref: ItemRef };
}

/** The most lines above one object. */
const mostLines = 2;
const longestError = 120;

/** Computes the data of large proxies for lines, so that `liveLines` does not take long. */
export async function prepareLiveLines(proxies: readonly ReadProxy[], signal: AbortSignal): Promise<void> {
  for (const { inventory } of proxies) await itemGraphOf(inventory).prepare(signal);
}

/**
 * A line for each proxy that has a declared router, service, or middleware, at most two for each object. The proxy that
 * the files are for comes first, and has a line even if it lacks the object. In the order of the file.
 */
export function liveLines(groups: readonly ConfigGroup[], proxies: readonly ReadProxy[]): readonly LiveLine[] {
  const lines: LiveLine[] = [];
  const counts = new Map<Declaration, number>();
  for (const proxy of boundFirst(proxies)) {
    const graph = itemGraphOf(proxy.inventory);
    for (const match of matchesIn(groups, proxy.inventory)) {
      const { declaration } = match;
      const count = counts.get(declaration) ?? 0;
      const line = count < mostLines && isShown(declaration) ? lineOf(match, proxy, graph) : undefined;
      if (line === undefined) continue;
      lines.push(line);
      counts.set(declaration, count + 1);
    }
  }
  return lines.sort((one, other) => one.at.start - other.at.start);
}

/** For objects that no file writes, the router's line is enough: it shows the health of its service. */
function isShown({ absent, isImplied, kind }: Declaration): boolean {
  return absent === undefined && (isImplied !== true || kind === 'router');
}

function lineOf(
  { declaration, certainty, items }: LiveMatch,
  proxy: ReadProxy,
  graph: ItemGraph,
): LiveLine | undefined {
  const about = { at: rangeOf(declaration.at), endpointId: proxy.endpointId };
  const [item] = items;
  if (item === undefined || certainty === 'ambiguous') {
    const isMissing = certainty === 'none' && proxy.isBound && declaration.isConditional !== true;
    return isMissing ? { ...about, text: missingFromProxy(proxy) } : undefined;
  }
  const { protocol, kind } = item;
  const ref = { endpointId: proxy.endpointId, protocol, kind, name: item.name };
  return {
    ...about,
    text: `${shownProxyName(proxy)}: ${stateText(item, proxy, graph)}`,
    found: { condition: itemCondition(item, graph.healthOf), ref },
  };
}

function stateText(item: Item, { inventory }: ReadProxy, graph: ItemGraph): string {
  const error = item.status === 'disabled' || item.status === 'warning' ? item.errors[0] : undefined;
  const priority = item.kind === 'routers' ? routerPriorityOf(item, inventory.version) : undefined;
  return joinedParts(
    statusName(item.status),
    error === undefined ? undefined : plainText(maskText(error), longestError),
    item.status !== 'disabled' && leadsToServers(item) ? healthSummary(graph.healthOf(item)) : undefined,
    priority === undefined ? undefined : l10n.t('priority {0}', String(priority.value)),
  );
}
