import * as l10n from '@vscode/l10n';
import { plainText } from '../../core/base/text/plainText';
import { readingStateOf } from '../../core/proxy/documents/readingState';
import { type RouteListPage, routeListPage } from '../../core/proxy/documents/route/routeListPage';
import type { Inventory } from '../../core/proxy/model/inventory';
import type { RememberedRouteList } from '../../core/proxy/routing/rememberedQuestions';
import type { ClientRegistry } from '../shared/clientRegistry';
import { readAskedProxy } from './askedProxy';

/** A document's list of URLs, and its last answer. */
export interface OpenRouteList {
  readonly list: RememberedRouteList;
  readonly answered?: AnsweredRouteList | undefined;
  /** Sentences about parts of the list that are not used. */
  readonly notes?: readonly string[];
  /** Whether a reload of the window has dropped a part of a URL. */
  readonly isUrlCut?: boolean;
}

interface AnsweredRouteList {
  readonly inventory: Inventory;
  readonly page: RouteListPage;
  readonly proxyName: string;
}

/**
 * Answers a list of URLs from the last read of its proxy, or from that of the last answer if the proxy is gone.
 *
 * @returns a text if there is no answer: the reason why the proxy cannot be read
 * @throws {RequestFailure} canceled, once the signal aborts
 */
export async function answerRouteList(
  clients: Pick<ClientRegistry, 'store' | 'inventory'>,
  { list, answered, notes = [], isUrlCut = false }: OpenRouteList,
  signal: AbortSignal,
): Promise<AnsweredRouteList | string> {
  const proxy = await readAskedProxy(clients, list.endpointId, answered, signal);
  if (typeof proxy === 'string') return proxy;
  const { inventory, failure, name, origins } = proxy;
  const context = {
    inventory,
    endpointName: name,
    origins,
    reading: readingStateOf(failure, inventory.groups.http.routers),
    notes: [
      ...notes.map((note) => plainText(note, 500)),
      ...(isUrlCut ? [l10n.t('Secrets in URLs were not kept when the window was reloaded.')] : []),
    ],
  };
  return { inventory, page: await routeListPage(list, context, signal), proxyName: name };
}
