import { type JsonObject, readJson } from '../json/read';
import { leaves, readValues, type StoredDocument } from './document';
import { dynamicFields, type Field, type FieldType, type Mapping } from './mapping';
import { createShard, type Shard } from './shard';

/** What distinguishes an index from an ordinary open one. */
export interface IndexOptions {
  readonly shards?: number;
  readonly closed?: boolean;
  /** `index.blocks.read`: a search of it is forbidden. */
  readonly readBlocked?: boolean;
  /** None of its shards was ever given to a node. */
  readonly unassigned?: boolean;
  /** `index.number_of_replicas`: none of them finds a second node to be on, so the index is yellow. Default 0. */
  readonly replicas?: number;
  /** `_source` is not kept. */
  readonly withoutSource?: boolean;
  readonly aliases?: readonly string[];
  /** `index.hidden`: wildcards reach it only where they are told to. */
  readonly hidden?: boolean;
  /** The data stream that it is a backing index of, which makes it hidden. Not recorded: as the documentation has it. */
  readonly stream?: string;
  /** `index.max_result_window`. Default 10,000. */
  readonly window?: number;
  /** The types of fields that their values do not tell. */
  readonly types?: Readonly<Record<string, FieldType>>;
}

/** A document to be stored. `values` spares reading `source` where the caller has them at hand. */
export interface NewDocument {
  readonly id: string;
  readonly source: string;
  readonly values?: StoredDocument['values'];
}

export const defaultWindow = 10_000;

/** An index of the sample engine. */
export interface SearchIndex {
  readonly name: string;
  readonly uuid: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly options: IndexOptions;
  readonly mapping: Mapping;
  /** The shards as they are now. */
  readonly shards: readonly Shard[];
  find(id: string): StoredDocument | undefined;
  /** Stores documents; one with an id that is there replaces it. Returns them as stored. */
  add(documents: readonly NewDocument[]): readonly StoredDocument[];
  /** @returns whether it was there */
  remove(id: string): boolean;
}

function shardNumber(id: string, shards: number): number {
  let hash = 2166136261;
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 16777619);
  return (hash >>> 0) % shards;
}

/** A document's source must be a JSON object: the HTTP border sees to it. */
function readSource(source: string): JsonObject {
  const { value } = readJson(source);
  if (value.kind !== 'object') throw new Error('a document is a JSON object');
  return value;
}

export function createIndex(
  name: string,
  uuid: string,
  created: number,
  fields: ReadonlyMap<string, Field>,
  options: IndexOptions = {},
): SearchIndex {
  const mapping = new Map(fields);
  const owner = { name, uuid, mapping, window: options.window ?? defaultWindow };
  const count = options.shards ?? 1;
  const assigned = options.unassigned !== true;
  let shards: Shard[] = Array.from({ length: count }, (_, number) => createShard(owner, number, [], assigned));
  let nextSeqNo = 0;

  const shardOf = (id: string): Shard | undefined => shards[shardNumber(id, count)];
  const find = (id: string) => shardOf(id)?.documents.find((document) => document.id === id);

  const valuesOf = (document: NewDocument): StoredDocument['values'] => {
    if (document.values !== undefined) return document.values;
    const found = leaves(readSource(document.source), mapping);
    for (const [path, [first]] of found) {
      if (mapping.has(path) || first === undefined) continue;
      for (const field of dynamicFields(path, first)) mapping.set(field.path, field);
    }
    return readValues(found, mapping);
  };

  return {
    name,
    uuid,
    created,
    options,
    mapping,
    get shards() {
      return shards;
    },
    find,
    add(documents) {
      const isFirst = nextSeqNo === 0;
      const stored = documents.map((document): StoredDocument => {
        const values = valuesOf(document);
        nextSeqNo += 1;
        return {
          id: document.id,
          source: options.withoutSource === true ? undefined : document.source,
          values,
          seqNo: nextSeqNo - 1,
          version: isFirst ? 1 : (find(document.id)?.version ?? 0) + 1,
        };
      });
      const replaced = new Set(stored.map(({ id }) => id));
      const added = shards.map((): StoredDocument[] => []);
      for (const document of stored) added[shardNumber(document.id, count)]?.push(document);
      shards = shards.map((shard, number) => {
        const fresh = added[number] ?? [];
        if (fresh.length === 0) return shard;
        const kept = isFirst ? [] : shard.documents.filter(({ id }) => !replaced.has(id));
        return createShard(owner, number, [...kept, ...fresh], assigned);
      });
      return stored;
    },
    remove(id) {
      const shard = shardOf(id);
      if (shard === undefined || find(id) === undefined) return false;
      const kept = shard.documents.filter((document) => document.id !== id);
      shards = shards.with(shard.number, createShard(owner, shard.number, kept, assigned));
      return true;
    },
  };
}
