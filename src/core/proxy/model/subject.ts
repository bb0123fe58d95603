import * as z from 'zod/mini';
import {
  certificateOf,
  entryPointOf,
  type Inventory,
  type InventoryGroup,
  inventoryGroupOf,
  itemOf,
} from './inventory';
import { type ItemRef, parseItemRef } from './itemRef';
import type { Certificate, EntryPoint, Item } from './model';

const partTypes = ['entryPoint', 'certificate'] as const;

/** Identifies an entry point or a certificate of an endpoint. */
interface PartRef {
  readonly type: (typeof partTypes)[number];
  readonly endpointId: string;
  /** As the API names it: server text, unchanged. */
  readonly name: string;
}

export type SubjectRef = ItemRef | PartRef;

export type Subject =
  | { readonly type: 'item'; readonly item: Item }
  | { readonly type: 'entryPoint'; readonly item: EntryPoint }
  | { readonly type: 'certificate'; readonly item: Certificate };

/** The title of a subject. Not the fingerprint by which the API names a certificate. Server text as received. */
export function subjectTitle({ type, item }: Subject): string {
  return type === 'certificate' ? certificateTitle(item) : item.name;
}

/** The common name of a certificate; without one, the first name that it is valid for, or its fingerprint. */
export function certificateTitle({ commonName, sans, name }: Certificate): string {
  return commonName || sans[0] || name;
}

/** A row elsewhere in the tree that links to an entry point has the same reference. */
const partSchema = z.object({
  type: z.pipe(
    z.enum([...partTypes, 'entryPointLink']),
    z.transform((type) => (type === 'entryPointLink' ? 'entryPoint' : type)),
  ),
  endpointId: z.string(),
  name: z.string(),
});

/** Reads a value from outside, such as a document URI or a command argument. Undefined if it is not valid. */
export function parseSubjectRef(value: unknown): SubjectRef | undefined {
  return parseItemRef(value) ?? partSchema.safeParse(value).data;
}

export function subjectIn(inventory: Inventory, ref: NamedSubject): Subject | undefined {
  if (!('type' in ref)) {
    const item = itemOf(inventory, ref);
    return item && { type: 'item', item };
  }
  const { type, name } = ref;
  if (type === 'entryPoint') {
    const item = entryPointOf(inventory, name);
    return item && { type, item };
  }
  const item = certificateOf(inventory, name);
  return item && { type, item };
}

/** The listing that a subject is in. Undefined if there is no such listing. */
export function subjectListing(inventory: Inventory, ref: NamedSubject): InventoryGroup<Subject['item']> | undefined {
  if (!('type' in ref)) return inventoryGroupOf(inventory, ref.protocol, ref.kind);
  return ref.type === 'entryPoint' ? inventory.entryPoints : inventory.certificates;
}

/** The reference to a subject within its endpoint. */
export function namedSubject({ type, item }: Subject): NamedSubject {
  if (type !== 'item') return { type, name: item.name };
  const { protocol, kind, name } = item;
  return { protocol, kind, name };
}

export function isSameSubject(one: NamedSubject, other: NamedSubject): boolean {
  if ('type' in one || 'type' in other) {
    return 'type' in one && 'type' in other && one.type === other.type && one.name === other.name;
  }
  return one.protocol === other.protocol && one.kind === other.kind && one.name === other.name;
}

/** A reference within one endpoint. */
export type NamedSubject = Omit<ItemRef, 'endpointId'> | Omit<PartRef, 'endpointId'>;
