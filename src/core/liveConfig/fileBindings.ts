import * as z from 'zod/mini';

/** The ids of the proxies that folders are for, by the URIs of the folders; '' for none. */
type FileBindings = Readonly<Record<string, string>>;

const bindingsSchema = z.catch(z.record(z.string(), z.string()), {});

/** Reads the bindings from the state of a workspace. An older or newer Proxy Scout may have written them. */
export function readFileBindings(stored: unknown): FileBindings {
  return bindingsSchema.parse(stored);
}
