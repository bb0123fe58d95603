import * as l10n from '@vscode/l10n';
import { readSupportDump } from '../../core/proxy/api/supportDump';
import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { EphemeralDocuments } from '../shared/ephemeralDocuments';
import { ephemeralJson, maskedJson } from '../shared/ephemeralText';
import { escapeForNotification } from '../shared/sanitize';
import { withCancel } from '../shared/withCancel';

/**
 * Asks a proxy once for its static configuration, and shows it. What is checked against the proxy uses it, until the
 * endpoint changes.
 */
export async function readStaticConfiguration(
  clients: ClientRegistry,
  documents: EphemeralDocuments,
  argument: unknown,
): Promise<void> {
  const placeholder = l10n.t('Select the proxy whose static configuration to read');
  const stored = await chooseReadyEndpoint(clients, argument, { placeholder, kind: 'proxy' });
  if (stored === undefined) return;
  const { id, name } = stored.hint;
  const { inventory } = await clients.session(id);
  const title = l10n.t('Reading the static configuration of “{0}”…', escapeForNotification(name, 60));
  const json = await withCancel(title, async (signal) => readSupportDump(await clients.client(id), signal));
  // Another connection may be that of another proxy.
  if (json === undefined || clients.sessions.get(id)?.inventory !== inventory) return;
  clients.sessions.keepStatic(id, json);
  const masked = await maskedJson({ text: json });
  const shown = await ephemeralJson(l10n.t('Static configuration of {0}', name), '.json', masked.json);
  await documents.open(shown, { preview: true });
}
