import { endpointExposures } from '../../core/base/endpoints/exposure';
import { parseFindingRef } from '../../core/proxy/findings/findingRef';
import { findingsOf } from '../../core/proxy/findings/findings';
import { endpointFindings, ignoredEntryOf, ignoredKeyOf } from '../../core/proxy/findings/ignoredFindings';
import type { ClientRegistry } from '../shared/clientRegistry';
import { storeEdit } from '../shared/storeEdit';

/**
 * Ignores a finding of an endpoint, or shows it again. This is stored with the endpoint, so that all windows apply it;
 * the row moves to the group of ignored findings, or back.
 *
 * @param argument the finding's row, or its reference in a document; any other value does nothing
 */
export async function ignoreFinding(clients: ClientRegistry, argument: unknown, isIgnored: boolean): Promise<void> {
  const ref = parseFindingRef(argument);
  const store = await clients.store();
  const endpoint = ref && (await store.get(ref.endpointId));
  if (ref === undefined || endpoint === undefined) return;
  const shared = await clients.inventory(ref.endpointId);
  const found = await findingsOf(shared.latest ?? (await shared.read()));
  if (found === undefined) return;
  const { list, ignored = [] } = endpointFindings({
    found,
    exposures: endpointExposures(endpoint),
    ignored: endpoint.ignored,
  });
  const finding = (isIgnored ? list : ignored).find(({ kind, key }) => kind === ref.of && key === ref.key);
  // The finding may be gone since.
  if (finding === undefined) return;
  const { [ignoredKeyOf(finding)]: _, ...others } = endpoint.ignored ?? {};
  const now = isIgnored ? { ...others, [ignoredKeyOf(finding)]: ignoredEntryOf(finding) } : others;
  await storeEdit(store, endpoint, { ignored: Object.keys(now).length === 0 ? undefined : now });
}
