import * as l10n from '@vscode/l10n';
import { type Failure, isRequestFailure } from '../../core/base/errors/failure';
import { plainText } from '../../core/base/text/plainText';
import type { Inventory } from '../../core/proxy/model/inventory';
import type { ClientRegistry } from '../shared/clientRegistry';

/** The proxy of a document, as it was last read. */
export interface AskedProxy {
  readonly inventory: Inventory;
  /** Why the inventory could not be refreshed; undefined if it could. */
  readonly failure: Failure | undefined;
  readonly name: string;
  /** Whether there are other proxies to choose. */
  readonly hasOthers: boolean;
  readonly origins: Readonly<Record<string, string>> | undefined;
}

/**
 * The last read of a proxy, or else a new one.
 *
 * @param before the source of the document's present text, which stays if the proxy cannot be read any more
 * @returns a text with the reason why the proxy cannot be read
 * @throws {RequestFailure} canceled, once the signal aborts
 */
export async function readAskedProxy(
  clients: Pick<ClientRegistry, 'store' | 'inventory'>,
  endpointId: string,
  before: { readonly inventory: Inventory; readonly proxyName: string } | undefined,
  signal: AbortSignal,
): Promise<AskedProxy | string> {
  const store = await clients.store();
  const proxies = (await store.list()).filter(({ hint }) => hint.kind === 'proxy');
  const stored = proxies.find(({ hint }) => hint.id === endpointId);
  const proxy = {
    name: stored?.hint.name ?? before?.proxyName ?? l10n.t('Unknown endpoint'),
    hasOthers: proxies.length > 1 || (proxies.length === 1 && stored === undefined),
    origins: (await store.get(endpointId))?.origins,
  };
  const failureOf = (error: unknown): Failure | undefined => (isRequestFailure(error) ? error.failure : undefined);
  try {
    const shared = await clients.inventory(endpointId);
    const inventory = shared.latest ?? (await shared.read(signal));
    return { ...proxy, inventory, failure: failureOf(shared.failure) };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined || signal.aborted) throw error;
    return before === undefined
      ? `${failure.sentence} ${failure.nextStep}\n`
      : { ...proxy, inventory: before.inventory, failure };
  }
}

/** The text for a proxy without entry points and routers. */
export function noEntryPoints({ name }: AskedProxy): string {
  const text = l10n.t('No router can be found: “{0}” lists no entry points and no routers.', name);
  return `${plainText(text, 300)}\n`;
}
