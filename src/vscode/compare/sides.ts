import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { canceledFailure } from '../../core/base/errors/failure';
import { maskText } from '../../core/base/secrets/secretsInText';
import type { ReadSide, SideRef } from '../../core/proxy/compare/side';
import { momentBeside } from '../../core/proxy/describe/dateTexts';
import type { Inventory } from '../../core/proxy/model/inventory';
import type { StoredSnapshot } from '../../core/proxy/snapshots/snapshotStore';
import type { ClientRegistry } from '../shared/clientRegistry';
import { pickValue, type QuickChoice } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import type { Snapshots } from '../shared/snapshots';

export interface SideSources {
  readonly clients: Pick<ClientRegistry, 'store' | 'inventory'>;
  readonly snapshots: Snapshots;
}

/** The side of a row; undefined for any other argument, and if it no longer exists. */
export async function sideOf({ clients, snapshots }: SideSources, argument: unknown): Promise<SideRef | undefined> {
  const snapshotId = snapshotIdOf(argument);
  if (snapshotId !== undefined) {
    const found = (await (await snapshots.store()).list()).filter(isReady).find(({ id }) => id === snapshotId);
    return found && refOf(found);
  }
  if (typeof argument !== 'object' || argument === null || !('endpointId' in argument)) return undefined;
  const endpoint = (await readyProxies(clients)).find(({ id }) => id === argument.endpointId);
  return endpoint && { is: 'endpoint', endpointId: endpoint.id };
}

/**
 * Asks the user for one side.
 *
 * @param other the other side, which is left out
 */
export async function chooseSide(
  { clients, snapshots }: SideSources,
  title: string,
  other?: SideRef,
): Promise<SideRef | undefined> {
  const isOther = (side: SideRef): boolean => other !== undefined && keyOf(side) === keyOf(other);
  const allEndpoints = await readyProxies(clients);
  const allKept = (await (await snapshots.store()).list()).filter(isReady);
  const endpoints = allEndpoints.filter(({ id }) => !isOther({ is: 'endpoint', endpointId: id }));
  const kept = allKept.filter((one) => !isOther(refOf(one)));
  const name =
    allEndpoints.find(({ id }) => isOther({ is: 'endpoint', endpointId: id }))?.name ??
    allKept.find((one) => isOther(refOf(one)))?.about.name;
  const placeholder =
    name === undefined
      ? l10n.t('Select what to compare')
      : l10n.t('Select what to compare “{0}” with', escapeForLabel(name, 80));
  if (endpoints.length + kept.length === 0) {
    void vscode.window.showInformationMessage(
      other === undefined
        ? l10n.t('Nothing to compare yet. Add a proxy endpoint first.')
        : l10n.t('Nothing to compare with yet. Add another proxy endpoint or take a snapshot.'),
    );
    return undefined;
  }
  const choices: QuickChoice<SideRef | undefined>[] = [
    ...parted(l10n.t('Endpoints'), endpoints.length),
    ...endpoints.map(
      ({ id, name }): QuickChoice<SideRef> => ({
        label: `$(server-environment) ${escapeForLabel(name)}`,
        value: { is: 'endpoint', endpointId: id },
      }),
    ),
    ...parted(l10n.t('Snapshots'), kept.length),
    ...choicesOf(kept).map((choice): QuickChoice<SideRef> => ({ ...choice, value: refOf(choice.value) })),
  ];
  return pickValue({ title, placeholder, choices });
}

function parted(label: string, count: number): QuickChoice<undefined>[] {
  return count === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator, value: undefined }];
}

/**
 * Reads a side: an endpoint from its server, a snapshot from the disk.
 *
 * @throws RequestFailure if it is gone or cannot be read, or `canceled`
 */
export async function readSide(
  { clients, snapshots }: SideSources,
  ref: SideRef,
  signal: AbortSignal,
): Promise<ReadSide> {
  if (ref.is === 'snapshot') {
    const { about, inventory } = await (await snapshots.store()).read(ref.snapshotId, signal);
    return { name: about.name, inventory, of: about.endpoint };
  }
  const { endpointId } = ref;
  const inventory = await readProxyAgain(clients, endpointId, signal);
  const endpoint = await (await clients.store()).get(endpointId);
  const name = maskText(endpoint?.name ?? l10n.t('Unknown endpoint'));
  return { name, endpointId, inventory, of: { id: endpointId, name } };
}

/**
 * Reads an endpoint again. The tree shows the result too.
 *
 * @throws RequestFailure also `canceled`
 */
export async function readProxyAgain(
  clients: Pick<ClientRegistry, 'inventory'>,
  endpointId: string,
  signal: AbortSignal,
): Promise<Inventory> {
  const shared = await clients.inventory(endpointId);
  const before = shared.latest;
  shared.refresh();
  const inventory = await shared.read(signal);
  // A read that the user stopped gives the one before.
  if (inventory === before) throw canceledFailure();
  return inventory;
}

function keyOf(side: SideRef): string {
  return side.is === 'endpoint' ? `endpoint ${side.endpointId}` : `snapshot ${side.snapshotId}`;
}

function refOf(stored: Extract<StoredSnapshot, { state: 'ready' }>): SideRef {
  return { is: 'snapshot', snapshotId: stored.id, readAt: stored.about.readAt };
}

async function readyProxies(
  clients: Pick<ClientRegistry, 'store'>,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const all = await (await clients.store()).list();
  return all.filter(({ state, hint }) => state === 'ready' && hint.kind === 'proxy').map(({ hint }) => hint);
}

/**
 * The snapshot for a command: that of its row, or the one that the user selects. VS Code may call commands with any
 * argument, and the snapshot may have been deleted.
 *
 * @param isWanted leaves out snapshots that the command cannot use
 */
export async function chooseSnapshot<S extends StoredSnapshot>(
  snapshots: Snapshots,
  argument: unknown,
  { title, placeholder }: { readonly title: string; readonly placeholder: string },
  isWanted: (stored: StoredSnapshot) => stored is S,
): Promise<S | undefined> {
  const all = (await (await snapshots.store()).list()).filter(isWanted);
  const named = snapshotIdOf(argument);
  if (named !== undefined) {
    const found = all.find(({ id }) => id === named);
    if (found === undefined) void vscode.window.showInformationMessage(l10n.t('This snapshot no longer exists.'));
    return found;
  }
  if (all.length === 0) {
    void vscode.window.showInformationMessage(l10n.t('No snapshots yet. Run Take Snapshot… first.'));
    return undefined;
  }
  return pickValue({ title, placeholder, choices: choicesOf(all) });
}

function snapshotIdOf(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null || !('snapshotId' in argument)) return undefined;
  return typeof argument.snapshotId === 'string' ? argument.snapshotId : undefined;
}

/** Snapshots as choices: their names and the times of their reads. */
function choicesOf<S extends StoredSnapshot>(all: readonly S[]): readonly QuickChoice<S>[] {
  return all.map((value) => {
    if (value.state === 'ready') {
      const { name, endpoint, readAt } = value.about;
      return {
        label: `$(device-camera) ${escapeForLabel(name)} · ${escapeForLabel(endpoint.name, 80)}`,
        description: momentBeside(name, readAt) ?? '',
        value,
      };
    }
    return {
      label: `$(warning) ${escapeForLabel(value.name ?? value.id)}`,
      description:
        value.state === 'newer' ? l10n.t('Written by a newer version of Proxy Scout') : l10n.t('Cannot be read'),
      value,
    };
  });
}

export function isReady(stored: StoredSnapshot): stored is Extract<StoredSnapshot, { state: 'ready' }> {
  return stored.state === 'ready';
}
