import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { inTime } from '../../core/proxy/compare/side';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { CommandHandlers } from '../shared/commands';
import { Commands } from '../shared/ids';
import type { Snapshots } from '../shared/snapshots';
import type { Comparisons } from './comparisons';
import { chooseSide, type SideSources, sideOf } from './sides';
import { deleteSnapshot, exportSnapshot, renameSnapshot, takeSnapshot } from './snapshotActions';

export function compareCommands({
  clients,
  snapshots,
  comparisons,
}: {
  readonly clients: ClientRegistry;
  readonly snapshots: Snapshots;
  readonly comparisons: Comparisons;
}) {
  return {
    [Commands.takeSnapshot]: (node) => takeSnapshot(clients, snapshots, node),
    [Commands.renameSnapshot]: (node) => renameSnapshot(snapshots, node),
    [Commands.deleteSnapshot]: (node) => deleteSnapshot(snapshots, node),
    [Commands.exportSnapshot]: (node) => exportSnapshot(snapshots, node),
    [Commands.compareWith]: (node) => compareWith({ clients, snapshots }, comparisons, node),
    [Commands.compareAgain]: () => comparisons.again(),
    [Commands.swapSides]: () => comparisons.swap(),
    [Commands.compareNames]: () => comparisons.chooseNames(),
    [Commands.toggleAddresses]: () => comparisons.toggleAddresses(),
    [Commands.toggleHealthDifferences]: () => comparisons.toggleHealth(),
    [Commands.copyComparison]: () => comparisons.copySummary(),
    [Commands.closeComparison]: () => comparisons.close(),
    [Commands.openDifference]: (node) => comparisons.open(node),
    [Commands.openAllChanges]: (node) => comparisons.openAll(node),
  } satisfies CommandHandlers;
}

/** Compares the endpoint or snapshot of a row with another one; from the palette, the user selects both. */
async function compareWith(sources: SideSources, comparisons: Comparisons, argument: unknown): Promise<void> {
  const named = argument === undefined ? undefined : await sideOf(sources, argument);
  if (argument !== undefined && named === undefined) {
    void vscode.window.showInformationMessage(
      l10n.t('Cannot compare: the endpoint or snapshot was removed or cannot be read.'),
    );
    return;
  }
  const one = named ?? (await chooseSide(sources, l10n.t('Compare')));
  if (one === undefined) return;
  const other = await chooseSide(sources, l10n.t('Compare With'), one);
  if (other === undefined) return;
  await comparisons.compare(...inTime(one, other));
}
