import * as z from 'zod/mini';

/** The ids of the proxies that folders are for, by the addresses of the folders; '' for none. */
export type FileBindings = Readonly<Record<string, string>>;

const bindingsSchema = z.catch(z.record(z.string(), z.string()), {});

/** Reads them from the state of a workspace, where an older or newer Proxy Scout may have written them. */
export function readFileBindings(stored: unknown): FileBindings {
  return bindingsSchema.parse(stored);
}
