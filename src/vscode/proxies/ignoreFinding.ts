import type { ClientRegistry } from '../shared/clientRegistry';
import { loadCore } from '../shared/loadCore';

/**
 * Ignores a finding of an endpoint, or shows it again. This is stored with the endpoint, so that all windows apply it;
 * the row moves to the group of ignored findings, or back.
 *
 * @param argument the finding's row, or its reference in a document; any other value does nothing
 */
export async function ignoreFinding(clients: ClientRegistry, argument: unknown, isIgnored: boolean): Promise<void> {
  const core = await loadCore();
  const ref = core.parseFindingRef(argument);
  const store = await clients.store();
  const endpoint = ref && (await store.get(ref.endpointId));
  if (ref === undefined || endpoint === undefined) return;
  const shared = await clients.inventory(ref.endpointId);
  const found = await core.findingsOf(shared.latest ?? (await shared.read()));
  if (found === undefined) return;
  const { list, ignored = [] } = core.endpointFindings({
    found,
    exposures: core.endpointExposures(endpoint),
    ignored: endpoint.ignored,
  });
  const finding = (isIgnored ? list : ignored).find(({ kind, key }) => kind === ref.of && key === ref.key);
  // The finding may be gone since.
  if (finding === undefined) return;
  const entry = isIgnored ? core.ignoredEntryOf(finding) : undefined;
  await store.learn(endpoint, { ignored: { [core.ignoredKeyOf(finding)]: entry } });
}
