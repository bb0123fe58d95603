import { buildColumn, type Column, type Value } from './column';
import type { StoredDocument } from './document';
import type { Field, Mapping } from './mapping';
import { buildPostings, type Postings } from './postings';

/** What a search may ask of a shard besides its documents. */
export interface ShardOwner {
  readonly name: string;
  readonly uuid: string;
  readonly mapping: Mapping;
  /** `index.max_result_window` */
  readonly window: number;
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
  /** Which documents have a value. */
  holders(field: Field): ReadonlyMap<Value, readonly number[]>;
}

function buildHolders(column: Column): ReadonlyMap<Value, readonly number[]> {
  const holders = new Map<Value, number[]>();
  column.forEach((values, document) => {
    for (const value of new Set(values)) {
      const documents = holders.get(value);
      if (documents === undefined) holders.set(value, [document]);
      else documents.push(document);
    }
  });
  return holders;
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
  const holders = remembered((field) => buildHolders(column(field)));
  return { owner, number, assigned, documents, column, postings, holders };
}
