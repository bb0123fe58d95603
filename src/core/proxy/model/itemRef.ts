import * as z from 'zod/mini';
import { type ItemKind, itemKinds, kindsOf, type TraefikProtocol, traefikProtocols } from './model';

/**
 * Names a router, service or middleware of an endpoint: enough to find it in whatever inventory is the latest. Rows of
 * the tree, documents' URIs and arguments of commands carry these four fields.
 */
export interface ItemRef {
  readonly endpointId: string;
  readonly protocol: TraefikProtocol;
  readonly kind: ItemKind;
  /** As the API names it: server text as received. */
  readonly name: string;
}

const itemRefSchema = z
  .object({ endpointId: z.string(), protocol: z.enum(traefikProtocols), kind: z.enum(itemKinds), name: z.string() })
  .check(z.refine(({ protocol, kind }) => kindsOf(protocol).includes(kind)));

/** Reads what came from outside, such as a command's argument: the four fields alone, or undefined where it names nothing. */
export function parseItemRef(value: unknown): ItemRef | undefined {
  return itemRefSchema.safeParse(value).data;
}
