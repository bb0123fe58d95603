import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { originsOfItem } from '../../core/liveConfig/definition';
import type { ClientRegistry } from '../shared/clientRegistry';
import { findSubject } from '../shared/findSubject';
import { pickValue } from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import { withCancel } from '../shared/withCancel';
import type { ConfigIndex } from './configIndex';

/**
 * Opens the workspace's file that declares the router, service, or middleware of a row. Of several, the user chooses.
 *
 * @throws RequestFailure if the proxy cannot be read
 */
export async function goToConfig(clients: ClientRegistry, index: ConfigIndex, argument: unknown): Promise<void> {
  const found = await findSubject(clients, argument);
  if (found?.subject.type !== 'item') return;
  const { item } = found.subject;
  const shown = escapeForNotification(item.name, 100);
  const origins = await withCancel(l10n.t('Looking for “{0}” in this workspace…', shown), async (signal) => {
    const config = await index.read(signal);
    return originsOfItem(item, found.inventory, config);
  });
  if (origins === undefined) return;
  const { places, isCertain } = origins;
  const locations = places.slice(0, mostPlaces).map(index.locationOf);
  const [first] = locations;
  if (first === undefined) {
    void vscode.window.showInformationMessage(
      l10n.t('No file of this workspace declares “{0}”. Open the folder that has its configuration.', shown),
    );
    return;
  }
  const asked = isCertain
    ? l10n.t('Select a file')
    : l10n.t('No file names “{0}”. Select what may declare it', escapeForLabel(item.name, 60));
  const place = isCertain && locations.length === 1 ? first : await choose(locations, asked);
  if (place !== undefined) await vscode.window.showTextDocument(place.uri, { selection: place.range });
}

/** More places than users look through. */
const mostPlaces = 200;

async function choose(places: readonly vscode.Location[], placeholder: string): Promise<vscode.Location | undefined> {
  return pickValue({
    title: 'Proxy Scout',
    placeholder,
    choices: places.map((place) => {
      const { uri, range } = place;
      const line = String(range.start.line + 1);
      return { label: `$(file) ${escapeForLabel(`${vscode.workspace.asRelativePath(uri)}:${line}`)}`, value: place };
    }),
  });
}
