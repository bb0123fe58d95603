import assert from 'node:assert/strict';
import type { Finding, FindingKind } from '../../../../../src/core/proxy/findings/finding';
import { findingsOf } from '../../../../../src/core/proxy/findings/findings';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import { type Api, given, type Raw } from '../model/given';

/** Fields as the API sends them. */
export type Fields = Readonly<Record<string, unknown>>;

/** A router as the API sends it: enabled, on the entry point web, with a service. */
export function router(name: string, fields: Fields = {}): Raw {
  return {
    name,
    provider: 'file',
    status: 'enabled',
    using: ['web'],
    entryPoints: ['web'],
    service: 's@file',
    ...fields,
  };
}

/** An entry point as the API sends it. */
export function entryPoint(name: string, fields: Fields = {}): Raw {
  return { name, address: ':80', ...fields };
}

/** The inventory of a made-up API that tells its version. */
export async function inventoryIn(api: Api, version = '3.7.9'): Promise<Inventory> {
  return { ...(await given(api)), version: { number: version } };
}

/** All findings of the given kinds. */
export async function found(inventory: Inventory, ...kinds: readonly FindingKind[]): Promise<readonly Finding[]> {
  const { list } = (await findingsOf(inventory)) ?? assert.fail('given up');
  return list.filter(({ kind }) => kinds.includes(kind));
}

/** What findings of the given kinds say: `about: reason`. */
export async function said(inventory: Inventory, ...kinds: readonly FindingKind[]): Promise<readonly string[]> {
  return (await found(inventory, ...kinds)).map(({ about, reason }) => `${about}: ${reason}`);
}
