import * as vscode from 'vscode';
import type { Side, SideRef } from '../../core/proxy/compare/side';
import type { Inventory } from '../../core/proxy/model/inventory';
import type { StoredSnapshot } from '../../core/proxy/snapshots/store';
import type { Connections } from '../shared/connections';
import { loadCore } from '../shared/core';
import { inLabel } from '../shared/inert';
import { type Choice, pick } from '../shared/quickInput';
import type { Snapshots } from '../shared/snapshots';
import { choicesOf, isReady, snapshotIdOf } from './chooseSnapshot';

/** Where sides are had from. */
export interface Sources {
  readonly connections: Pick<Connections, 'store' | 'inventory'>;
  readonly snapshots: Snapshots;
}

/** The side that a row stands for; undefined for anything else, and for what is gone. */
export async function sideOf({ connections, snapshots }: Sources, argument: unknown): Promise<SideRef | undefined> {
  const snapshotId = snapshotIdOf(argument);
  if (snapshotId !== undefined) {
    const found = (await (await snapshots.store()).list()).filter(isReady).find(({ id }) => id === snapshotId);
    return found && refOf(found);
  }
  if (typeof argument !== 'object' || argument === null || !('endpointId' in argument)) return undefined;
  const endpoint = (await readyProxies(connections)).find(({ id }) => id === argument.endpointId);
  return endpoint && { is: 'endpoint', endpointId: endpoint.id };
}

/**
 * Asks for one side.
 *
 * @param other what is the other side already, which is left out
 */
export async function chooseSide(
  { connections, snapshots }: Sources,
  title: string,
  other?: SideRef,
): Promise<SideRef | undefined> {
  const isOther = (side: SideRef): boolean => other !== undefined && keyOf(side) === keyOf(other);
  const allEndpoints = await readyProxies(connections);
  const allKept = (await (await snapshots.store()).list()).filter(isReady);
  const endpoints = allEndpoints.filter(({ id }) => !isOther({ is: 'endpoint', endpointId: id }));
  const kept = allKept.filter((one) => !isOther(refOf(one)));
  const name =
    allEndpoints.find(({ id }) => isOther({ is: 'endpoint', endpointId: id }))?.name ??
    allKept.find((one) => isOther(refOf(one)))?.about.name;
  const placeholder =
    name === undefined ? 'What should be compared?' : `With what should “${inLabel(name, 80)}” be compared?`;
  if (endpoints.length + kept.length === 0) {
    void vscode.window.showInformationMessage(
      other === undefined
        ? 'There is nothing to compare yet. Add a proxy endpoint first.'
        : 'There is nothing to compare with yet. Add another proxy endpoint, or take a snapshot.',
    );
    return undefined;
  }
  const choices: Choice<SideRef | undefined>[] = [
    ...parted('Endpoints', endpoints.length),
    ...endpoints.map(
      ({ id, name }): Choice<SideRef> => ({
        label: `$(server-environment) ${inLabel(name)}`,
        value: { is: 'endpoint', endpointId: id },
      }),
    ),
    ...parted('Snapshots', kept.length),
    ...(await choicesOf(kept)).map((choice): Choice<SideRef> => ({ ...choice, value: refOf(choice.value) })),
  ];
  const answer = await pick({ title, placeholder, choices });
  return answer === undefined || answer === 'back' ? undefined : answer.value;
}

function parted(label: string, count: number): Choice<undefined>[] {
  return count === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator, value: undefined }];
}

/**
 * Reads a side: an endpoint anew, a snapshot from the disk.
 *
 * @throws RequestFailure where it is gone or cannot be read, or `cancelled`
 */
export async function readSide({ connections, snapshots }: Sources, ref: SideRef, signal: AbortSignal): Promise<Side> {
  if (ref.is === 'snapshot') {
    const { about, inventory } = await (await snapshots.store()).read(ref.snapshotId, signal);
    return { name: about.name, inventory };
  }
  const { endpointId } = ref;
  const inventory = await readProxy(connections, endpointId, signal);
  const endpoint = await (await connections.store()).get(endpointId);
  const { maskText } = await loadCore();
  return { name: maskText(endpoint?.name ?? 'the proxy'), endpointId, inventory };
}

/**
 * Reads anew what an endpoint lists. The tree shows it too.
 *
 * @throws RequestFailure also `cancelled`
 */
export async function readProxy(
  connections: Pick<Connections, 'inventory'>,
  endpointId: string,
  signal: AbortSignal,
): Promise<Inventory> {
  const shared = await connections.inventory(endpointId);
  shared.refresh();
  return shared.read(signal);
}

function keyOf(side: SideRef): string {
  return side.is === 'endpoint' ? `endpoint ${side.endpointId}` : `snapshot ${side.snapshotId}`;
}

function refOf(stored: Extract<StoredSnapshot, { state: 'ready' }>): SideRef {
  return { is: 'snapshot', snapshotId: stored.id, readAt: stored.about.readAt };
}

async function readyProxies(
  connections: Pick<Connections, 'store'>,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const all = await (await connections.store()).list();
  return all.filter(({ state, hint }) => state === 'ready' && hint.kind === 'proxy').map(({ hint }) => hint);
}
