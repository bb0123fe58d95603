import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { largestSnapshot } from '../../core/proxy/snapshots/snapshot';
import { endpointIdOf } from './chooseEndpoint';
import type { ClientRegistry } from './clientRegistry';
import type { CommandHandlers } from './commands';
import { readChosenJson } from './files';
import { Commands } from './ids';
import { pickValue, type QuickChoice } from './quickInput';
import type { Snapshots } from './snapshots';

interface SharedDeps {
  readonly clients: ClientRegistry;
  readonly snapshots: Snapshots;
  readonly saved: { store(): Promise<{ list(): readonly unknown[] }> };
  readonly proxies: { refresh(endpointId: string | undefined): Promise<void> };
  readonly searchTree: { retry(endpointId: string | undefined, row: unknown): Promise<void> };
}

/** Imports the text of an exported file, by what is in it. */
interface Importers {
  readonly Endpoints: (text: string) => Promise<void>;
  readonly Searches: (text: string) => Promise<void>;
  /** @param row that of an endpoint's snapshots, if the command has one */
  readonly Snapshot: (text: string, row: unknown) => Promise<void>;
}

/** Commands on rows and files of several features: each runs what the feature of its row, or file, has for it. */
export function sharedCommands(deps: SharedDeps, importers: Importers) {
  const { proxies, searchTree } = deps;
  const run =
    (ofEndpoint: string, ofSnapshot: string, ofSearch: string) =>
    (row: unknown): Thenable<unknown> => {
      const command = has(row, 'snapshotId') ? ofSnapshot : has(row, 'savedId') ? ofSearch : ofEndpoint;
      return vscode.commands.executeCommand(command, row);
    };
  return {
    // Each view knows only its own endpoints.
    [Commands.refreshEndpoint]: (node: unknown) =>
      Promise.all([proxies.refresh(endpointIdOf(node)), searchTree.retry(endpointIdOf(node), node)]),
    [Commands.rename]: run(Commands.renameEndpoint, Commands.renameSnapshot, Commands.renameSavedSearch),
    [Commands.remove]: run(Commands.removeEndpoint, Commands.deleteSnapshot, Commands.deleteSavedSearch),
    [Commands.export]: (row) => exportSomething(deps, row),
    [Commands.import]: (row) => importFile(importers, row),
  } satisfies CommandHandlers;
}

/** VS Code may call commands with any argument. */
function has(row: unknown, member: 'snapshotId' | 'savedId'): boolean {
  return typeof row === 'object' && row !== null && member in row;
}

/** Exports the snapshot of a row. From the palette, the user selects what to export of what there is. */
async function exportSomething({ clients, snapshots, saved }: SharedDeps, row: unknown): Promise<void> {
  if (has(row, 'snapshotId')) {
    await vscode.commands.executeCommand(Commands.exportSnapshot, row);
    return;
  }
  const [endpoints, searches, taken] = await Promise.all([
    clients.store().then((store) => store.list()),
    saved.store().then((store) => store.list()),
    snapshots.store().then((store) => store.list()),
  ]);
  const choices: readonly (QuickChoice<string> & { readonly count: number })[] = [
    {
      label: `$(server) ${l10n.t('Endpoints')}`,
      description: l10n.t('Without passwords, tokens, keys, and header values'),
      value: Commands.exportEndpoints,
      count: endpoints.length,
    },
    {
      label: `$(bookmark) ${l10n.t('Saved Searches')}`,
      description: l10n.t('With the names of their endpoints'),
      value: Commands.exportSavedSearches,
      count: searches.length,
    },
    {
      label: `$(device-camera) ${l10n.t('Snapshot…')}`,
      description: l10n.t('With secrets masked'),
      value: Commands.exportSnapshot,
      count: taken.length,
    },
  ];
  const present = choices.filter(({ count }) => count > 0);
  const [only, ...others] = present;
  const command =
    others.length === 0
      ? (only?.value ?? Commands.exportEndpoints)
      : await pickValue({ title: l10n.t('Export'), placeholder: l10n.t('Select what to export'), choices: present });
  if (command !== undefined) await vscode.commands.executeCommand(command);
}

/** The text of a snapshot may have more characters than its file may have bytes, where another editor wrote it. */
const largestFile = 2 * largestSnapshot;
/** Far more than a thousand endpoints, or some hundred searches, take. */
const longestOther = 8 * 1024 * 1024;
/** The mark of each kind of file is its first member. */
const beginning = 1_000;

/** Imports a file that Export… wrote, whatever is in it. */
async function importFile(importers: Importers, row: unknown): Promise<void> {
  const tooLarge = l10n.t('This file is too large. Select a file that Export… wrote.');
  const text = await readChosenJson(l10n.t('Import'), { mostBytes: largestFile, tooLarge });
  if (text === undefined) return;
  const kind = /"proxyScout(Endpoints|Searches|Snapshot)"/.exec(text.slice(0, beginning))?.[1];
  if (kind !== 'Snapshot' && text.length > longestOther) {
    void vscode.window.showErrorMessage(tooLarge);
    return;
  }
  if (kind !== undefined) return importers[kind as keyof Importers](text, row);
  void vscode.window.showErrorMessage(
    l10n.t('This file contains no endpoints, saved searches, or snapshot. Select a file that Export… wrote.'),
  );
}
