/** What the suites use of documents.mjs. */
import type { Client } from './client.mjs';

/** The number in the `_id` of the first document that a writer adds. */
export const firstAdded: number;

export function makeIndex(
  client: Client,
  index: string,
  shape: { readonly count: number; readonly shards?: number; readonly replicas?: number },
): Promise<void>;

/** Makes what was written visible, and waits until the engine has ended its merges. */
export function settle(client: Client, index: string): Promise<void>;

export function startWriter(
  client: Client,
  index: string,
): { more(count: number): Promise<void>; stop(): Promise<number> };
