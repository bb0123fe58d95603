import { buildColumn, type Column } from './column';
import type { StoredDocument } from './document';
import type { Field, Mapping } from './mapping';
import { buildPostings, type Postings } from './postings';

/** What a search may ask of a shard besides its documents. */
export interface ShardOwner {
  readonly name: string;
  readonly uuid: string;
  readonly mapping: Mapping;
}

/**
 * The documents of one shard as they are at one moment. A change makes a new shard, so that a point in time is just a
 * list of these.
 */
export interface Shard {
  readonly owner: ShardOwner;
  readonly number: number;
  /** `false` where no node holds a copy: nothing of it can be searched. */
  readonly assigned: boolean;
  readonly documents: readonly StoredDocument[];
  /** Built when first asked for. */
  column(field: Field): Column;
  postings(field: Field): Postings;
}

function remembered<Result>(build: (field: Field) => Result): (field: Field) => Result {
  const known = new Map<string, Result>();
  return (field) => {
    const found = known.get(field.path) ?? build(field);
    known.set(field.path, found);
    return found;
  };
}

export function createShard(
  owner: ShardOwner,
  number: number,
  documents: readonly StoredDocument[],
  assigned = true,
): Shard {
  const column = remembered((field) => buildColumn(field, documents));
  const postings = remembered((field) => buildPostings(column(field)));
  return { owner, number, assigned, documents, column, postings };
}
