import * as z from 'zod/mini';
import { type ItemKind, itemKinds, kindsOf, type TraefikProtocol, traefikProtocols } from './model';

/**
 * Identifies a router, service, or middleware of an endpoint, so that callers can find it in the latest inventory. Tree
 * rows, document URIs, and command arguments carry these four fields.
 */
export interface ItemRef {
  readonly endpointId: string;
  readonly protocol: TraefikProtocol;
  readonly kind: ItemKind;
  /** As the API names it: server text, unchanged. */
  readonly name: string;
}

const itemRefSchema = z
  .object({ endpointId: z.string(), protocol: z.enum(traefikProtocols), kind: z.enum(itemKinds), name: z.string() })
  .check(z.refine(({ protocol, kind }) => kindsOf(protocol).includes(kind)));

/** Reads a value from outside, such as a command argument: only the four fields. Undefined if it is not valid. */
export function parseItemRef(value: unknown): ItemRef | undefined {
  return itemRefSchema.safeParse(value).data;
}

/** The key of an item among those of all protocols and kinds of one proxy. */
export function itemKeyOf({ protocol, kind, name }: Pick<ItemRef, 'protocol' | 'kind' | 'name'>): string {
  return `${protocol} ${kind} ${name}`;
}
