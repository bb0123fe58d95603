import type { ClientRegistry } from '../shared/clientRegistry';
import type { CommandHandlers } from '../shared/commands';
import { Commands } from '../shared/ids';
import type { Snapshots } from '../shared/snapshots';
import { compareWith } from './compareWith';
import type { Comparisons } from './comparisons';
import { deleteSnapshot } from './deleteSnapshot';
import { exportSnapshot } from './exportSnapshot';
import { importSnapshot } from './importSnapshot';
import { renameSnapshot } from './renameSnapshot';
import { takeSnapshot } from './takeSnapshot';

interface CompareCommandsDeps {
  readonly clients: ClientRegistry;
  readonly snapshots: Snapshots;
  readonly comparisons: Comparisons;
}

/** The commands for snapshots and comparisons. */
export function compareCommands({ clients, snapshots, comparisons }: CompareCommandsDeps) {
  return {
    [Commands.takeSnapshot]: (node) => takeSnapshot(clients, snapshots, node),
    [Commands.renameSnapshot]: (node) => renameSnapshot(snapshots, node),
    [Commands.deleteSnapshot]: (node) => deleteSnapshot(snapshots, node),
    [Commands.exportSnapshot]: (node) => exportSnapshot(snapshots, node),
    [Commands.importSnapshot]: (node) => importSnapshot(clients, snapshots, node),
    [Commands.compareWith]: (node) => compareWith({ clients, snapshots }, comparisons, node),
    [Commands.compareAgain]: () => comparisons.again(),
    [Commands.swapSides]: () => comparisons.swap(),
    [Commands.compareNames]: () => comparisons.chooseNames(),
    [Commands.showHealthDifferences]: () => comparisons.showHealth(true),
    [Commands.hideHealthDifferences]: () => comparisons.showHealth(false),
    [Commands.copyComparison]: () => comparisons.copySummary(),
    [Commands.closeComparison]: () => comparisons.close(),
    [Commands.openDifference]: (node) => comparisons.open(node),
    [Commands.openAllChanges]: (node) => comparisons.openAll(node),
  } satisfies CommandHandlers;
}
