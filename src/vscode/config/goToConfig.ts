import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { DeclaredKind } from '../../core/config/model/declaration';
import type { ItemKind } from '../../core/proxy/model/model';
import type { ClientRegistry } from '../shared/clientRegistry';
import { findSubject } from '../shared/findSubject';
import { pickOne } from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import { withCancel } from '../shared/withCancel';
import type { ConfigIndex } from './configIndex';

const DECLARED: Readonly<Record<ItemKind, DeclaredKind>> = {
  routers: 'router',
  services: 'service',
  middlewares: 'middleware',
};

/**
 * Opens the file of the workspace that declares a router, service, or middleware of a row. If several do, a person chooses.
 *
 * @throws RequestFailure if the proxy cannot be read
 */
export async function goToConfig(clients: ClientRegistry, index: ConfigIndex, argument: unknown): Promise<void> {
  const found = await findSubject(clients, argument);
  if (found?.subject.type !== 'item') return;
  const { protocol, kind, name } = found.subject.item;
  const shown = escapeForNotification(name, 100);
  const places = await withCancel(l10n.t('Looking for “{0}” in this workspace…', shown), async (signal) => {
    const all = await index.names(signal);
    return all.filter(
      ({ role, object }) =>
        role === 'declaration' &&
        object.protocol === protocol &&
        object.kind === DECLARED[kind] &&
        object.name === name,
    );
  });
  if (places === undefined) return;
  const locations = places.map(index.locationOf);
  const place = locations.length > 1 ? await choose(locations) : locations[0];
  if (place !== undefined) {
    await vscode.window.showTextDocument(place.uri, { selection: place.range });
  } else if (places.length === 0) {
    void vscode.window.showInformationMessage(
      l10n.t('No file of this workspace declares “{0}”. Open the folder that has its configuration.', shown),
    );
  }
}

async function choose(places: readonly vscode.Location[]): Promise<vscode.Location | undefined> {
  const answer = await pickOne({
    title: 'Proxy Scout',
    placeholder: l10n.t('Select a file'),
    choices: places.map((place) => {
      const { uri, range } = place;
      const line = String(range.start.line + 1);
      return { label: `$(file) ${escapeForLabel(`${vscode.workspace.asRelativePath(uri)}:${line}`)}`, value: place };
    }),
  });
  return answer === undefined || answer === 'back' ? undefined : answer.value;
}
