import type { Comparison, ItemDifference } from '../../../../../src/core/proxy/compare/compare';
import { compareSides } from '../../../../../src/core/proxy/compare/compare';
import { type ComparedStyle, exactStyle } from '../../../../../src/core/proxy/compare/normalize';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import { readSnapshot } from '../../../../../src/core/proxy/snapshots/snapshot';
import { snapshotText } from '../../../../../src/core/proxy/snapshots/writeSnapshot';
import { type Api, given } from '../model/given';

export const signal = new AbortController().signal;

/** Compares two inventories, the left one called staging and the right one production. */
export function compared(left: Inventory, right: Inventory, style: Partial<ComparedStyle> = {}): Promise<Comparison> {
  return compareSides(
    { name: 'staging', endpointId: 'e1', inventory: left },
    { name: 'production', endpointId: 'e2', inventory: right },
    { ...exactStyle, ...style },
    signal,
  );
}

/** Compares two made-up APIs. */
export async function comparedApis(left: Api, right: Api, style: Partial<ComparedStyle> = {}): Promise<Comparison> {
  return compared(await given(left), await given(right), style);
}

/** What a snapshot of an inventory keeps. */
export async function keptOf(inventory: Inventory): Promise<Inventory> {
  const text = await snapshotText({ name: 'n', endpoint: { id: 'e', name: 'e' } }, inventory, signal);
  const snapshot = await readSnapshot(text, signal);
  if ('problem' in snapshot) throw new Error(snapshot.problem);
  return snapshot.inventory;
}

/** Differences a line each: `~ shop@file: rule, priority`. */
export function lines({ added, removed, changed, health }: Comparison): readonly string[] {
  const line = (sign: string) => (difference: ItemDifference) =>
    `${sign} ${difference.label}${difference.fields.length === 0 ? '' : `: ${difference.fields.map(({ path }) => path).join(', ')}`}`;
  return [...added.map(line('+')), ...removed.map(line('-')), ...changed.map(line('~')), ...health.map(line('health'))];
}
